import DescriptionDrafts

/// Names of types and properties in Swift, each used once in its scope.
struct SwiftNames {
    private var used: Set<String>

    /// - Parameter taken: names that mean something else.
    init(taken: Set<String>) { used = taken }

    /// Names that would hide a type that the code uses.
    static let types: Set<String> = [
        "Any", "AnyEndpoint", "Array", "AWSCredentials", "AWSSignature", "Bool", "CacheMode", "Character", "Data",
        "Decodable",
        "Dictionary", "DigestAuthentication", "Double", "Duration", "Encodable", "Endpoint", "EndpointBody", "Engine",
        "Error",
        "Float", "HTTPMethod", "HeaderField", "HeaderFields", "Int", "Interceptor", "Never", "Optional",
        "PercentEncoding",
        "Protocol", "Request", "RequestOptions", "Response", "Result", "RetryPolicy", "Self", "Sendable", "Set",
        "String",
        "Timeouts", "Type", "UInt8", "Void",
    ]

    /// What an endpoint has already, and words of the language.
    static let members: Set<String> = [
        "baseURL", "body", "cacheMode", "decoder", "headers", "interceptors", "method", "options", "path", "query",
        "successStatuses", "timeout", "self", "init",
    ]

    private static let words: Set<String> = [
        "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in",
        "inout", "internal", "is", "let", "nil", "operator", "package", "precedencegroup", "private", "protocol",
        "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try",
        "typealias", "var", "where", "while",
    ]

    private static let plain: Set<String> = ["response", "request", "body", "headers", "auth"]
    private static let longest = 60

    /// `ListProducts`
    mutating func type(_ text: String) -> String {
        let name = String(NameWords.pascal(NameWords.words(text)).prefix(Self.longest))
        return unique(Self.beginsWithDigit(name) ? "Request\(name)" : name)
    }

    /// `productId`
    mutating func property(_ variable: String) -> String {
        let words = NameWords.words(variable)
        let telling = words.filter { !Self.plain.contains($0) }
        let name = String(NameWords.camel(telling.isEmpty ? words : telling).prefix(Self.longest))
        let whole = unique(Self.beginsWithDigit(name) ? "value\(name)" : name)
        return Self.words.contains(whole) ? "`\(whole)`" : whole
    }

    private static func beginsWithDigit(_ name: String) -> Bool {
        name.isEmpty || name.unicodeScalars.first.map { ("0"..."9").contains($0) } ?? true
    }

    private mutating func unique(_ base: String) -> String {
        var name = used.contains(base) ? "\(base)Value" : base
        var number = 2
        while !used.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }
}
