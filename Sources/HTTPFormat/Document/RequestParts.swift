import Base
import NetEngine

/// What has been read so far of the request in the current block.
struct RequestParts {
    struct HeaderParts {
        var line: Int
        var name: LineText
        var value: LineText
        var continuations: [Int] = []
    }

    /// From 0; -1 until there is one.
    var requestLine = -1
    var method: LineText?
    var version: LineText?
    /// The pieces of the target with their lines.
    var pieces: [(line: Int, text: LineText)] = []
    var disabledParameters: [(line: Int, text: LineText)] = []
    var headers: [HeaderParts] = []
    var disabledHeaders: [SavedRequest.Header] = []
    var contentType = ContentType.unnamed
    /// True if a Content-Type is given without a variable.
    var namesContentType = false
    var settings = SavedRequest.Settings()
    var name: LineText?
    var title: LineText?
    var documentation: LineText?
    /// The first run of comment lines above the request line, without their markers.
    var firstComment: [LineText] = []
    var firstCommentEnd = -1
    /// True inside the lines of resterm's `# @script`, which begin with `>`.
    var isInScriptLines = false
    var unsupported: String?
    var curl: CurlCommand?
    var prompts: [SavedRequest.Prompt] = []
    var dependencies: [SavedRequest.Dependency] = []
    var assertions: [SavedRequest.AssertionLine] = []
    var outputFile: SavedRequest.OutputFile?
    var loop: SavedRequest.Loop?
    var handlers: [HandlerScript] = []
    var sleep: Duration?
    var disabledCondition: SavedRequest.DisabledCondition?
    var graphQL: SavedRequest.GraphQLTrigger?
    /// The first line after the header section; -1 until there is one.
    var bodyZone = -1
    var holdsBody = false
    /// True below a line that ends the body: a script, a check, a saved response.
    var isBelowBody = false
    var body = 0..<0

    mutating func begin(_ line: LineSyntax.RequestLine) {
        method = line.method
        version = line.version
        pieces.append((requestLine, line.target))
    }

    mutating func extend(_ line: Int, _ content: LineText) {
        let (target, version) = LineSyntax.splitVersion(content)
        if let version { self.version = version }
        pieces.append((line, target))
    }

    /// True if the target so far ends in the middle of its query.
    var targetWantsMore: Bool {
        switch pieces.last?.text.last {
        case Byte.questionMark, Byte.ampersand, Byte.equals: true
        default: false
        }
    }

    var methodName: String {
        guard let method else { return "GET" }
        return KnownMethod.name(method) ?? method.string
    }

    func unsupportedReason(method: String) -> String? {
        let isKnown = self.method.map { KnownMethod.name($0) != nil } ?? true
        if !isKnown, KnownMethod.protocols.contains(method) { return "The protocol \(method) is not supported" }
        // Most targets begin with a reference, a path or http.
        guard let target = pieces.first?.text, let first = target.first.map({ $0 | 0x20 }),
            "agmwfkr".utf8.contains(first)
        else { return nil }
        let schemes: [StaticString] = [
            "ws://", "wss://", "grpc://", "grpcs://", "mqtt://", "mqtts://", "amqp://", "amqps://", "kafka://",
            "rsocket://", "ftp://",
        ]
        for scheme in schemes where target.startsIgnoringCase(with: scheme) {
            return "The protocol of \(scheme) is not supported"
        }
        return nil
    }

    /// The joined target, and its parameters including the disabled ones, in file order.
    func targetAndParameters() -> (String, [SavedRequest.Parameter]) {
        guard let first = pieces.first else { return ("", []) }
        var joined: [UInt8] = []
        var parameters: [SavedRequest.Parameter] = []
        if pieces.count == 1 {
            parameters = Self.parameters(first.text) { _ in first.line }
            if disabledParameters.isEmpty { return (first.text.string, parameters) }
        }
        for piece in pieces {
            joined.append(contentsOf: UnsafeBufferPointer(rebasing: piece.text.bytes[piece.text.range]))
        }
        if pieces.count > 1 {
            var starts: [Int] = []
            var length = 0
            for piece in pieces {
                starts.append(length)
                length += piece.text.count
            }
            parameters = joined.withUnsafeBufferPointer { buffer in
                var piece = 0
                return Self.parameters(LineText(buffer, 0..<buffer.count)) { offset in
                    while piece + 1 < starts.count, starts[piece + 1] <= offset { piece += 1 }
                    return pieces[piece].line
                }
            }
        }
        for (line, text) in disabledParameters {
            let nameEnd = text.firstIndex(of: UInt8(Byte.equals)) ?? text.end
            parameters.append(
                SavedRequest.Parameter(
                    name: text.upTo(nameEnd).string, value: text.from(min(nameEnd + 1, text.end)).string,
                    isEnabled: false, line: line + 1))
        }
        if !disabledParameters.isEmpty { parameters.sort { $0.line < $1.line } }
        return (String(decoding: joined, as: UTF8.self), parameters)
    }

    private static func parameters(_ text: LineText, line: (Int) -> Int) -> [SavedRequest.Parameter] {
        QuerySyntax(text).parameters.map { parameter in
            SavedRequest.Parameter(
                name: LineText(text.bytes, parameter.name).string, value: LineText(text.bytes, parameter.value).string,
                isEnabled: true, line: line(parameter.start) + 1)
        }
    }
}
