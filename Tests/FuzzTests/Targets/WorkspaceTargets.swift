import Base
import NetEngine
import Pattern

@testable import Explain
@testable import HTTPFormat
@testable import Workspace

/// The name of a download, which comes from the server: a name and never a path.
enum DispositionCheck {
    static func fault(_ value: [UInt8]) -> String? {
        guard let name = BodyFileName.dispositionName(value), let clean = BodyFileName.cleaned(name) else { return nil }
        let isBad =
            clean.isEmpty || clean == "." || clean == ".."
            || clean.utf8.contains { $0 == Byte.slash || $0 < Byte.space }
        return isBad ? "the file name \(clean) is not safe" : nil
    }
}

/// What the screen says of a header's value.
enum ExplainCheck {
    static func fault(_ headers: HeaderFields) -> String? {
        for isRequest in [false, true] {
            let message = MessageContext(headers: headers, isRequest: isRequest, status: 200, now: 1_795_256_100)
            for field in headers.prefix(20) { _ = Explanation.header(field, in: message) }
        }
        return nil
    }
}

/// Scripts of request files: refused with a line and words, or evaluated to an end within a budget.
enum HandlerTarget {
    static let response = Response(
        status: 200, reason: Array("OK".utf8), httpVersion: .http1_1,
        headers: [HeaderField("Content-Type", "application/json"), HeaderField("X-Id", "42")], rawHead: [],
        body: Array(#"{"a":{"b":[1,2.5,"x",null,true]},"token":"t","items":[{"id":1},{"id":2}]}"#.utf8),
        wireBodyByteCount: nil, isComplete: true)

    static func fault(_ bytes: [UInt8]) -> String? {
        for phase in [HandlerScript.Phase.before, .after] {
            for isBlock in [false, true] {
                switch HandlerParser.script(bytes, phase, isBlock: isBlock, line: 1) {
                case .failure(let refusal):
                    if refusal.construct.isEmpty || refusal.line < 0 { return "a refusal without words" }
                case .success(let script):
                    let budget = QueryBudget(steps: 500_000)
                    let outcome = HandlerRun.outcome(
                        of: PreparedHandler(script), phase == .after ? HandlerResponse(response) : nil, budget)
                    let lines = bytes.count { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } + 1
                    for check in outcome.checks where !(1...lines).contains(check.line) {
                        return "a check at line \(check.line) of \(lines)"
                    }
                }
            }
        }
        return nil
    }
}
