import Base
import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The first lines of the screen: what holds, and the names of the panes where only one fits.
@Suite struct HeaderTests {
    private static func words(_ row: String) -> String {
        row.split(separator: " ").filter { !$0.allSatisfy { $0 == "─" } }.joined(separator: " ")
    }

    @Test func `the header says the collection, the environment, the cache and the network`() {
        let robot = Robot(140, 40)
        #expect(Self.words(robot.row(0)) == "apitui shop env dev ▾ cache on ● online")
        robot.script("@Params D 1 , Up Enter")
        #expect(Self.words(robot.row(0)) == "apitui shop ● 1 unsaved env none ▾ cache on ● online")
        robot.tell(.networkChanged(.offline))
        #expect(Self.words(robot.row(0)) == "apitui shop ● 1 unsaved env none ▾ cache on · offline")
        robot.tell(.networkChanged(.unknown))
        robot.script("1 G 2 m Down Enter")
        #expect(Self.words(robot.row(0)) == "apitui shop ● 2 unsaved env none ▾ cache on")
        #expect(Self.words(Robot(140, 40, hasCache: false).row(0)) == "apitui shop env dev ▾ ● online")
    }

    @Test(
        arguments: [
            ("", "Tab: next"), ("keys:\n  focus-next: F7\n", "F7: next"), ("keys:\n  focus-next: none\n", nil),
        ] as [(String, String?)])
    func `the line of panes names the key of the next one, if it has one`(settings: String, hint: String?) {
        let robot = Robot(60, 18)
        robot.press("4")
        robot.tell(.settingsRead(SettingsReading(settings)))
        let words = Self.words(robot.row(1))
        #expect(words.hasPrefix("1 Coll 2 Req"), "\(robot.screen)")
        #expect(hint.map { words.hasSuffix($0) } ?? !words.contains("next"), "\(words)")
    }

    @Test func `each way to use the cache is said, and shown while it is not as usual`() {
        for (place, said, shown) in [
            (0, "Cache: as each request says.", "cache on"), (1, "Cache: default, for every send.", "cache on"),
            (2, "Cache: no-store, for every send.", "cache off"),
            (3, "Cache: reload, for every send.", "cache reload"),
            (4, "Cache: no-cache, for every send.", "cache no-cache"),
            (5, "Cache: force-cache, for every send.", "cache force-cache"),
            (6, "Cache: only-if-cached, for every send.", "cache only-if-cached"),
        ] {
            let robot = Robot(140, 40)
            robot.press("M")
            for _ in 0..<place { robot.press(.down) }
            robot.press(.enter)
            #expect(robot.toastText == said)
            #expect(Self.words(robot.row(0)) == "apitui shop env dev ▾ \(shown) ● online")
        }
        let robot = Robot(140, 40)
        robot.press("M")
        #expect(
            robot.dialogWords.replacing("›", with: "")
                == "as each request says ✓ default what is fresh comes from the cache "
                + "no-store off: the cache is neither asked nor filled reload the server is asked, the response is stored "
                + "no-cache the server says whether what is stored still holds force-cache what is stored is used, however old "
                + "only-if-cached only what is stored, nothing is sent")
    }

    @Test func `below sixty columns the cache is named only where it is not as usual`() {
        #expect(Robot(60, 20).row(0).contains("cache on") && !Robot(59, 20).row(0).contains("cache"))
        let robot = Robot(59, 20)
        robot.script("M Down Down Enter")
        #expect(robot.row(0).contains("cache off"))
    }

    @Test func `where one pane fits, all have names as long as there is room`() {
        for (columns, focus, names) in [
            (45, "1", "1 Coll 2 3 4 5 6 Tab: next"), (45, "3", "1 2 3 Resp 4 5 6 Tab: next"),
            (46, "1", "1 Coll 2 Req 3 Resp 4 Log 5 Hist 6 Runs"), (53, "1", "1 Coll 2 Req 3 Resp 4 Log 5 Hist 6 Runs"),
            (54, "1", "1 Collections 2 Req 3 Resp 4 Log 5 Hist 6 Runs"),
            (63, "3", "1 Coll 2 Req 3 Response 4 Log 5 Hist 6 Runs Tab: next"),
            (64, "1", "1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs"),
            (74, "1", "1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs"),
            (75, "1", "1 Collections 2 Request 3 Response 4 Log 5 History 6 Runs Tab: next"),
        ] {
            let robot = Robot(columns, 20)
            robot.script(focus)
            #expect(Self.words(robot.row(1)) == names, "\(columns)")
        }
    }

    // MARK: The clipboard

    @Test func `what is copied is said, with what is in it as escapes`() {
        for (text, end) in [
            ("plain", ""), ("a\u{1B}b", " 1 unsafe character is in it as escapes."),
            ("a\u{1B}b\u{7}", " 2 unsafe characters are in it as escapes."),
        ] {
            let robot = Robot()
            let outcome = ClipboardOutcome(way: .terminal, byteCount: 5)
            robot.tell(.copied(name: "The URL", ClipboardText(text), outcome))
            #expect(robot.toastText == "The URL (5 B) was sent to the terminal, which cannot confirm it.\(end)")
            #expect(robot.takeNames().count { $0.hasPrefix("copyByTerminal") } == 1)
            robot.tell(.copied(name: "The URL", ClipboardText(text), ClipboardOutcome(way: nil, byteCount: 5)))
            #expect(robot.toastText == "The URL was not copied: there is no clipboard.\(end)")
            #expect(robot.takeNames() == [])
        }
    }
}
