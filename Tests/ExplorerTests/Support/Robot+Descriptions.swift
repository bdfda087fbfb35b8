import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

// Background work that is about descriptions.
extension Robot {
    /// Does what was asked for, until nothing is left.
    func describeAll() {
        while !nearbyJobs.isEmpty { tell(nearbyJobs.removeFirst().run(isTrusted: false)) }
        while let place = effects.firstIndex(where: Self.isAboutDescriptions) {
            switch effects.remove(at: place) {
            case .indexOperations(let files):
                for file in files {
                    if let made = IndexedOperations(file, looksInside: true) { tell(.operationsIndexed(made)) }
                }
            case .observe(let job): tell(.observed(job.run()))
            case .sumCoverage(let job): tell(job.run())
            case .readLinks(let job): tell(job.run())
            case .readFiles(let job):
                tell(
                    .filesRead(
                        job,
                        job.files.compactMap {
                            CollectionStore().reload(path: $0.path, relativePath: $0.relativePath)
                        }))
            default: break
            }
        }
    }

    private static func isAboutDescriptions(_ effect: Effect) -> Bool {
        switch effect {
        case .indexOperations, .observe, .sumCoverage, .readLinks, .readFiles: true
        default: false
        }
    }
}

extension Robot {
    /// A description of an API with parameters, schemas, a callback and links.
    static let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: 'http://h.test'}]
        tags: [{name: Pets}, {name: Shop}]
        paths:
          /pets:
            get:
              operationId: listPets
              summary: List them
              tags: [Pets]
              parameters:
                - {name: limit, in: query, schema: {type: integer}}
                - {name: X-Trace, in: header, schema: {type: string}}
              responses: {'200': {description: ok}}
            post:
              operationId: addPet
              summary: Add one
              tags: [Pets]
              requestBody:
                required: true
                content: {application/json: {schema: {$ref: '#/components/schemas/Animal'}}}
              callbacks:
                onAdded: {'{$request.body#/hook}': {post: {summary: It was added, responses: {}}}}
              responses:
                '201':
                  description: made
                  content: {application/json: {schema: {type: object}}}
                  links:
                    pet: {operationId: getPet, parameters: {id: '$response.body#/id', color: '$response.body#/none'}}
                    lost: {operationId: noSuch}
          /pets/{id}:
            get:
              operationId: getPet
              summary: Show one
              tags: [Pets]
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: color, in: query, schema: {type: string}}
              responses: {'200': {description: ok}, '404': {description: none}}
          /orders:
            post: {operationId: addOrder, tags: [Shop], responses: {'200': {description: ok}}}
        components: {schemas: {Animal: {type: object, required: [name], properties: {name: {const: Rex}}}}}
        """

    /// A program in which that folder was opened, with files as they are on the disk.
    convenience init(opening path: String, _ columns: Int = 120, _ rows: Int = 36, glyphs: Glyphs = .unicode) throws {
        self.init(columns, rows, files: [], glyphs: glyphs)
        tell(
            .collectionOpened(
                CollectionOpening(
                    path: path, folder: try CollectionStore().open(path: path), memory: nil, drops: true)))
    }

    /// Selects the row with that text in the tree.
    func selectRow(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        press("1", "g")
        for _ in 0..<30 where selectedRow()?.contains(text) != true { press("j") }
        #expect(selectedRow()?.contains(text) == true, "\(screen)", sourceLocation: sourceLocation)
    }

    /// Sends the open request, which went to this URL, and answers it.
    func answer(_ status: Int, _ body: String = "", url: String) throws {
        try answer(try #require(send(), "\(screen)"), status, body, url: url)
    }

    /// Answers a request that was sent before.
    func answer(_ id: ExchangeID, _ status: Int, _ body: String = "", url: String) throws {
        let draft = RequestDraft(method: sent[id]?.method ?? "GET", url: url)
        let response = ExchangeFixtures.response(
            status: status, headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))
        finish(
            ExchangeFixtures.exchange(
                id.rawValue, draft: draft,
                hops: [ExchangeFixtures.hop(request: try RequestBuilder().build(draft), response: response)]))
    }
}
