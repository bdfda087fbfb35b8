import Base
import Foundation
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import RequestExport
@testable import Workspace

/// The requests of the demo, exported as curl commands, arrive at a recorder as the program sends them.
@Suite(.timeLimit(.minutes(5))) struct DemoRecordedTests {
    /// What is not compared, with the reason.
    private static func reason(_ item: ExportItem, _ base: String) -> String? {
        for number in item.usedMarks {
            switch item.variables[number]?.origin {
            case .response: return "it needs the response of another request"
            case .token: return "it needs a token of a login"
            case .prompt: return "it asks for a value"
            default: continue
            }
        }
        if item.login != nil { return "its login is computed when it is sent" }
        if !item.draft.url.hasPrefix(base) { return "its server is not the recorder" }
        return nil
    }

    private static func items(_ base: String) throws -> (items: [ExportItem], refusals: [String]) {
        let root = BuiltProgram.demoCollection
        var items: [ExportItem] = []
        var refusals: [String] = []
        for file in try CollectionStore().load(path: root).files where file.described == nil {
            let builder = ContextBuilder(
                place: CollectionPlace(root: root), isTrusted: true, environmentName: "development",
                overrides: ["base": base, "broken": base], namesFlags: true)
            for request in file.document.requests {
                do throws(ExportReader.Refusal) {
                    let reader = ExportReader(.curl, reveals: true)
                    items.append(try reader.read(request, in: file, context: builder.context(for: file)))
                } catch { refusals.append(error.sentence) }
            }
        }
        return (items, refusals)
    }

    @Test func `curl sends each request of the demo that needs no response as the program does`() async throws {
        let server = try StubServer(.status(200, body: ""))
        defer { server.stop() }
        let (items, refusals) = try Self.items(server.url)
        var reasons: [String: Int] = [:]
        var compared = 0
        for item in items {
            if let reason = Self.reason(item, server.url) {
                reasons[reason, default: 0] += 1
                continue
            }
            let place = "\(item.file):\(item.request.line)"
            let before = server.received.count
            let exchange = await Recording.send(Recording.filled(item) { _ in "" })
            let script = ExportDocument(
                [.file(name: "a", [item])], to: .curl, title: nil, name: "a", now: Timestamp(microsecondsSince1970: 0))
            let text = String(decoding: script.bytes, as: UTF8.self)
            let run = try await Recording.run(text, home: item.folder)
            let received = server.received
            guard received.count == before + 2 else {
                Issue.record(
                    "\(place): \(received.count - before) requests, \(exchange.error as Any)\n\(text)\n\(run.errorText)"
                )
                continue
            }
            #expect(
                Recording.lines(received[before].head) == Recording.lines(received[before + 1].head),
                "\(place)\n\(text)")
            #expect(received[before].body == received[before + 1].body, "\(place)\n\(text)")
            compared += 1
        }
        #expect(compared > 100, "\(reasons) \(refusals)")
    }
}
