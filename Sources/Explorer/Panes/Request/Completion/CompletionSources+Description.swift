import Base
import Contract
import Descriptions
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// What the description of the API allows in a request of it.

extension CompletionSources {
    /// The operation that the request is, for completion.
    var operation: OperationCompletion? {
        model.operation(of: open.key).map { OperationCompletion($0.api, $0.entry) }
    }

    /// The paths of the description that the request belongs to, whether it is one of its operations yet or not.
    var paths: [DescribedCompletion.Item]? {
        model.description(of: open.key)?.described.api?.paths(method: request.method)
    }

    /// What the description says, then what else is known and not named yet.
    func joined(_ described: [DescribedCompletion.Item]?, _ known: [CompletionEntry]) -> [CompletionEntry] {
        guard let described, !described.isEmpty else { return known }
        let names = Set(described.map { $0.text.lowercased() })
        return described.map { CompletionEntry(text: $0.text, note: .text($0.note)) }
            + known.filter { !names.contains($0.text.lowercased()) }
    }

    /// A place of which only the description knows something.
    func describedPlace(in edit: RequestEdit) -> CompletionPlace? {
        switch edit {
        case .method, .option: return nil
        case .body:
            return described.map {
                CompletionPlace(kind: .described(start: $0.completion.typed.lowerBound), typed: $0.typed)
            }
        case .url(let field):
            guard model.description(of: open.key)?.described.api != nil, let typed = Self.path(of: Self.before(field))
            else {
                return nil
            }
            return CompletionPlace(kind: .path, typed: typed)
        case .variable(let edit):
            guard !edit.field.isSecret, let values = operation?.values(ofVariable: edit.row.name), !values.isEmpty
            else { return nil }
            return CompletionPlace(kind: .variableValue(of: edit.row.name), typed: Self.before(edit.field))
        case .row(let row):
            let field = row.isNameFocused ? row.name : row.value
            switch row.table {
            case .header:
                guard !row.isNameFocused, operation?.headerValues(row.name.text).isEmpty == false else { return nil }
                return CompletionPlace(kind: .headerValue(of: row.name.text), typed: Self.before(field))
            case .parameter:
                guard let operation else { return nil }
                if row.isNameFocused {
                    return operation.queryNames.isEmpty
                        ? nil : CompletionPlace(kind: .queryName, typed: Self.before(field))
                }
                return operation.queryValues(row.name.text).isEmpty
                    ? nil : CompletionPlace(kind: .queryValue(of: row.name.text), typed: Self.before(field))
            }
        }
    }

    private static func before(_ field: TextField) -> String { String(field.text.prefix(field.cursor)) }

    /// The path of a URL as far as it is typed, before a query: after `{{server}}`, or after the host, of which parts may be variables.
    private static func path(of url: String) -> String? {
        guard !url.contains(bytes: "?"), !url.contains(bytes: "#") else { return nil }
        var rest = url[...]
        if rest.hasPrefix("{{") {
            guard let end = rest.firstRange(of: "}}") else { return nil }
            rest = rest[end.upperBound...]
            if rest.hasPrefix("://") {
                rest = rest.dropFirst(3).drop { $0 != "/" }
            } else if rest.hasPrefix(":") || rest.hasPrefix("."), let next = rest.dropFirst().first, next != "/" {
                rest = rest.drop { $0 != "/" }
            }
        } else if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
        }
        return rest.isEmpty || rest.hasPrefix("/") ? String(rest) : nil
    }

    private var mediaType: String? { request.contentType.isEmpty ? nil : request.contentType }

    /// What may be written at the cursor of the body, and what of it is typed.
    var described: (typed: String, completion: DescribedCompletion)? {
        guard case .body(let area)? = model.current?.pane.edit else { return nil }
        let schema = request.graphQL == nil ? nil : model.description(of: open.key)?.described.graphQL
        let operation = request.graphQL == nil ? operation : nil
        guard schema != nil || operation != nil else { return nil }
        var body: [UInt8] = []
        var offset = 0
        for (place, line) in area.lines.enumerated() {
            if place == area.cursor.line { offset = body.count + min(area.cursor.offset, line.utf8.count) }
            body += line.utf8
            body.append(Byte.lineFeed)
            guard body.count <= DescribedCompletion.mostBytes else { return nil }
        }
        let found =
            schema?.completion(in: body, at: offset)
            ?? operation?.completion(in: body, at: offset, mediaType: mediaType)
        return found.map { (String(decoding: body[$0.typed], as: UTF8.self), $0) }
    }
}
