import Contract
import Descriptions
import NetEngine
import Runs
import Workspace

// Effects that are about descriptions of APIs.
extension EffectRunner {
    /// With more operations than this, names and summaries are found before parameters and schemas are.
    private static let manyOperations = 500

    /// Makes the indexes of descriptions, one after the other. Takes time linear in the description.
    func index(_ files: [DescribedFile]) {
        let post = post
        Task.detached(priority: .utility) {
            for described in files {
                let isLarge = (described.openAPI?.operations.count ?? 0) > Self.manyOperations
                for looksInside in isLarge ? [false, true] : [true] {
                    if let made = IndexedOperations(described, looksInside: looksInside) {
                        post(.operationsIndexed(made))
                    }
                }
            }
        }
    }

    /// Takes time linear in the description, if it was not read before.
    func findNearby(_ job: NearbyJob) {
        let (trust, post) = (trust, post)
        Task.detached(priority: .utility) { post(job.run(isTrusted: trust?.trusts(job.place) ?? false)) }
    }

    func observe(_ job: ObserveJob) {
        let post = post
        Task.detached(priority: .utility) { post(.observed(job.run())) }
    }

    func sum(_ job: CoverageJob) {
        let post = post
        Task.detached { post(job.run()) }
    }

    func readLinks(_ job: LinkJob) {
        let post = post
        Task.detached {
            post(job.run())
        }
    }

    // MARK: Recorded runs

    /// Recorded runs that are looked into for one of the collection.
    private static let mostLooks = 20
    /// Exchanges of a run that are counted.
    private static let mostExchanges = 20_000

    private struct Enough: Error {}

    /// Counts a recorded run, or the last one of the collection. Without one there is nothing to say.
    func cover(_ job: CoverRunJob) {
        guard let store = runStore else { return }
        let post = post
        Background.run {
            let isAsked = job.run != nil && !job.isRecount
            do {
                let entries = try job.run.map { [$0] } ?? store.entries(limit: Self.mostLooks)
                for entry in entries where entry.state != .running {
                    guard let observed = try Self.observed(.store(store, entry), job) else { continue }
                    return post(.runCovered(entry, observed, ticket: job.ticket))
                }
                if isAsked { post(.failed(sentence: "No request of this collection is in that run.")) }
            } catch {
                // The marks of an old run that nobody asked for are not worth a word.
                guard isAsked else { return }
                post(
                    .failed(sentence: (error as? RunStoreError)?.sentence ?? "The recording cannot be read: \(error)."))
            }
        }
    }

    /// What a run exercised; nil if no request of the collection is in it.
    private static func observed(_ source: RecordingSource, _ job: CoverRunJob) throws -> [ObservedOperations]? {
        var head: RunHead?
        var isOwn = false
        var sent: [ObserveJob.Sent] = []
        var paths: [String: String?] = [:]
        func path(_ file: String) -> String? {
            let known = paths[file] ?? job.path(of: file)
            paths[file] = known
            return known
        }
        func read(_ item: RecordingReader.Item) throws {
            switch item {
            case .head(let read):
                head = read
                isOwn = read.requests.contains { request in
                    path(request.file).map { job.requests[$0]?.contains(request.id) == true } ?? false
                }
                if !isOwn { throw Enough() }
            case .result(let record, let recorded):
                guard let exchange = recorded?.exchange, let head, head.requests.indices.contains(record.item.step)
                else { return }
                let request = head.requests[record.item.step]
                let file = path(request.file)
                let own = job.files.first { $0.path == file }
                let index = own?.openAPI?.operation(ofRequest: request.id)
                sent.append(
                    ObserveJob.Sent(exchange: exchange, own: own.flatMap { own in index.map { (own, $0) } }))
                if sent.count >= mostExchanges { throw Enough() }
            case .end: break
            }
        }
        do {
            try source.forEach(read)
        } catch is Enough {}
        guard isOwn else { return nil }
        return ObserveJob(sent: sent, files: job.files).run()
    }
}
