import HTTPFormat
import NetEngine

/// How much text the replacement of variables may make, so that a few lines cannot take all memory
/// (`@a = {{b}}{{b}}`, `@b = {{c}}{{c}}`, …). Bytes are counted before they are copied.
///
/// Text that stands in a file is not counted; bodies from files have a limit of their own (`CollectionStore.maxBodyFileBytes`).
struct ExpansionLimit: Sendable, Hashable {
    /// Of one variable's value, with its references replaced.
    var valueBytes = 16 << 20
    /// Of all values together that one request puts in, those inside of other values included.
    var totalBytes = 64 << 20

    static let standard = ExpansionLimit()

    var valueClause: String { "its value is longer than \(Self.mebibytes(valueBytes)) once its variables are replaced" }

    var totalClause: String {
        "the values of this request come to more than \(Self.mebibytes(totalBytes)) with it"
    }

    private static func mebibytes(_ count: Int) -> String {
        count % (1 << 20) == 0 ? "\(count >> 20) MiB" : "\(count) bytes"
    }
}

extension RequestResolver {
    /// What becomes of a request whose values grow too large: an exchange that ended before anything was sent.
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
