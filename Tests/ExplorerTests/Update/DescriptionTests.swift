import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// A description of an API on the screen.
@Suite struct DescriptionScreenTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write()
    }

    private func write(_ extra: String = "", minimum: Int = 5) throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test'}]
            tags: [{name: Pets}, {name: Shop}]
            paths:
              /pets:
                get:
                  operationId: listPets
                  tags: [Pets]
                  parameters: [{name: limit, in: query, required: true, schema: {type: integer, minimum: \(minimum)}}]
              /orders:
                post: {operationId: addOrder, tags: [Shop]}
            \(extra)
            """, to: "openapi.yaml")
    }

    private func collection() throws -> CollectionFolder { try CollectionStore().load(path: folder.path) }

    private func robot() throws -> Robot {
        opened(folder.path, try collection())
    }

    private func opened(_ path: String, _ folder: CollectionFolder) -> Robot {
        let robot = Robot(120, 30, files: [])
        robot.tell(.collectionOpened(CollectionOpening(path: path, folder: folder, memory: nil, drops: true)))
        return robot
    }

    /// A description that is opened by itself.
    private func robot(opening name: String) throws -> Robot {
        let path = folder.path + "/" + name
        return opened(path, try CollectionStore().open(path: path))
    }

    private func keptEdits(_ robot: Robot) -> [DescriptionEdits] {
        robot.take().compactMap { if case .keepDescriptionEdits(let edits) = $0 { edits } else { nil } }
    }

    @Test func `tags are folders, and the open operation is whole`() throws {
        let robot = try robot()
        let tree = robot.inside(.collections)
        #expect(tree.contains { $0.contains("openapi.yaml") } && tree.contains { $0.contains("Pets") })
        #expect(tree.contains { $0.contains("POST") && $0.contains("addOrder") || $0.contains("/orders") })
        robot.press("2", "[")
        #expect(robot.screen.contains("limit") && robot.screen.contains("5"), "\(robot.screen)")
    }

    @Test func `the Docs tab is an outline that is folded, with the place of each row`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths:
              /pets/{id}:
                get:
                  operationId: getPet
                  description: Reads **one** pet.
                  parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1, maximum: 9}}]
                  responses:
                    '200':
                      description: The pet
                      content:
                        application/json:
                          schema:
                            type: object
                            required: [name]
                            properties:
                              name: {type: string, maxLength: 20, description: What it is called.}
                              owner: {type: object, properties: {mail: {type: string, format: email}}}
            """, to: "openapi.yaml")
        let robot = try robot()
        robot.press("2")
        for _ in 0..<8 where robot.tab != "Docs" { robot.press("]") }
        let rows = { robot.inside(.request).joined(separator: "\n") }
        #expect(robot.tab == "Docs", "\(robot.screen)")
        #expect(rows().contains("Reads one pet.") && rows().contains("integer, 1 to 9"), "\(rows())")
        robot.press("4", "2", "G")
        #expect(robot.screen.contains("openapi.yaml:"), "\(robot.screen)")
        let before = rows()
        robot.press(.enter)
        #expect(rows() != before || !before.contains("▸"), "\(rows())")
        // Requests of request files have no such tab.
        let other = Robot(120, 30)
        other.press("j", "2")
        for _ in 0..<8 {
            other.press("]")
            #expect(other.tab != "Docs")
        }
    }

    @Test func `K on a member of a response says what the description says of it`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths:
              /pets:
                get:
                  operationId: listPets
                  responses:
                    '200':
                      description: All
                      content:
                        application/json:
                          schema:
                            type: array
                            items: {type: object, required: [name], properties: {name: {type: string, maxLength: 20, description: What it is called.}}}
            """, to: "openapi.yaml")
        let robot = try robot()
        _ = robot.send()
        robot.finish(
            ExchangeFixtures.exchange(
                robot.lastExchange,
                response: ExchangeFixtures.response(
                    status: 200, headers: [HeaderField("Content-Type", "application/json")],
                    body: Array(#"[{"name":"Rex"}]"#.utf8))))
        robot.press("3", "j", "j", "K")
        let dialog = robot.screen
        #expect(dialog.contains("What it is called."), "\(dialog)")
        #expect(dialog.contains("openapi.yaml:14:"), "\(dialog)")
    }

    @Test func `a tag is closed and opened`() throws {
        let robot = try robot()
        robot.press("1", "g", "g", "j")
        let before = robot.inside(.collections)
        robot.press(.enter)
        #expect(robot.inside(.collections).filter { $0.contains("GET") }.isEmpty, "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.inside(.collections) == before)
    }

    @Test func `a change is kept without saving, and nothing is unsaved`() throws {
        let robot = try robot()
        robot.press("2", "i", .end)
        robot.type("&q=1")
        robot.press(.enter)
        let kept = keptEdits(robot)
        #expect(kept.last?.blocks.map(\.name) == ["listPets"], "\(robot.screen)")
        #expect(kept.last?.blocks.first?.mine.contains("q=1") == true)
        robot.press("1", "u")
        #expect(keptEdits(robot).last?.blocks.isEmpty == true)
        robot.press("q")
        #expect(robot.takeNames().contains("quit"))
    }

    @Test func `a changed description is read again, other JSON and YAML files are not`() throws {
        try write("  /new: {$ref: 'more.yaml#/new'}")
        try folder.write("new: {get: {operationId: fresh}}\n", to: "more.yaml")
        let robot = try robot()
        _ = robot.take()
        func effects(_ names: String...) -> [String] {
            robot.tell(.filesChanged(FileChange(files: Set(names.map { folder.path + "/" + $0 }))))
            return robot.takeNames()
        }
        #expect(effects("openapi.yaml") == ["readFiles \(folder.path)/openapi.yaml"])
        #expect(effects("more.yaml") == ["readFiles \(folder.path)/openapi.yaml"])
        #expect(effects("package.json", "data.yaml") == [])
        #expect(effects("swagger.json") == ["loadCollection"])
    }

    @Test(arguments: [("", "u", []), ("u", "U", ["listPets"])] as [(String, String, [String])])
    func `an undo or a redo after another request was looked at changes nothing of that`(
        before: String, key: String, changed: [String]
    ) throws {
        // Its first line alone, as it is until it is looked at, lacks the parameter.
        try write(
            """
              /items:
                get:
                  operationId: listItems
                  tags: [Shop]
                  parameters: [{name: page, in: query, required: true, schema: {type: integer, minimum: 3}}]
            """)
        let robot = try robot()
        robot.script("2 i End &q=1 Enter \(before) 1 G")
        #expect(robot.openTarget == "{{server}}/items?page=3", "\(robot.screen)")
        _ = robot.take()
        robot.script(key)
        #expect(keptEdits(robot).last?.blocks.map(\.name) == changed, "\(robot.screen)")
        robot.script("1 G")
        #expect(robot.openTarget == "{{server}}/items?page=3", "\(robot.screen)")
    }

    @Test func `kept changes come back, also after the description changed`() throws {
        let first = try robot()
        first.press("2", "i", .end)
        first.type("&q=1")
        first.press(.enter)
        let edits = try #require(keptEdits(first).last)
        try write("  /new: {get: {operationId: fresh}}")
        let robot = try robot()
        #expect(robot.takeNames().contains { $0.hasPrefix("findDescriptionEdits") })
        robot.tell(.descriptionEditsFound([edits]))
        #expect(robot.screen.contains("q=1") && robot.border(.request).contains("changed"), "\(robot.screen)")
        robot.press("u")
        #expect(!robot.screen.contains("q=1") && !robot.border(.request).contains("changed"), "\(robot.screen)")
        robot.press("U")
        // The description changes while it is open.
        try write("  /newer: {get: {operationId: newer}}")
        robot.tell(.collectionLoaded(.success(try named(collection()))))
        #expect(robot.inside(.collections).contains { $0.contains("newer") }, "\(robot.screen)")
        #expect(robot.screen.contains("q=1"), "\(robot.screen)")
    }

    @Test func `edits of an earlier session are taken back request by request, the last one first`() throws {
        let first = try robot()
        for (keys, text) in [("1 g j j 2 i End", "&q=1"), ("1 G 2 i End", "?q=2")] {
            first.script(keys)
            first.type(text)
            first.press(.enter)
        }
        let edits = try #require(keptEdits(first).last)
        #expect(edits.blocks.map(\.name) == ["listPets", "addOrder"])
        let robot = try robot()
        robot.tell(.descriptionEditsFound([edits]))
        var left: [[String]?] = []
        for _ in 0..<2 {
            _ = robot.take()
            robot.press("u")
            left.append(keptEdits(robot).last?.blocks.map(\.name))
        }
        #expect(left == [["listPets"], []])
        robot.press("u")
        #expect(robot.toastText == "Nothing to take back in this file.")
    }

    @Test func `where the description changed what was edited, the edit is shown, which is said`() throws {
        let first = try robot()
        first.script("2 i End")
        first.type("&q=1")
        first.press(.enter)
        let edits = try #require(keptEdits(first).last)
        try write(minimum: 7)
        let robot = try robot()
        robot.tell(.descriptionEditsFound([edits]))
        let start = "The description changed where you had edited it; your version is shown: "
        #expect(robot.toastText?.hasPrefix(start) == true, "\(robot.screen)")
        #expect(robot.openTarget?.hasSuffix("limit=5&q=1") == true, "\(robot.screen)")
    }

    @Test func `what a described request lacks has the line of its operation in the description`() throws {
        let robot = try robot()
        robot.press("s")
        robot.resolveAll {
            .unresolved(
                [UnresolvedVariable(name: "token", line: $0.request.line, reason: "no variable of that name")], uses: []
            )
        }
        #expect(robot.screen.contains("{{token}}  openapi.yaml:8  no variable of that name"), "\(robot.screen)")
        #expect(robot.screen.contains("or give the name a value there with e"))
        robot.press(.escape, "s")
        robot.resolveAll {
            .refused(
                sentence: "openapi.yaml:\($0.request.line): The body file a does not exist.", line: $0.request.line)
        }
        #expect(robot.screen.contains("openapi.yaml:8: The body file a does not exist."), "\(robot.screen)")
    }

    @Test func `a login of a described request is kept, and nothing says that the description is written`() throws {
        let robot = try robot()
        robot.press("2")
        for _ in 0..<8 where robot.tab != "Auth" { robot.press("]") }
        robot.press(.enter)
        robot.click(on: "Digest")
        robot.type("ann")
        robot.press(.tab)
        robot.type("{{pw}}")
        #expect(robot.screen.contains("with what you change of this request"), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.footer.contains("The change is kept, and openapi.yaml stays as it is."), "\(robot.footer)")
        #expect(robot.authNotes.first == "You changed this request; openapi.yaml stays as it is.")
        #expect(keptEdits(robot).last?.blocks.first?.mine.contains("Authorization: Digest ann {{pw}}") == true)
    }

    @Test func `a login that a description asks for is made from its line`() throws {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths:
              /pets:
                get: {operationId: listPets, security: [{key: []}]}
            components: {securitySchemes: {key: {type: http, scheme: bearer}}}
            """, to: "openapi.yaml")
        let robot = try robot()
        #expect(robot.authNotes == ["Made from openapi.yaml, line 6."], "\(robot.screen)")
    }

    @Test(
        arguments: [
            ("m", "openapi.yaml was read again; what else you changed of its requests is kept."),
            ("t", "openapi.yaml is as on disk now; u takes it back."),
        ] as [(Key, String)])
    func `what is decided of a request that changed here and in the description is kept`(
        _ choice: Key, _ sentence: String
    ) throws {
        let robot = try robot()
        robot.press("2", "i", .end)
        robot.type("&q=1")
        robot.press(.enter)
        #expect(keptEdits(robot).last?.blocks.isEmpty == false)
        try write(minimum: 7)
        robot.tell(.collectionLoaded(.success(try named(collection()))))
        #expect(robot.screen.contains("Changed here and on disk"), "\(robot.screen)")
        #expect(robot.toastText?.contains("openapi.yaml changed where you edited: R asks") == true)
        robot.press(choice)
        #expect(robot.footer.contains(sentence), "\(robot.footer)")
        let kept = try #require(keptEdits(robot).last)
        #expect(kept.blocks.map { $0.mine.contains("q=1") } == (choice == "m" ? [true] : []))
        #expect(kept.blocks.allSatisfy { $0.base.contains("limit=7") })
    }

    @Test func `an editor's text without a request changes nothing of a description`() throws {
        let robot = try robot()
        robot.press("2", "[")
        let job = try editorJob(robot)
        robot.tell(.editedExternally(job, .changed("# later\n")))
        #expect(robot.footer.contains("The requests of openapi.yaml are those that it describes"), "\(robot.footer)")
        #expect(keptEdits(robot).isEmpty)
        // Nothing is lost: the editor opens the refused text again, and drops it only if it is left as it is.
        #expect(try editorJob(robot).text == "# later\n")
        robot.tell(.editedExternally(try editorJob(robot), .unchanged))
        #expect(
            robot.toastText == "The refused text was not changed, so it is dropped. The request is as it was.")
        #expect(try editorJob(robot) == job)
        robot.tell(.editedExternally(job, .changed(job.text + "X-A: 1\n")))
        #expect(robot.footer.contains("The change is kept, and openapi.yaml stays as it is."), "\(robot.footer)")
        #expect(keptEdits(robot).last?.blocks.map(\.name) == ["listPets"])
    }

    @Test func `an edit after a refused text is what the editor gets, and the refused text is back without it`() throws
    {
        let robot = try robot()
        robot.press("2", "[")
        let job = try editorJob(robot)
        robot.tell(.editedExternally(job, .changed("# later\n")))
        robot.press("i", .end)
        robot.type("&q=1")
        robot.press(.enter)
        let newer = try editorJob(robot)
        #expect(newer.text.contains("q=1") && !job.text.contains("q=1"), "\(newer.text)")
        robot.tell(.editedExternally(newer, .unchanged))
        #expect(robot.footer.contains("The editor changed nothing."), "\(robot.footer)")
        robot.press("u")
        #expect(try editorJob(robot).text == "# later\n")
    }

    /// What `E` gives to the editor.
    private func editorJob(_ robot: Robot) throws -> EditorJob {
        robot.press("E")
        return try #require(
            robot.take().compactMap { if case .editExternally(let job) = $0 { job } else { nil } }.first)
    }

    private func named(_ folder: CollectionFolder) -> CollectionFolder {
        var folder = folder
        folder.asked = self.folder.path
        return folder
    }

    @Test func `requests of a description are neither added nor deleted, and a sentence says what to do`() throws {
        let robot = try robot()
        robot.press("1")
        robot.press("D")
        if robot.hasDialog { robot.press("d") }
        #expect(robot.screen.contains("The requests of openapi.yaml are those that it describes"), "\(robot.screen)")
        #expect(keptEdits(robot).isEmpty)
    }

    @Test func `a request is kept in a request file beside the description`() throws {
        let robot = try robot()
        robot.press("1", .control("s"))
        let saved = robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }
        let job = try #require(saved.first, "\(robot.screen)")
        #expect(job.path == folder.path + "/openapi.http")
        let text = String(decoding: job.bytes, as: UTF8.self)
        #expect(text.contains("# @openapi ./openapi.yaml#listPets") && text.contains("limit=5"), "\(text)")
    }

    @Test func `a second request is kept behind the first one`() throws {
        let robot = try robot()
        func kept() throws -> SaveJob {
            robot.press(.control("s"))
            return try #require(robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }.last)
        }
        let first = try kept()
        robot.tell(.saveFinished(first, .saved(FileStamp(bytes: first.bytes))))
        robot.script("1 g j j j j")
        let lines = String(decoding: try kept().bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.filter { $0.hasPrefix("# @openapi") }
                == ["# @openapi ./openapi.yaml#listPets", "# @openapi ./openapi.yaml#addOrder"], "\(robot.screen)")
    }

    @Test func `what cannot be kept in a request file says why, and nothing is written`() throws {
        try folder.write([0x23, 0xFF, 0x0A], to: "openapi.http")
        let robot = try robot()
        robot.script("1 ^S")
        #expect(robot.toastText == "openapi.http is not UTF-8; it can be sent from but not edited.")
        try folder.write("GET http://h.test/a\n", to: "openapi.http")
        let other = try self.robot()
        other.selectRow("GET")
        other.selectRow("openapi.yaml")
        other.script("^S")
        #expect(other.toastText == "Select a request of openapi.yaml: ^S keeps it in a request file.")
        for robot in [robot, other] { #expect(!robot.takeNames().contains { $0.hasPrefix("save") }) }
    }

    @Test func `a request of a description opened by itself is kept as well`() throws {
        let robot = try robot(opening: "openapi.yaml")
        robot.press("1", "j", "j", .control("s"))
        let saved = robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }
        #expect(saved.map(\.path) == [folder.path + "/openapi.http"], "\(robot.screen)")
        #expect(robot.inside(.collections).contains { $0.contains("openapi.http") })
    }

    @Test func `fields of a GraphQL schema are completed in the body`() throws {
        try folder.write("type Query { teas: [Tea] } type Tea { name: String price: Float }", to: "t.graphql")
        let robot = try robot(opening: "t.graphql")
        robot.press("1", "j", "j", "2", "]", .enter, .down, .down, .end, .enter, "p", "r")
        #expect(robot.screen.contains("price  Float"), "\(robot.screen)")
        robot.press(.tab)
        #expect(robot.screen.contains("price") && !robot.screen.contains("price  Float"), "\(robot.screen)")
    }

    @Test func `the Docs tab shows the field of a GraphQL schema`() throws {
        try folder.write("type Query { teas: [Tea] } \"A drink\" type Tea { name: String }", to: "t.graphql")
        let robot = try robot(opening: "t.graphql")
        robot.press("1", "j", "j", "2", "[", "[")
        #expect(robot.screen.contains("A drink") && robot.screen.contains("type Tea"), "\(robot.screen)")
    }

    // MARK: Completion

    private static let addOrder = """
        # @openapi ./openapi.yaml#addOrder
        POST http://h.test/orders
        Content-Type: application/json

        {"size": "large"}

        """

    /// - Parameter kept: the request file beside the description.
    private func orders(_ kept: String = addOrder) throws -> Robot {
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Orders, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths:
              /orders:
                post:
                  operationId: addOrder
                  parameters:
                    - {name: priority, in: query, description: How soon, schema: {enum: [low, high]}}
                    - {name: X-Tenant, in: header, schema: {type: string, example: acme}}
                  requestBody:
                    content:
                      application/json:
                        schema: {type: object, properties: {item: {type: string}, size: {enum: [small, large]}}}
              /orders/{id}:
                post:
                  operationId: payOrder
                  parameters: [{name: id, in: path, required: true, schema: {enum: [first, last]}}]
            """, to: "openapi.yaml")
        try folder.write(kept, to: "kept.http")
        let robot = try robot()
        #expect(robot.border(.request).contains("POST http://h.test/"), "\(robot.screen)")
        return robot
    }

    @Test func `a kept request is completed from the description that it names`() throws {
        let robot = try orders()
        robot.press("2", "[", "A")
        robot.type("X-T")
        #expect(robot.listRows.contains("X-Tenant"), "\(robot.screen)")
        robot.press(.tab, .tab)
        #expect(robot.listRows.contains("acme"), "\(robot.screen)")
    }

    @Test func `a parameter and its values are completed`() throws {
        let robot = try orders()
        robot.press("2", "[", "[", "A")
        robot.type("pr")
        #expect(robot.listRows.contains("priority") && robot.listRows.contains("How soon"), "\(robot.screen)")
        robot.press(.tab, .tab)
        #expect(robot.listRows.contains("low") && robot.listRows.contains("high"), "\(robot.screen)")
    }

    @Test func `members of a body and their values are completed`() throws {
        let robot = try orders()
        robot.press("2", .enter, .end, .left)
        robot.type(", \"it")
        #expect(robot.listRows.contains("\"item\": ") && !robot.listRows.contains("size"), "\(robot.screen)")
        robot.press(.tab)
        #expect(robot.screen.contains("\"item\": "), "\(robot.screen)")
    }

    @Test func `without a Content-Type the body is completed as JSON`() throws {
        let robot = try orders(Self.addOrder.replacing("Content-Type: application/json\n", with: ""))
        robot.press("2", .enter, .end, .left)
        robot.type(", \"it")
        #expect(robot.listRows.contains("\"item\": "), "\(robot.screen)")
    }

    @Test func `the value of a variable that holds a parameter is completed, and nothing where no parameter is`() throws
    {
        let robot = try orders("@id = 7\n# @openapi ./openapi.yaml#payOrder\nPOST http://h.test/orders/{{id}}\n")
        robot.script("@Params A x")
        #expect(!robot.hasList, "the operation has no query: \(robot.screen)")
        robot.script("^G")
        robot.lookUp([VariableUse(name: "id", value: "7", source: .file(line: 1))])
        robot.script("e ^U la")
        #expect(robot.highlighted == "last" && !robot.listRows.contains("first"), "\(robot.screen)")
        robot.press(.tab)
        #expect(robot.typed == "@id = last")
        // Another variable is no parameter.
        robot.script("^G")
        robot.lookUp([VariableUse(name: "other", value: "7", source: .file(line: 1))])
        robot.script("e ^U la")
        #expect(!robot.hasList && robot.typed == "@other = la")
    }

    @Test func `the path of a URL is completed`() throws {
        let robot = try orders()
        robot.press("2", "i")
        robot.type("/")
        #expect(robot.listRows.contains("/orders/{{id}}"), "\(robot.screen)")
    }

    @Test(arguments: [
        ("http://a.test/or", true), ("http://a.test/orders?x", false), ("{{server}}/o", true), ("a.test/o", false),
        ("{{scheme}}://a.test/or", true), ("{{scheme}}://{{host}}/o", true), ("{{scheme}}:/o", false),
        ("{{host}}:8080/o", true), ("{{host}}:{{port}}/o", true), ("{{name}}.a.test/o", true), ("{{host}}./o", false),
    ])
    func `the path of a URL follows its host or a variable`(typed: String, isOffered: Bool) throws {
        let robot = try orders()
        robot.press("2", "i", .control("u"))
        robot.type(typed)
        #expect(robot.listRows.contains("/orders/{{id}}") == isOffered, "\(robot.screen)")
    }

    @Test(arguments: [
        ("", true), ("{{server}}", true), ("http://a.test", true), ("{{server}}x", false), ("a.test", false),
        ("http://a.test?", false), ("http://a.test#", false), ("{{scheme}}://a.test", true),
        ("{{host}}:80", true), ("{{host}}:", false),
    ])
    func `Ctrl-N lists the paths where one may begin, and one that is chosen is written there`(
        typed: String, isOffered: Bool
    ) throws {
        let robot = try orders()
        robot.press("2", "i", .control("u"))
        robot.type(typed)
        #expect(!robot.hasList, "no letter of a path is typed: \(robot.screen)")
        robot.press(.control("n"))
        #expect(robot.listRows.contains("/orders/{{id}}") == isOffered, "\(robot.screen)")
        #expect(robot.toastText == (isOffered ? nil : "Nothing to choose from here; {{ begins a variable."))
        guard isOffered else { return }
        robot.press(.down, .tab)
        #expect(robot.typed == "\(typed)/orders", "\(robot.screen)")
    }

    @Test func `the operation is known by the values of variables, and Docs goes with it`() throws {
        let robot = try orders("POST http://h.test/{{what}}\n")
        for (value, isFound) in [(nil, false), ("orders", true), ("none", false), ("orders", true)] as [(String?, Bool)]
        {
            robot.lookUp(value.map { [VariableUse(name: "what", value: $0, source: .override)] } ?? [])
            robot.script("@Docs")
            #expect((robot.tab == "Docs") == isFound, "\(value ?? "")\n\(robot.screen)")
        }
        robot.script("i ^U http://h.test/none Enter")
        #expect(robot.tab == "Headers", "\(robot.screen)")
        robot.script("u @Docs")
        #expect(robot.tab == "Docs", "\(robot.screen)")
    }

    @Test func `Space on the Docs tab folds a part and unfolds it, as Enter does, and / searches it`() throws {
        let robot = try orders()
        robot.script("@Docs g")
        func goToRow(_ isWanted: (String) -> Bool) {
            for _ in 0..<40 where robot.selectedRow(.request).map(isWanted) != true { robot.press("j") }
        }
        goToRow { $0.hasPrefix("▾") }
        let open = robot.inside(.request)
        robot.press(" ")
        let closed = robot.inside(.request)
        #expect(robot.selectedRow(.request)?.hasPrefix("▸") == true && closed != open, "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.inside(.request) == open)
        robot.press(" ")
        #expect(robot.inside(.request) == closed)
        robot.press(.enter, "g")
        goToRow { !$0.hasPrefix("▾") && !$0.hasPrefix("▸") }
        robot.press(" ")
        #expect(robot.toastText == "Nothing folds here.")
        robot.script("/ soon")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        #expect(robot.selectedRow(.request)?.contains("How soon") == true, "\(robot.screen)")
    }

    @Test func `a long row of Docs goes on below, under its beginning`() throws {
        let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths: {/pets: {get: {operationId: listPets, description: \(words)}}}
            """, to: "openapi.yaml")
        let files = try collection().nodes.compactMap { if case .file(let file) = $0 { file } else { nil } }
        let subject = DocsSubject(described: try #require(files.first { $0.described != nil }?.described), index: 0)
        var state = DocsTabState(subject, try #require(subject.docs))
        for width in [40, 60, 200] {
            state.lay(out: width, .unicode)
            let lines = state.shown.map(\.line.string)
            let first = try #require(lines.firstIndex { $0.contains("word0 ") })
            let last = try #require(lines.firstIndex { $0.contains("word59") })
            let indents = Set(lines[first...last].map { $0.prefix { $0 == " " }.count })
            #expect(first < last && indents.count == 1 && lines.allSatisfy { $0.count <= width }, "\(lines)")
            let text = lines[first...last].flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(text == words, "\(lines)")
            #expect(Set(state.shown[first...last].map(\.row)).count == 1, "it is one row")
        }
    }

    @Test func `the Docs tab knows the operation of a kept request`() throws {
        let robot = try orders()
        robot.press("2", "[", "[", "[")
        #expect(robot.tab == "Docs" && robot.screen.contains("POST /orders"), "\(robot.screen)")
    }
}
