import Base
import Descriptions
import Glibc
import HTTPFormat
import Workspace

/// `FILE`, `FILE#NAME`, `FILE:LINE` or `-`: one saved request, as given on the command line.
struct RequestReference: Sendable, Hashable {
    /// `-` for standard input.
    var path: String
    var name: String?
    /// From 1; selects the request whose block contains the line.
    var line: Int?
    /// False for a whole file.
    var namesRequest: Bool { name != nil || line != nil }

    /// A file with a `#` in its own name wins; otherwise the text is split at the first `#` after the name of an
    /// existing file, or else at the very first.
    init(_ text: String, exists: (String) -> Bool = { access($0, F_OK) == 0 }) {
        if exists(text) {
            self.init(path: text, name: nil)
            return
        }
        if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]),
            exists(String(text[..<colon])) || text[..<colon] == "-"
        {
            self.init(path: String(text[..<colon]), name: nil)
            self.line = line
            return
        }
        let cuts = text.indices.filter { text[$0] == "#" }
        guard let cut = cuts.first(where: { exists(String(text[..<$0])) }) ?? cuts.first else {
            self.init(path: text, name: nil)
            return
        }
        let name = String(text[text.index(after: cut)...])
        self.init(path: String(text[..<cut]), name: name.isEmpty ? nil : name)
    }

    private init(path: String, name: String?) {
        self.path = path
        self.name = name
    }

    /// The request of the operation with that id or JSON pointer in its description, else with that id, else with that id in
    /// another spelling, else with that title, else with that number in the file (from 1). Without a name the file must
    /// have exactly one request.
    func find(in file: CollectionFile) throws(CommandFailure) -> SavedRequest {
        let requests = file.document.requests
        guard !requests.isEmpty else { throw CommandFailure("There is no request in \(path).") }
        if let line {
            guard let found = requests.first(where: { $0.lines.contains(line) }) else {
                throw CommandFailure("There is no request at line \(line) of \(path).")
            }
            return found
        }
        guard let name else {
            guard let only = requests.first, requests.count == 1 else {
                throw CommandFailure(
                    "There are \(requests.count) requests in \(path); name one: \(Self.choices(requests)).")
            }
            return only
        }
        let operation = file.described?.openAPI.flatMap { api in api.operation(named: name).map(api.name(of:)) }
        let ways: [(SavedRequest) -> Bool] = [
            // Before the ids: that of another operation may be made to look like this one.
            { operation != nil && $0.name == operation }, { $0.id == name },
            { RequestScope.normalized($0.id) == RequestScope.normalized(name) },
            { $0.title == name },
            { String($0.index + 1) == name },
        ]
        for way in ways {
            let found = requests.filter(way)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                let lines = found.map { String($0.line) }.joined(separator: ", ")
                throw CommandFailure(
                    "\(found.count) requests in \(path) are called '\(name)' (lines \(lines)); use the number of one, as in \(path)#\(found[0].index + 1)."
                )
            }
        }
        let missing = "There is no request '\(name)' in \(path)"
        let ids = requests.map(\.id)
        let known = Set(ids.map { $0.lowercased() })
        let titles = requests.compactMap(\.title).filter { !known.contains($0.lowercased()) }
        guard let near = NameSuggestion.nearest(to: name, among: ids + titles) else {
            throw CommandFailure("\(missing); there are: \(Self.choices(requests)).")
        }
        throw CommandFailure("\(missing). Did you mean '\(near)'? There are: \(Self.choices(requests)).")
    }

    private static func choices(_ requests: [SavedRequest]) -> String {
        let shown = requests.prefix(12).map(\.id).joined(separator: ", ")
        return requests.count > 12 ? "\(shown) and \(requests.count - 12) more" : shown
    }
}
