import JSONPath
import OpenAPI

/// The variables that stand for the servers: `{{server}}`, and another one for each list of servers that an operation or
/// a path has instead of the root's.
struct ServerVariables: Sendable {
    static let root = "server"
    /// Names that mean something else in a request or an environment file.
    static let reserved: Set<String> = [
        "host", SkeletonWriter.webhookVariable, "Security", "SSLConfiguration", "Redact",
    ]

    /// A list that takes the place of the root's.
    struct Other: Sendable {
        var name: String
        /// The first operation that has it.
        var operation: Int
    }

    private(set) var others: [Other] = []
    /// For the variables of the root's servers, by their names.
    private(set) var variables: [String: String] = [:]
    /// For operations with a list of their own: into `others`.
    private var places: [Int: Int] = [:]
    /// Webhooks and callbacks: the API sends them.
    private var isFromAPI: Set<Int> = []

    init(_ description: Description, _ operations: [OperationEntry], _ names: inout DialectName) {
        _ = names.unique(Self.root)
        for server in description.documents.root["servers"]?.elements ?? [] {
            for (name, _) in server["variables"]?.members ?? [] where variables[name] == nil {
                variables[name] = names.unique(DialectName.valid(name, else: "part"))
            }
        }
        let key = Array((description.version == .swagger2 ? "schemes" : "servers").utf8)
        var trees: [Int: JSONTree] = [:]
        var known: [ArraySlice<UInt8>: Int] = [:]
        for (index, entry) in operations.enumerated() {
            if entry.kind != .path {
                isFromAPI.insert(index)
                continue
            }
            for place in [entry.place, entry.pathItem] {
                let tree = trees[place.document] ?? description.documents.text(place.document).tree
                trees[place.document] = tree
                // The tree's own look-up: a table of each large object would not pay here.
                guard let list: Int = tree.member(key, of: place.node), tree.childCount(list) > 0 else { continue }
                let written = tree.slice(list)
                if let other = known[written] {
                    places[index] = other
                } else {
                    known[written] = others.count
                    places[index] = others.count
                    others.append(Other(name: names.unique(Self.root + "_2"), operation: index))
                }
                break
            }
        }
    }

    /// The variable in the request line of an operation.
    func name(of index: Int) -> String {
        if isFromAPI.contains(index) { return SkeletonWriter.webhookVariable }
        return places[index].map { others[$0].name } ?? Self.root
    }
}
