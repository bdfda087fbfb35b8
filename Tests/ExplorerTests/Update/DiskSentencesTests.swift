import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What is said of changes on disk and of values that were written, as whole sentences.
@Suite struct DiskSentencesTests {
    /// Files by their letters, each with a text of this number: `a=1 b=2`.
    private static func files(_ list: some StringProtocol) -> [(String, String)] {
        list.split(separator: " ").map { entry in
            let parts = entry.split(separator: "=")
            let number = parts.last ?? ""
            return (
                "\(parts[0]).http", "### one\nGET http://h/\(number)\n\n### two\nGET http://h/x\(number)\n"
            )
        }
    }

    private static func load(_ list: some StringProtocol, _ robot: Robot) {
        robot.tell(.collectionLoaded(.success(Robot.folder(files(list)))))
    }

    @Test func `what changed on disk is one sentence, with names where it is one file of a kind`() {
        for (disk, sentence) in table(
            """
            a=9 b=2 c=3 -> On disk: a.http changed.
            a=9 b=8 c=3 -> On disk: 2 files changed.
            a=9 b=8 c=7 -> On disk: 3 files changed.
            a=1 b=2 c=3 d=4 -> On disk: d.http is new.
            a=1 b=2 c=3 d=4 e=5 -> On disk: 2 files are new.
            a=1 b=2 -> On disk: c.http is gone.
            a=1 -> On disk: 2 files are gone.
            a=1 b=2 d=3 -> On disk: c.http is d.http now.
            a=1 d=2 e=3 -> On disk: 2 files were renamed.
            a=1 b=2 d=4 -> On disk: d.http is new; c.http is gone.
            a=9 b=2 d=4 -> On disk: a.http changed; d.http is new; c.http is gone.
            a=9 d=2 e=5 -> On disk: a.http changed; e.http is new; b.http is d.http now; c.http is gone.
            a=1 b=2 c=3 ->
            """)
        {
            for isAskedFor in [false, true] {
                let robot = Robot(files: Self.files("a=1 b=2 c=3"))
                if isAskedFor {
                    robot.press("R")
                    #expect(robot.takeNames().contains("loadCollection"))
                }
                Self.load(disk, robot)
                let expected = sentence.isEmpty && isAskedFor ? "Nothing changed on disk." : sentence
                #expect(robot.toastText ?? "" == expected, "\(disk)")
                // The next reading, for which nobody asked, says nothing.
                robot.press("2")
                Self.load(disk, robot)
                #expect(robot.toastText == nil, "\(disk)")
            }
        }
    }

    /// Three files, of which the first requests of so many were edited.
    private static func edited(_ count: Int) -> Robot {
        let robot = Robot(files: files("a=1 b=2 c=3"))
        for place in 0..<count {
            robot.press("1", "g")
            for _ in 0..<(place * 3 + 1) { robot.press("j") }
            robot.press("2", "m", .down, .enter)
        }
        #expect(robot.unsaved.count == count)
        robot.press("1")
        return robot
    }

    @Test func `edits that are kept, beside changes or of files that are gone, are said`() {
        // The second requests of files change, the first ones were edited.
        func disk(_ names: [String]) -> [(String, String)] {
            Self.files("a=1 b=2 c=3").map { name, text in
                (name, names.contains(name) ? text.replacing("h/x", with: "h/y") : text)
            }
        }
        for (count, names, sentence) in [
            (1, ["a.http"], "On disk: a.http changed, and your edits are kept beside it."),
            (2, ["a.http", "b.http"], "On disk: 2 files changed, and your edits are kept beside that."),
            (
                1, ["a.http", "c.http"],
                "On disk: c.http changed; a.http changed, and your edits are kept beside it."
            ),
        ] {
            let robot = Self.edited(count)
            robot.tell(.collectionLoaded(.success(Robot.folder(disk(names)))))
            #expect(robot.toastText == sentence)
            #expect(robot.unsaved.count == count)
        }
        for (count, left, sentence) in [
            (1, "b=2 c=3", "On disk: a.http is gone, but your edits are kept: ^S can write it again."),
            (2, "c=3", "On disk: 2 files are gone, but your edits are kept: ^S can write them again."),
            (1, "b=2", "On disk: c.http is gone; a.http is gone, but your edits are kept: ^S can write it again."),
        ] {
            let robot = Self.edited(count)
            Self.load(left, robot)
            #expect(robot.toastText == sentence)
            #expect(robot.unsaved.count == count)
            robot.press("2")
            Self.load(left, robot)
            #expect(robot.toastText == nil, "it is said once")
        }
    }

    @Test func `files that were gone and come back are counted, and keep their edits`() {
        for (count, left, sentence) in [
            (1, "b=2 c=3", "On disk: a.http is there again, and your edits are kept."),
            (2, "c=3", "On disk: 2 files are there again, and your edits are kept."),
        ] {
            let robot = Self.edited(count)
            Self.load(left, robot)
            Self.load("a=1 b=2 c=3", robot)
            #expect(robot.toastText == sentence && robot.unsaved.count == count)
        }
    }

    @Test func `files that are being written or typed in are read later, which is said`() {
        for (count, sentence) in [
            (1, "On disk: a.http changed and is read when you are done here."),
            (2, "On disk: 2 files changed and are read when you are done here."),
        ] {
            let robot = Self.edited(count)
            robot.choose("Save all")
            Self.load(count == 1 ? "a=9 b=2 c=3" : "a=9 b=8 c=3", robot)
            #expect(robot.toastText == sentence, "\(robot.screen)")
        }
    }

    @Test func `a conflict where nobody can be asked now is named, and saving asks`() {
        for (count, sentence) in [
            (1, "On disk: a.http changed where you edited: ^S asks."),
            (2, "On disk: 2 files changed where you edited: ^S asks."),
        ] {
            let robot = Self.edited(count)
            robot.press("?")
            let changed = Self.files("a=1 b=2 c=3").map {
                ($0.0, $0.1.replacing("GET http://h/", with: "PUT http://h/z"))
            }
            let disk = changed.prefix(count) + Self.files("a=1 b=2 c=3").dropFirst(count)
            robot.tell(.collectionLoaded(.success(Robot.folder(Array(disk)))))
            #expect(robot.toastText == sentence)
            #expect(robot.dialogKind == "HelpOverlay" && robot.dialogCount == 1)
        }
    }

    // MARK: Saving

    @Test func `what is saved, cannot be saved, or has nothing to save is said`() throws {
        let robot = Self.edited(1)
        robot.press("1", "g", .control("s"))
        let job = try #require(robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }.last)
        robot.script("^S")
        #expect(!robot.takeNames().contains { $0.hasPrefix("save") }, "it is being written already")
        let (saved, failed) = (robot.copy(), robot.copy())
        saved.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(saved.toastText == "a.http saved." && saved.unsaved.isEmpty)
        saved.script("^S")
        #expect(saved.toastText == "a.http has no unsaved edits.")
        failed.tell(.saveFinished(job, .failed(sentence: "/c/a.http: the disk is full.")))
        #expect(failed.toastText == "a.http: the disk is full." && failed.unsaved.count == 1)
        #expect(!failed.hasDialog, "the footer has room for it")
        let long = String(repeating: "x", count: 117)
        for (sentence, isShown) in [(long, false), (long + "x", true)] {
            let robot = robot.copy()
            robot.tell(.saveFinished(job, .failed(sentence: sentence)))
            #expect(robot.spoken == (isShown ? "Not saved | \(sentence)" : ""), "of 120 columns")
        }
    }

    // MARK: Values

    private static let file = "/c/http-client.env.json"
    private static let edit = EnvironmentFileEdit(file: file, path: ["dev", "host"], value: "b", expected: "a")
    private static let blind = EnvironmentFileEdit(file: file, path: ["dev", "host"], value: "b")

    @Test func `a written value is taken back and made again, if the one before is known`() {
        let robot = Robot()
        robot.tell(.variableSaved(Self.edit, problem: nil))
        #expect(robot.toastText == "host saved in http-client.env.json.")
        _ = robot.take()
        robot.press("2", "u")
        #expect(robot.takeNames().contains("saveVariable dev.host = a"))
        robot.press("u")
        #expect(!robot.takeNames().contains { $0.hasPrefix("saveVariable") })
        let back = EnvironmentFileEdit(file: Self.file, path: ["dev", "host"], value: "a", expected: "b")
        robot.tell(.variableSaved(back, problem: nil))
        #expect(robot.toastText == "The edit of host in http-client.env.json is taken back.")
        robot.press("U")
        #expect(robot.takeNames().contains("saveVariable dev.host = b"))
        robot.tell(.variableSaved(Self.edit, problem: nil))
        #expect(robot.toastText == "The edit of host in http-client.env.json is made again.")
        let other = Robot()
        other.tell(.variableSaved(Self.blind, problem: nil))
        other.press("2", "u")
        let sentence = "The edit of host in http-client.env.json is not taken back: the value before it is not known."
        #expect(other.toastText == sentence)
        other.press("u")
        #expect(other.toastText == "Nothing to take back in this file.")
        let failed = Robot()
        failed.tell(.variableSaved(Self.edit, problem: "/c/http-client.env.json: it is another now."))
        #expect(failed.toastText == "http-client.env.json: it is another now.")
        failed.tell(.variableRemoved(Self.edit, problem: nil))
        #expect(failed.toastText == "host is no longer in http-client.env.json.")
        failed.tell(.variableRemoved(Self.edit, problem: "/c/x: no."))
        #expect(failed.toastText == "x: no.")
    }

    @Test func `one written value after the other is taken back and made again, each when the last is done`() {
        let port = EnvironmentFileEdit(file: Self.file, path: ["dev", "port"], value: "2", expected: "1")
        let robot = Robot()
        for edit in [Self.edit, port] { robot.tell(.variableSaved(edit, problem: nil)) }
        robot.press("2")
        for key in ["u", "U"] as [Key] {
            var saved: [[String]] = []
            for _ in 0..<2 {
                robot.effects = []
                robot.press(key, key)
                let edits = robot.take().compactMap { if case .saveVariable(let edit) = $0 { edit } else { nil } }
                saved.append(edits.map { "\($0.path[1]) = \($0.value)" })
                for edit in edits { robot.tell(.variableSaved(edit, problem: nil)) }
            }
            #expect(saved == (key == "u" ? [["port = 1"], ["host = a"]] : [["host = b"], ["port = 2"]]))
        }
    }

    @Test func `where a secret went is said, and what is still to be done`() {
        let edit = EnvironmentFileEdit(
            file: "/c/http-client.private.env.json", path: ["dev", "pin"], value: "1", isNew: true)
        func said(_ source: SecretMove.Source?, _ outcome: SecretMove.Outcome, keys: String = "") -> String? {
            let robot = Robot(files: [("a.http", "@pin = 1\n\n### a\nGET http://h/{{pin}}\n")])
            robot.script(keys)
            robot.tell(.secretMoved(SecretMove(edit: edit, source: source), outcome))
            return robot.toastText
        }
        let there = "pin is in http-client.private.env.json"
        let shared: SecretMove.Source = .environmentFile(Self.file, path: ["dev", "pin"], value: "1")
        #expect(said(nil, .moved) == "\(there).")
        #expect(said(shared, .moved) == "\(there), and no longer in http-client.env.json.")
        #expect(
            said(shared, .copied("/c/x: it is another now."))
                == "\(there), and still where it was. x: it is another now.")
        #expect(said(shared, .failed("/c/x: it is full.")) == "x: it is full.")
        func line(_ number: Int, _ value: String) -> SecretMove.Source {
            .definition("/c/a.http", line: number, rawValue: value)
        }
        #expect(said(line(1, "1"), .moved) == "\(there). ^S writes a.http without its line.")
        #expect(said(line(9, "1"), .moved) == "\(there). ^S writes a.http without its line.", "it moved")
        #expect(said(line(1, "2"), .moved) == "\(there), but a.http still defines it. Its line has changed.")
        #expect(said(.definition("/c/none.http", line: 1, rawValue: "1"), .moved)?.hasPrefix("\(there). ^S") == true)
    }

    @Test func `an entry for git is offered, and what came of it is said`() {
        for isNew in [false, true] {
            let entry = IgnoreEntry(
                file: "/c/f/x.private.env.json", ignoreFile: "/c/f/.gitignore", line: "x.private.env.json", isNew: isNew
            )
            let robot = Robot()
            robot.tell(.ignoreEntryMissing(entry))
            let new = isNew ? " (new)" : ""
            #expect(
                robot.spoken
                    == "Keep secrets out of git | No rule makes git leave f/x.private.env.json alone: the next commit may "
                    + "take it along. | The line x.private.env.json would be appended to f/.gitignore\(new). "
                    + "| > a Add the line | n Leave it as it is")
            robot.press("a")
            #expect(robot.takeNames().contains("addIgnoreEntry x.private.env.json to /c/f/.gitignore"))
            for (outcome, sentence) in [
                (IgnoreEntry.Outcome.added, "git ignores f/x.private.env.json now: f/.gitignore says so."),
                (.notNeeded, "git already ignores f/x.private.env.json."), (.failed("/c/f: no."), "f: no."),
            ] {
                robot.tell(.ignoreEntryAdded(entry, outcome))
                #expect(robot.toastText == sentence)
            }
        }
    }
}
