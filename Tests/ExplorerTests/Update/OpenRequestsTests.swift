import Testing

@testable import Explorer
@testable import HTTPFormat

/// Open requests keep to their requests while these change places.
@Suite struct OpenRequestsTests {
    /// All requests of two files, opened: `a` has five and `b` three.
    private static let files: [String: [String]] = ["a": ["a0", "a1", "a2", "a3", "a4"], "b": ["b0", "b1", "b2"]]

    private func opened() throws -> (open: OpenRequests, names: [OpenRequest.ID: String]) {
        let request = try #require(HTTPDocument(bytes: Array("GET http://h/\n".utf8)).requests.first)
        var open = OpenRequests()
        var names: [OpenRequest.ID: String] = [:]
        for (file, requests) in Self.files.sorted(by: { $0.key < $1.key }) {
            for (index, name) in requests.enumerated() {
                let id = OpenRequest.ID(rawValue: names.count)
                names[id] = name
                let key = RequestKey(file: file, index: index)
                open.add(OpenRequest(id: id, key: key, pane: RequestPaneState(for: request)), isBusy: { _ in false })
            }
        }
        return (open, names)
    }

    /// Whether each open request is where the files have it.
    private func expectAgreement(
        _ open: OpenRequests, _ names: [OpenRequest.ID: String], _ files: [String: [String]], _ comment: Comment
    ) {
        for request in open.list {
            let list = files[request.key.file] ?? []
            let found = list.indices.contains(request.key.index) ? list[request.key.index] : nil
            #expect(found == names[request.id], comment)
        }
    }

    @Test func `moving a request within a file or to another one moves the keys of all others as it must`() throws {
        for (from, to) in [("a", "a"), ("a", "b"), ("b", "a")] {
            for old in (Self.files[from] ?? []).indices {
                for new in 0..<(from == to ? 5 : (Self.files[to] ?? []).count + 1) {
                    let (start, names) = try opened()
                    var open = start
                    var files = Self.files
                    let name = Self.files[from, default: []][old]
                    files[from]?.remove(at: old)
                    files[to]?.insert(name, at: new)
                    open.moved(RequestKey(file: from, index: old), to: RequestKey(file: to, index: new))
                    expectAgreement(open, names, files, "\(from)\(old) to \(to)\(new)")
                }
            }
        }
    }

    @Test func `inserting and removing requests keeps the keys of all others`() throws {
        for index in 0..<5 {
            let (start, names) = try opened()
            var open = start
            var files = Self.files
            files["a"]?.insert("new", at: index)
            open.inserted(RequestKey(file: "a", index: index))
            expectAgreement(open, names, files, "insert \(index)")
            files["a"]?.remove(at: index)
            open.removed(RequestKey(file: "a", index: index))
            expectAgreement(open, names, files, "remove \(index)")
            #expect(open.list.count == 8)
        }
    }

    @Test func `the one used before takes the place of a removed current request`() throws {
        let (start, names) = try opened()
        var open = start
        #expect(open.current.map { names[$0.id] } == "b2")
        open.removed(RequestKey(file: "b", index: 2))
        #expect(open.current.map { names[$0.id] } == "b1")
        if let first = open[RequestKey(file: "a", index: 0)] { open.bring(first.id) }
        open.remove { $0.key.file == "b" }
        #expect(open.current.map { names[$0.id] } == "a0")
    }
}
