/// An export of either version as one tree.
struct InsomniaExport {
    struct Node {
        enum Kind: Equatable {
            case folder
            case request
            /// Of another protocol, by its name.
            case other(String)
        }

        var kind: Kind
        var value: ImportValue
        /// Indexes of nodes.
        var children: [Int] = []

        var name: String { value.scalar("name") ?? "" }
        var id: String { value.string("_id") ?? value["meta"]?.string("id") ?? "" }
    }

    struct Environment {
        var name: String?
        var value: ImportValue
    }

    var name = ""
    var description: String?
    var nodes: [Node] = []
    /// Indexes of the outermost nodes.
    var roots: [Int] = []
    var environments: [Environment] = []
    /// The unit tests of requests, by the ids of these.
    private(set) var tests: [String: [ImportValue]] = [:]
    /// What the export has beside requests: a clause that ends in "left out", and how many.
    var others: [(what: String, count: Int, place: ImportPlace)] = []
    /// Nodes that no folder leads to.
    var strays = 0
    /// Nodes that are deeper than folders may be; they are in the deepest that is allowed.
    var deepest = 0

    private mutating func count(_ what: String, _ place: ImportPlace) {
        if let index = others.firstIndex(where: { $0.what == what }) {
            others[index].count += 1
        } else {
            others.append((what, 1, place))
        }
    }

    // MARK: Version 5

    /// - Parameter tree: the outermost value of a version 5 file.
    init(tree root: ImportValue) {
        name = root.scalar("name") ?? ""
        description = root["meta"]?.string("description")
        roots = add(root.elements("collection"), depth: 0)
        if let base = root["environments"] {
            environments.append(Environment(name: nil, value: base))
            for inner in base.elements("subEnvironments") {
                environments.append(Environment(name: inner.scalar("name") ?? "", value: inner))
            }
        }
        if let cookies = root["cookieJar"], !cookies.elements("cookies").isEmpty {
            count("Cookies of the jar are", cookies.place)
        }
        take(tests: root.elements("testSuites").flatMap { $0.elements("tests") })
        for certificate in root.elements("certificates") { count("Certificates are", certificate.place) }
        if let spec = root["spec"], spec["contents"]?.members.isEmpty == false || spec["file"] != nil {
            count("The API description is", spec.place)
        }
    }

    private mutating func add(_ values: [ImportValue], depth: Int) -> [Int] {
        var added: [Int] = []
        for value in values.sorted(by: { Self.order($0) < Self.order($1) }) {
            guard value["children"] != nil else {
                nodes.append(Node(kind: Self.kind(value), value: value))
                added.append(nodes.count - 1)
                continue
            }
            // The requests of folders that are too deep go into the deepest one.
            guard depth < ImportedFolder.mostDepth else {
                deepest += 1
                var rest = value.elements("children")
                while let next = rest.popLast() {
                    if next["children"] != nil {
                        rest += next.elements("children")
                    } else {
                        nodes.append(Node(kind: Self.kind(next), value: next))
                        added.append(nodes.count - 1)
                    }
                }
                continue
            }
            let place = nodes.count
            nodes.append(Node(kind: .folder, value: value))
            added.append(place)
            nodes[place].children = add(value.elements("children"), depth: depth + 1)
        }
        return added
    }

    private static func order(_ value: ImportValue) -> Double {
        value["metaSortKey"]?.double ?? value["meta"]?["sortKey"]?.double ?? 0
    }

    private static func kind(_ value: ImportValue) -> Node.Kind {
        let id = value["meta"]?.string("id") ?? ""
        if id.hasPrefix("ws-req") { return .other("WebSocket") }
        if id.hasPrefix("socketio-req") { return .other("Socket.IO") }
        if id.hasPrefix("greq") || value["protoMethodName"] != nil || value["reflectionApi"] != nil {
            return .other("gRPC")
        }
        if value["method"] == nil, value.string("url")?.hasPrefix("ws") == true { return .other("WebSocket") }
        return .request
    }

    // MARK: Version 4

    /// - Parameter resources: the list of a version 4 file, in which each resource names its parent.
    init(resources: [ImportValue]) {
        var parents: [Int: String] = [:]
        var places: [String: Int] = [:]
        var workspaces: [ImportValue] = []
        var bases: Set<String> = []
        var tests: [ImportValue] = []
        for resource in resources {
            let id = resource.string("_id") ?? ""
            let parent = resource.string("parentId") ?? ""
            switch resource.string("_type") {
            case "workspace": workspaces.append(resource)
            case "request_group": add(resource, .folder, id, parent, &places, &parents)
            case "request": add(resource, .request, id, parent, &places, &parents)
            case "grpc_request": add(resource, .other("gRPC"), id, parent, &places, &parents)
            case "websocket_request": add(resource, .other("WebSocket"), id, parent, &places, &parents)
            case "socketio_request": add(resource, .other("Socket.IO"), id, parent, &places, &parents)
            case "environment":
                let isBase = !parent.hasPrefix("env_")
                if isBase { bases.insert(id) }
                environments.append(
                    Environment(name: isBase ? nil : resource.scalar("name") ?? "", value: resource))
            case "cookie_jar":
                if !resource.elements("cookies").isEmpty { count("Cookies of the jar are", resource.place) }
            case "unit_test": tests.append(resource)
            case "api_spec":
                if resource.string("contents")?.isEmpty == false { count("The API description is", resource.place) }
            case "proto_file": count("Proto files are", resource.place)
            case "mock_route": count("Mock routes are", resource.place)
            default: break
            }
        }
        environments.sort {
            ($0.name == nil ? 0 : 1, Self.order($0.value)) < ($1.name == nil ? 0 : 1, Self.order($1.value))
        }
        name = workspaces.first?.scalar("name") ?? ""
        description = workspaces.first?.string("description")
        connect(parents, places, workspaces)
        take(tests: tests)
    }

    /// Those of no request are only counted.
    private mutating func take(tests: [ImportValue]) {
        let known = Set(nodes.filter { $0.kind == .request }.map(\.id))
        for test in tests {
            guard let id = test.string("requestId"), known.contains(id), test.string("code")?.isEmpty == false else {
                count("Unit tests without a request are", test.place)
                continue
            }
            self.tests[id, default: []].append(test)
        }
    }

    private mutating func add(
        _ value: ImportValue, _ kind: Node.Kind, _ id: String, _ parent: String, _ places: inout [String: Int],
        _ parents: inout [Int: String]
    ) {
        places[id] = nodes.count
        parents[nodes.count] = parent
        nodes.append(Node(kind: kind, value: value))
    }

    /// Gives each node to its parent. Nodes without one, or in a circle, become outermost.
    private mutating func connect(_ parents: [Int: String], _ places: [String: Int], _ workspaces: [ImportValue]) {
        let known = Set(workspaces.compactMap { $0.string("_id") })
        var inner: [Int: [Int]] = [:]
        for node in nodes.indices {
            let parent = parents[node] ?? ""
            if let place = places[parent], nodes[place].kind == .folder, place != node {
                inner[place, default: []].append(node)
            } else {
                if !known.contains(parent), !parent.isEmpty, !workspaces.isEmpty { strays += 1 }
                roots.append(node)
            }
        }
        func sorted(_ list: [Int]) -> [Int] {
            let keys = list.map { Self.order(nodes[$0].value) }
            return list.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { list[$0] }
        }
        roots = sorted(roots)
        // Breadth first, with the depth of each folder; what is deeper than allowed goes into the deepest.
        var isReached = [Bool](repeating: false, count: nodes.count)
        func reach(_ start: [Int]) {
            var queue = start.map { (node: $0, depth: 0, holder: $0) }
            var next = 0
            for node in start { isReached[node] = true }
            while next < queue.count {
                let (node, depth, holder) = queue[next]
                next += 1
                for child in sorted(inner[node] ?? []) where !isReached[child] {
                    isReached[child] = true
                    let isFolder = nodes[child].kind == .folder
                    if isFolder, depth + 1 >= ImportedFolder.mostDepth {
                        deepest += 1
                        queue.append((child, depth, holder))
                    } else {
                        nodes[holder].children.append(child)
                        queue.append((child, isFolder ? depth + 1 : depth, isFolder ? child : holder))
                    }
                }
            }
        }
        reach(roots)
        for node in nodes.indices where !isReached[node] {
            strays += 1
            roots.append(node)
            reach([node])
        }
    }
}
