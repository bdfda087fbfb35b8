/// Variables of a path, which other tools write as `:id`.
enum PathVariables {
    /// The URL with `{{id}}` for each segment `:id` of its path.
    ///
    /// - Parameter names: those that are variables; other segments stay.
    static func replaced(_ url: String, _ names: Set<String>) -> String {
        guard !names.isEmpty else { return url }
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let segments = url[..<end].split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.first == ":" && names.contains(String(segment.dropFirst()))
                ? "{{\(segment.dropFirst())}}" : String(segment)
        }
        return segments.joined(separator: "/") + url[end...]
    }
}
