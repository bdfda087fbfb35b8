import HTTPFormat
import NetEngine

/// Limits how much text the replacement of variables may produce, so that a few lines cannot exhaust the memory
/// (`@a = {{b}}{{b}}`, `@b = {{c}}{{c}}`, …). Bytes are counted before they are copied.
///
/// Text of the file itself is not counted; bodies from files have their own limit (`CollectionStore.maxBodyFileBytes`).
struct ExpansionLimit: Sendable, Hashable {
    /// The limit for one variable's value, with its references replaced.
    var valueBytes = 16 << 20
    /// The limit for all values that one request inserts, including those inside other values.
    var totalBytes = 64 << 20

    static let standard = ExpansionLimit()

    var valueClause: String { "its value is longer than \(Self.mebibytes(valueBytes)) once its variables are replaced" }

    var totalClause: String {
        "with it, the values of this request add up to more than \(Self.mebibytes(totalBytes))"
    }

    private static func mebibytes(_ count: Int) -> String {
        count % (1 << 20) == 0 ? "\(count >> 20) MiB" : "\(count) bytes"
    }
}

extension RequestResolver {
    /// The result for a request whose values grow too large: an exchange that ended before anything was sent.
    func overLimit(
        _ variables: [UnresolvedVariable], of request: SavedRequest, in file: CollectionFile
    ) -> Exchange {
        let reasons = variables.filter(\.isOverLimit).map {
            "\(file.relativePath):\($0.line): {{\($0.name)}}: \($0.reason)"
        }
        return Exchange(
            id: ExchangeID(rawValue: 0), draft: RequestDraft(method: request.method, url: request.target),
            startedAt: .now, hops: [], timings: PhaseTimings(),
            error: EngineError(
                category: .requestBuild, sentence: NameList.text(reasons) + ".",
                hint: "Shorten the value, or send large content from a file: < path"))
    }
}
