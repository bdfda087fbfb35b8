import NetEngine

@testable import HTTPFormat
@testable import Workspace

extension Robot {
    /// The text of `orders.http`.
    static let orders = """
        @sku = A-1

        ### list orders
        GET {{base}}/orders?page=1&size=20
        Accept: application/json
        # X-Debug: 1

        ### create order
        # @name create
        POST {{base}}/orders
        Content-Type: application/json

        {
          "sku": "{{sku}}",
          "count": 2
        }

        ### remove
        DELETE {{base}}/orders/7

        """

    /// The text of `users.http`.
    static let users = """
        ### me
        GET {{base}}/me
        Authorization: Bearer {{token}}

        """

    /// The sample collection: names and texts of its files.
    static let shop: [(String, String)] = [("orders.http", orders), ("users.http", users)]

    static let environments = EnvironmentSet(
        names: ["dev", "live"],
        variables: [
            "dev": ["base": variable(base)], "live": ["base": variable("https://shop.example")],
        ])

    /// The base URL of the sample's requests in the environment `dev`.
    static let base = "http://127.0.0.1:8080"

    private static func variable(_ value: String) -> EnvironmentSet.Variable {
        EnvironmentSet.Variable(value: value, reason: nil, file: "/c/http-client.env.json", isPrivate: false)
    }

    static func file(_ name: String, _ text: String) -> CollectionFile {
        CollectionFile(
            path: "/c/\(name)", relativePath: name, document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
    }

    /// Names with slashes make folders, one level deep.
    static func folder(_ files: [(String, String)]) -> CollectionFolder {
        var nodes: [CollectionNode] = []
        var folders: [String] = []
        for (name, _) in files {
            if let slash = name.firstIndex(of: "/"), !folders.contains(String(name[..<slash])) {
                folders.append(String(name[..<slash]))
            }
        }
        for folder in folders {
            let inside = files.filter { $0.0.hasPrefix(folder + "/") }.map { CollectionNode.file(file($0.0, $0.1)) }
            nodes.append(.folder(name: folder, nodes: inside))
        }
        nodes += files.filter { !$0.0.contains("/") }.map { .file(file($0.0, $0.1)) }
        return CollectionFolder(root: "/c", name: "shop", nodes: nodes)
    }
}
