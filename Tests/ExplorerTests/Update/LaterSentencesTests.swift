import NetEngine
import Settings
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What is said of renames, moves, conversions, saves and restored edits, and the titles of dialogs.
@Suite struct LaterSentencesTests {
    private static let login =
        "### a\n# @name login\nGET http://h/a\n\n### b\nGET http://h/b?t={{login.response.body.t}}\n"

    // MARK: Renames and conversions

    @Test func `a rename shows its lines, says how many changed, and changes none of them by itself`() {
        let robot = Robot(files: [("a.http", Self.login)])
        robot.script("r Enter ^U first Enter")
        #expect(
            robot.spoken
                == "Rename login to first | a.http:2  # @name first | a.http:6  GET http://h/b?t={{first.response.body.t}} "
                + "| > r Change these lines | c Leave all as it is")
        let (kept, changed) = (robot.copy(), robot.copy())
        kept.script("c")
        #expect(kept.text(of: "a.http") == Self.login && kept.unsaved.isEmpty)
        changed.script("r")
        #expect(changed.toastText == "Renamed: 2 lines changed. u takes it back.")
        #expect(changed.text(of: "a.http") == Self.login.replacing("login", with: "first"))
        let alone = Robot()
        alone.script("j r Enter ^U make Enter")
        #expect(alone.toastText == "Renamed: 1 line changed. u takes it back.")
        let both = Robot()
        both.script("j r ^U Make Enter ^U make Enter")
        #expect(both.toastText == "Renamed: 2 lines changed. u takes it back.")
        let two = Robot(files: [
            ("a.http", "### a\n# @name login\nGET http://h/a\n"),
            ("b.http", "import a.http\n\n### b\n# @ref login\nGET http://h/b\n"),
        ])
        two.script("r Enter ^U first Enter r")
        #expect(two.toastText == "Renamed: 2 lines in 2 files changed. u takes it back file by file.")
    }

    @Test func `what was converted is said, and taken back by one key`() {
        for (title, text, sentence) in [
            (
                "Convert curl", "### C\ncurl -X PUT http://a.test/x\n",
                "The curl command is a request now. u takes it back."
            ),
            (
                "Write captures",
                "### C\n# @name c\nGET http://a.test\n\n> {% client.global.set(\"t\", response.body.id); %}\n",
                "What the script takes is in variable lines now; the script stays. u takes it back."
            ),
        ] {
            let robot = Robot(files: [("a.http", text)])
            robot.choose(title)
            #expect(robot.toastText == sentence)
            #expect(robot.text(of: "a.http") != text)
            robot.script("u")
            #expect(robot.text(of: "a.http") == text)
        }
    }

    @Test func `a moved request that names a body file says that its path begins elsewhere now`() {
        let body = "### a\nPOST http://h/a\n\n< ./x.json\n"
        for (files, sentence) in [
            (
                [("f/b.http", "GET http://h/b\n"), ("a.http", body)],
                "Moved. It names a body file, whose path now begins in the new folder."
            ),
            (
                [("f/b.http", "GET http://h/b\n"), ("a.http", "### a\nPOST http://h/a\n\n{}\n")],
                "Moved. ^S writes one file, the palette's Save all both."
            ),
        ] {
            let robot = Robot(files: files)
            robot.script("G m ^U f/b.http Enter Enter")
            #expect(robot.toastText == sentence)
        }
        let near = Robot(files: [("b.http", "GET http://h/b\n"), ("a.http", body)])
        near.script("G m ^U b.http Enter Enter")
        #expect(near.toastText == "Moved. ^S writes one file, the palette's Save all both.")
    }

    @Test func `lines that look like comments are asked about, and either answer is written`() {
        let text = "POST http://a.test\nContent-Type: text/markdown\n\n# Title\ntext\n"
        for (key, line) in [("s", "# @keep-body-comments\n"), ("l", "# @keep-body-comments false\n"), ("c", "")] {
            let robot = Robot(files: [("a.http", text)])
            robot.script("s")
            #expect(
                robot.spoken
                    == "Lines that look like comments | Lines of this body begin with # or //. Other tools do not send such "
                    + "lines; in a body of this type they may be meant. | The choice is written above the request: "
                    + "# @keep-body-comments | > s Send them | l Leave them out | c Do not send the request")
            robot.script(key)
            #expect(robot.text(of: "a.http") == line + text)
            #expect(robot.takeNames().contains("resolve to send") == (key != "c"))
        }
    }

    // MARK: Saves

    private static func saving(_ keys: String) throws -> (Robot, SaveJob) {
        let robot = Robot()
        robot.script(keys)
        let jobs = robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }
        return (robot, try #require(jobs.last))
    }

    @Test func `a save that meets other bytes joins them or asks, and edits can be dropped`() throws {
        let (robot, job) = try Self.saving("2 m Down Enter ^S")
        robot.tell(
            .saveFinished(job, .conflict(onDisk: Array(Robot.orders.replacing("orders/7", with: "orders/8").utf8))))
        #expect(robot.toastText == "orders.http changed on disk too; both are saved.")
        let (other, second) = try Self.saving("2 m Down Enter ^S")
        let disk = Robot.orders.replacing("GET {{base}}", with: "PUT {{base}}")
        other.tell(.saveFinished(second, .conflict(onDisk: Array(disk.utf8))))
        #expect(
            other.spoken.hasPrefix("Not saved | orders.http changed on disk since it was read. Nothing was written."))
        other.script("r")
        #expect(other.toastText == "Read again from disk; the edits are dropped.")
        #expect(other.text() == disk && other.unsaved.isEmpty)
        let none = Robot(files: [])
        none.script("^S")
        #expect(none.toastText == "No file is open.")
        for keys in ["2 e", "2 A", "2 m", "2 s"] {
            let robot = Robot(files: [])
            robot.script(keys)
            #expect(robot.toastText == "No request is open. Select one in Collections.", "\(keys)")
        }
        none.paste("some words")
        #expect(none.toastText == "Pasted text needs a field: open one first.")
    }

    @Test func `a trusted folder is said, and its request is sent then`() throws {
        let robot = Robot()
        let owner = try #require(robot.openID)
        robot.tell(.trusted(problem: "The list cannot be written.", owner: owner, cache: nil))
        #expect(robot.toastText == "The list cannot be written." && robot.takeNames() == [])
        robot.tell(.trusted(problem: nil, owner: owner, cache: nil))
        #expect(robot.toastText == "The folder is trusted. 'apitui trust remove' takes that back.")
        #expect(robot.takeNames() == ["resolve to send"])
    }

    // MARK: Edits of before

    @Test func `restored edits are said, with what was being typed and could not be taken over`() {
        let text = Robot.orders.replacing("list orders", with: "all orders")
        func copy(_ leftover: String) -> RecoveryCopy {
            RecoveryCopy(
                path: "/c/orders.http", document: HTTPDocument(bytes: Array(text.utf8)),
                base: ContentMark(Array(Robot.orders.utf8)), leftover: leftover)
        }
        for (leftover, message) in [
            ("", ""), ("x", "Typed, but not taken over | orders.http, being typed: | x | "),
            ("x\n\ny", "Typed, but not taken over | orders.http, being typed: | x |  | y | "),
        ] {
            let robot = Robot()
            robot.tell(.recoveryFound([copy(leftover)]))
            robot.script("r")
            #expect(robot.toastText == "Restored as unsaved edits. ^S writes a file, u takes the edits back.")
            #expect(robot.spoken == message)
            #expect(robot.text() == text && robot.unsaved == ["/c/orders.http"])
        }
        for (problems, message) in [
            (["/c/a: no."], ""),
            (["/c/a: no.", "/c/b: none."], "Unsaved edits that cannot be read | a: no. | b: none."),
        ] {
            let robot = Robot()
            robot.tell(.recoveryFound([], problems: problems))
            #expect(robot.toastText == "a: no." && robot.spoken == message)
        }
    }

    // MARK: Words beside keys

    @Test func `while a request is in flight the footer says what Esc leaves first`() {
        for (keys, word) in [
            ("", "Esc cancel "), ("Space k", "Esc clear marks "), ("/ or Enter", "Esc clear filter "),
            ("2 / pa Enter", "Esc leave search "), ("2", "Esc cancel "),
        ] {
            let robot = Robot(150, 40)
            _ = robot.send()
            robot.script(keys)
            #expect(
                robot.footer.split(separator: " ").joined(separator: " ").hasPrefix(word), "\(keys) \(robot.footer)")
        }
    }

    @Test func `each dialog has its title`() {
        for (keys, title) in table(
            """
            p -> Request from text
            ^O -> Go to
            i -> Import
            , -> Environment
            , e -> Environments
            t -> Theme
            M -> How sends use the cache
            @Auth Enter -> Login of this request
            @Auth Enter Down Enter -> Login: Basic
            2 T -> Body of this request
            : -> Commands
            ? -> Keys
            A -> New request
            N -> New file
            y -> Export
            """)
        {
            let robot = Robot()
            robot.script(keys)
            #expect(robot.screen.contains("┏ \(title) ━"), "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `an option says what it does, what may be written, and what holds without it`() throws {
        let document = HTTPDocument(bytes: Array("GRAPHQL http://h/\n\nquery Q { a }\n".utf8))
        let rows = OptionRow.rows(
            of: try #require(document.requests.first), in: document, configured: EffectiveSettings())
        func row(_ title: String) -> OptionRow? { rows.first { $0.title == title } }
        #expect(
            row("timeout")?.explanation
                == "@timeout: The longest time for all; a bare number is seconds. For example 5 s, 30 s, 500 ms, 2 m. "
                + "Without it: 60 s.")
        #expect(
            row("body must be")?.explanation?.hasSuffix(" One of json, xml, text, form, image. Without it: anything.")
                == true)
        #expect(row("confirm first")?.explanation == "@note: Asks before it is sent. For example Really?.")
        #expect(row("sent as GraphQL")?.value == "POST with query, operationName Q, no variables")
        #expect(row("sent as GraphQL")?.explanation == nil && row("sent as GraphQL")?.origin == "")
    }

    // MARK: The configuration

    @Test func `a configuration that was read again is said, or its first problem with the number of the others`() {
        for (text, start, end) in [
            ("layout: wide\n", "config.yaml was read again.", ""),
            ("keys:\n  undo: x\n", "config.yaml was read again.", ""),
            ("zzz: 1\n", "config.yaml:1:1: ", "."),
            ("zzz: 1\nyyy: 2\n", "config.yaml:1:1: ", ". 1 more: 'apitui config' lists them."),
            ("layout: wide\nzzz: 1\nyyy: 2\nxxx: 3\n", "config.yaml:2:1: ", ". 2 more: 'apitui config' lists them."),
        ] {
            let robot = Robot(120, 40)
            robot.tell(.settingsRead(SettingsReading(text)))
            let said = robot.toastText ?? ""
            #expect(said.hasPrefix(start) && said.hasSuffix(end), "\(said)")
            #expect(said.contains(" more: ") == end.contains("more"), "\(said)")
            #expect(robot.arrangement == (text.hasPrefix("layout") ? .wide : .classic))
        }
        let robot = Robot()
        robot.tell(.settingsRead(SettingsReading("")))
        #expect(robot.toastText == nil, "nothing is another")
    }

    @Test func `a theme or a way to show pictures that is no longer in the configuration holds no longer`() {
        let robot = Robot()
        for (text, theme, asks) in [
            ("theme: light\nimages: blocks\n", "light", false), ("images: kitty\n", "auto", true), ("", "auto", true),
            ("", "auto", false),
        ] {
            robot.effects = []
            robot.tell(.settingsRead(SettingsReading(text)))
            #expect(robot.themeName == theme && robot.takeNames().contains("ask pictures") == asks, "\(text)")
        }
    }

    @Test func `a theme that is gone or unknown is said once`() throws {
        let scheme = try #require(BuiltInSchemes.all.first)
        let own = UserTheme(name: "mine", path: "/t/mine.yaml", scheme: .success(scheme))
        var themes = Themes(choice: "mine", user: [own])
        var said = themes.take([own])
        #expect(said == nil && themes.names.prefix(2) == ["auto", "mine"])
        said = themes.take([])
        #expect(said == "The file of the theme mine is gone; the screen keeps its colours until the program ends.")
        said = themes.take([])
        #expect(said == nil && themes.choice == "mine")
        let broken = UserTheme(name: "mine", path: "/t/mine.yaml", scheme: .failure(.init(sentence: "It is cut.")))
        said = themes.take([broken])
        #expect(said == "It is cut." && !themes.names.contains("mine"))
        said = themes.take([broken])
        #expect(said == nil)
        var unknown = Themes(choice: "darkk", user: [])
        said = unknown.take([])
        #expect(said == "There is no theme darkk. Did you mean dark? 'apitui themes' lists them.")
        said = unknown.take([])
        #expect(said == nil)
    }
}
