import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// What is copied and what is refused, the ways to the clipboard, names for bodies and the programs that open them, as it was
/// recorded (`Recorded`).
@Suite struct RecordedClipboardTests {
    private static let large = BodyBytes([UInt8](repeating: 0x61, count: CopyJob.maxBytes + 1))

    private static let contents: [(name: String, content: CopyJob.Content)] = [
        ("Body", .body), ("Headers", .headers), ("URL", .url), ("curl command", .curl), ("Report", .report),
        ("Request and response", .wire), ("Text", .text(ClipboardText("a\u{1B}[1m\tb\r\nc"))),
        ("Nothing", .text(ClipboardText(""))), ("Made", .made { () throws(CopyJob.Refusal) in ClipboardText("made") }),
        ("Refused", .made { () throws(CopyJob.Refusal) in throw CopyJob.Refusal(sentence: "Not this.") }),
        ("Long", .part(.init(of: large, 0..<large.count, isString: false))),
        (
            "Value",
            .part(.init(of: BodyBytes(Array(#"{"a": "b\n\u00e9\"c\ud83d\ude00\ud800"}"#.utf8)), 6..<38, isString: true))
        ),
        ("Bytes", .part(.init(of: BodyBytes(Array(#"{"a": "b\n\u00e9"}"#.utf8)), 1..<16, isString: false))),
        ("Empty", .part(.init(of: BodyBytes(Array("abc".utf8)), 1..<1, isString: false))),
        ("Empty string", .part(.init(of: BodyBytes(Array("\"\"".utf8)), 0..<2, isString: true))),
    ]

    private static func told(_ job: CopyJob) -> String {
        do throws(CopyJob.Refusal) {
            let text = try job.text()
            return "\(text.byteCount) bytes \(Printed.quoted(String(text.string.prefix(160))))\n"
        } catch { return "refused: \(error.sentence)\n" }
    }

    @Test func `what is copied of exchanges is what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        var all = RecordedCopyTests.exchanges
        for (type, body) in [
            ("text/plain", Array("caf\u{e9}".utf8)), ("text/plain", []), ("text/plain", [0x61, 0, 0x62]),
            ("text/plain; charset=utf-16le", [0x61, 0, 0xE9, 0]), ("text/plain", [0xFF, 0xFE, 0x61, 0]),
            ("text/plain; charset=nope", [0x61, 0xE9]), ("application/octet-stream", Array("text".utf8)),
            ("", [0x61, 0x1B]),
            ("image/svg+xml", Array("<svg/>".utf8)), ("application/json", [0xEF, 0xBB, 0xBF, 0x31]),
            ("text/html; charset=windows-1252", [0x80, 0x81]), ("application/pdf", [0x25, 0x50]),
            ("text/plain", [0xC3]),
        ] as [(String, [UInt8])] {
            let response = RecordedCopyTests.response(200, type, body)
            all.append(("\(type) \(body.prefix(6))", ExchangeFixtures.exchange(response: response)))
        }
        for (name, exchange) in all {
            var text = ""
            for (what, content) in Self.contents.prefix(6) {
                text += "\(what): \(Self.told(CopyJob(what, content, exchange: exchange)))"
            }
            parts.append((name, text))
        }
        var text = ""
        for (what, content) in Self.contents {
            text += "\(what): \(Self.told(CopyJob(what, content, exchange: nil)))"
        }
        parts.append(("without an exchange", text))
        let huge = RecordedCopyTests.response(200, "text/plain", [UInt8](repeating: 0x61, count: CopyJob.maxBytes + 1))
        parts.append(("large", Self.told(CopyJob("Body", .body, exchange: ExchangeFixtures.exchange(response: huge)))))
        try Recorded.expect(parts, in: "clipboard/copied")
    }

    // MARK: ways

    private static let surroundings = """
        TERM=xterm
        TERM=xterm DISPLAY=:0
        TERM=xterm DISPLAY=:0 WAYLAND_DISPLAY=w
        TERM=xterm TMUX=s DISPLAY=:0
        TERM=xterm TMUX=s STY=s
        TERM=xterm STY=s DISPLAY=
        TERM=xterm SSH_TTY=t DISPLAY=:0
        TERM=linux DISPLAY=:0
        TERM=dumb TMUX=s
        TERM= STY=s
        MOSH=1 TERM=xterm TMUX=s DISPLAY=:0
        SSH_CONNECTION=1 TERM=screen STY=s
        """

    @Test func `the ways to the clipboard are what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for line in Self.surroundings.split(separator: "\n") {
            let variables = Dictionary(
                line.split(separator: " ").map { word in
                    let pair = word.split(separator: "=", omittingEmptySubsequences: false)
                    return (String(pair[0]), String(pair[1]))
                }, uniquingKeysWith: { $1 })
            var text = ""
            for installed: Set<String> in [[], ["tmux", "wl-copy", "xclip"], ["xsel", "pbcopy"]] {
                let around = ClipboardRoute.Surroundings(
                    isInMosh: variables["MOSH"] != nil, variable: { variables[$0] },
                    isInstalled: { installed.contains($0) })
                for count in [0, 500, 501, 12_000, 12_001, 74_994, 74_995, 700_000, 700_001, 8_000_000] {
                    let route = ClipboardRoute(byteCount: count, around)
                    let ways = route.ways.map { way in
                        switch way {
                        case .program(let arguments): arguments.joined(separator: " ")
                        case .tmux(let arguments): arguments.joined(separator: " ")
                        case .terminal: "terminal"
                        case .file: "file"
                        }
                    }
                    text += "\(installed.sorted()) \(count): \(ways)\(route.mayBeDropped ? ", may be dropped" : "")"
                    text += route.refusal.map { ", \($0)\n" } ?? "\n"
                }
            }
            parts.append((String(line), text))
        }
        var text = ""
        let ways: [ClipboardWay?] = [.program(["xclip", "-selection"]), .tmux(["tmux"]), .terminal, .file, nil]
        for way in ways {
            for failures in [[], ["First."], ["First.", "Second."]] {
                for (path, isDropped) in [(nil, false), ("/x/a", true)] as [(String?, Bool)] {
                    let outcome = ClipboardOutcome(
                        way: way, byteCount: failures.count * 1200, mayBeDropped: isDropped, path: path,
                        failures: failures)
                    text += "\(outcome.isDone ? "done" : "not done"): \(outcome.sentence("Body"))\n"
                }
            }
        }
        parts.append(("outcomes", text))
        try Recorded.expect(parts, in: "clipboard/ways")
    }

    // MARK: names and programs

    private static let dispositions = #"""
        attachment; filename="a.json"
        attachment; filename=a.json; filename*=UTF-8''%c3%a4.json
        attachment; filename*=utf-8'en'a%20b.txt
        attachment; filename*=iso-8859-1''%e4.txt
        attachment; filename*=nope''a.txt
        attachment; filename*=UTF-8''%zz.txt
        attachment; filename*=a.txt
        inline; filename="a\"b;c.txt"; x=y
        attachment; filename="unclosed
        attachment; filename = spaced.txt ; filename=second.txt
        attachment; FILENAME=upper.TXT
        attachment; filename="../../etc/passwd"
        attachment; filename="C:\\dir\\a.exe"
        attachment; filename=".hidden"
        attachment; filename="-rf.txt"
        attachment; filename="~/.ssh"
        attachment; filename="con.txt"
        attachment; filename="LPT1"
        attachment; filename="a. . ."
        attachment; filename="a<b>c|d?e*f'g`h$i;j&k.txt"
        attachment; filename="..."
        attachment; filename="___"
        attachment; filename=""
        attachment; filename=
        attachment; filename
        attachment
        filename=a.txt
        attachment; name=a.txt
        attachment; filename="noextension"
        attachment; filename="v1.2"
        attachment; filename="archive.tar.gz"
        attachment; filename="a.toolong"
        """#

    @Test func `names for bodies and the programs that open them are what was recorded`() throws {
        func name(_ type: String, _ disposition: String?, _ path: String) -> String {
            let more = disposition.map { [HeaderField("Content-Disposition", $0)] } ?? []
            let response = RecordedCopyTests.response(200, type, [], more)
            return BodyFileName.suggested(for: response, url: ExchangeFixtures.request(path).url)
        }
        var text = ""
        for line in Self.dispositions.split(separator: "\n") {
            text += "\(line): \(name("text/plain", String(line), "/p"))\n"
        }
        let controls = "attachment; filename=\"a\u{202E}b\u{7}c\u{200B}.txt\""
        text += "controls: \(name("text/plain", controls, "/p"))\n"
        text +=
            "long: \(name("text/plain", "attachment; filename=\"\(String(repeating: "\u{e4}", count: 200)).json\"", "/p"))\n"
        text += "long ending: \(name("text/plain", "x; filename=a.\(String(repeating: "b", count: 200))", "/p"))\n"
        var parts = [("dispositions", text)]
        text = ""
        for path in [
            "", "/", "/a", "/a/", "/a.json", "/a/b.c/d", "/a%2Fb.txt", "/%2e%2e", "/%ff", "/a%20b", "/con", "/v1.2",
            "/.x",
        ] {
            text += "\(path): \(name("application/json", nil, path))\n"
        }
        let types = """
            text/plain text/html text/csv text/xml text/x-unknown application/json application/problem+json application/xml
            application/soap+xml application/pdf application/zip application/gzip application/octet-stream application/x-sh
            application/javascript text/javascript image/png image/jpeg image/svg+xml image/unknown audio/mpeg video/mp4
            application/yaml application/x-ndjson application/cbor text/event-stream multipart/form-data nonsense
            """
        for type in types.split(whereSeparator: \.isWhitespace) {
            text += "\(type): \(name(String(type), nil, "/a"))\n"
        }
        text += "none: \(name("", nil, "/a"))\n"
        parts.append(("paths and types", text))
        text = ""
        let settings: [String?] = [
            nil, "", "image/*=feh", "image/* = feh ; text/*=!vim -R; *=xdg-open", "*/*=a", "IMAGE/PNG=a;image/*=b",
            "image/*=",
            "nonsense", "image/*=feh;nonsense", "text/html=w3m; nonsense", ";;*=!", "*=!less;", "image=x",
            "application/octet-stream=xxd",
        ]
        for setting in settings {
            for type in ["image/png", "text/html; charset=utf-8", "", "application/json"] {
                for (display, isInstalled) in [(nil, false), (":0", false), (":0", true), ("", true)]
                    as [(String?, Bool)]
                {
                    let variables = ["APITUI_OPEN": setting, "WAYLAND_DISPLAY": display]
                    let told: String
                    do throws(OpenCommand.Problem) {
                        let found = try OpenCommand(
                            for: ContentType(type), variable: { variables[$0] ?? nil },
                            isInstalled: { _ in isInstalled })
                        told = found.command + (found.needsTerminal ? ", in the terminal" : "")
                    } catch { told = error.sentence }
                    let line = "\(setting ?? "not set"), \(type): \(told)\n"
                    if !text.hasSuffix(line) { text += line }
                }
            }
        }
        parts.append(("programs", text))
        try Recorded.expect(parts, in: "clipboard/files")
    }
}
