import NetEngine
import OpenAPI

/// Finds the documented media type that a `Content-Type` belongs to (OpenAPI 3.2 §4.8.14.1: the most specific one).
enum MediaTypeChoice {
    /// - Parameter written: the value of the header field.
    static func of(_ written: String, among types: [MediaType]) -> MediaType? {
        let full = normal(written)
        let essence = MediaTypeName(written).essence
        let type = essence.prefix { $0 != "/" }
        let suffix = essence.lastIndex(of: "+").map { essence[$0...] }
        func first(_ fits: (MediaType) -> Bool) -> MediaType? { types.first(where: fits) }
        return first { normal($0.name) == full }
            ?? first { MediaTypeName($0.name).essence == essence }
            ?? suffix.flatMap { suffix in first { MediaTypeName($0.name).essence == "\(type)/*\(suffix)" } }
            ?? first { MediaTypeName($0.name).essence == "\(type)/*" }
            ?? first { ["*/*", "*"].contains(MediaTypeName($0.name).essence) }
    }

    /// Whether a media type is one of a range: `image/*`.
    static func fits(_ written: String, _ range: String) -> Bool {
        let (type, range) = (MediaTypeName(written).essence, MediaTypeName(range).essence)
        return range == type || range == "*/*" || range == "*"
            || range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
    }

    private static func normal(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "\"" } }
}
