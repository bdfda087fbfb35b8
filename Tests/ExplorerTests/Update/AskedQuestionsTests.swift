import NetEngine
import Runs
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What dialogs ask and what forms refuse, as whole texts.
@Suite struct AskedQuestionsTests {
    private static let nested: [(String, String)] = [
        ("api/a.http", "import ../lib.http\n\n### one\nGET http://h/1\n"), ("api/b.http", "### two\nGET http://h/2\n"),
        ("web/c.http", "### three\nGET http://h/3\n"), ("lib.http", "### lib\nGET http://h/lib\n"),
    ]

    private static func users(of count: Int) -> [(String, String)] {
        (0..<count).map { ("a\($0).http", "import lib.http\n\nGET http://h/\($0)\n") } + [
            ("lib.http", "GET http://h/\n")
        ]
    }

    private static func robot(_ name: String) -> Robot {
        switch name {
        case "shop": Robot()
        case "nested": Robot(files: nested)
        default: Robot(files: users(of: Int(name) ?? 0))
        }
    }

    @Test(arguments: [
        (
            "shop",
            """
            g D -> Delete file | orders.http with 3 requests goes to the trash. | u puts it back. | d Delete | > c Keep
            G k D -> Delete file | users.http with 1 request goes to the trash. | u puts it back. | d Delete | > c Keep
            D -> Delete request | GET list orders | orders.http, line 4 | d Delete | > c Keep
            @Params D 1 g D -> Delete file | orders.http with 3 requests goes to the trash. | u puts it back. | Its unsaved edits come back with u too, but only until you quit. | d Delete | > c Keep
            @Params D 1 Q -> Unsaved edits | This file has unsaved edits: |   orders.http | > s Save and quit | d Drop the edits and quit | c Stay
            N -> New file | > File:
            A -> New request | File: orders.http | > Title:  | Request: GET http://
            m -> Move request | > File: orders.http | Place, 1 to 3: 1
            r -> Rename request | > Title: list orders | Name:
            j r -> Rename request | > Title: create order | Name: create
            g r -> Rename file | > Name: orders.http
            g m -> Move file | > Path: orders.http
            m ^U users.http Enter -> Move request | File: users.http | > Place, 1 to 2: 2
            m ^U new.http Enter -> Move request | File: new.http | > Place, 1: 1
            m Enter ^U 0 Enter -> Move request | File: orders.http | > Place, 1 to 3: 0 | ! The place is a number from 1 to 3, or empty for the end.
            m Enter ^U 4 Enter -> Move request | File: orders.http | > Place, 1 to 3: 4 | ! The place is a number from 1 to 3, or empty for the end.
            m Enter ^U xy Enter -> Move request | File: orders.http | > Place, 1 to 3: xy | ! The place is a number from 1 to 3, or empty for the end.
            A Tab h Tab ^U a.txt Enter Enter Enter -> New request | File: a.txt | Title:  | > Request: GET http://h | ! A file of requests ends in .http or .rest.
            A Enter ^U Enter -> New request | File: orders.http | Title:  | > Request:  | ! The request needs a URL.
            g r ^U a/b.http Enter -> Rename file | > Name: a/b.http | ! A name has no slash; m moves to another folder.
            g r ^U users.http Enter -> Rename file | > Name: users.http | ! There is users.http already.
            g r ^U Enter -> Rename file | > Name:  | ! A file needs a name.
            g m ^U /x.http Enter -> Move file | > Path: /x.http | ! The path begins in the collection's folder, without a slash.
            g m ^U a//x.http Enter -> Move file | > Path: a//x.http | ! The path has an empty name in it.
            g m ^U .x.http Enter -> Move file | > Path: .x.http | ! Names that begin with a dot, and node_modules, are not shown in collections.
            g r ^U x.http Enter ->
            """
        ),
        (
            "nested",
            """
            g D -> Delete folder | api/ with 2 requests in 2 files, and all else in it, goes to the trash. | u puts it back. | d Delete | > c Keep
            g j j j j j D -> Delete folder | web/ with 1 request in 1 file, and all else in it, goes to the trash. | u puts it back. | d Delete | > c Keep
            G k D -> Delete file | lib.http with 1 request goes to the trash. | u puts it back. | These lines name it: |   api/a.http:1  import ../lib.http | d Delete | > c Keep
            G k m ^U web/lib.http Enter -> Move lib.http | These lines will not find what they name any more: |   api/a.http:1  import ../lib.http | m Move it, and change these lines later | > c Leave all as it is
            g r -> Rename folder | > Name: api
            g m -> Move folder | > Path: api
            g A -> New request | File: api/a.http | > Title:  | Request: GET http://
            g j j j j j A -> New request | File: web/c.http | > Title:  | Request: GET http://
            g N -> New file | > File: api/
            g j N -> New file | > File: api/
            g j j N -> New file | > File: api/
            G N -> New file | > File:
            G k r ^U lib.txt Enter -> Rename file | > Name: lib.txt | ! A file of requests ends in .http or .rest.
            g r ^U Enter -> Rename folder | > Name:  | ! A folder needs a name.
            """
        ),
        (
            "6",
            "G k m ^U x/lib.http Enter -> Move lib.http | These lines will not find what they name any more: |   a0.http:1  import lib.http |   a1.http:1  import lib.http |   a2.http:1  import lib.http |   a3.http:1  import lib.http |   a4.http:1  import lib.http |   a5.http:1  import lib.http | m Move it, and change these lines later | > c Leave all as it is"
        ),
        (
            "8",
            "G k m ^U x/lib.http Enter -> Move lib.http | These lines will not find what they name any more: |   a0.http:1  import lib.http |   a1.http:1  import lib.http |   a2.http:1  import lib.http |   a3.http:1  import lib.http |   a4.http:1  import lib.http |   a5.http:1  import lib.http |   and 2 more | m Move it, and change these lines later | > c Leave all as it is"
        ),
    ])
    func `each key of Collections asks what it is for, and refuses what cannot be`(name: String, rows: String) {
        for (keys, dialog) in table(rows) {
            let robot = Self.robot(name)
            robot.script(keys)
            let spoken = robot.spoken
            // A table has no spaces at the end of a line.
            #expect(spoken == dialog || spoken == dialog + " ", "\(keys)\n\(spoken)")
        }
    }

    @Test func `a new folder is asked for beside what is selected, with its first file`() {
        for (keys, dialog) in [
            ("g", "New folder | > Folder: api/ | First file: requests.http"),
            ("G", "New folder | > Folder:  | First file: requests.http"),
        ] {
            let robot = Robot(files: Self.nested)
            robot.script(keys)
            robot.choose("Create folder")
            #expect(robot.spoken == dialog)
        }
        let robot = Robot(files: Self.nested)
        robot.script("g")
        robot.choose("Create folder")
        robot.script("new/ Enter ^U x.txt Enter")
        let refused =
            "New folder | Folder: api/new/ | > First file: x.txt | ! A file of requests ends in .http or .rest."
        #expect(robot.spoken == refused)
        robot.script("^U x.rest Enter")
        #expect(robot.takeNames().contains { $0.contains("/c/api/new/x.rest") })
        let there = Robot(files: Self.nested)
        there.script("g")
        there.choose("Create folder")
        there.script("^U api Enter Enter")
        #expect(there.spoken == "New folder | Folder: api | > First file: requests.http | ! There is api already.")
    }

    @Test func `while a file is written it is neither renamed nor deleted`() {
        let sentence = "orders.http is being written; try again in a moment."
        for keys in ["@Params D ^S 1 g D", "@Params D ^S 1 g r ^U x.http Enter", "@Params D ^S 1 g m ^U x.http Enter"] {
            let robot = Robot()
            robot.script(keys)
            #expect(
                robot.toastText == sentence || robot.spoken.hasSuffix(" | ! \(sentence)"), "\(keys) \(robot.spoken)")
            #expect(!robot.takeNames().contains { $0.hasPrefix("changeFiles") })
        }
    }

    @Test func `with one file open there is no place for others`() {
        let sentence = "Only one file is open: open its folder to make, rename or delete files."
        for (keys, said) in [
            ("N", sentence), ("g r", sentence), ("g m", sentence), ("g D", sentence),
            ("i", "Only one file is open: open a folder to import into it."),
        ] {
            let robot = Robot(files: [])
            let file = Robot.file("a.http", "### a\nGET http://h/\n")
            robot.tell(
                .collectionLoaded(.success(CollectionFolder(root: "/c", name: "a.http", nodes: [.file(file)]))))
            robot.script(keys)
            #expect(robot.toastText == said && !robot.hasDialog, "\(keys)")
        }
    }

    @Test func `beside a single file no other is begun, whatever asks for it`() {
        let sentence = "Only one file is open: open its folder to make, rename or delete files."
        for keys in ["A Up ^U b.http Enter Enter h Enter", "j m ^U b.http Enter Enter"] {
            let robot = Robot(files: [])
            let file = Robot.file("a.http", "### a\nGET http://h/\n")
            robot.tell(
                .collectionLoaded(.success(CollectionFolder(root: "/c", name: "a.http", nodes: [.file(file)]))))
            robot.script(keys)
            #expect(robot.spoken.hasSuffix(" | ! \(sentence)"), "\(keys) \(robot.spoken)")
            #expect(robot.files == ["/c/a.http"] && robot.unsaved.isEmpty)
        }
    }

    @Test func `a collection that is not read takes no files, and the sentence says whether it will be`() {
        let robot = Robot.reading(120, 40)
        expectSentences(
            robot,
            """
            N -> The collection is still being read.
            i -> The collection is still being read.
            """)
        robot.tell(.collectionLoaded(.failure(CollectionError(sentence: "/c cannot be read: no permission."))))
        #expect(robot.words(.collections) == "/c cannot be read: no permission.")
        expectSentences(
            robot,
            """
            N -> The collection cannot be read; R tries it again.
            i -> The collection cannot be read; R tries it again.
            """)
    }

    @Test func `a click on another field offers what a key would`() {
        let (clicked, keyed) = (Robot(), Robot())
        for robot in [clicked, keyed] { robot.script("m ^U users.http") }
        clicked.click(on: "Place, 1 to 3")
        keyed.script("Tab")
        #expect(clicked.spoken == "Move request | File: users.http | > Place, 1 to 2: 2")
        #expect(keyed.spoken == clicked.spoken)
    }

    // MARK: Questions as values

    @Test(arguments: [1, 5, 6, 7]) func `a conflict names five blocks and counts the rest`(count: Int) {
        let names = (1...count).map { "r\($0)" }
        let conflict = BlockMerge.Conflict(blocks: names, withMine: [1], withTheirs: [2])
        for saves in [false, true] {
            let robot = Robot()
            robot.show(Question.sameBlock(path: "/c/a.http", name: "a.http", conflict, disk: [3], saves: saves))
            let end = saves ? ", and save" : ""
            let rest = count > 5 ? ["  and \(count - 5) more"] : []
            let parts =
                ["Changed here and on disk", "a.http changed on disk where you edited it:"]
                + names.prefix(5).map { "  \($0)" } + rest + [
                    "All else of both sides is kept, whatever you choose.", "m Keep mine there\(end)",
                    "t Take the disk's there\(end)", "d Show the differences", "> c Decide later",
                ]
            #expect(robot.spoken == parts.joined(separator: " | "))
        }
    }

    @Test func `a save that meets another file on disk asks, and says what both changed`() {
        let robot = Robot()
        robot.show(Question.conflict(path: "/c/a.http", name: "a.http", onDisk: nil))
        #expect(
            robot.spoken
                == "Not saved | a.http is no longer on disk. | o Write it again | d Drop my edits | > c Decide later")
        robot.press(.escape)
        robot.show(Question.conflict(path: "/c/a.http", name: "a.http", onDisk: [1]))
        let head = "Not saved | a.http changed on disk since it was read. Nothing was written."
        let tail = "r Reload it (drops my edits) | o Overwrite it with mine | > c Decide later"
        #expect(robot.spoken == "\(head) | \(tail)")
        robot.press(.escape)
        let both = BlockMerge.Conflict(blocks: ["one", "two"], withMine: [1], withTheirs: [2])
        robot.show(Question.conflict(path: "/c/a.http", name: "a.http", onDisk: [1], blocks: both))
        let choices = "m Keep mine there, and save | t Take the disk's there, and save | d Show the differences"
        #expect(robot.spoken == "\(head) | Both sides changed: |   one |   two | \(choices) | \(tail)")
    }

    @Test func `d shows what is different between both sides, and Esc goes back to the question`() {
        let mine = "### a\nGET http://h/mine\n\n### b\nGET http://h/b\nX: 1\n"
        let disk = "### a\nGET http://h/disk\n\n### b\nGET http://h/b\n\n{}\n"
        let conflict = BlockMerge.Conflict(
            blocks: ["a"], withMine: Array(mine.utf8), withTheirs: Array(disk.utf8))
        let robot = Robot()
        robot.show(Question.sameBlock(path: "/c/a.http", name: "a.http", conflict, disk: Array(disk.utf8)))
        let question = robot.spoken
        robot.press("d")
        #expect(robot.screen.contains("Differences in a.http"))
        for line in ["mine 2: GET http://h/mine", "disk 2: GET http://h/disk", "mine 6: X: 1", "disk 7: {}"] {
            #expect(robot.dialog.contains { $0.contains(line) }, "\(line)\n\(robot.screen)")
        }
        #expect(!robot.dialog.contains { $0.contains("http://h/b") }, "it is the same on both sides")
        robot.press(.escape)
        #expect(robot.spoken == question)
    }

    @Test(arguments: [1, 2, 5, 6]) func `edits of an earlier session are named once each, five of them`(count: Int) {
        let names = (1...count).map { "f\($0).http" }
        let copies = names.map {
            RecoveryCopy(path: "/c/\($0)", document: HTTPDocument(bytes: []), base: ContentMark([]))
        }
        let robot = Robot()
        robot.show(Question.recover(copies, named: names + ["f1.http"]))
        let rest = count > 5 ? ["  and \(count - 5) more"] : []
        let parts =
            ["Edits from an earlier session", "The program was ended while these had unsaved edits:"]
            + names.prefix(5).map { "  \($0)" } + rest + [
                "> r Restore them (as unsaved edits)", "l Keep them for later", "d Discard them",
            ]
        #expect(robot.spoken == parts.joined(separator: " | "))
    }

    @Test func `before another collection is opened the edits of this one are asked about`() {
        let robot = Robot()
        robot.script("@Params D")
        robot.choose("Open collection")
        robot.tell(.recentCollections(["/d/other"]))
        robot.press(.enter)
        #expect(
            robot.spoken
                == "Unsaved edits | This file has unsaved edits: |   orders.http | > s Save, and open the other collection "
                + "| d Drop the edits, and open it | c Stay")
        let two = Robot()
        two.script("@Params D 1 G 2 m Down Enter 1 Q")
        #expect(
            two.spoken
                == "Unsaved edits | These files have unsaved edits: |   orders.http |   users.http | > s Save and quit "
                + "| d Drop the edits and quit | c Stay")
        let samples = Robot()
        samples.script("@Params D")
        samples.choose("Open the samples")
        #expect(
            samples.toastText
                == "Save or take back what is unsaved first: the samples take the place of this collection.")
        #expect(!samples.takeNames().contains { $0.hasPrefix("openSamples") })
    }

    @Test func `a request line without a method is that of a GET`() {
        let robot = Robot()
        robot.script("G A t Tab ^U http://n.test/x Enter")
        #expect(robot.text(of: "users.http").contains("### t\nGET http://n.test/x\n"), "\(robot.spoken)")
    }

    @Test func `a run that is deleted goes with its recording, which may be in progress`() {
        for (state, line) in [
            (RunEntry.State.ended, "Its recording is deleted."), (.brokenOff, "Its recording is deleted."),
            (.running, "It is still in progress; its recording is deleted."),
        ] {
            let robot = Robot()
            for name in ["golden", nil] {
                let entry = RunEntry(
                    id: 1, key: "aaaaaaa", name: name, startedAt: RunFixtures.now, title: "orders.http", state: state)
                robot.show(Question.deleteRun(entry))
                #expect(
                    robot.spoken == "Delete run \(name ?? "aaaaaaa") | orders.http | \(line) | d Delete | > c Keep")
            }
        }
    }

    @Test func `before leaving, what is under way is named, also beside unsaved edits`() throws {
        let robot = Robot()
        let choices = "> d Cancel and quit | c Stay"
        _ = try #require(robot.send())
        robot.script("Q")
        #expect(robot.spoken == "Quit? | A request is in flight; leaving cancels it. | \(choices)")
        robot.script("Esc j")
        _ = try #require(robot.send())
        robot.script("Q")
        #expect(robot.spoken == "Quit? | 2 requests are in flight; leaving cancels them. | \(choices)")
        robot.script("Esc 2 m Down Enter 1 Q")
        #expect(
            robot.spoken
                == "Unsaved edits | This file has unsaved edits: |   orders.http |  | 2 requests are in flight; leaving "
                + "cancels them. | > s Save and quit | d Drop the edits and quit | c Stay")
        let running = Robot()
        running.script("X Enter")
        for case .replay(let job) in running.take() { running.tell(.replayBegan(job.id, RunFixtures.planned())) }
        running.script("Q")
        #expect(running.spoken == "Quit? | A run is in progress; leaving cancels it. | \(choices)")
    }

    // MARK: Before a send

    @Test func `what turns out to be asked for only when a body is read is asked before the send, and once is once`()
        throws
    {
        let robot = Robot()
        robot.press("s")
        // It is of the kind that is asked once.
        let field = PromptField(key: "n", label: "Number", line: 1, request: "")
        robot.resolveAll { _ in .asks([field], uses: []) }
        #expect(robot.spoken == "Before the send | > Number: ")
        robot.effects = []
        robot.script("7 Enter")
        func answers(_ purpose: ResolvePurpose) -> [[String: String]] {
            robot.take().compactMap { effect in
                if case .resolve(let job) = effect, job.purpose == purpose { job.answers } else { nil }
            }
        }
        #expect(answers(.step) == [["n": "7"]])
        robot.script("j s")
        #expect(answers(.send) == [["n": "7"]])
    }
    private static func job(_ robot: Robot) throws -> ResolveJob {
        robot.press("s")
        return try #require(robot.take().compactMap { if case .resolve(let job) = $0 { job } else { nil } }.first)
    }

    @Test func `what a collection wants to do is asked about with its places, six of them and a count`() throws {
        let robot = Robot()
        let job = try Self.job(robot)
        var needs = [
            TrustNeed(kind: .processVariable("HOME"), line: 4, file: "orders.http"),
            TrustNeed(kind: .fileOutside("../x"), line: 5, file: "orders.http"),
            TrustNeed(kind: .outputFile("out.json"), line: 9, file: "other.http"),
        ]
        robot.show(Question.trust(needs, .folder("/c"), job: job))
        let head = "Trust this collection? | /c is not trusted. To be sent, list orders wants to: | "
        let tail =
            " | No script or command in it is run, trusted or not. | t Trust the folder from now on, and send | > c Do not send"
        #expect(
            robot.spoken == head + "  read the variable HOME of your environment (orders.http:4) | "
                + "  read ../x, outside of its folder (orders.http:5) | "
                + "  write the response to out.json (other.http:9)" + tail)
        robot.press(.escape)
        for count in 3..<6 { needs.append(TrustNeed(kind: .fileOutside("f\(count)"), line: count, file: "a.http")) }
        robot.show(Question.trust(needs, .folder("/c"), job: job))
        #expect(robot.spoken.contains("read f5,") && !robot.spoken.contains("more"))
        robot.press(.escape)
        for count in 6..<8 { needs.append(TrustNeed(kind: .fileOutside("f\(count)"), line: count, file: "a.http")) }
        robot.show(Question.trust(needs, .folder("/c"), job: job))
        #expect(robot.spoken.contains("read f5,") && !robot.spoken.contains("read f6,"))
        #expect(robot.spoken.contains("(a.http:5) |   and 2 more | No script"))
    }

    private static func step(
        _ text: String, _ reason: SendPlan.Reason, problem: SendPlan.Problem? = nil
    ) throws -> SendPlan.Step {
        let file = Robot.file("a.http", text)
        return SendPlan.Step(
            file: file, request: try #require(file.document.requests.first), reason: reason, problem: problem)
    }

    @Test func `a plan is a line for each request, with why it is sent and what is in its way`() throws {
        let robot = Robot()
        let job = try Self.job(robot)
        let steps = [
            try Self.step("# @name one\nGET http://h/\n", .dependency(of: "two", line: 3, isForced: false)),
            try Self.step("# @name two\nGET http://h/\n", .dependency(of: "me", line: 4, isForced: true)),
            try Self.step(
                "# @name three\nGET http://h/\n", .reference(of: "me", line: 5, text: "three.response.body.id"),
                problem: .init(line: 7, reason: "a file is missing")),
            try Self.step("# @name me\nGET http://h/\n", .asked),
        ]
        let lines = [
            "1. one: two needs it (# @ref, line 3)", "2. two: me needs it (# @forceRef, line 4)",
            "3. three: me uses {{three.response.body.id}} (line 5); cannot be sent: line 7: a file is missing",
            "4. me: asked for",
        ]
        robot.show(Message.plan(SendPlan(steps: steps), of: "me"))
        #expect(robot.spoken == (["Plan of me"] + lines).joined(separator: " | "))
        robot.press(.escape)
        robot.show(Question.sendFirst(SendPlan(steps: steps), job: job))
        let end = "> s Send all of them | c Send nothing"
        let why = "list orders uses responses that are not there yet. In this order:"
        #expect(
            robot.spoken == (["Send 3 requests first?", why] + lines + [end]).joined(separator: " | "))
        robot.press(.escape)
        robot.show(Question.sendFirst(SendPlan(steps: [steps[0], steps[3]]), job: job))
        #expect(
            robot.spoken
                == "Send another request first? | \(why) | 1. one: two needs it (# @ref, line 3) | 2. me: asked for | \(end)"
        )
    }

    @Test func `a request that asks to be confirmed shows its note`() throws {
        for (tag, note) in [("# @note", ""), ("# @note Costs money.", " | Costs money.")] {
            let robot = Robot(files: [("a.http", "### a\n\(tag)\nDELETE http://h/a\n")])
            robot.script("s")
            robot.planAll()
            #expect(
                robot.spoken
                    == "Send? | DELETE a | This request asks to be confirmed before it is sent.\(note) | > s Send | c Do not send"
            )
            let (sent, kept) = (robot.copy(), robot.copy())
            sent.script("Enter")
            kept.script("c")
            #expect(sent.takeNames().contains("resolve to step") && !kept.takeNames().contains("resolve to step"))
        }
    }

    @Test func `what is asked before a send has its choices beside it, and takes no other`() throws {
        let robot = Robot()
        let job = try Self.job(robot)
        var plan = SendPlan(steps: [try Self.step("GET http://h/\n", .asked)])
        plan.prompts = [("zone", "Zone"), ("n", "Number")].map { key, label in
            var field = PromptField(key: key, label: label, line: 1, request: "")
            (field.isSecret, field.isAskedOnce) = (false, false)
            return field
        }
        plan.prompts[0].choices = ["eu", "us"]
        robot.show(Form.prompts(plan, job: job))
        #expect(robot.spoken == "Before the send | > Zone (eu, us):  | Number: ")
        let empty = robot.copy()
        empty.script("Enter 1 Enter")
        #expect(empty.spoken == "Before the send | Zone (eu, us):  | > Number: 1 | ! Choose one of eu, us.")
        robot.script("e Enter 1 Enter")
        #expect(robot.spoken == "Before the send | Zone (eu, us): e | > Number: 1 | ! Choose one of eu, us.")
        robot.script("Up ^U us Enter Enter")
        #expect(!robot.hasDialog)
        let resolved = robot.take().compactMap { if case .resolve(let job) = $0 { job } else { nil } }.last
        #expect(resolved?.answers == ["zone": "us", "n": "1"])
    }
}
