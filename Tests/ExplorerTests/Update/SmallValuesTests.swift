import NetEngine
import Settings
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Small values of the model at their limits: how well names fit, what changes of documents mean, jobs and their sizes.
@Suite struct SmallValuesTests {
    private static func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    /// A request file of just that many bytes.
    private static func document(bytes: Int) -> HTTPDocument {
        let head = "POST http://h\n\n"
        return document(head + String(repeating: "x", count: bytes - head.utf8.count))
    }

    // MARK: What is typed

    @Test func `the name that is typed fits best, then whole words of one, then the beginning of a word`() {
        for (typed, name, fit) in [
            ("list", "list", 3), ("LIST", "List", 3), ("1-3-7", "Req 1-3-7", 2), ("1-3-7", "Req 11-3-7", 0),
            ("1-3-7", "1-3-77", 1), ("1-3-7", "1-3-7 x", 2), ("REQ", "req 1", 2), ("ord", "border ord", 2),
            ("ord", "order ord", 2), ("ord", "ord order", 2), ("ord", "order", 1), ("ord", "border", 0),
            ("ord", "xyz", 0), ("ord", "word x", 0), ("orders", "order", 0), ("", "", 3), ("", "x", 0), ("é", "xé", 0),
            ("-a", "x-a", 2), ("a-", "a-x", 2), ("a", "a1", 1), ("1", "a1", 0),
        ] {
            #expect(FilterFit(typed).fit(of: name) == fit, "\(typed) in \(name)")
        }
    }

    @Test func `a word may be whole in another text, which counts where it counts more`() {
        for (typed, own, other, score) in [
            ("ab", "ab", "", 62), ("ab", "ab", "ab", 62), ("ab", "xab", "zzab", 40), ("ab", "xab", "zz", 36),
            ("ab", "x", "zzabzz", 40), ("ab", "x", "a b", nil), ("AB", "ab", "xABx", 40), ("AB", "ab", "xabx", nil),
            ("ab", "x", "XABX", 40), ("ab zz", "ab", "zz", 102), ("ab qq", "ab", "zz", nil), ("", "ab", "", 0),
        ] as [(String, String, String, Int?)] {
            let found = FuzzyMatch(typed).score(Array(own.utf8), orWholeIn: Array(other.utf8), whole: 20)
            #expect(found == score, "\(typed) in \(own), \(other)")
        }
    }

    @Test func `a GraphQL request is listed by its first operation, below comments and empty lines`() throws {
        for (body, word) in [
            ("\tmutation M { a }", "MUT"), ("# query\n\nmutation { a }", "MUT"),
            ("  # one\n\t# two\nsubscription { a }", "SUB"),
            ("query { a }\nmutation { b }", "QUERY"), ("{ a }", "QUERY"),
        ] {
            let request = try #require(Self.document("GRAPHQL http://h\n\n\(body)\n").requests.first)
            #expect(MethodText.word(request, of: nil) == word, "\(body)")
        }
        let get = try #require(Self.document("GET http://h\n").requests.first)
        #expect(MethodText.word(get, of: nil) == "GET")
    }

    // MARK: Changes of documents

    @Test func `each change of a document says what it does to the order of its requests`() {
        let (two, three) = (
            Self.document("### a\nGET http://h/a\n\n### b\nGET http://h/b\n"),
            Self.document("### a\nGET http://h/a\n\n### b\nGET http://h/b\n\n### c\nGET http://h/c\n")
        )
        for (change, order, isList) in [
            (.addRequest(method: "GET", target: "/", title: "", at: .end), .inserted(at: 2), true),
            (.addRequest(method: "GET", target: "/", title: "", at: .after(0)), .inserted(at: 1), true),
            (.clone(0), .inserted(at: 1), true), (.move(0, to: 1), .moved(from: 0, to: 1), true),
            (.take(1, of: three, at: 0), .inserted(at: 0), true), (.remove(1), .removed(at: 1), true),
            (.replaceLines(1..<2, with: "x"), .matched, false), (.content([]), .matched, true),
            (.edit(.setMethod("PUT"), request: 0), .same, false), (.setDefinition(line: 1, value: "x"), .same, true),
            (.addDefinition(name: "a", value: "b"), .same, true), (.removeDefinition(line: 1), .same, true),
        ] as [(DocumentChange, OrderChange, Bool)] {
            #expect(change.order(from: two, to: two) == order && change.changesRequestList == isList, "\(change)")
            // An edit that makes or removes a request is looked at whole.
            if order == .same { #expect(change.order(from: two, to: three) == .matched, "\(change)") }
        }
        #expect(DocumentChange.content([1, 2, 3]).size == 3 && DocumentChange.clone(0).size == 0)
    }

    @Test func `work on more than 512 KiB is done in the background, unless nobody waits for a frame`() {
        func isDone(_ bytes: Int, isOn: Bool = true, again: Bool = false) -> Bool {
            var edits = LargeEdits()
            edits.isOn = isOn
            let work = LargeWork.edit(
                EditJob(
                    path: "/c/a.http", base: Self.document(bytes: bytes), change: .edit(.setMethod("PUT"), request: 0)))
            if again { edits.ready = [(work, work.run())] }
            do throws(EditStop) {
                _ = try edits.outcome(of: work)
                return true
            } catch { return edits.wanted != work || error.sentence != nil }
        }
        #expect(isDone(512 << 10) && !isDone(512 << 10 + 1))
        #expect(isDone(512 << 10 + 1, isOn: false) && isDone(512 << 10 + 1, again: true))
    }

    @Test func `what work costs grows with all that it reads`() {
        let (small, large) = (Self.document(bytes: 100), Self.document(bytes: 900))
        func size(_ change: DocumentChange) -> Int {
            LargeWork.edit(EditJob(path: "/c/a.http", base: small, change: change)).size
        }
        #expect(size(.clone(0)) == 100 && size(.content(Array(repeating: 1, count: 99))) == 100)
        #expect(size(.content(Array(repeating: 1, count: 101))) == 101)
        func join(_ undo: Int) -> Int {
            let steps = Array(repeating: EditStep(document: small), count: undo)
            return LargeWork.join(
                JoinJob(path: "/c/a.http", base: [], mine: small, undo: steps, disk: large.bytes)
            ).size
        }
        #expect(join(0) == 1000 && join(1) == 2000 && join(3) == 4000)
        func rename(_ files: (String, String)...) -> Int {
            RenameJob(
                path: "/c/a.http", request: 0, name: "x", files: files.map { Robot.file($0.0, $0.1) }, variables: []
            ).size
        }
        let (plain, importing) = ("GET http://h\n", "import ./a.http\n\nGET http://h\n")
        #expect(rename(("a.http", plain)) == 3 * plain.utf8.count)
        #expect(rename(("a.http", plain), ("b.http", plain)) == 3 * plain.utf8.count)
        #expect(rename(("a.http", plain), ("b.http", importing)) == 3 * plain.utf8.count + importing.utf8.count)
    }

    // MARK: Notices and colours

    @Test func `the worst of several notices counts, and what is for information has no sign`() {
        #expect(Notice.Severity.worst([.info, .error, .warning]) == .error)
        #expect(Notice.Severity.worst([.info, .warning, .info]) == .warning && Notice.Severity.worst([.info]) == .info)
        #expect(Notice.Severity.worst([]) == nil)
        let all: [Notice.Severity] = [.error, .warning, .info]
        #expect(all.map { $0.mark(.unicode)?.string } == ["!", "▵", nil])
        #expect(all.map { $0.mark(.plain)?.string } == ["error", "warning", nil])
        #expect(all.map(\.role) == [.failure, .warning, .info])
    }

    @Test func `a request has the notices of its own lines, five hundred at most`() throws {
        // What is in these braces is no name.
        func headers(_ count: Int) -> String { (1...count).map { "X-\($0): {{a + \($0)}}\n" }.joined() }
        let document = Self.document("### a\nGET http://h/\n\(headers(3))\n### b\nGET http://h/\nA: 1\n")
        let requests = try [#require(document.requests.first), #require(document.requests.last)]
        #expect(requests.map { document.notices(of: $0).count } == [3, 0] && document.notices.count == 3)
        let hostile = Self.document("GET http://h/\n\(headers(600))")
        #expect(hostile.notices.count == 600)
        #expect(hostile.notices(of: try #require(hostile.requests.first)).count == 500)
    }

    @Test(
        arguments: [
            (100, .warning), (199, .warning), (200, .success), (299, .success), (300, .redirect), (399, .redirect),
            (400, .clientError), (499, .clientError), (500, .serverError), (599, .serverError), (600, .warning),
            (0, .warning),
        ] as [(Int, Role)])
    func `a status has the colour of its class`(status: Int, role: Role) { #expect(Role.ofStatus(status) == role) }

    // MARK: Sentences

    @Test func `a key that a sentence names is that of the command, else that of the palette`() {
        func binding(_ command: String, _ keys: [String], _ line: Int) -> KeyBinding {
            let place = FilePlace(line: line, column: 1)
            return KeyBinding(
                command, pane: nil, keys: keys.map { KeyBinding.KeyName($0, place) }, place: place)
        }
        #expect(Keymap.standard.label(.save, in: .request) == "^S")
        #expect(Keymap.standard.label(.newFolder, in: .request) == ":")
        #expect(Keymap.make([binding("save", ["F2", "F3"], 1)]).keymap.label(.save, in: .log) == "F2")
        let bare = Keymap.make([binding("save", [], 1), binding("show-palette", [], 2)]).keymap
        #expect(bare.label(.save, in: .log) == "the palette")
        #expect(Keymap.make([binding("save", [], 1)]).keymap.label(.save, in: .log) == ":")
    }

    @Test func `a nearby description that cannot be read is said again only with another reason`() {
        let subject = NearbyDescriptions.Subject(file: "/c/a.http", named: nil, isGraphQL: false)
        var nearby = NearbyDescriptions()
        func failed(_ sentence: String) -> Result<DescribedFile, CollectionError> {
            .failure(CollectionError(sentence: sentence))
        }
        var said = [nearby.take(subject, failed("One.")), nearby.take(subject, failed("One."))]
        said += [nearby.take(subject, failed("Two.")), nearby.take(subject, nil), nearby.take(subject, failed("Two."))]
        #expect(said == ["One.", nil, "Two.", nil, "Two."])
        #expect(nearby[subject] == nil)
        let (first, second) = (nearby.want(subject), nearby.want(subject))
        #expect(first && !second && nearby.isAsked(subject))
        nearby.askAgain()
        let third = nearby.want(subject)
        #expect(third)
    }

    // MARK: Numbers and bytes

    @Test func `exchanges that were read are told from those of this process by their ids`() {
        #expect(ExchangeID(logged: 1).isLogged && ExchangeID(recorded: 1).isLogged && ExchangeID(recorded: 0).isLogged)
        #expect(ExchangeID(logged: 1) != ExchangeID(recorded: 1))
        #expect(!ExchangeID(rawValue: 1 << 61 - 1).isLogged && !ExchangeID(rawValue: 7).isLogged)
        #expect(ExchangeID(logged: 5).rawValue - ExchangeID(logged: 4).rawValue == 1)
        #expect(ExchangeID(logged: -1) == ExchangeID(logged: 0))
    }

    @Test func `bytes of a body that came too fast are counted with their line feeds`() {
        var skipped = BodyNews.Skipped()
        skipped.add(ArraySlice(Array("a\nb\n\r".utf8)))
        skipped.add([])
        #expect(skipped == BodyNews.Skipped(bytes: 5, lines: 2))
        skipped += BodyNews.Skipped(bytes: 10, lines: 3)
        #expect(skipped == BodyNews.Skipped(bytes: 15, lines: 5))
    }

    @Test func `what a login, a new environment and a move wrote is taken back by its opposite`() {
        let file = "/c/http-client.env.json"
        let made = EnvironmentFileEdit(file: file, path: ["dev"], value: "{}", isNew: true, isEnvironment: true)
        #expect(
            WrittenValue.Change.saved(made).inverse
                == .removed(EnvironmentFileEdit(file: file, path: ["dev"], value: "", isEnvironment: true)))
        let target = EnvironmentFileEdit(
            file: "/c/http-client.private.env.json", path: ["dev", "key"], value: "s", isNew: true)
        let fromFile = SecretMove(edit: target, source: .environmentFile(file, path: ["dev", "key"], value: "old"))
        let change = WrittenValue.Change(fromFile)
        #expect(change == .moved(fromFile))
        let back = SecretMove(
            edit: EnvironmentFileEdit(file: file, path: ["dev", "key"], value: "old", isNew: true),
            source: .environmentFile("/c/http-client.private.env.json", path: ["dev", "key"], value: "s"))
        #expect(change.inverse == .moved(back))
        let fromLine = SecretMove(edit: target, source: .definition("/c/a.http", line: 1, rawValue: "s"))
        #expect(WrittenValue.Change(fromLine) == .saved(target))
        #expect(WrittenValue.Change(SecretMove(edit: target, source: nil)) == .saved(target))
        #expect(WrittenValue.Change.moved(fromLine).inverse == nil)
    }

    // MARK: Themes and pictures

    @Test(arguments: [
        (0, "dark"), (1, "dark"), (6, "dark"), (7, "light"), (8, "dark"), (9, "light"), (15, "light"), (16, "standard"),
    ])
    func `the number of a background says whether it is dark`(number: Int, name: String) {
        #expect(Themes(user: [], hint: "0;\(number)").current.name == name)
    }

    @Test func `a picture is made for the cells and colours that the terminal reports, one at a time`() throws {
        let rgba = [UInt8](repeating: 255, count: 4 * 4)
        let picture = rgba.withUnsafeBufferPointer { Picture(rgba: $0, width: 2, height: 2) }
        let lines = PictureLines(picture, below: [])
        var pictures = TerminalPictures()
        #expect(pictures.job(lines, rows: 0..<1) == nil)
        pictures.choice = .sixel
        let usual = try #require(pictures.job(lines, rows: 0..<1)).key
        #expect(usual.cell == PixelSize(width: 10, height: 20) && usual.colors == 256 && usual.rows == 0..<1)
        #expect(pictures.job(lines, rows: 0..<0) == nil)
        for (reported, colors) in [(255, 255), (256, 256), (1024, 256)] {
            pictures.take(.colorRegisters(reported))
            #expect(pictures.job(lines, rows: 0..<1)?.key.colors == colors)
        }
        pictures.take(.cell(PixelSize(width: 9, height: 18)))
        #expect(pictures.job(lines, rows: 0..<1)?.key.cell == PixelSize(width: 9, height: 18))
        let begins = [pictures.begins(usual), pictures.begins(usual)]
        // Of one that is not awaited nothing is taken.
        let other = try #require(pictures.job(lines, rows: 0..<1)).key
        pictures.take(other, nil)
        let meanwhile = pictures.begins(usual)
        pictures.take(usual, nil)
        let again = pictures.begins(usual)
        pictures.forget()
        let afterwards = pictures.begins(usual)
        #expect(begins == [true, false] && !meanwhile && !again && afterwards)
    }
}
