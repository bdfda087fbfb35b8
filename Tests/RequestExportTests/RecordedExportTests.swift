import Base
import Foundation
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// What is exported sends what the program sends: run by the real curl and HTTPie against a recorder.
@Suite(.timeLimit(.minutes(5))) struct RecordedExportTests {
    /// The folder of `http`; nil if it is not installed. `HTTPIE_BIN` can name it.
    private static let httpie: String? = {
        let folders =
            [processEnvironment("HTTPIE_BIN")].compactMap(\.self)
            + (processEnvironment("PATH") ?? "").split(separator: ":").map(String.init)
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/http") }
    }()

    private func exporting(_ sample: RecordedSamples.Sample, _ base: String) throws -> Exporting {
        var exporting = try Exporting(["a.http": sample.text])
        try exporting.home.write(RecordedSamples.fileBytes, to: "it's a file")
        exporting.overrides = ["base": base]
        exporting.isTrusted = true
        return exporting
    }

    /// The last request of the sample: sent by the engine, then by the exported script.
    private func compare(
        _ sample: RecordedSamples.Sample, _ kind: ExportKind, path: String,
        _ check: (StubRequest, StubRequest, [ExportLoss], String) -> Void
    ) async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let exporting = try exporting(sample, server.url)
        let (items, problems) = try exporting.items("a.http", kind)
        #expect(problems.isEmpty)
        let item = try #require(items.last)
        let exchange = await Recording.send(Recording.filled(item) { sample.variables[$0] ?? "" })
        let script = ExportDocument(
            [.file(name: "a", [item])], to: kind, title: nil, name: "a", now: Timestamp(microsecondsSince1970: 0))
        let text = String(decoding: script.bytes, as: UTF8.self)
        if sample.isBeyondHTTPie, kind == .httpie {
            #expect(script.count == 0)
            #expect(script.losses.contains { $0.isWholeRequest })
            return
        }
        var names = ShellNames()
        var variables: [String: String] = [:]
        for number in item.usedMarks {
            let name = try #require(item.variables[number]?.name)
            variables[names.name(of: name)] = sample.variables[name]
        }
        let run = try await Recording.run(text, path: path, variables: variables, home: exporting.home.path)
        #expect(run.status == 0, "\(run.errorText)\n\(text)")
        let received = server.received
        try #require(received.count == 2, "\(exchange.error as Any)\n\(text)\n\(run.errorText)")
        check(received[0], received[1], script.losses, text)
    }

    @Test(arguments: RecordedSamples.all) func `curl sends the same bytes`(_ sample: RecordedSamples.Sample)
        async throws
    {
        try await compare(sample, .curl, path: "/usr/bin:/bin") { engine, curl, _, text in
            #expect(Recording.lines(engine.head) == Recording.lines(curl.head), "\(text)")
            #expect(engine.body == curl.body, "\(text)")
        }
    }

    /// HTTPie has another order of headers. It adds `Connection`, and for methods that usually have a body `Content-Length: 0`.
    private func expectAsHTTPie(_ engine: StubRequest, _ httpie: StubRequest, _ losses: [ExportLoss], _ text: String) {
        let (ours, theirs) = (Recording.lines(engine.head), Recording.lines(httpie.head))
        // The ledger says where HTTPie writes the URL in another way.
        if !losses.contains(where: { $0.text == HTTPieWriter.changesURL }) {
            #expect(ours.first == theirs.first, "\(text)")
        }
        let added =
            ["Connection: keep-alive"]
            + (ours.contains { $0.hasPrefix("Content-Length:") } ? [] : ["Content-Length: 0"])
        func fields(_ lines: [String]) -> [String] {
            lines.dropFirst().filter { !added.contains($0) }
                .map { $0.hasSuffix(": ") ? String($0.dropLast()) : $0 }.sorted()
        }
        #expect(fields(ours) == fields(theirs), "\(text)")
        #expect(engine.body == httpie.body, "\(text)")
    }

    @Test(
        .enabled(if: httpie != nil, "HTTPie is not installed: there is no http in PATH or HTTPIE_BIN"),
        arguments: RecordedSamples.all)
    func `HTTPie sends the same request`(_ sample: RecordedSamples.Sample) async throws {
        let folder = try #require(Self.httpie)
        try await compare(sample, .httpie, path: "\(folder):/usr/bin:/bin") { expectAsHTTPie($0, $1, $2, $3) }
    }

    // MARK: By chance

    private func item(_ draft: RequestDraft) throws -> ExportItem {
        let request = try #require(HTTPDocument(bytes: Array("GET http://localhost/".utf8)).requests.first)
        var item = ExportItem(
            file: "a.http", folder: "/", request: request, draft: draft, prepared: nil, marks: TextMarks(),
            variables: [:],
            values: [])
        item.prepared = try RequestBuilder(userAgent: ProgramVersion.userAgent).build(draft)
        return item
    }

    private func compareRandom(
        _ seed: UInt64, _ kind: ExportKind, path: String,
        _ check: (StubRequest, StubRequest, [ExportLoss], String) -> Void
    ) async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let draft = RecordedSamples.random(seed, base: server.url)
        let item = try item(draft)
        let document = ExportDocument(
            [.file(name: "a", [item])], to: kind, title: nil, name: "a", now: Timestamp(microsecondsSince1970: 0))
        guard document.count > 0 else {
            #expect(kind == .httpie)
            return
        }
        _ = await Recording.send(draft)
        let home = try TemporaryFolder()
        let text = String(decoding: document.bytes, as: UTF8.self)
        let run = try await Recording.run(text, path: path, home: home.path)
        let received = server.received
        try #require(received.count == 2, "seed \(seed): \(run.errorText)\n\(text)")
        check(received[0], received[1], document.losses, "seed \(seed): \(text)")
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func `curl sends any request`(_ seed: UInt64) async throws {
        try await compareRandom(seed, .curl, path: "/usr/bin:/bin") { engine, curl, _, text in
            #expect(engine.head == curl.head, "\(text)")
            #expect(engine.body == curl.body, "\(text)")
        }
    }

    @Test(
        .enabled(if: httpie != nil, "HTTPie is not installed: there is no http in PATH or HTTPIE_BIN"),
        arguments: 1...40 as ClosedRange<UInt64>)
    func `HTTPie sends any request, or says that it cannot`(_ seed: UInt64) async throws {
        let folder = try #require(Self.httpie)
        try await compareRandom(seed, .httpie, path: "\(folder):/usr/bin:/bin") {
            expectAsHTTPie($0, $1, $2, $3)
        }
    }
}
