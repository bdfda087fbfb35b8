import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// Parsing, checking, planning, resolving and editing a file takes steps proportional to its size, whatever it
/// contains.
@Suite(.longComputation) struct FileGrowthTests {
    /// The smaller size; the larger one is ten times it. Checks and plans need the usual one: up to a bound, they look at all
    /// names for each name without a value.
    private static let count = 60

    /// A file of a certain size, with its context.
    private struct Input {
        var file: CollectionFile
        var context: RequestResolver.Context
    }

    private func input(_ shape: HostileShape, _ count: Int) -> Input {
        let document = HTTPDocument(bytes: Array(shape.text(count).utf8))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
        let folder = ScratchFolder()
        let environments = shape.environments(count)
        if !environments.isEmpty { folder.write("http-client.env.json", environments) }
        return Input(
            file: file,
            context: RequestResolver.Context(
                root: "/c", environments: CollectionStore().environments(forFolder: folder.path, root: folder.path),
                scope: RequestScope(file)))
    }

    @Test(arguments: HostileFiles.all)
    func `a file is read in linear time`(shape: HostileShape) {
        let growth = Growth(of: Self.count) {
            Array(shape.text($0).utf8)
        } _: {
            _ = HTTPDocument(bytes: $0)
        }
        #expect(growth.isLinear, "\(growth)")
        // Some shapes grow only in their environments.
        if shape.text(10) != shape.text(1) { #expect(growth.counts(atLeast: 2 * Self.count), "\(growth)") }
    }

    @Test(arguments: HostileFiles.all.filter { !$0.environments(1).isEmpty })
    func `environments are read in linear time`(shape: HostileShape) {
        let growth = Growth(of: Self.count) { count -> ScratchFolder in
            let folder = ScratchFolder()
            folder.write("http-client.env.json", shape.environments(count))
            return folder
        } _: {
            _ = CollectionStore().environments(forFolder: $0.path, root: $0.path)
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 10 * Self.count), "\(growth)")
    }

    @Test(arguments: HostileFiles.all)
    func `a file is checked in linear time`(shape: HostileShape) {
        let growth = Growth {
            input(shape, $0)
        } _: { input in
            _ = CollectionLint(context: { _ in input.context }, environment: nil).findings(in: input.file)
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: HostileFiles.all)
    func `the requests of a file are planned and resolved in linear time`(shape: HostileShape) {
        let growth = Growth {
            input(shape, $0)
        } _: { input in
            let requests = input.file.document.requests
            let plan = SendPlanner(references: .first) { _ in input.context }.plan(requests.map { (input.file, $0) })
            let resolver = RequestResolver(reasons: ReasonBudget())
            for step in plan.steps {
                _ = resolver.resolve(step.request, in: step.file, context: input.context)
            }
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `loops that wait for loops make a plan of a limited size`() {
        let count = 300
        let text =
            HostileShape.lines(count) { "### l\($0)\n# @loop for 9000\nGET http://a.test/\n" }
            + HostileShape.lines(count) { "### m\($0)\n# @ref l0\n# @loop for 9000\nGET http://a.test/\n" }
            + HostileShape.lines(count) { "### n\($0)\n# @ref l1\nGET http://a.test/\n" }
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), scope: RequestScope(file))
        let plan = SendPlanner(references: .first) { _ in context }.plan(document.requests.map { (file, $0) })
        #expect(plan.steps.count <= SendPlanner.maxSteps + 3 * count)
        #expect(plan.steps.reduce(0) { $0 + $1.needs.count } <= SendPlanner.maxLinks)
        let reasons = Set(plan.steps.compactMap(\.problem?.reason))
        #expect(
            reasons == [
                "more than 50000 requests are not sent in one plan",
                "the requests of the plan wait for each other more than 2000000 times",
            ])
    }

    /// Edits of one request or line of a large file.
    @Test(arguments: HostileFiles.all)
    func `an edit takes a time that grows with the file`(shape: HostileShape) {
        let growth = Growth(of: Self.count) {
            HTTPDocument(bytes: Array(shape.text($0).utf8))
        } _: { document in
            _ = try? document.addingDefinition("zz", value: "1")
            if let line = document.definitions.first?.line {
                _ = try? document.settingDefinition(line: line, to: "2")
            }
            guard let request = document.requests.last else { return }
            _ = try? document.removingRequest(request.index)
            _ = try? document.cloningRequest(request.index)
            _ = try? document.applying(.setTitle("other"), toRequest: request.index)
            _ = try? document.movingRequest(request.index, to: 0)
            _ = try? document.replacingLines(request.lines, with: "### new\nGET http://b.test/\n")
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
