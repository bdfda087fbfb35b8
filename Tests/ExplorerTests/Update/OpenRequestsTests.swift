import Testing

@testable import Explorer
@testable import HTTPFormat

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
}
