import Base
import HTTPFormat
import NetEngine

extension ExportItem {
    /// Logins in Base64 that hold a mark get a mark for the Base64 as a whole: it can be made only when the values are known.
    mutating func encodeLogins() {
        for index in draft.headers.fields.indices {
            let field = draft.headers.fields[index]
            guard field.isNamed("Authorization") || field.isNamed("Proxy-Authorization"),
                field.value.lowercased().hasPrefix("basic "),
                let login = Base64.decode(Array(field.value.dropFirst(6).utf8)), marks.occur(in: login)
            else { continue }
            draft.headers.fields[index].valueBytes =
                Array("Basic ".utf8) + mark(base64: String(decoding: login, as: UTF8.self)).utf8
        }
        // The login of a URL becomes a header when it is sent.
        guard let (range, userInfo) = Self.userInfo(of: draft.url), marks.occur(in: userInfo) else { return }
        draft.url.removeSubrange(range)
        if !draft.headers.contains("Authorization") {
            draft.headers.append(HeaderField("Authorization", "Basic \(mark(base64: userInfo))"))
        }
    }

    private mutating func mark(base64 text: String) -> String {
        let number = (variables.keys.max() ?? -1) + 1
        variables[number] = ExportVariable(name: "login", origin: .secret, base64: text)
        return marks.text(number)
    }

    /// The login of a URL, decoded, and where it is with its `@`.
    static func userInfo(of url: String) -> (range: Range<String.Index>, text: String)? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        guard let end = authority.lastIndex(of: "@") else { return nil }
        let text = URLEncoding.decode(Array(authority[..<end].utf8))
        return (authority.startIndex..<url.index(after: end), String(decoding: text, as: UTF8.self))
    }
}
