import Contract
import Descriptions
import HTTPFormat
import NetEngine
import Runs
import TerminalUI
import Workspace

// What of descriptions was exercised: an exchange ends -> `observe` -> `observed` -> the marks of the tree.

extension Model {
    /// Counts an exchange that ended. Those of a run are counted when their requests are known.
    mutating func observe(_ exchange: Exchange, isOfRun: Bool) -> [Effect] {
        let key = sending.requests.removeValue(forKey: exchange.id)
        return isOfRun ? [] : observe([(exchange, key)])
    }

    /// Counts exchanges of a run.
    mutating func observe(_ records: [RunRecord]) -> [Effect] {
        guard !describedFiles.isEmpty, let keys = runs.live?.keys else { return [] }
        return observe(
            records.compactMap { record in
                guard let id = record.exchange, let exchange = log.session.exchange(id) else { return nil }
                return (exchange, keys.indices.contains(record.item.step) ? keys[record.item.step] : nil)
            })
    }

    private func observe(_ sent: [(exchange: Exchange, key: RequestKey?)]) -> [Effect] {
        let files = describedFiles
        guard !files.isEmpty, !sent.isEmpty else { return [] }
        let jobs = sent.map { sent in
            let subject = sent.key.flatMap { docsSubject(of: $0) }
            return ObserveJob.Sent(
                exchange: sent.exchange,
                own: subject.flatMap { $0.described.openAPI == nil ? nil : ($0.described, $0.index) })
        }
        return [.observe(coverages.job(jobs, files))]
    }

    mutating func observed(_ news: [ObservedOperations]) -> [Effect] {
        let known = Set(describedFiles)
        coverages.take(news.filter { known.contains($0.described) })
        return sumCoverage()
    }

    /// Asks for the last recorded run of descriptions that are new here. What the user chose stays, and is counted for them, too.
    mutating func findLastRun() -> [Effect] {
        guard !coverages.wantLastRun(of: describedFiles).isEmpty else { return [] }
        guard coverages.asked > 0 else { return [.coverRun(coverRunJob(nil))] }
        guard let run = coverages.chosen else { return [] }
        // A count that has not ended yet was begun without the new ones.
        return cover(run, isRecount: true)
    }

    private func coverRunJob(_ run: RunEntry?, isRecount: Bool = false) -> CoverRunJob {
        var requests: [String: Set<String>] = [:]
        for path in tree.filePaths { requests[path] = Set(tree.files[path]?.requests.map(\.id) ?? []) }
        return CoverRunJob(
            files: describedFiles, run: run, requests: requests, ticket: coverages.asked, isRecount: isRecount)
    }

    /// Counts a run that the user chose, or none, in place of the one before.
    mutating func cover(_ run: RunEntry?, isRecount: Bool = false) -> [Effect] {
        coverages.choose(run, ticket: clock.nextTicket())
        guard let run else { return runCovered(nil, [], ticket: coverages.asked) }
        return [.coverRun(coverRunJob(run, isRecount: isRecount))]
    }

    mutating func runCovered(_ run: RunEntry?, _ news: [ObservedOperations], ticket: Int) -> [Effect] {
        guard ticket == coverages.asked else { return [] }
        let known = Set(describedFiles)
        coverages.take(run, news.filter { known.contains($0.described) })
        return sumCoverage()
    }

    /// The summary that is in view is made again.
    func sumCoverage() -> [Effect] {
        guard let view = overlays.parts.lazy.compactMap({ $0 as? CoverageView }).first else { return [] }
        return view.job(self).map { [.sumCoverage($0)] } ?? []
    }
}
