import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Operations of descriptions in the tree, in `^O`, and where their responses lead.
@Suite struct DescribedOperationsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
    }

    private func robot(_ columns: Int = 120, _ rows: Int = 36, glyphs: Glyphs = .unicode) throws -> Robot {
        try Robot(opening: folder.path, columns, rows, glyphs: glyphs)
    }

    private func row(_ text: String, _ robot: Robot) -> String? {
        robot.inside(.collections).first { $0.contains(text) }
    }

    // MARK: Search

    @Test(arguments: [
        ("x-trace", "List them", "parameter X-Trace"), ("limit", "List them", "parameter limit"),
        ("animal", "Add one", "schema Animal"), ("shop", "addOrder", "tag Shop"), ("getpet", "Show one", "id getPet"),
        ("pets/{id}", "Show one", "path /pets/{id}"),
    ])
    func `an operation is found by what is described of it, and its row says where`(
        typed: String, found: String, reason: String
    ) throws {
        let robot = try robot(160, 36)
        robot.press(.control("o"))
        robot.describeAll()
        robot.type(typed)
        let first = try #require(robot.dialog.first { $0.contains(found) }, "\(robot.screen)")
        #expect(first.contains(reason), "\(first)")
        robot.press(.enter)
        #expect(!robot.hasDialog && robot.border(.request).contains(found), "\(robot.screen)")
    }

    @Test(arguments: [false, true])
    func `what only a parameter refers to is read again when it changes`(isByKey: Bool) throws {
        try folder.write("### all\nGET http://local.test:1/x\n", to: "a.http")
        let own = "{name: limit, in: query, schema: {type: integer}}"
        try folder.write(Robot.pets.replacing(own, with: "{$ref: 'parts.yaml#/Limit'}"), to: "openapi.yaml")
        func writeParts(_ name: String) throws {
            try folder.write("Limit: {name: \(name), in: query, schema: {type: integer}}\n", to: "parts.yaml")
        }
        try writeParts("most")
        let robot = try robot(160, 36)
        func findings(_ typed: String) -> [String] {
            robot.press(.control("o"))
            robot.describeAll()
            robot.type(typed)
            let rows = robot.dialog.filter { $0.contains("parameter \(typed)") }
            robot.press(.escape)
            return rows
        }
        let before = findings("most")
        #expect(before.count == 1, "\(robot.screen)")
        try writeParts("highest")
        if isByKey {
            _ = robot.take()
            robot.press("1", "R")
            let asked = robot.takeNames().filter { $0.hasPrefix("findChangedReferences") }
            #expect(asked == ["findChangedReferences of \(folder.path)/openapi.yaml"], "\(robot.screen)")
            robot.tell(.referencesLookedAt(changed: [folder.path + "/parts.yaml"]))
            #expect(robot.takeNames() == ["loadCollection"])
            robot.tell(.collectionLoaded(.success(try CollectionStore().open(path: folder.path))))
            #expect(robot.screen.contains("openapi.yaml changed"), "\(robot.screen)")
        } else {
            robot.tell(.filesChanged(FileChange(files: [folder.path + "/parts.yaml"])))
        }
        robot.describeAll()
        let (after, old) = (findings("highest"), findings("most"))
        #expect(after.count == 1 && old.isEmpty, "\(after) \(old)")
    }

    @Test func `what comes of the index is found without another key`() throws {
        let robot = try robot(160, 36)
        robot.press(.control("o"))
        robot.type("x-trace")
        #expect(robot.screen.contains("reading descriptions") && !robot.screen.contains("parameter X-Trace"))
        robot.describeAll()
        #expect(!robot.screen.contains("reading descriptions") && robot.screen.contains("parameter X-Trace"))
        // A second time it is there.
        robot.press(.escape, .control("o"))
        #expect(!robot.takeNames().contains { $0.hasPrefix("indexOperations") })
    }

    @Test func `the file is still found, and a narrow list shows the name`() throws {
        let robot = try robot(60, 20)
        robot.press(.control("o"))
        robot.describeAll()
        robot.type("openapi")
        #expect(robot.dialog.contains { $0.contains("openapi.yaml") }, "\(robot.screen)")
        robot.press(.escape, .control("o"))
        robot.type("trace")
        #expect(robot.dialog.contains { $0.contains("List") }, "\(robot.screen)")
    }

    // MARK: Tags and callbacks

    @Test func `callbacks are listed with a sentence why they are not sent`() throws {
        let robot = try robot()
        #expect(row("Callbacks", robot) != nil, "\(robot.screen)")
        robot.selectRow("It was added")
        #expect(robot.screen.contains("POST {{webhook_url}}"), "\(robot.screen)")
        robot.press("s")
        let texts = robot.screen
        #expect(texts.contains("disabled") || texts.contains("not sent"), "\(texts)")
    }

    @Test func `s, D and ^S on a tag say what can be done`() throws {
        let robot = try robot()
        robot.selectRow("Pets")
        robot.press("s")
        #expect(robot.screen.contains("Pets holds 3 requests: select one to send it"), "\(robot.screen)")
        #expect(!robot.hasDialog)
        robot.press("D")
        #expect(robot.screen.contains("Pets is a tag of openapi.yaml, which apitui never changes."), "\(robot.screen)")
        #expect(!robot.hasDialog)
        robot.press(.control("s"))
        #expect(robot.screen.contains("Pets is not a request"), "\(robot.screen)")
        robot.selectRow("Callbacks")
        robot.press("s")
        #expect(robot.screen.contains("Callbacks holds what is listed and not sent"), "\(robot.screen)")
    }

    @Test func `X on a tag offers its requests first`() throws {
        let robot = try robot()
        robot.selectRow("Pets")
        robot.press("X")
        #expect(robot.dialog.contains { $0.contains("›Pets") && $0.contains("3 requests") }, "\(robot.screen)")
    }

    @Test func `methods of GraphQL fields are words`() throws {
        try folder.write(
            "type Query { teas: [String] } type Mutation { brew: Int } type Subscription { news: Int }",
            to: "shop.graphql")
        let robot = try robot()
        #expect(row("teas", robot)?.contains("QUERY") == true, "\(robot.screen)")
        #expect(row("brew", robot)?.contains("MUT ") == true && row("news", robot)?.contains("SUB ") == true)
        #expect(!robot.inside(.collections).contains { $0.contains("GRAPH") })
    }

    // MARK: Links

    @Test func `a link of a response is followed with its values`() throws {
        let robot = try robot()
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        let dialog = robot.screen
        #expect(dialog.contains("pet  > GET /pets/{id}") && dialog.contains("lost  > nowhere"), "\(dialog)")
        #expect(dialog.contains("path id = 42"), "\(dialog)")
        #expect(dialog.contains("The parameter 'color' gets no value"), "\(dialog)")
        robot.press("j")
        #expect(robot.screen.contains("The link 'lost' leads nowhere: no operation has the id 'noSuch'."))
        robot.press("k", .enter)
        #expect(!robot.hasDialog && robot.focus == .request, "\(robot.screen)")
        #expect(robot.screen.contains("GET {{server}}/pets/42"), "\(robot.screen)")
        #expect(robot.screen.contains("Filled in from the response: id."), "\(robot.screen)")
        let kept = robot.take().compactMap { if case .keepDescriptionEdits(let edits) = $0 { edits } else { nil } }
        #expect(kept.last?.blocks.map(\.name) == ["getPet"])
        // Nothing else of the file changed, and it can be taken back.
        #expect(robot.inside(.collections).contains { $0.contains("addOrder") })
        robot.press("u")
        #expect(!robot.screen.contains("/pets/42"), "\(robot.screen)")
    }

    @Test func `the last of many links is in view when it is selected, and stays there when the one above is`() throws {
        let links = (1...30).map { "l\($0): {operationId: getPet}" }.joined(separator: "\n            ")
        try folder.write(Robot.pets.replacing("lost: {operationId: noSuch}", with: links), to: "openapi.yaml")
        let robot = try robot()
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        for key in [Key.character("G"), .character("k")] {
            robot.press(key)
            #expect(robot.screen.contains("l30  > GET /pets/{id}"), "\(robot.screen)")
        }
    }

    /// Selects the row with that text on the Docs tab.
    private func selectDocs(_ text: String, _ robot: Robot) {
        for _ in 0..<8 where robot.tab != "Docs" { robot.press("2", "]") }
        robot.press("2", "g")
        func isSelected(_ line: String) -> Bool { line.contains(text) && line.contains("Enter follows") }
        for _ in 0..<60 where !robot.inside(.request).contains(where: isSelected) { robot.press("j") }
    }

    @Test func `a link on the Docs tab leads to its operation, with the values of the response in view`() throws {
        let robot = try robot()
        robot.selectRow("Add one")
        selectDocs("pet", robot)
        robot.press(.enter)
        #expect(robot.screen.contains("GET {{server}}/pets/1"), "\(robot.screen)")
        #expect(robot.footer.contains("There is no response 201 to fill in from"), "\(robot.screen)")
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        selectDocs("pet", robot)
        robot.press(.enter)
        robot.describeAll()
        #expect(!robot.hasDialog && robot.screen.contains("GET {{server}}/pets/42"), "\(robot.screen)")
        robot.selectRow("Add one")
        selectDocs("lost", robot)
        robot.press(.enter)
        robot.describeAll()
        #expect(robot.screen.contains("The link 'lost' leads nowhere"), "\(robot.screen)")
    }

    @Test func `the server of a link is used`() throws {
        let pets = Robot.pets.replacing(
            "pet: {operationId: getPet,", with: "pet: {operationId: getPet, server: {url: 'https://b.test/v2'},")
        try folder.write(pets, to: "openapi.yaml")
        let robot = try robot()
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        #expect(robot.screen.contains("The server is that of the link: 'https://b.test/v2'."), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.screen.contains("GET https://b.test/v2/pets/42"), "\(robot.screen)")
    }

    @Test func `a link fills in no private value`() throws {
        let robot = try robot()
        robot.learn(private: "s3cr3t-42")
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": "s3cr3t-42"}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        _ = robot.take()
        robot.press(.enter)
        #expect(robot.toastText?.contains("Left out, because others see the request: the private id.") == true)
        let kept = robot.take().compactMap { if case .keepDescriptionEdits(let edits) = $0 { edits } else { nil } }
        #expect(!kept.contains { String(describing: $0).contains("s3cr3t") }, "\(kept)")
    }

    @Test func `the strict contract is a command of the palette, and shown`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        func strict() -> [Bool] {
            robot.press("s")
            return robot.take().compactMap {
                if case .resolve(let job) = $0, job.purpose == .send { job.isContractStrict } else { nil }
            }
        }
        #expect(!robot.screen.contains("strict contract"))
        #expect(strict() == [false])
        robot.press(":")
        robot.type("strict")
        robot.press(.enter)
        #expect(robot.screen.contains("strict contract"), "\(robot.screen)")
        robot.press(.escape)
        #expect(strict() == [true])
    }

    @Test func `a link may fill in a body, several parameters or nothing, and a click selects it`() throws {
        let links = """
            pet: {operationId: getPet, description: Where it lives, parameters: {id: '$response.body#/id', color: red}}
                        again: {operationId: addPet, requestBody: {name: Rex}}
                        all: {operationId: listPets}
                        lost: {operationId: noSuch}
            """
        let pet = "pet: {operationId: getPet, parameters: {id: '$response.body#/id', color: '$response.body#/none'}}"
        try folder.write(
            Robot.pets.replacing("lost: {operationId: noSuch}", with: "").replacing(pet, with: links),
            to: "openapi.yaml")
        func picker(_ glyphs: Glyphs = .unicode) throws -> Robot {
            let robot = try self.robot(120, 36, glyphs: glyphs)
            robot.selectRow("Add one")
            try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
            robot.press("3", "F")
            robot.describeAll()
            return robot
        }
        let robot = try picker()
        #expect(
            robot.dialogWords.contains(#"query color = "red" path id = 42 Where it lives"#), "\(robot.screen)")
        robot.click(on: "again  > POST /pets")
        #expect(robot.hasDialog && robot.dialogWords.contains(#"body = {"name""#), "\(robot.screen)")
        robot.press("x")
        let body = robot.copy()
        body.press(.enter)
        #expect(body.toastText == "Filled in from the response: the body. s sends it, u takes it back.")
        #expect(!body.hasDialog && body.focus == .request)
        robot.press("j", .enter)
        #expect(robot.toastText == "The link 'all' fills in nothing." && !robot.hasDialog)
        let other = try picker()
        other.click(on: "lost  > nowhere")
        other.press(.enter)
        #expect(other.toastText == "The link 'lost' leads nowhere: no operation has the id 'noSuch'.")
        #expect(other.hasDialog && other.dialogKeys.map(\.0) == ["j k", "Esc"])
        // Below the list is what is said of the one selected.
        other.click(other.dialogContent.x + 2, other.dialogContent.maxY - 1)
        other.press("F")
        #expect(!other.hasDialog)
        #expect(try picker(.plain).screen.contains("pet leads to GET /pets/{id}"))
    }

    @Test func `values of one name are listed by their places, in the same order each time`() throws {
        let places = ["cookie", "header", "path", "query"]
        let parameters = places.map { "{name: id, in: \($0), required: true, schema: {type: integer}}" }
        let values = places.reversed().map { "\($0).id: '$response.body#/id'" }
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths:
              /pets:
                post:
                  summary: Add one
                  responses:
                    '201': {description: made, links: {pet: {operationId: getPet, parameters: {\(values.joined(separator: ", "))}}}}
              /pets/{id}:
                get:
                  operationId: getPet
                  parameters: [\(parameters.joined(separator: ", "))]
                  responses: {'200': {description: ok}}
            """, to: "openapi.yaml")
        let robot = try robot()
        robot.selectRow("Add one")
        try robot.answer(201, #"{"id": 42}"#, url: "http://h.test/pets")
        robot.press("3", "F")
        robot.describeAll()
        #expect(
            robot.dialogWords.contains("cookie id = 42 header id = 42 path id = 42 query id = 42"), "\(robot.screen)")
    }

    // MARK: Members of responses

    /// The screen with the explanation of the line that the cursor is on.
    private func explained(_ robot: Robot) -> String {
        robot.press("K")
        defer { robot.press(.escape) }
        return robot.screen
    }

    @Test func `K on a line of a response says what the description says of that member`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths:
              /pets:
                get:
                  summary: List them
                  responses:
                    '200':
                      description: ok
                      content:
                        application/json:
                          schema:
                            type: array
                            description: All **pets**
                            items:
                              type: object
                              required: [kind]
                              properties:
                                kind: {type: string, enum: [cat, dog], examples: [cat], description: What it **is**}
                                old: {type: integer, deprecated: true}
            """, to: "openapi.yaml")
        let robot = try robot()
        robot.selectRow("List them")
        try robot.answer(200, #"[{"kind":"cat","old":1,"other":2}]"#, url: "http://h.test/pets")
        robot.press("3")
        let root = explained(robot)
        #expect(root.contains("the body: array") && root.contains("All pets"), "\(root)")
        robot.press("j")
        #expect(explained(robot).contains("[0]: object"))
        robot.press("j")
        let kind = explained(robot)
        for text in [
            "kind: ", "What it is", "required", "one of cat, dog", "example: cat", "openapi.yaml:20:", "response 200",
        ] { #expect(kind.contains(text), "\(text) in \(kind)") }
        robot.press("j")
        let old = explained(robot)
        #expect(old.contains("old: integer") && old.contains("optional") && old.contains("deprecated"), "\(old)")
        robot.press("j")
        #expect(!explained(robot).contains("other:"), "what is not described is not explained")
    }

    @Test func `K on a line of a GraphQL response says what the schema says of the field that was asked for`() throws {
        try folder.write(
            """
            type Query { "All teas" teas: [Tea] }
            type Tea { name: String! kind: Kind price: Float @deprecated(reason: "use cost") at: Date }
            enum Kind { GREEN BLACK }
            scalar Date @specifiedBy(url: "https://x.test/date")
            """, to: "shop.graphql")
        let robot = try robot()
        robot.selectRow("teas")
        let id = try #require(robot.send(), "\(robot.screen)")
        let query = #"{"query":"{ all: teas { name kind price at } }"}"#
        let draft = RequestDraft(method: "POST", url: "http://h.test/graphql", body: .bytes(Array(query.utf8)))
        let body = #"{"data":{"all":[{"name":"a","kind":"GREEN","price":1,"at":"x"}]}}"#
        let response = ExchangeFixtures.response(
            status: 200, headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))
        robot.finish(ExchangeFixtures.exchange(id.rawValue, draft: draft, response: response))
        robot.press("3", "j")
        #expect(!explained(robot).contains("of shop.graphql"), "the whole is no field")
        for texts in [
            ["all: [Tea]", "All teas", "Query.teas of shop.graphql"], ["all: "], ["name: String!", "Tea.name of"],
            ["kind: Kind", "one of GREEN, BLACK"], ["price: Float", "deprecated: use cost"],
            ["at: Date", "as specified by https://x.test/date"],
        ] {
            robot.press("j")
            let words = explained(robot)
            for text in texts { #expect(words.contains(text), "\(text) in \(words)") }
        }
    }

    @Test func `F says so where no link is documented`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        robot.press("3", "F")
        #expect(robot.screen.contains("There is no response whose links could be followed."), "\(robot.screen)")
        robot.press("1")
        try robot.answer(200, "[]", url: "http://h.test/pets")
        robot.press("3", "F")
        #expect(robot.screen.contains("openapi.yaml documents no links of GET /pets for the status 200."))
        let other = Robot(120, 36)
        let id = try #require(other.send())
        try other.finish(id, .ok)
        other.press("3", "F")
        #expect(other.screen.contains("No description says where this response leads."), "\(other.screen)")
    }

    // MARK: Coverage

    @Test func `operations that were sent and those that never were have marks, and tags their share`() throws {
        let robot = try robot()
        #expect(row("List them", robot)?.contains("◇") == false, "\(robot.screen)")
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://h.test/pets?limit=2")
        robot.describeAll()
        #expect(row("List them", robot)?.contains("◆") == true, "\(robot.screen)")
        #expect(row("Add one", robot)?.contains("◇") == true)
        #expect(row("Pets", robot)?.contains("1/3") == true && row("Shop", robot)?.contains("0/1") == true)
        // The API sends those.
        #expect(row("It was added", robot)?.contains("◇") == false)
    }

    @Test func `requests of other files count once the description's own went to the same server`() throws {
        try folder.write("### all\nGET http://local.test:1/pets\n\n### other\nGET http://x.test/orders\n", to: "a.http")
        let robot = try robot()
        robot.selectRow("all")
        try robot.answer(200, "[]", url: "http://local.test:1/pets")
        robot.describeAll()
        #expect(row("List them", robot)?.contains("◆") == false, "\(robot.screen)")
        robot.selectRow("Show one")
        try robot.answer(200, "{}", url: "http://local.test:1/pets/1")
        robot.describeAll()
        robot.selectRow("all")
        try robot.answer(200, "[]", url: "http://local.test:1/pets")
        robot.describeAll()
        #expect(row("List them", robot)?.contains("◆") == true && row("Pets", robot)?.contains("2/3") == true)
    }

    @Test func `marks stay when the description is read again`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://h.test/pets")
        robot.describeAll()
        try folder.write(Robot.pets.replacing("summary: Show one", with: "summary: Show it"), to: "openapi.yaml")
        robot.tell(.filesChanged(FileChange(files: [folder.path + "/openapi.yaml"])))
        robot.describeAll()
        #expect(row("Show it", robot)?.contains("◇") == true, "\(robot.screen)")
        #expect(row("List them", robot)?.contains("◆") == true && row("Pets", robot)?.contains("1/3") == true)
    }

    @Test func `words stand for the marks where there are none`() throws {
        let robot = try robot(glyphs: .plain)
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://other.test/pets")
        robot.describeAll()
        #expect(row("List them", robot)?.contains(" sent") == true, "\(robot.screen)")
        #expect(row("Add one", robot)?.contains(" never") == true && row("Pets", robot)?.contains("1/3 sent") == true)
    }

    @Test func `the coverage is listed, with what is missing of each operation`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://h.test/pets?limit=2")
        robot.describeAll()
        robot.press("1")
        robot.choose("Show coverage")
        #expect(robot.screen.contains("Reading every operation."))
        robot.describeAll()
        let view = robot.screen
        #expect(view.contains("Coverage of openapi.yaml: 1/4 operations"), "\(view)")
        #expect(view.contains("Sent 1 time: query limit and status 200. Never: header X-Trace."), "\(view)")
        #expect(view.contains("Counted: 1 request of this session."), "\(view)")
        robot.press("j", "j")
        #expect(robot.screen.contains("Never sent: "), "\(robot.screen)")
        robot.press("m")
        #expect(robot.dialog.contains { $0.contains("GET") && $0.contains("/pets ") }, "\(robot.screen)")
        robot.press("r")
        #expect(robot.screen.contains("None: only this session") && robot.takeNames().contains("readRuns"))
        robot.press(.escape, "G", .enter)
        #expect(!robot.hasDialog && robot.border(.request).contains("addOrder"), "\(robot.screen)")
    }

    @Test func `what a run sends counts once, for the operation of its request`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        robot.press("X", .enter)
        let jobs = robot.take().compactMap { if case .replay(let job) = $0 { job } else { nil } }
        let job = try #require(jobs.last, "\(robot.screen)")
        let request = RunHead.Request(file: "openapi.yaml", line: 8, id: "listPets", method: "GET")
        let head = RunHead(
            id: "aaaaaaa", startedAt: RunFixtures.now, program: "0.1", paths: ["openapi.yaml"], requests: [request])
        let places = [(file: folder.path + "/openapi.yaml", index: 0)]
        robot.tell(.replayBegan(job.id, ReplayPlanned(head: head, places: places, isRecorded: false)))
        let draft = RequestDraft(url: "http://elsewhere.test/all")
        let hop = ExchangeFixtures.hop(
            request: try RequestBuilder().build(draft), response: ExchangeFixtures.response(status: 200))
        robot.finish(ExchangeFixtures.exchange(77, draft: draft, hops: [hop]))
        robot.describeAll()
        #expect(row("List them", robot)?.contains("◆") == false, "its request is not known yet")
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0, exchange: 77)])))
        robot.describeAll()
        #expect(row("List them", robot)?.contains("◆") == true, "\(robot.screen)")
        robot.press("1")
        robot.choose("Show coverage")
        robot.describeAll()
        #expect(robot.screen.contains("Counted: 1 request of this session."), "\(robot.screen)")
    }

    @Test func `a recorded run counts beside the session`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        try robot.answer(200, "[]", url: "http://h.test/pets")
        let jobs = robot.take(where: { if case .observe = $0 { true } else { false } })
        guard case .observe(let job)? = jobs.first else {
            Issue.record("nothing is observed")
            return
        }
        robot.tell(.runCovered(nil, job.run(), ticket: 0))
        #expect(row("List them", robot)?.contains("◆") == true, "\(robot.screen)")
        // Without the run nothing is left of it.
        robot.tell(.runCovered(nil, [], ticket: 0))
        #expect(row("List them", robot)?.contains("◆") == false, "\(robot.screen)")
    }

    @Test func `the coverage names what is not documented, and the run that is counted`() throws {
        let robot = try robot()
        robot.selectRow("List them")
        try robot.answer(500, "[]", url: "http://h.test/pets")
        let jobs = robot.take(where: { if case .observe = $0 { true } else { false } })
        guard case .observe(let job)? = jobs.first else {
            Issue.record("nothing is observed")
            return
        }
        robot.tell(.runCovered(RunFixtures.entry(1, "aaaaaaa", name: "golden"), job.run(), ticket: 0))
        robot.press("1")
        robot.choose("Show coverage")
        robot.describeAll()
        let words = robot.dialogWords
        #expect(words.contains("Not documented: 500"), "\(words)")
        #expect(words.contains("Counted: 1 request of this session and of the run golden (orders.http)."), "\(words)")
    }

    // MARK: Large descriptions

    private func writeLarge() throws -> Int {
        var text = "openapi: 3.1.0\ninfo: {title: Large, version: '1'}\npaths:\n"
        for number in 0..<300 {
            text += "  /things\(number):\n    get:\n      operationId: get\(number)\n      description: |\n"
            text += String(
                repeating: "        A long text that says little about number \(number) of them.\n", count: 40)
            text += "      tags: [group\(number / 100)]\n      responses: {'200': {description: ok}}\n"
        }
        try folder.write(text, to: "large.yaml")
        return text.utf8.count
    }

    @Test func `a large description is read in the background, and its row says how far`() throws {
        let size = try writeLarge()
        #expect(size > 600_000)
        let robot = try robot()
        #expect(row("large.yaml", robot)?.contains("reading large.yaml \(Formatting.byteCount(size))") == true)
        #expect(row("List them", robot) != nil, "the rest is there: \(robot.screen)")
        robot.tell(.fileReading(path: folder.path + "/large.yaml", 400_000))
        #expect(row("large.yaml", robot)?.contains("400 of ") == true, "\(robot.screen)")
        // Nothing may be written to it.
        robot.selectRow("large.yaml")
        robot.press(.control("s"))
        #expect(!robot.takeNames().contains { $0.hasPrefix("save") })
        let other = try self.robot()
        other.describeAll()
        #expect(row("large.yaml", other)?.contains("reading") == false && row("group0", other) != nil)
        #expect(row("get0", other) == nil, "its tags are closed: \(other.screen)")
        #expect(!other.screen.contains("On disk"), "\(other.screen)")
    }

    @Test func `a description that is not read yet takes no request`() throws {
        _ = try writeLarge()
        let robot = try robot()
        robot.script("p http://h.test/x Tab ^U large.yaml Enter")
        #expect(robot.dialogWords.hasSuffix("! large.yaml is a description that is not read yet."), "\(robot.screen)")
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `Esc stops reading, and Enter begins again`() throws {
        _ = try writeLarge()
        let robot = try robot()
        robot.selectRow("large.yaml")
        robot.press(.escape)
        #expect(robot.screen.contains("Stopped reading large.yaml"), "\(robot.screen)")
        #expect(row("large.yaml", robot)?.contains("not read: Enter") == true, "\(robot.screen)")
        #expect(robot.takeNames().contains("stopReading \(folder.path)/large.yaml"))
        // R reads all again, that too.
        let other = robot.copy()
        other.press("R")
        var read = try CollectionStore().open(path: folder.path)
        read.asked = folder.path
        other.tell(.collectionLoaded(.success(read)))
        #expect(row("reading large.yaml", other) != nil, "\(other.screen)")
        robot.press(.enter)
        robot.describeAll()
        #expect(row("group0", robot) != nil, "\(robot.screen)")
    }

    @Test func `one interrupt stops reading and cancels what is in flight, because the next one quits unasked`() throws
    {
        _ = try writeLarge()
        let robot = try robot()
        let idle = robot.copy()
        let stops = "stopReading \(folder.path)/large.yaml"
        idle.press(.control("c"))
        #expect(idle.toastText == "Stopped reading large.yaml; Enter on it reads it. ^C again quits.")
        #expect(idle.takeNames().contains(stops))
        robot.selectRow("List them")
        _ = try #require(robot.send())
        robot.effects = []
        robot.press(.control("c"))
        #expect(robot.toastText == "Cancelling 1 request. ^C again quits.")
        let names = robot.takeNames()
        #expect(names.contains("cancelAll") && names.contains(stops), "\(names)")
        robot.press(.control("c"))
        #expect(robot.takeNames().contains("quit") && !robot.hasDialog)
    }

    @Test func `a large description that changed is read again, and shown as it was meanwhile`() throws {
        _ = try writeLarge()
        let robot = try robot()
        robot.describeAll()
        try folder.write(
            try folder.read("large.yaml").replacing("tags: [group0]", with: "tags: [first]"), to: "large.yaml")
        var read = try CollectionStore().open(path: folder.path)
        read.asked = folder.path
        robot.tell(.collectionLoaded(.success(read)))
        #expect(row("reading large.yaml", robot) != nil && row("group0", robot) != nil, "\(robot.screen)")
        robot.describeAll()
        #expect(row("first", robot) != nil && row("group0", robot) == nil, "\(robot.screen)")
    }
}

/// Which file of the collection a recorded run means.
@Suite struct CoverRunJobTests {
    @Test(arguments: [
        ("openapi.yaml", "/c/openapi.yaml"), ("./a/openapi.yaml", "/c/a/openapi.yaml"), ("/c/a.http", "/c/a.http"),
        ("../c/a.http", "/c/a.http"), ("b/openapi.yaml", nil), ("api.yaml", nil), ("", nil),
    ])
    func `a file is meant by the end of its path`(typed: String, path: String?) {
        let files = ["/c/openapi.yaml", "/c/a/openapi.yaml", "/c/a.http"]
        let job = CoverRunJob(
            files: [], requests: Dictionary(uniqueKeysWithValues: files.map { ($0, Set<String>()) }))
        #expect(job.path(of: typed) == path)
    }
}
