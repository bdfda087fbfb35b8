import Testing

@testable import Explorer
@testable import HTTPFormat

private struct Counted: PaneState {
    var count = 0
}

/// The requests that were opened, in the order of their last use.
@Suite struct OpenRequestsTests {
    @Test func `the one used before takes the place of a removed current request`() throws {
        var tree = CollectionTree()
        _ = tree.take(Robot.folder(["a", "b", "c"].map { ("\($0).http", "### \($0)\nGET http://h/\n") }))
        let keys = try ["a", "b", "c"].map { try #require(tree.key("/c/\($0).http", 0)) }
        var open = OpenRequests()
        for (number, key) in keys.enumerated() {
            let pane = RequestPaneState(for: try #require(tree.request(key)))
            open.add(
                OpenRequest(id: OpenRequest.ID(rawValue: number), key: key, pane: pane), isBusy: { _ in false })
        }
        #expect(open.current?.key == keys[2])
        open.remove { $0.key == keys[2] }
        #expect(open.current?.key == keys[1])
        if let first = open[keys[0]] { open.bring(first.id) }
        open.remove { $0.key == keys[1] }
        #expect(open.current?.key == keys[0])
    }

    private static func key(_ tree: inout CollectionTree, _ count: Int) throws -> [RequestKey] {
        let text = (0..<count).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
        _ = tree.take(Robot.folder([("a.http", text)]))
        return try (0..<count).map { try #require(tree.key("/c/a.http", $0)) }
    }

    private static func opened(_ number: Int, _ key: RequestKey) -> OpenRequest {
        OpenRequest(id: OpenRequest.ID(rawValue: number), key: key)
    }

    private static func numbers(_ open: OpenRequests) -> [Int] { open.list.map(\.id.rawValue) }

    @Test func `twenty-four are remembered, the oldest goes first, and none that is busy`() throws {
        var tree = CollectionTree()
        let keys = try Self.key(&tree, 26)
        for (busy, last) in [
            (Set<Int>(), Array(2..<26)), ([0], [0] + Array(3..<26)), ([0, 1], [0, 1] + Array(4..<26)),
            (Set(0..<26), Array(0..<26)),
        ] {
            var open = OpenRequests()
            for number in 0..<26 {
                open.add(Self.opened(number, keys[number]), isBusy: { busy.contains($0.rawValue) })
                #expect(open.currentID?.rawValue == number)
                #expect(open.list.count == min(number + 1, busy.count == 26 ? 26 : 24))
            }
            #expect(Self.numbers(open) == last)
        }
    }

    @Test func `one that is opened behind leaves the current one in view, and is the next in its place`() throws {
        var tree = CollectionTree()
        let keys = try Self.key(&tree, 4)
        var open = OpenRequests()
        open.addBehind(Self.opened(0, keys[0]))
        #expect(Self.numbers(open) == [0] && open.currentID == nil && open.current == nil)
        open.add(Self.opened(1, keys[1]), isBusy: { _ in false })
        open.addBehind(Self.opened(2, keys[2]))
        #expect(Self.numbers(open) == [0, 2, 1] && open.currentID?.rawValue == 1)
        open.bring(OpenRequest.ID(rawValue: 0))
        #expect(Self.numbers(open) == [2, 1, 0] && open.currentID?.rawValue == 0)
        open.bring(OpenRequest.ID(rawValue: 9))
        #expect(Self.numbers(open) == [2, 1, 0] && open.currentID?.rawValue == 0)
        open.remove { $0.id.rawValue == 2 }
        #expect(Self.numbers(open) == [1, 0] && open.currentID?.rawValue == 0)
        open.remove { $0.id.rawValue == 0 }
        #expect(open.currentID?.rawValue == 1)
        open.remove { _ in true }
        #expect(open.list.isEmpty && open.currentID == nil)
    }

    @Test func `a change of all panes is one of those of no request, too`() throws {
        var tree = CollectionTree()
        let keys = try Self.key(&tree, 2)
        var open = OpenRequests()
        open.modifyPanes { $0[Counted.self].count += 1 }
        #expect(open.panes[Counted.self].count == 1)
        for number in 0..<2 { open.add(Self.opened(number, keys[number]), isBusy: { _ in false }) }
        #expect(open.panes[Counted.self].count == 0)
        open.modifyPanes { $0[Counted.self].count += 1 }
        open.panes[Counted.self].count += 5
        #expect(open.list.map { $0.panes[Counted.self].count } == [1, 6])
        open.remove { _ in true }
        #expect(open.panes[Counted.self].count == 2)
    }

    @Test func `a request that goes to another file, or whose file is renamed, is followed alone`() throws {
        var tree = CollectionTree()
        let keys = try Self.key(&tree, 3)
        let elsewhere = RequestKey(file: "/c/b.http", id: keys[0].id)
        var open = OpenRequests()
        for number in 0..<3 { open.add(Self.opened(number, keys[number]), isBusy: { _ in false }) }
        open.moved(keys[0], to: elsewhere)
        #expect(open.list.map(\.key) == [elsewhere, keys[1], keys[2]])
        #expect(open[elsewhere]?.id.rawValue == 0 && open[keys[0]] == nil)
        open.renamed(file: "/c/a.http", to: "/c/z.http")
        #expect(open.list.map(\.key.file) == ["/c/b.http", "/c/z.http", "/c/z.http"])
        open.modify(OpenRequest.ID(rawValue: 1)) { $0.isPreview = true }
        open.modify(OpenRequest.ID(rawValue: 7)) { $0.isPreview = true }
        #expect(open.list.map(\.isPreview) == [false, true, false])
        open.current?.isPreview = true
        #expect(open.list.map(\.isPreview) == [false, true, true])
    }
}
