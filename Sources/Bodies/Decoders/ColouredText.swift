import NetEngine

/// A decoder that shows the lines of a source text with colours.
protocol ColouredText: BodyDecoder {
    associatedtype Lexer: LineLexer
    static var lexer: Lexer { get }
    /// The subtypes that mean it, without `x-`.
    static var subtypes: Set<Substring> { get }
    static var fileNames: Set<Substring> { get }
}

extension ColouredText {
    package static func isNamed(by type: ContentType, fileName: Substring) -> Bool {
        subtypes.contains(type.subtype) || fileNames.contains(fileName)
    }

    package static func decode(_ input: DecoderInput) throws(DecodingRefusal) -> ReadableBody {
        let text = input.text()
        let layout = text.withBytes(of: input.bytes) { MarkedLayout(SourceLines(lexer), $0, from: text.start) }
        return ReadableBody(kind, "", .layout(layout, of: text))
    }
}

extension ContentType {
    /// The last word of the subtype, without `x-` and what precedes `+`: `yaml` of `application/vnd.oai+yaml`.
    var subtype: Substring {
        guard let slash = essence.lastIndex(of: "/") else { return "" }
        var word = essence[essence.index(after: slash)...]
        if let plus = word.lastIndex(of: "+") { word = word[word.index(after: plus)...] }
        return word.hasPrefix("x-") ? word.dropFirst(2) : word
    }
}

package enum YAMLBodyDecoder: ColouredText {
    package static var kind: BodyKind { .yaml }
    static var lexer: YAMLLexer { YAMLLexer() }
    static let subtypes: Set<Substring> = ["yaml", "vnd.yaml", "yml"]
    static let fileNames: Set<Substring> = ["yaml", "yml"]
}

package enum TOMLBodyDecoder: ColouredText {
    package static var kind: BodyKind { .toml }
    static var lexer: TOMLLexer { TOMLLexer() }
    static let subtypes: Set<Substring> = ["toml"]
    static let fileNames: Set<Substring> = ["toml"]
}

package enum CSSBodyDecoder: ColouredText {
    package static var kind: BodyKind { .css }
    static var lexer: CSSLexer { CSSLexer() }
    static let subtypes: Set<Substring> = ["css"]
    static let fileNames: Set<Substring> = ["css"]
}

package enum JavaScriptBodyDecoder: ColouredText {
    package static var kind: BodyKind { .javaScript }
    static var lexer: JavaScriptLexer { JavaScriptLexer() }
    static let subtypes: Set<Substring> = ["javascript", "ecmascript", "typescript"]
    static let fileNames: Set<Substring> = ["js", "mjs", "cjs", "ts", "jsx", "tsx"]
}

package enum MarkdownBodyDecoder: ColouredText {
    package static var kind: BodyKind { .markdown }
    static var lexer: MarkdownLexer { MarkdownLexer() }
    static let subtypes: Set<Substring> = ["markdown"]
    static let fileNames: Set<Substring> = ["md", "markdown"]
}
