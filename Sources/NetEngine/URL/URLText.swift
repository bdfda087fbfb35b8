/// A text meant as a URL, split into the parts that logs treat differently. Takes any text; hides too much rather than too
/// little.
struct URLText {
    struct Item {
        let rawName: Substring
        let value: Substring
        let hasValue: Bool
        var name: String { Self.decoded(rawName) }
        var decodedValue: String { Self.decoded(value) }

        private static func decoded(_ text: Substring) -> String {
            String(decoding: URLEncoding.decode(Array(text.replacing("+", with: " ").utf8)), as: UTF8.self)
        }
    }

    let beforeUserInfo: Substring
    let userInfo: Substring?
    /// To the question mark.
    let afterUserInfo: Substring
    let hasQuery: Bool
    let queryItems: [Item]
    /// With its `#`.
    let fragment: Substring

    init(_ url: String) {
        let start = url.firstRange(of: "//")?.upperBound ?? url.startIndex
        let authorityEnd = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
        var at = url[start..<authorityEnd].lastIndex(of: "@")
        // With a bare slash, question mark or hash in a password the text is not a URL, but the password must be hidden.
        if at == nil, let colon = url[start..<authorityEnd].firstIndex(of: ":"), url[start] != "[",
            !url[colon..<authorityEnd].dropFirst().allSatisfy({ ("0"..."9").contains($0) })
        {
            at = url[start...].lastIndex(of: "@")
        }
        let rest = at.map { url.index(after: $0) } ?? url.startIndex
        beforeUserInfo = at == nil ? "" : url[..<start]
        userInfo = at.map { url[start..<$0] }
        let hash = url[rest...].firstIndex(of: "#") ?? url.endIndex
        let mark = url[rest..<hash].firstIndex(of: "?") ?? hash
        afterUserInfo = url[rest..<mark]
        hasQuery = mark < hash
        let query = hasQuery ? url[url.index(after: mark)..<hash] : ""
        queryItems = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let equals = item.firstIndex(of: "=")
            return Item(
                rawName: equals.map { item[..<$0] } ?? item, value: equals.map { item[item.index(after: $0)...] } ?? "",
                hasValue: equals != nil)
        }
        fragment = url[hash...]
    }
}
