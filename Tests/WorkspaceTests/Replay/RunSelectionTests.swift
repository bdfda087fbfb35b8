import Testing

@testable import HTTPFormat
@testable import Workspace

@Suite struct RunSelectionTests {
    private static let file = CollectionFile(
        path: "/c/a.http", relativePath: "a.http",
        document: HTTPDocument(
            bytes: Array(
                """
                ### one
                # @tag smoke, Slow
                GET http://h/1

                ### two
                # @tags smoke
                GET http://h/2

                ### three
                # @tag manual wipe
                DELETE http://h/3

                ### four
                # @ref three
                GET http://h/4
                """.utf8)), stamp: FileStamp(bytes: []))
    private static let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])

    private func planned(_ change: (inout RunSelection) -> Void) -> [String] {
        plan(change).steps.map(\.request.id)
    }

    private func plan(_ change: (inout RunSelection) -> Void) -> ReplayPlan {
        var selection = RunSelection()
        change(&selection)
        return ReplayPlan(
            [Self.folder],
            planner: SendPlanner(references: .asTheyStand) { _ in
                RequestResolver.Context(root: "/c", environments: EnvironmentSet())
            }, selection: selection)
    }

    @Test func `all requests but manual ones are sent, and those only where something needs them`() {
        #expect(planned { _ in } == ["one", "two", "three", "four"])
        #expect(planned { $0.filters = [Glob("t*")] } == ["two"])
    }

    @Test func `tags choose, in any letter case, and leave out`() {
        #expect(planned { $0.tags = ["SMOKE"] } == ["one", "two"])
        #expect(
            planned {
                $0.tags = ["smoke"]
                $0.skippedTags = ["slow"]
            } == ["two"])
        #expect(planned { $0.tags = ["wipe"] } == ["three"])
        #expect(planned { $0.tags = ["none"] } == [])
    }

    @Test func `one of several tags or patterns is enough, and a tag to skip counts before all`() {
        #expect(planned { $0.tags = ["none", "slow"] } == ["one"])
        #expect(planned { $0.filters = [Glob("none"), Glob("TWO")] } == ["two"])
        #expect(planned { $0.skippedTags = ["none", "SMOKE"] } == ["three", "four"])
        #expect(
            planned {
                $0.skippedTags = ["slow"]
                $0.named = ["/c/a.http": [0, 1]]
            } == ["two"])
        #expect(
            planned {
                $0.tags = ["smoke"]
                $0.filters = [Glob("*o*")]
                $0.named = ["/c/a.http": [0, 3]]
            } == ["one"])
        #expect(planned { $0.named = ["/c/b.http": [0]] } == ["one", "two", "three", "four"], "another file")
        #expect(planned { $0.tags = ["manual"] } == ["three"])
    }

    @Test func `a manual request is sent by its name`() {
        #expect(planned { $0.named = ["/c/a.http": [2]] } == ["three"])
    }

    @Test func `filters look at names, files and both`() {
        #expect(planned { $0.filters = [Glob("a.http#o*")] } == ["one"])
        #expect(planned { $0.filters = [Glob("a.http")] } == ["one", "two", "three", "four"])
        #expect(planned { $0.filters = [Glob("b.http")] } == [])
    }

    @Test func `a filter that finds only manual requests leaves them out, and the plan knows why`() {
        let plan = plan { $0.filters = [Glob("th*")] }
        #expect(plan.steps.isEmpty)
        #expect((plan.leftOut, plan.manual) == (4, 1))
    }

    @Test func `each request is sent, left out as manual, or not asked for`() {
        var selection = RunSelection()
        selection.filters = [Glob("t*")]
        let choices = Self.file.document.requests.map { selection.choice(of: $0, in: Self.file) }
        #expect(choices == [.notAskedFor, .sent, .manual, .notAskedFor])
        selection.tags = ["wipe"]
        #expect(selection.choice(of: Self.file.document.requests[2], in: Self.file) == .sent)
    }
}
