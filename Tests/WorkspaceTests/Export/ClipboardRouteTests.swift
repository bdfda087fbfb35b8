import Testing

@testable import Base
@testable import Workspace

/// Which way a text takes to the clipboard, and what is said about it.
struct ClipboardRouteTests {
    private func ways(
        _ variables: [String: String], installed: Set<String> = ["tmux", "wl-copy", "xclip", "xsel"], bytes: Int = 100,
        isInMosh: Bool = false
    ) -> [ClipboardWay] {
        let variables = ["TERM": "xterm-256color"].merging(variables) { $1 }
        return ClipboardRoute(
            byteCount: bytes,
            ClipboardRoute.Surroundings(
                isInMosh: isInMosh, variable: { variables[$0] }, isInstalled: { installed.contains($0) })
        ).ways
    }

    private let tmux = ClipboardWay.tmux(["tmux", "load-buffer", "-w", "-"])
    private let xclip = ClipboardWay.program(["xclip", "-selection", "clipboard"])
    private let xsel = ClipboardWay.program(["xsel", "--clipboard", "--input"])

    @Test func `tmux goes first, then a program of the desktop, then the terminal, then a file`() {
        #expect(
            ways(["TMUX": "s", "WAYLAND_DISPLAY": "w", "DISPLAY": ":0"])
                == [tmux, .program(["wl-copy"]), xclip, xsel, .terminal, .file])
        #expect(ways(["DISPLAY": ":0"]) == [xclip, xsel, .terminal, .file])
        #expect(ways(["DISPLAY": ":0"], installed: ["xsel"]) == [xsel, .terminal, .file])
        #expect(ways([:], installed: ["pbcopy"]) == [.program(["pbcopy"]), .terminal, .file])
        #expect(ways([:]) == [.terminal, .file])
    }

    @Test(arguments: ["SSH_CONNECTION", "SSH_TTY"]) func `at the far end of ssh no program of the desktop is asked`(
        name: String
    ) {
        #expect(ways([name: "x", "DISPLAY": "localhost:10.0", "WAYLAND_DISPLAY": "w"]) == [.terminal, .file])
        #expect(ways([name: "x", "TMUX": "s", "DISPLAY": ":0"]) == [tmux, .terminal, .file])
    }

    @Test func `what a carrier would drop goes to a file`() {
        #expect(ways(["TMUX": "s"], bytes: 700_000) == [tmux, .terminal, .file])
        #expect(ways(["TMUX": "s"], bytes: 700_001) == [.file])
        #expect(ways(["DISPLAY": ":0"], bytes: 700_001) == [xclip, xsel, .file])
        #expect(ways([:], bytes: 12_000, isInMosh: true) == [.terminal, .file])
        #expect(ways([:], bytes: 12_001, isInMosh: true) == [.file])
        #expect(ways(["STY": "s"], bytes: 501) == [.file])
    }

    @Test func `a variable that is empty says nothing, and mosh counts as far away`() {
        #expect(ways(["TMUX": "", "SSH_TTY": "", "STY": "", "DISPLAY": ":0"]) == [xclip, xsel, .terminal, .file])
        #expect(ways(["DISPLAY": "", "WAYLAND_DISPLAY": ""]) == [.terminal, .file])
        #expect(ways(["DISPLAY": ":0"], isInMosh: true) == [.terminal, .file])
        #expect(ways(["TMUX": "s"], installed: []) == [.terminal, .file])
        #expect(ways(["WAYLAND_DISPLAY": "w"]) == [.program(["wl-copy"]), .terminal, .file])
        #expect(ways(["STY": "s"], bytes: 500) == [.terminal, .file])
        #expect(ways(["STY": "s", "TMUX": "t"], bytes: 501) == [tmux, .terminal, .file], "screen is outside of tmux")
    }

    @Test(
        arguments: [
            (700_000, [:], false, nil), (700_001, [:], false, "700 KB are too much for the terminal."),
            (700_001, ["TMUX": "t"], false, "700 KB are too much for tmux."),
            (12_001, [:], true, "12 KB are too much for mosh."),
            (12_001, ["TMUX": "t"], true, "12 KB are too much for mosh."),
            (501, ["STY": "s"], false, "501 B are too much for screen."),
            (501, ["STY": "s"], true, "501 B are too much for screen."),
            (501, ["STY": "s", "TMUX": "t"], false, nil),
        ] as [(Int, [String: String], Bool, String?)])
    func `what carries the text to the terminal is named where the text is too long for it`(
        bytes: Int, variables: [String: String], isInMosh: Bool, refusal: String?
    ) {
        let route = ClipboardRoute(
            byteCount: bytes,
            ClipboardRoute.Surroundings(
                isInMosh: isInMosh, variable: { variables[$0] }, isInstalled: { _ in true }))
        #expect(route.refusal == refusal)
        #expect(!route.ways.contains(.terminal), "TERM is not set")
        #expect(route.mayBeDropped == (bytes > 74_994))
    }

    @Test(arguments: ["linux", "dumb", ""]) func `a terminal without a clipboard is not asked`(kind: String) {
        #expect(ways(["TERM": kind]) == [.file])
    }

    @Test func `the sentence says the way, how much, and whether it is sure`() {
        func sentence(_ way: ClipboardWay?, _ count: Int = 12_345, failures: [String] = [], path: String? = nil)
            -> String
        {
            ClipboardOutcome(way: way, byteCount: count, mayBeDropped: count > 74_994, path: path, failures: failures)
                .sentence("Body")
        }
        #expect(sentence(xclip) == "Body (12 KB) is on the clipboard, by xclip.")
        #expect(sentence(.terminal) == "Body (12 KB) was sent to the terminal, which cannot confirm it.")
        #expect(
            sentence(tmux) == "Body (12 KB) is in tmux's buffer, and was sent to the terminal, which cannot confirm it."
        )
        #expect(
            sentence(.terminal, failures: ["wl-copy did not end in time."])
                == "Body (12 KB) was sent to the terminal, which cannot confirm it. wl-copy did not end in time.")
        #expect(
            sentence(tmux, failures: ["xclip ended with status 1."]).hasSuffix(
                "cannot confirm it. xclip ended with status 1."))
        #expect(sentence(.terminal, 74_995).hasSuffix("cannot confirm it. Many terminals drop more than 75 KB."))
        #expect(
            sentence(.file, failures: ["xclip ended with status 1."], path: "/tmp/x")
                == "xclip ended with status 1. Body (12 KB) is in the file /tmp/x instead, which only you can read.")
        #expect(sentence(nil, failures: ["No space."]) == "Body was not copied: No space.")
    }

    @Test func `only visible text is copied, in its lines`() {
        let text = ClipboardText("a\u{1B}]52;c;eA==\u{7}\tb\r\nc\u{202E}\r\u{0}\n\n")
        #expect(text.string == "a\\x1B]52;c;eA==\\x07\tb\nc\\u{202E}\\x0D\\x00")
        #expect(text.hazards.total == 4)
        #expect(text.base64 == ClipboardText(text.string).base64)
    }
}
