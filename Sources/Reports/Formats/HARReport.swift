import NetEngine
import Runs
import Workspace

/// An HTTP Archive 1.2 of all results, with the phases that were measured; written as they are read.
///
/// An exchange that was recorded is an entry for each hop. Of most results of a long run only numbers are recorded: their entries have
/// the URL of an exchange of the same request. Results that were never sent are left out.
struct HARReport {
    private let account: RunAccount
    private let options: ReportOptions
    private let names: ResultNames

    init(_ account: RunAccount, _ options: ReportOptions) {
        self.account = account
        self.options = options
        names = ResultNames(account)
    }

    func write(_ source: RecordingSource, to sink: ([UInt8]) throws -> Void) throws {
        let page = HARDocument.Page(
            title: account.head.name ?? account.head.title, startedAt: account.span?.start ?? account.head.startedAt)
        var document = HARDocument(page: page, omitsBodies: options.omitsBodies)
        /// By request: the URL of an exchange.
        var urls: [Int: String] = [:]
        var out = document.head
        func take(_ item: RecordingReader.Item) throws {
            guard case .result(let record, let recorded) = item, account.requests.indices.contains(record.item.step)
            else { return }
            if let exchange = recorded?.exchange {
                // What is recorded has no secrets any more.
                out += document.entries(of: exchange, .revealed, name: names[record])
                if let url = exchange.hops.first?.request.url { urls[record.item.step] = url.textWithoutUserInfo }
            } else if let sample = sample(record, url: urls[record.item.step]) {
                out += document.entry(of: sample)
            }
            if out.count >= reportPiece {
                try sink(out)
                out.removeAll(keepingCapacity: true)
            }
        }
        try source.forEach(take)
        try sink(out + HARDocument.tail)
    }

    /// nil if nothing was sent.
    private func sample(_ record: RunRecord, url: String?) -> HARDocument.Sample? {
        guard let traffic = record.traffic, var timings = record.timings else { return nil }
        let request = account.requests[record.item.step].request
        // Without phases the time of the network is that of the wait.
        if timings.wait == nil, let network = record.networkTime, record.status != nil { timings.wait = network }
        return HARDocument.Sample(
            method: request.method, url: url ?? request.url, status: record.status, startedAt: traffic.startedAt,
            timings: timings, receivedBytes: traffic.receivedBytes, name: names[record])
    }
}
