import Base
import GraphQL
import HTTPFormat
import NetEngine

/// A GraphQL schema as a request file that nobody had to write: a request for each field of the root types.
///
/// The index of a field is the index of its request in `HTTPDocument(bytes: skeleton)`.
package struct GraphQLCollection: Sendable {
    package struct Group: Sendable, Hashable {
        package var kind: GraphQLSchema.OperationKind
        /// `Queries`, `Mutations`, `Subscriptions`.
        package var name: String
        package var text: String?
        /// Into `fields`.
        package var fields: Range<Int>
    }

    package struct Field: Sendable, Hashable {
        package var kind: GraphQLSchema.OperationKind
        package var name: String
        /// `query.products`: what `GraphQLSchema.text(of:)` takes has the type's name in front.
        package var coordinate: String
        package var text: String?
        package var isDeprecated: Bool
        /// Where it is in the text of the schema.
        package var origin: GraphQLOrigin
    }

    package let schema: GraphQLSchema
    /// In the order of the requests: queries, mutations, subscriptions.
    package let fields: [Field]
    package let groups: [Group]
    /// A block for each field, with title, name and request line; a body only in the filled block.
    package let skeleton: [UInt8]

    let names: [String]
    let indices: [String: Int]
    let ranges: [Range<Int>]
    /// How the requests name the endpoint.
    private let target: String

    /// The variable of the environment that holds the endpoint.
    static let endpoint = "server"

    package init(_ schema: GraphQLSchema) {
        self.schema = schema
        var fields: [Field] = []
        var groups: [Group] = []
        for (kind, title) in [
            (GraphQLSchema.OperationKind.query, "Queries"), (.mutation, "Mutations"), (.subscription, "Subscriptions"),
        ] {
            guard let root = schema.root(kind), !root.fields.isEmpty else { continue }
            let start = fields.count
            for field in root.fields {
                fields.append(
                    Field(
                        kind: kind, name: field.name, coordinate: "\(root.name).\(field.name)",
                        text: field.description, isDeprecated: field.deprecation != nil, origin: field.origin))
            }
            groups.append(Group(kind: kind, name: title, text: root.description, fields: start..<fields.count))
        }
        self.fields = fields
        self.groups = groups
        target = "GRAPHQL {{\(Self.endpoint)}}"
        var given = DialectName()
        var bytes: [UInt8] = []
        var names: [String] = []
        var ranges: [Range<Int>] = []
        for field in fields {
            countWork(1)
            let start = bytes.count
            let name = given.unique(DialectName.valid(field.name, else: "field"))
            names.append(name)
            bytes += Self.head(field, name, target).utf8
            bytes.append(Byte.lineFeed)
            ranges.append(start..<bytes.count)
        }
        (self.names, self.ranges, skeleton) = (names, ranges, bytes)
        indices = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func head(_ field: Field, _ name: String, _ target: String, more: [String] = []) -> String {
        var lines = ["### \(SkeletonWriter.title(field.name) ?? name)", "# @name \(name)"]
        if field.kind == .subscription {
            lines += ["# A subscription needs a WebSocket: it is listed, not sent.", "# @disabled"]
        }
        return (lines + more + [target, ""]).joined(separator: "\n")
    }

    package func name(of index: Int) -> String { names[index] }

    /// The field of a request of this file, by its name.
    package func field(of request: SavedRequest) -> Int? { request.name.flatMap { indices[$0] } }

    package func skeletonBlock(of index: Int) -> ArraySlice<UInt8> { skeleton[ranges[index]] }

    /// The block of one field, filled in: its query with a selection, and the required arguments as variables.
    package func block(of index: Int) -> GraphQLBlock {
        let field = fields[index]
        guard let draft = schema.draft(field.kind, field: field.name) else {
            return GraphQLBlock(text: String(decoding: skeletonBlock(of: index), as: UTF8.self), notes: [], asked: [])
        }
        var more: [String] = []
        if let text = field.text {
            let about = PlainLine.firstParagraph(text)
            if !about.isEmpty { more.append("# @description \(about)") }
        }
        if field.isDeprecated { more.append("# Deprecated: the schema advises against this field.") }
        if !draft.optionalArguments.isEmpty {
            let names = draft.optionalArguments.prefix(20).map { "\($0.name): \($0.type)" }
            more.append("# Optional: " + PlainLine.of(names.joined(separator: ", "), limit: 300))
        }
        var given = DialectName(reserved: ["host", Self.endpoint])
        var members: [(String, String)] = []
        var asked: [String] = []
        for variable in draft.variables {
            if let value = variable.value {
                members.append((variable.name, Self.braced(value)))
            } else {
                let name = given.unique(DialectName.valid(variable.name, else: "value"))
                asked.append(name)
                more.append("# @prompt \(name) \(PlainLine.of("\(variable.type) as JSON"))")
                members.append((variable.name, "{{\(name)}}"))
            }
        }
        var lines = [draft.text]
        if !members.isEmpty {
            let texts = members.map { name, value in "  \"\(name)\": \(value)" }
            lines += ["", "{", texts.joined(separator: ",\n"), "}"]
        }
        let text = Self.head(field, names[index], target, more: more) + "\n" + lines.joined(separator: "\n") + "\n\n"
        // A schema from introspection may hold any names.
        guard isUnderstood(text, index) else {
            let skeleton = String(decoding: skeletonBlock(of: index), as: UTF8.self)
            return GraphQLBlock(text: skeleton, notes: ["The field cannot be written as a request"], asked: [])
        }
        return GraphQLBlock(text: text, notes: draft.notes, asked: asked)
    }

    /// Whether the reader of request files takes the block as it is meant.
    private func isUnderstood(_ text: String, _ index: Int) -> Bool {
        let document = HTTPDocument(bytes: Array(text.utf8))
        return document.notices.isEmpty && document.requests.count == 1 && document.fragments.isEmpty
            && document.requests.first?.name == names[index] && document.requests.first?.body.text.isEmpty == false
    }

    /// JSON in which two braces in a string are escaped: a request file would take them for a variable.
    private static func braced(_ json: String) -> String {
        guard json.contains(bytes: "{{") else { return json }
        var text = json
        while let range = text.firstRange(of: "{{") { text.replaceSubrange(range, with: "\\u007b{") }
        return text
    }

    private var blocks: SkeletonBlocks { SkeletonBlocks(skeleton: skeleton, ranges: ranges) }

    /// The file with some of its blocks filled in.
    package func document(expanding expanded: some Collection<Int>) -> [UInt8] {
        blocks.filled(expanded) { Array(block(of: $0).text.utf8) }
    }

    /// A document with the block of one request filled in; nil if it is none of this file or no longer the skeleton.
    package func expanded(_ document: HTTPDocument, request number: Int) -> (bytes: [UInt8], block: GraphQLBlock)? {
        guard document.requests.indices.contains(number) else { return nil }
        let request = document.requests[number]
        guard let index = field(of: request), let place = blocks.place(of: index, request, in: document) else {
            return nil
        }
        let block = block(of: index)
        let bytes = Array(block.text.utf8)
        return (document.bytes[..<place.lowerBound] + bytes + document.bytes[place.upperBound...], block)
    }

    /// The endpoint as an environment, in the form of `http-client.env.json`.
    package func environments(endpoint url: String) -> [UInt8] {
        let shared = JSONOutput.object([("$shared", .object([(Self.endpoint, .string(url))]))])
        return Array((TemplateJSON.lines(shared, escapesBraces: false).joined(separator: "\n") + "\n").utf8)
    }
}

/// A block of a GraphQL file, filled in.
package struct GraphQLBlock: Sendable, Hashable {
    /// The whole block, with its separator and the empty line at its end.
    package var text: String
    /// What could not be made or was left out, each a sentence without a full stop.
    package var notes: [String]
    /// The variables that are asked for.
    package var asked: [String]
}
