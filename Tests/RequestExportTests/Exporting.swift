import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// Exports the requests of files that a test writes.
struct Exporting {
    let home: TemporaryFolder
    var environment: String?
    var overrides: [String: String] = [:]
    var isTrusted = false
    /// Where the files are from, as if they were a description that was fetched.
    var address: WebAddress?

    init(_ files: [String: String] = [:]) throws {
        home = try TemporaryFolder()
        // The root of a collection is where an environment file is.
        try home.write(files["http-client.env.json"] ?? "{}", to: "http-client.env.json")
        for (name, text) in files { try home.write(text, to: name) }
    }

    struct Result {
        var text: String
        var bytes: [UInt8]
        var losses: [String]
        var problems: [String]
        var items: [ExportItem]
        var count: Int
    }

    func file(_ name: String) throws -> CollectionFile {
        try CollectionStore().load(path: "\(home.path)/\(name)").files.first ?? { throw NoFile() }()
    }

    struct NoFile: Error {}

    func items(
        _ name: String, _ kind: ExportKind, reveals: Bool = false, marks: TextMarks = TextMarks()
    ) throws -> (items: [ExportItem], problems: [String]) {
        let file = try file(name)
        let builder = ContextBuilder(
            place: CollectionPlace(root: home.path, opened: home.path, address: address), isTrusted: isTrusted,
            environmentName: environment, overrides: overrides, namesFlags: true)
        let context = builder.context(for: file)
        var problems: [String] = []
        let items = file.document.requests.compactMap { request -> ExportItem? in
            do throws(ExportReader.Refusal) {
                return try ExportReader(kind, reveals: reveals, marks: marks).read(
                    request, in: file, context: context)
            } catch {
                problems.append(error.sentence)
                return nil
            }
        }
        return (items, problems)
    }

    func export(
        _ name: String = "a.http", to kind: ExportKind, title: String? = nil, reveals: Bool = false,
        asJSON: Bool = false
    ) throws -> Result {
        let (items, problems) = try items(name, kind, reveals: reveals)
        let document = ExportDocument(
            [.file(name: "a", items)], to: kind, title: title, name: title ?? "a",
            now: Timestamp(microsecondsSince1970: 0),
            asJSON: asJSON)
        return Result(
            text: String(decoding: document.bytes, as: UTF8.self), bytes: document.bytes,
            losses: document.losses.map(\.sentence), problems: problems, items: items, count: document.count)
    }

    /// One file, `a.http`.
    static func export(
        _ text: String, to kind: ExportKind, title: String? = nil, reveals: Bool = false, asJSON: Bool = false
    ) throws -> Result {
        try Exporting(["a.http": text]).export(to: kind, title: title, reveals: reveals, asJSON: asJSON)
    }
}

/// What a client sent, and what the engine sends for the same request.
enum Recording {
    /// The draft with values for its variables.
    static func filled(_ item: ExportItem, _ values: (String) -> String) -> RequestDraft {
        func text(_ number: Int) -> String {
            guard let variable = item.variables[number] else { return "" }
            if let login = variable.base64 { return Base64.encode(item.marks.replacing(in: login, text)) }
            return values(variable.name)
        }
        var draft = item.draft
        draft.url = item.marks.replacing(in: item.shownURL(draft.url), text)
        for index in draft.headers.fields.indices {
            draft.headers.fields[index].valueBytes = item.marks.replacing(
                in: draft.headers.fields[index].valueBytes, text)
        }
        if case .bytes(let bytes) = draft.body { draft.body = .bytes(item.marks.replacing(in: bytes, text)) }
        draft.options.log = nil
        return draft
    }

    /// What the program sends.
    static func send(_ draft: RequestDraft) async -> Exchange {
        let engine = Engine(configuration: EngineConfiguration(userAgent: ProgramVersion.userAgent))
        let exchange = await engine.send(draft)
        await engine.shutdown()
        return exchange
    }

    /// Runs a script as a user would.
    static func run(
        _ script: String, path: String = "/usr/bin:/bin", variables: [String: String] = [:], home: String
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/bin/sh", [],
            environment: ["PATH": path, "HOME": home].merging(variables) { a, _ in a }, folder: home,
            input: Array(script.utf8))
    }

    static func lines(_ head: [UInt8]) -> [String] {
        String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }
}
