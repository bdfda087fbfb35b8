import NetEngine
import Testing

@testable import Workspace

/// Which program opens a body.
struct OpenCommandTests {
    private func command(_ type: String, _ variables: [String: String], installed: Bool = true) throws -> OpenCommand {
        try OpenCommand(for: ContentType(type), variable: { variables[$0] }, isInstalled: { _ in installed })
    }

    private let entries = "image/*=feh -F; application/pdf = zathura;text/*=!vim -R; *=xdg-open"

    @Test(arguments: [
        ("image/png", "feh -F", false), ("application/pdf; x=y", "zathura", false), ("text/html", "vim -R", true),
        ("application/zip", "xdg-open", false), ("", "xdg-open", false),
    ])
    func `the first entry that fits counts`(type: String, expected: String, needsTerminal: Bool) throws {
        let opener = try command(type, ["APITUI_OPEN": entries], installed: false)
        #expect(opener.command == expected && opener.needsTerminal == needsTerminal)
    }

    @Test(arguments: [
        ("*/*=a", "image/png", "a"), ("IMAGE/*=a", "image/png", "a"), ("Image/PNG=a", "image/png", "a"),
        ("image/*= ; image/png=b", "image/png", "b"), ("image/*=a;image/png=b", "image/png", "a"),
        ("image/p=a;*=b", "image/png", "b"), ("image=a;*=b", "image/png", "b"), ("i/*=a;*=b", "image/png", "b"),
        ("application/octet-stream=a;*=b", "", "a"), ("*=a -o x=y", "image/png", "a -o x=y"),
        ("*=! less ", "text/plain", "less"), (";;*=a;", "image/png", "a"),
    ])
    func `a pattern is a type, all of a kind, or anything`(entries: String, type: String, expected: String) throws {
        #expect(try command(type, ["APITUI_OPEN": entries], installed: false).command == expected)
    }

    @Test func `a display without a name is none, and what the desktop opens has no terminal`() throws {
        #expect(throws: OpenCommand.Problem.self) { try command("image/png", ["DISPLAY": "", "WAYLAND_DISPLAY": ""]) }
        #expect(try !command("image/png", ["DISPLAY": ":0"]).needsTerminal)
        let nothing = OpenCommand.Problem(
            sentence:
                "No program here opens application/octet-stream: set APITUI_OPEN, for example to 'image/*=feh; text/*=!less'."
        )
        #expect(throws: nothing) { try command("", ["APITUI_OPEN": "image/*=feh"]) }
    }

    @Test func `else the desktop does, where there is one`() throws {
        #expect(try command("image/png", ["DISPLAY": ":0"]).command == "xdg-open")
        #expect(try command("image/png", ["WAYLAND_DISPLAY": "w", "APITUI_OPEN": "text/*=x"]).command == "xdg-open")
        let nothing = OpenCommand.Problem(
            sentence: "No program here opens image/png: set APITUI_OPEN, for example to 'image/*=feh; text/*=!less'.")
        #expect(throws: nothing) { try command("image/png", [:]) }
        #expect(throws: nothing) { try command("image/png", ["DISPLAY": ":0"], installed: false) }
    }

    @Test func `an entry that cannot be read is named`() {
        #expect(throws: OpenCommand.Problem(sentence: "APITUI_OPEN: 'feh' is not TYPE=COMMAND, such as image/*=feh.")) {
            try command("image/png", ["APITUI_OPEN": "feh"])
        }
    }

    @Test(arguments: [("!vim -R -n", "vim"), ("feh", "feh"), ("/opt/a/feh  -x", "/opt/a/feh")])
    func `a program is named without its arguments`(command: String, name: String) throws {
        let found = try OpenCommand(
            for: ContentType("text/plain"), variable: { $0 == "APITUI_OPEN" ? "*=\(command)" : nil },
            isInstalled: { _ in false })
        #expect(found.programName == name)
    }
}
