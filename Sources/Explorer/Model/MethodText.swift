import Descriptions
import GraphQL
import HTTPFormat
import TerminalUI
import Workspace

/// How a method is written in a list.
enum MethodText {
    /// At most five characters; long known methods are shortened.
    static func short(_ method: String) -> String {
        switch method {
        case "DELETE": "DEL"
        case "OPTIONS": "OPT"
        case "CONNECT": "CONN"
        case graphQL: "GQL"
        default: String(method.prefix(5))
        }
    }

    /// Of a request in a list.
    static func padded(_ request: SavedRequest, of described: DescribedFile? = nil) -> String {
        padded(word(request, of: described))
    }

    /// The method, of a GraphQL request the kind of its operation, `QUERY`.
    static func word(_ request: SavedRequest, of described: DescribedFile?) -> String {
        guard request.method == graphQL else { return request.method }
        return described?.operationKind(of: request) ?? operationKind(request.body.text)
    }

    private static let graphQL = "GRAPHQL"

    /// The word that the first operation of a document begins with.
    private static func operationKind(_ text: String) -> String {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.isEmpty || line.hasPrefix("#") { continue }
            for (word, short) in [("mutation", "MUT"), ("subscription", "SUB")] where line.hasPrefix(word) {
                return short
            }
            break
        }
        return "QUERY"
    }

    /// Five columns and a space.
    static func padded(_ method: String) -> String {
        let short = short(method)
        return short + String(repeating: " ", count: max(1, 6 - short.count))
    }

    static func role(_ method: String) -> Role {
        switch method {
        case "GET", "HEAD": .info
        case "POST": .success
        case "PUT", "PATCH": .warning
        case "DELETE": .failure
        default: .method
        }
    }
}

extension DescribedFile {
    /// The kind of the operation of a schema's request, as lists show it.
    fileprivate func operationKind(of request: SavedRequest) -> String? {
        guard let collection = graphQL, let index = collection.field(of: request) else { return nil }
        return switch collection.fields[index].kind {
        case .query: "QUERY"
        case .mutation: "MUT"
        case .subscription: "SUB"
        }
    }
}
