import Base
import HTTPFormat
import JSONPath
import NetEngine

/// What a script may read of a response. The body is looked at when it is asked for.
final class HandlerResponse {
    enum Body {
        case json(JSONTree)
        case text(String)
        /// A clause: why it cannot be read.
        case unavailable(String)
    }

    let response: Response
    /// When it came.
    let time: Timestamp?
    private let parse: () -> Result<JSONTree, JSONSyntaxError>
    private let mayTake: (Int) -> Bool
    lazy var type = ContentType(response.headers["Content-Type"] ?? "")
    lazy var body = readBody()

    /// - Parameters:
    ///   - at: when it came.
    ///   - parse: the body as JSON; nil parses it here.
    init(
        _ response: Response, at time: Timestamp? = nil, parse: (() -> Result<JSONTree, JSONSyntaxError>)? = nil,
        mayTake: @escaping (Int) -> Bool = FreeMemory.allows
    ) {
        self.response = response
        self.time = time
        self.mayTake = mayTake
        self.parse =
            parse ?? {
                do throws(JSONSyntaxError) { return .success(try JSONTree.parse(response.body)) } catch {
                    return .failure(error)
                }
            }
    }

    /// An object if the type says JSON, or if it begins like an object or an array and is JSON: many servers send it with another
    /// type. Any other body is a text.
    private func readBody() -> Body {
        guard response.isBodyKept else { return .unavailable("the body was not kept") }
        let count = response.content.count
        guard count < 8 << 20 || mayTake(6 * count) else {
            return .unavailable("there is too little memory to parse a body of \(count) bytes")
        }
        let first = response.content.bytes(in: 0..<min(count, 1024)).first { $0 > Byte.space }
        let looksLikeJSON = first == Byte.openBrace || first == Byte.openBracket
        if type.isJSON || looksLikeJSON, case .success(let tree) = parse() { return .json(tree) }
        return .text(
            (try? TextDecoder(replacesInvalid: true).decode(response)) ?? String(decoding: response.body, as: UTF8.self)
        )
    }
}
