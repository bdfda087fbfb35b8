import Base
import NetEngine

/// A URL as a source writes it, in its parts. It may hold variables: what is between the braces of a reference divides nothing.
struct WrittenURL {
    /// With its `://`; empty if there is none.
    let scheme: String
    /// As it is written, without the `@`; nil if there is none.
    let userInfo: String?
    /// The host with its port.
    let host: String
    let path: String
    /// Without the question mark; nil if there is none.
    let query: String?
    /// With its `#`; empty if there is none.
    let fragment: String

    /// - Parameter isLiteral: whether `{{` is text and no variable.
    init(_ text: String, isLiteral: Bool = false) {
        let bytes = Array(text.utf8)
        let plain = isLiteral ? bytes : ReferenceNames.withoutReferences(bytes)
        func written(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let hash = plain.firstIndex(of: Byte.hash) ?? plain.endIndex
        let mark = plain[..<hash].firstIndex(of: Byte.questionMark) ?? hash
        let start = Self.endOfScheme(plain[..<mark])
        let slash = plain[start..<mark].firstIndex(of: Byte.slash) ?? mark
        let at = plain[start..<slash].lastIndex(of: Byte.at)
        scheme = written(0..<start)
        userInfo = at.map { written(start..<$0) }
        host = written((at.map { $0 + 1 } ?? start)..<slash)
        path = written(slash..<mark)
        query = mark < hash ? written((mark + 1)..<hash) : nil
        fragment = written(hash..<bytes.endIndex)
    }

    /// After the first `//` that follows a colon and stands before all other slashes.
    private static func endOfScheme(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let colon = bytes.firstIndex(of: Byte.slash).map({ $0 - 1 }), colon >= 0, bytes[colon] == Byte.colon,
            colon + 2 < bytes.endIndex, bytes[colon + 2] == Byte.slash
        else { return bytes.startIndex }
        return colon + 3
    }

    /// Without user and password, query and fragment.
    var place: String { scheme + host + path }

    /// The URL for titles and notices, which all may see: without user and password, and without a query that holds a secret.
    var shown: String {
        let rest = (query.map { "?" + $0 } ?? "") + fragment
        let holdsSecret = rest.utf8.split { $0 == Byte.questionMark || $0 == Byte.hash || $0 == Byte.ampersand }
            .contains { Self.holdsSecret(String(Substring($0))) }
        return holdsSecret ? place : place + rest
    }

    /// The name without what no title may show, for tools that call a request by its URL.
    static func shown(name: String) -> String {
        name.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isURL = word.contains(bytes: "://") || word.contains(bytes: "?") && word.contains(bytes: "=")
            return isURL ? WrittenURL(String(word)).shown : String(word)
        }.joined(separator: " ")
    }

    // MARK: Parameters

    /// A text at the first such byte that is not in a reference; nil if there is none.
    static func split(_ text: String, at byte: UInt8) -> (before: String, after: String)? {
        let bytes = Array(text.utf8)
        guard let place = ReferenceNames.withoutReferences(bytes).firstIndex(of: byte) else { return nil }
        return (
            String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self)
        )
    }

    /// The two parts of a proxy with a login after its URL, as `# @proxy` may have it; nil if there is no login.
    static func splitLogin(_ text: String) -> (url: String, login: String)? {
        let bytes = Array(text.trimmingAllWhitespace().utf8)
        guard let space = ReferenceNames.withoutReferences(bytes).lastIndex(of: Byte.space) else { return nil }
        return (
            String(decoding: bytes[..<space], as: UTF8.self), String(decoding: bytes[(space + 1)...], as: UTF8.self)
        )
    }

    private static func holdsSecret(_ piece: String) -> Bool {
        split(piece, at: Byte.equals).map { SecretName.isOpen($0.before, $0.after) } ?? false
    }
}

extension ImportedRequest {
    var writtenURL: WrittenURL { WrittenURL(url, isLiteral: isLiteral) }

    /// The name for the user, without what no title may show; empty if the source has none.
    var shownName: String { WrittenURL.shown(name: name) }

    /// What notices call the request.
    var label: String { name.isEmpty ? writtenURL.shown : shownName }
}
