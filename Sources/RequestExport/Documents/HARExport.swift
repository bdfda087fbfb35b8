import Base
import HTTPFormat
import NetEngine
import Workspace

/// Requests as an HTTP Archive. Its entries have no responses: nothing was sent.
struct HARExport {
    private(set) var ledger = ExportLedger()
    private var document = HARDocument()
    private var bytes = HARDocument.head
    private let now: Timestamp

    init(now: Timestamp) { self.now = now }

    mutating func add(_ item: ExportItem) {
        guard let prepared = item.prepared else { return }
        if item.login != nil {
            ledger.add(item, "The login is computed when the request is sent; the archive has no Authorization.")
        }
        for number in item.usedMarks {
            ledger.add(item, "\(item.written(number)) stays as it is written; the archive has no variables.")
        }
        if item.variables.values.contains(where: { $0.base64 != nil }) {
            ledger.add(item, "The login is not in Base64, because of its variables.")
        }
        switch prepared.body {
        case .none, .stream: break
        case .file: ledger.add(item, "The body file is named in a comment; an archive has no files.")
        case .bytes(let bytes):
            if String(validating: bytes, as: UTF8.self) == nil {
                ledger.add(item, "The body is left out, because it is not text.")
            }
        case .pieces: ledger.add(item, "The files of the body are left out.")
        }
        let hop = Hop(
            cause: .first, request: prepared, sentHead: [], sentBodyByteCount: item.bodyByteCount, response: nil,
            connection: nil,
            startOffset: .zero, timings: PhaseTimings())
        var draft = item.draft
        draft.options.log = RequestLogOptions(name: item.id)
        let exchange = Exchange(
            id: ExchangeID(rawValue: 0), draft: draft, startedAt: now, hops: [hop], timings: PhaseTimings(), error: nil)
        var entry = document.entries(of: exchange, .revealed)
        if item.beginsWithVariable, let range = entry.firstRange(of: Array(#""url":"http://"#.utf8)) {
            entry.replaceSubrange(range, with: Array(#""url":""#.utf8))
        }
        // A name needs the escapes of a JSON string.
        bytes += item.marks.replacing(in: entry) { number in
            String(JSONOutput.string(item.written(number)).text.dropFirst().dropLast())
        }
    }

    /// The archive.
    var finished: [UInt8] { bytes + HARDocument.tail }
}

extension ExportItem {
    fileprivate var bodyByteCount: Int {
        if case .bytes(let bytes) = draft.body { bytes.count } else { 0 }
    }
}
