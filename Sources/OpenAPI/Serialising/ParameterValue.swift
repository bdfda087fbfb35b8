import Base
import NetEngine

/// A parameter as it is sent.
package enum ParameterValue: Sendable, Hashable {
    /// Replaces its place in the path.
    case path(String)
    /// Pieces of the query: `a=1`.
    case query([String])
    case header(name: String, value: String)
    /// Pieces of the Cookie header: `a=1`.
    case cookies([String])
    /// Left out.
    case nothing

    /// - Parameter value: `null` means undefined.
    package init(_ value: JSONOutput, of parameter: Parameter) throws(SerialisingFailure) {
        if case .null = value {
            self = .nothing
            return
        }
        if let content = parameter.content {
            try self.init(content: value, content, of: parameter)
            return
        }
        guard parameter.location != .querystring else {
            throw SerialisingFailure(reason: "a 'querystring' parameter needs 'content'")
        }
        let styled = StyledValue(
            name: parameter.name, style: parameter.style, explodes: parameter.explodes, location: parameter.location,
            allowsReserved: parameter.allowsReserved)
        try self.init(try styled.pieces(of: value), of: parameter)
    }

    /// A text that is sent as it is: 3.2's `serializedValue`.
    package init(serialised text: String, of parameter: Parameter) throws(SerialisingFailure) {
        switch parameter.location {
        case .query where !text.hasPrefix(PercentEncoding.component(parameter.name) + "="):
            try self.init([PercentEncoding.component(parameter.name) + "=" + text], of: parameter)
        case .query, .querystring, .path, .header, .cookie, .formData: try self.init([text], of: parameter)
        }
    }

    private init(content value: JSONOutput, _ content: MediaType, of parameter: Parameter) throws(SerialisingFailure) {
        let form = FormKind(content.name) == .urlencoded
        if parameter.location == .querystring, form {
            self = .query([try FormBody.text(of: value, content)])
            return
        }
        let text: String
        if form {
            text = try FormBody.text(of: value, content)
        } else if MediaTypeName(content.name).isJSON {
            text = value.text
        } else {
            guard let plain = value.plainText else {
                throw SerialisingFailure(reason: "an array or object cannot be written as \(quoted(content.name))")
            }
            text = plain
        }
        switch parameter.location {
        case .header: try self.init([text], of: parameter)
        case .querystring: self = .query([PercentEncoding.component(text)])
        case .query, .cookie, .formData:
            try self.init(
                [PercentEncoding.component(parameter.name) + "=" + PercentEncoding.component(text)], of: parameter)
        case .path: try self.init([PercentEncoding.component(text)], of: parameter)
        }
    }

    private init(_ pieces: [String], of parameter: Parameter) throws(SerialisingFailure) {
        guard let first = pieces.first else {
            self = .nothing
            return
        }
        switch parameter.location {
        case .path: self = .path(first)
        case .query, .querystring, .formData: self = .query(pieces)
        case .cookie:
            guard !pieces.contains(where: Self.breaksCookie) else {
                throw SerialisingFailure(
                    reason: "a cookie cannot hold a semicolon, a line break or a control character")
            }
            self = .cookies(pieces)
        case .header:
            guard !first.utf8.contains(where: { $0 == 0 || $0 == Byte.lineFeed || $0 == Byte.carriageReturn }) else {
                throw SerialisingFailure(reason: "a header cannot hold a line break or a NUL character")
            }
            self = .header(name: parameter.name, value: first)
        }
    }

    private static func breaksCookie(_ piece: String) -> Bool {
        piece.utf8.contains { $0 < Byte.space || $0 == Byte.semicolon || $0 == 0x7F }
    }
}

extension JSONOutput {
    /// A single value as text; nil for arrays and objects.
    var plainText: String? {
        switch self {
        case .null: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): text
        case .array, .object: nil
        }
    }
}
