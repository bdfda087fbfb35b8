import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// A search in the rows of a request, the title of its pane, and small values that decide what is drawn and read.
@Suite struct SearchAndTitleTests {
    private static let files = [
        ("a.http", "### a\nGET http://h/?alpha=1&beta=2&gamma=3&alphabet=4\nX-Trace: 7\n")
    ]

    private static func words(_ row: String) -> String {
        row.split(separator: " ").filter { !$0.allSatisfy { "┏┓┌┐┲┱┳┬━─┡┩├┤┢┪╋".contains($0) } }.joined(separator: " ")
    }

    @Test func `a search counts its hits, steps through them and goes on at the other end`() {
        let robot = Robot(160, 40, files: Self.files)
        for (keys, shown) in table(
            """
            2 / al -> /al 1 of 2 | ✓ alpha 1
            2 / al Down -> /al 2 of 2 | ✓ alphabet 4
            2 / al Down Down -> /al from the top, 1 of 2 | ✓ alpha 1
            2 / al Down Up -> /al 1 of 2 | ✓ alpha 1
            2 / al Up -> /al from the end, 2 of 2 | ✓ alphabet 4
            2 / al Up Up -> /al 1 of 2 | ✓ alpha 1
            2 / al Up Down -> /al from the top, 1 of 2 | ✓ alpha 1
            2 / al Enter N -> /al from the end, 2 of 2 | ✓ alphabet 4
            2 / a -> /a 1 of 7 | ✓ alpha 1
            2 / a Down Down -> /a 3 of 7 | ✓ beta 2
            2 / be -> /be 1 of 2 | ✓ beta 2
            2 / bet Enter -> /bet 1 of 2 | ✓ beta 2
            2 / 4 -> /4 1 of 1 | ✓ alphabet 4
            2 / zz -> /zz nothing found | ✓ alpha 1
            2 j j / al -> /al 2 of 2 | ✓ alphabet 4
            2 / al Enter n -> /al 2 of 2 | ✓ alphabet 4
            2 / al Enter n N -> /al 1 of 2 | ✓ alpha 1
            2 / al Enter n n -> /al from the top, 1 of 2 | ✓ alpha 1
            2 / ^T a.p -> pattern /a.p 1 of 2 | ✓ alpha 1
            2 / a.p -> /a.p nothing found | ✓ alpha 1
            2 ] / Tra -> /Tra 1 of 1 | ✓ X-Trace 7
            """)
        {
            let robot = robot.copy()
            robot.script(keys)
            let rows = robot.inside(.request)
            let now = "\(Self.words(rows.last ?? "")) | \(robot.selectedRow(.request) ?? "none")"
            #expect(now == shown, "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `a search that is left goes back to where it began, one that is kept stays until Esc`() {
        let robot = Robot(160, 40, files: Self.files)
        for (keys, row, isSearching) in [
            ("2 j / gam Esc", "✓ beta 2", false), ("2 j / gam Enter", "✓ gamma 3", true),
            ("2 j / gam Enter Esc", "✓ gamma 3", false), ("2 j / Enter", "✓ beta 2", false),
            ("2 j / gam ^U Enter", "✓ beta 2", false),
        ] {
            let robot = robot.copy()
            robot.script(keys)
            #expect(robot.selectedRow(.request) == row, "\(keys)")
            #expect((robot.inside(.request).last?.hasPrefix("/") == true) == isSearching, "\(keys)")
        }
        for (keys, sentence) in [
            ("2 n", "There is no search. / begins one."), ("2 N", "There is no search. / begins one."),
        ] {
            let robot = robot.copy()
            robot.script(keys)
            #expect(robot.toastText == sentence)
        }
        for (keys, hints) in [
            ("2 / x", "Enter find Up Down other matches ^T pattern Esc leave"),
            ("2 / ^T x", "Enter find Up Down other matches ^T text Esc leave"),
        ] {
            let robot = robot.copy()
            robot.script(keys)
            #expect(Self.words(robot.footer) == hints)
        }
    }

    // MARK: The title of a request

    @Test func `the border of the request names it, with what it waits for and what is not saved`() {
        for (files, keys, title) in [
            (Robot.shop, "", "GET {{base}}/orders?page=1&size=20 list orders"),
            (Robot.shop, "2 k", "› GET {{base}}/orders?page=1&size=20 list orders"),
            (Robot.shop, "@Params D", "GET {{base}}/orders?size=20 list orders ● ^S save"),
            (Robot.shop, "s", "GET {{base}}/orders?page=1&size=20 list orders preparing"),
            (Robot.shop, "@Params D s", "GET {{base}}/orders?size=20 list orders preparing ● ^S save"),
            ([("a.http", "### a\n# @disabled\nGET http://h/\n")], "", "GET http://h/ a disabled"),
            ([("a.http", "# @name a\nGET http://h/\n")], "", "GET http://h/ a"),
            ([("a.http", "GET http://h/\n")], "", "GET http://h/"),
        ] as [([(String, String)], String, String)] {
            let robot = Robot(150, 40, files: files)
            robot.script(keys)
            #expect(Self.words(robot.border(.request)) == title, "\(keys)")
        }
    }

    @Test func `what is said of a request in its border ends without a space`() {
        for (files, keys, title) in [
            (Robot.shop, "s", "GET {{base}}/orders?page=1&size=20 | list orders  preparing"),
            (Robot.shop, "@Params D s", "GET {{base}}/orders?size=20 | list orders  preparing ● ^S save"),
            ([("a.http", "### a\n# @disabled\nGET http://h/\n")], "", "GET http://h/ | a  disabled"),
            ([("a.http", "### a\nGET http://h/\n")], "", "GET http://h/ | a"),
        ] as [([(String, String)], String, String)] {
            let robot = Robot(150, 40, files: files)
            robot.script(keys)
            #expect(robot.requestTitle(width: 100) == title)
            #expect(!robot.border(.request).dropLast().hasSuffix("  "), "\(robot.border(.request))")
        }
    }

    @Test func `a screen without room says how much is needed, and that edits are not saved`() {
        let robot = Robot()
        robot.resize(39, 12)
        func lines() -> [String] { (0..<12).map { Self.words(robot.row($0)) }.filter { !$0.isEmpty } }
        #expect(lines() == ["apitui needs 40x10;", "this is 39x12.", "Enlarge it; q quits."])
        robot.resize(120, 40)
        robot.script("@Params D 1")
        robot.resize(39, 12)
        #expect(lines() == ["apitui needs 40x10;", "this is 39x12.", "Enlarge it: edits are not saved."])
        robot.press("q")
        #expect(!robot.takeNames().contains("quit"), "edits would be lost")
    }

    @Test func `in a text, lines that are not sent as they are have another colour`() {
        let lines = ["plain", "# one", "// two", "< three", "#four", "//five", "<six", " # seven"]
        let text = "### a\nPOST http://h/\nContent-Type: text/plain\n\n" + lines.joined(separator: "\n") + "\n"
        let robot = Robot(120, 40, files: [("a.http", text)])
        let frame = robot.frame
        let roles = lines.map { line in
            robot.place(of: line.split(separator: " ").last.map(String.init) ?? line).map {
                frame[$0.x, $0.y].style.role
            }
        }
        #expect(roles == [.text, .dim, .dim, .dim, .text, .text, .text, .text], "\(robot.screen)")
    }

    // MARK: Values

    @Test func `pictures are drawn by pixels where the user or the terminal says so`() {
        let cell = TerminalReport.cell(PixelSize(width: 9, height: 18))
        for (choice, reports, draws) in [
            (.auto, [], false), (.auto, [.kittyGraphics(true)], true), (.auto, [.kittyGraphics(false)], false),
            (.auto, [.attributes([62, 4])], false), (.auto, [.attributes([62, 4]), cell], true),
            (.auto, [.attributes([62, 22]), cell], false), (.auto, [cell], false),
            (.blocks, [.kittyGraphics(true), .attributes([4]), cell], false), (.sixel, [], true), (.kitty, [], true),
        ] as [(ImageChoice, [TerminalReport], Bool)] {
            var pictures = TerminalPictures()
            pictures.choice = choice
            for report in reports { pictures.take(report) }
            #expect(pictures.drawsPixels == draws, "\(choice) \(reports)")
        }
        #expect(ImageChoice.allCases.map(\.next) == [.blocks, .sixel, .kitty, .auto])
    }

    @Test func `a change of the disk is of the collection, of settings or of themes`() {
        let file = FileChange(files: ["/c/a.http"])
        let parts = [
            FileChange(), file, FileChange(isStructural: true), FileChange(touchesEnvironments: true),
            FileChange(touchesSettings: true), FileChange(touchesThemes: true),
        ]
        #expect(parts.map(\.isEmpty) == [true, false, false, false, false, false])
        #expect(parts.map(\.isOutsideCollection) == [true, false, false, false, true, true])
        var all = FileChange(files: ["/c/b.http"])
        for part in parts { all.formUnion(part) }
        #expect(
            all
                == FileChange(
                    files: ["/c/a.http", "/c/b.http"], isStructural: true, touchesEnvironments: true,
                    touchesSettings: true, touchesThemes: true))
        for part in parts {
            var same = part
            same.formUnion(FileChange())
            #expect(same == part)
        }
    }

    @Test func `a pasted URL with a space, or with more lines, is refused with its reason`() {
        func read(_ text: String) -> String {
            do throws(PastedRequest.Refusal) { return "\(try PastedRequest(text).count)" } catch {
                return error.sentence
            }
        }
        #expect(read("https://h.example/a b") == "A URL has no spaces; write %20 for each.")
        #expect(read("https://h.example/a\nb") == "This is neither a curl command nor a URL nor a request.")
        #expect(read("curl https://h.example/a https://h.example/b") == "2")
    }
}
