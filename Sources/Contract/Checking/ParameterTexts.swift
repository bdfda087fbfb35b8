import Base
import NetEngine
import OpenAPI

/// The texts of a request's parameters, decoded.
struct ParameterTexts {
    struct Text {
        var whole: String
        /// Of an array, if the style tells them apart.
        var items: [String]?
        /// Of an object whose members have names of their own.
        var members: [(String, String)]?
    }

    private let path: [OperationMatch.PathParameter]
    private let headers: HeaderFields
    /// By name, as they are written behind the equals sign, in their order.
    private var query: [String: [String]] = [:]
    private var deep: [String: [(String, String)]] = [:]
    private var cookies: [String: [String]] = [:]
    private let wholeQuery: String?

    init(path: [OperationMatch.PathParameter], url: HTTPURL, headers: HeaderFields) {
        self.path = path
        self.headers = headers
        wholeQuery = url.query
        for (name, value) in Self.pairs(url.query ?? "", "&") {
            let name = Self.decoded(name)
            query[name, default: []].append(value)
            if name.hasSuffix("]"), let bracket = name.firstIndex(of: "[") {
                let member = String(name[bracket...].dropFirst().dropLast())
                deep[String(name[..<bracket]), default: []].append((member, Self.decoded(value)))
            }
        }
        for line in headers.values("Cookie") {
            for (name, value) in Self.pairs(line, ";") { cookies[name, default: []].append(value) }
        }
    }

    /// The names in the query, of `filter[a]` both.
    var queryNames: Set<String> { Set(query.keys).union(deep.keys) }
    /// As they are written, decoded, in the order of their letters.
    var plainQueryNames: [String] { query.keys.sorted() }
    var cookieNames: Set<String> { Set(cookies.keys) }
    var pathNames: Set<String> { Set(path.map(\.name)) }

    /// The first value of a name in the query, decoded.
    func firstQueryText(_ name: String) -> String? { query[name]?.first.map(Self.decoded) }

    private static func pairs(_ text: String, _ separator: Character) -> [(String, String)] {
        text.split(separator: separator).map { piece in
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).trimmingWhitespace(), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// A plus sign is a space in a query.
    private static func decoded(_ text: String) -> String {
        String(decoding: URLEncoding.decode(text.utf8.map { $0 == Byte.plus ? Byte.space : $0 }), as: UTF8.self)
    }

    /// nil if it is not there.
    func text(of parameter: Parameter) -> Text? {
        switch parameter.location {
        case .path:
            guard var written = path.first(where: { $0.name == parameter.name })?.written else { return nil }
            if let joined = Self.separator(of: parameter.style) {
                let whole = Self.decodedPath(written)
                return Text(whole: whole, items: Self.items(whole, joined) { $0 })
            }
            var separator: Character = ","
            if parameter.style == .label, written.hasPrefix(".") {
                written.removeFirst()
                if parameter.explodes { separator = "." }
            } else if parameter.style == .matrix, written.hasPrefix(";") {
                let pairs = Self.pairs(written, ";")
                if parameter.explodes, pairs.count > 1 || pairs.first?.0 != parameter.name {
                    let isArray = pairs.allSatisfy { $0.0 == parameter.name }
                    let values = pairs.map { Self.decodedPath($0.1) }
                    return Text(
                        whole: Self.decodedPath(written), items: isArray ? values : nil,
                        members: isArray ? nil : zip(pairs.map { Self.decodedPath($0.0) }, values).map { ($0, $1) })
                }
                written = pairs.first?.1 ?? ""
            }
            return Text(whole: Self.decodedPath(written), items: Self.items(written, separator, Self.decodedPath))
        case .query, .formData: return queryText(of: parameter)
        case .querystring: return wholeQuery.map { Text(whole: $0) }
        case .header:
            let values = headers.values(parameter.name)
            guard !values.isEmpty else { return nil }
            let whole = values.joined(separator: ", ")
            return Text(whole: whole, items: Self.separator(of: parameter.style).map { Self.items(whole, $0) { $0 } })
        case .cookie:
            guard let values = cookies[parameter.name], let first = values.first else { return nil }
            return Text(whole: first, items: parameter.explodes ? values : nil)
        }
    }

    private static func decodedPath(_ text: String) -> String {
        String(decoding: URLEncoding.decode(Array(text.utf8)), as: UTF8.self)
    }

    private func queryText(of parameter: Parameter) -> Text? {
        if parameter.style == .deepObject, let members = deep[parameter.name] {
            return Text(whole: "", members: members)
        }
        guard let values = query[parameter.name], let first = values.first else { return nil }
        let whole = Self.decoded(first)
        if parameter.explodes, parameter.style == .form { return Text(whole: whole, items: values.map(Self.decoded)) }
        if let separator = Self.separator(of: parameter.style) {
            return Text(whole: whole, items: Self.items(whole, separator) { $0 })
        }
        // Commas within data are encoded.
        return Text(whole: whole, items: Self.items(first, ",", Self.decoded))
    }

    /// What joins the items in the styles that have a character of their own for it, decoded.
    private static func separator(of style: ParameterStyle) -> Character? {
        style.delimiter.map { Character(UnicodeScalar($0)) }
    }

    private static func items(
        _ text: String, _ separator: Character, _ decode: (String) -> String
    ) -> [String] {
        text.isEmpty
            ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map { decode(String($0)) }
    }
}
