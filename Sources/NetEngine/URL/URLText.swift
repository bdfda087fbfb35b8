/// A text that is meant as a URL, cut into what logs treat differently. Takes any text; hides rather too much.
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
        // A password with a bare slash, mark or hash in it makes no URL, but is a password all the same.
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
