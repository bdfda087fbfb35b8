import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import DemoServer
@testable import Explain
@testable import HTTPFormat
@testable import Workspace
@testable import apitui

/// The examples of docs/http-format.md are read without errors and pass against the demo server.
@Suite(.timeLimit(.minutes(5))) struct HTTPFormatPageTests {
    private static let root = BuiltProgram.packageRoot

    private static func page() throws -> String {
        try String(contentsOfFile: "\(root)/docs/http-format.md", encoding: .utf8)
    }

    private static func examples() throws -> [String] {
        try page().matches(of: /```http\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) }
    }

    @Test func `every example is read without an error`() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 9)
        for example in examples {
            let document = HTTPDocument(bytes: Array(example.utf8))
            #expect(!document.requests.isEmpty)
            #expect(document.notices.filter { $0.severity == .error } == [], "\(example)")
            #expect(document.requests.allSatisfy { $0.unsupported == nil })
        }
    }

    @Test func `the notices of the page are those that explain knows`() throws {
        let rows = try Self.page().matches(of: /\n\| ([NEA][0-9]+(?:, [NEA][0-9]+)*) \|/)
        let ids = rows.flatMap { $0.1.split(separator: ", ").map(String.init) }
        #expect(ids == Glossary.terms.filter { $0.kind == .notice }.map(\.name))
    }

    @Test func `every example passes`() async throws {
        let folder = ScratchFolder()
        for (index, example) in try Self.examples().enumerated() { folder.write("\(index + 10).http", example) }
        let environments = try Self.page().matches(of: /```json http-client.env.json\n(.*?)```/.dotMatchesNewlines())
        #expect(environments.count == 1)
        for environment in environments { folder.write("http-client.env.json", String(environment.1)) }
        let demo = DemoServer()
        _ = try await DemoCommand.start(demo)
        let bank = TokenBank(report: { _ in })
        let engine = Engine(
            configuration: EngineConfiguration(interceptors: [ShorthandAuthentication(), TokenRenewal(bank)]))
        bank.connect { await engine.send(LongestWait.patient($0)) }
        let loaded = LoadedCollections(
            folders: [try CollectionStore().load(path: folder.path)], isTrusted: true, trust: nil)
        let overrides = demo.variables
        let jar = CookieJar()
        let context: @Sendable (CollectionFile) -> RequestResolver.Context = {
            var context = loaded.context(for: $0, environment: nil, overrides: overrides)
            context.cookies = jar
            return context
        }
        let plan = SendPlanner(references: .first, context: context)
            .plan(loaded.plan.steps.map { ($0.file, $0.request) })
        #expect(plan.firstProblem == nil)
        let failures = Mutex<[String]>([])
        let runner = Runner(resolver: RequestResolver(), send: { await engine.send($0) }, tokens: bank)
        let totals = await runner.run(
            plan.steps, context: { context($0.file) }, isStopped: { false },
            report: { _, step, outcome in
                if case .passed = outcome { return }
                failures.withLock { $0.append("\(step.file.relativePath) \(step.request.id): \(outcome)") }
            })
        #expect(failures.withLock { $0 } == [])
        #expect(totals.passed == plan.steps.count)
        await engine.shutdown()
        await demo.stop()
    }

    @Test func `every notice of the program is in the table`() throws {
        let page = try Self.page()
        for number in 1...21 { #expect(page.contains("| N\(number) |"), "N\(number)") }
        for number in 1...13 { #expect(page.contains("E\(number)"), "E\(number)") }
    }

    @Test func `the readme leads here`() throws {
        let readme = try String(contentsOfFile: "\(Self.root)/README.md", encoding: .utf8)
        #expect(readme.contains("(docs/http-format.md)"))
    }
}
