import Base
import NetEngine
import OpenAPI

/// The names and values of queries, forms and multipart forms, as far as a draft needs them.
enum FormFields {
    /// Pieces of a query or form that are looked at.
    static let most = 2_000
    private static let longestName = 300
    private static let longestValue = 4_096

    /// `a=1&b=2`, decoded.
    static func read(_ text: some Collection<UInt8>) -> [NamedValue] {
        let text = Array(text)
        return FormReading.urlEncoded(text, most: most).compactMap { part in
            guard isUsable(part.name) else { return nil }
            return NamedValue(name: part.name, value: FormReading.decoded(text[part.range]))
        }
    }

    /// The parts of `multipart/form-data`; nil if the body is not made of parts with the boundary of its type.
    static func multipart(_ body: [UInt8], contentType: String) -> [NamedValue]? {
        guard let boundary = ContentType(contentType).boundary else { return nil }
        return FormReading.multipart(body, boundary: boundary, most: most)?.compactMap { part in
            guard isUsable(part.name) else { return nil }
            return NamedValue(
                name: part.name, value: part.isFile ? [] : Array(body[part.range].prefix(longestValue)),
                isFile: part.isFile)
        }
    }

    private static func isUsable(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= longestName }
}
