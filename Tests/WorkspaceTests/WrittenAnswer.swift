import NetEngine
import TestSupport

/// What a server answers, as recorded tests write it: `BODY`, `STATUS BODY`, `CUT BODY` of a response that does not come to its end, or
/// `NONE` for no response.
struct WrittenAnswer {
    let status: Int
    let isNone: Bool
    private let isCut: Bool
    private let body: [UInt8]

    init(_ text: String) {
        let code = text.dropFirst(3).first == " " ? Int(text.prefix(3)) : nil
        status = code ?? 200
        isNone = text == "NONE"
        isCut = text.hasPrefix("CUT ")
        body = Array((isCut || code != nil ? text.dropFirst(4) : text[...]).utf8)
    }

    /// - Parameter other: a body in place of the one that is written.
    func response(_ other: [UInt8]? = nil) -> Response {
        ExchangeFixtures.response(
            status: status, headers: [HeaderField("Content-Type", "application/json")], body: other ?? body,
            isComplete: !isCut)
    }
}
