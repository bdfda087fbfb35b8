/// A file of Hurl as its entries: a request each, and what its response must be.
struct HurlFile {
    struct SyntaxError: Error, Hashable {
        /// From 1; the column in bytes.
        var line: Int
        var column: Int
        /// A clause without a full stop.
        var reason: String
    }

    struct Entry {
        var line: Int
        /// The comments above the request, without `#`.
        var comments: [String]
        var method: String
        var url: String
        var headers: [Pair] = []
        var sections: [Section] = []
        var body: Body?
        var response: Response?
    }

    struct Response {
        var line: Int
        /// `1.1`, `2`; nil for any.
        var version: String?
        /// nil for any.
        var status: Int?
        var headers: [Pair] = []
        var captures: [Capture] = []
        var asserts: [Assert] = []
        var body: Body?
    }

    struct Pair: Hashable {
        var name: String
        var value: String
        var line: Int
    }

    /// `[Form]` and the like.
    struct Section {
        var name: String
        var line: Int
        var pairs: [Pair]
    }

    struct Body {
        enum Content {
            case json(String)
            case xml(String)
            /// Between three backticks, with the word after the first of them.
            case text(String, language: String)
            case bytes([UInt8])
            case file(String)
        }

        var content: Content
        var line: Int
    }

    /// A value in a query, a filter or a predicate.
    enum Value: Hashable {
        /// References stay as they are written.
        case text(String)
        /// A reference alone, without quotation marks: its value keeps its type.
        case reference(String)
        /// A number, `true`, `false` or `null`, as written.
        case literal(String)
        case pattern(String)
        case bytes([UInt8])
        case file(String)
    }

    struct Filter: Hashable {
        var name: String
        var arguments: [Value]
    }

    struct Query: Hashable {
        var name: String
        var arguments: [Value]
        var filters: [Filter]
    }

    struct Capture {
        var name: String
        /// nil if the query has a word that is not known here.
        var query: Query?
        var text: String
        var line: Int
    }

    struct Assert {
        /// nil if the line has a word that is not known here.
        var parts: Parts?
        var text: String
        var line: Int

        struct Parts: Hashable {
            var query: Query
            var isNegated: Bool
            var predicate: String
            var value: Value?
        }
    }

    var entries: [Entry]

    init(_ bytes: [UInt8]) throws(SyntaxError) {
        var parser = HurlParser(bytes)
        entries = try parser.entries()
    }
}
