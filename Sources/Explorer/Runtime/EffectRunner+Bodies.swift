import Base
import Bodies
import NetEngine
import NetEngineRequestLog
import RequestExport
import Synchronization
import Workspace

// Effects that are about bodies: what is made of them, searched in them and written of them.
extension EffectRunner {
    func prepare(_ exchange: Exchange, from scan: BodyScan?, as choice: ReadingChoice) {
        let post = post
        Task.detached {
            var body: BodyDocument?
            if let response = exchange.response {
                let reading = BodyReading(
                    exchange.id, response.content, contentType: response.headers["Content-Type"],
                    charset: choice.charset, from: scan
                ) {
                    post($0)
                    return true
                }
                body = await reading.end(isComplete: response.hasWholeBody)
            }
            post(.bodyPrepared(ExchangeDocument(exchange, body: body, as: choice)))
        }
    }

    func check(_ checks: [PreparedCheck], _ exchange: Exchange) {
        let (post, running, log) = (post, self.checks, checkedLog)
        running.begin(exchange.id)
        Task.detached {
            let report = Checks.evaluate(checks, exchange, isStopped: { running.isStopped(exchange.id) })
            running.end(exchange.id)
            post(.checked(exchange.id, report))
            log?.add(report, of: exchange.id)
        }
    }

    /// Where the results of checks are logged; nil while nothing is.
    var checkedLog: RequestLogStore? { engineLog.withLock { $0 } == nil ? nil : log }

    func filter(_ run: FilterState.Run, _ exchange: Exchange) {
        let (post, running) = (post, filters)
        running.begin(run.id)
        let body = exchange.response?.content ?? BodyBytes()
        // A command may wait for long.
        Background.run {
            let start = ContinuousClock.now
            let outcome = FilterRun.outcome(of: run, on: body) { running.isStopped(run.id) }
            running.end(run.id)
            post(.filtered(run.id, outcome, ContinuousClock.now - start))
        }
    }

    func search(_ job: SearchJob) {
        let (post, running) = (post, searches)
        running.begin(job.id)
        Task.detached {
            job.work(isStopped: { running.isStopped(job.id) }, report: { post(.searched(job.id, $0)) })
            running.end(job.id)
        }
    }

    func searchPlace(_ job: PlaceJob) {
        let (post, running) = (post, placeSearches)
        running.begin(job.id)
        Task.detached {
            var shown = ContinuousClock.now
            let outcome = job.work { place in
                if ContinuousClock.now - shown > .milliseconds(100) {
                    shown = .now
                    post(.placeSearched(job.id, .progress(place)))
                }
                return running.isStopped(job.id)
            }
            running.end(job.id)
            post(.placeSearched(job.id, .ended(outcome)))
        }
    }

    /// - Parameter now: the time by which a limited comparison ends.
    func compare(_ job: CompareJob, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        let (post, running) = (post, comparisons)
        running.begin(job.id)
        Task.detached {
            let start = now()
            var shown = start
            let result = job.run {
                running.isStopped(job.id) || (job.isLimited && now() - start > CompareJob.limit)
            } report: { progress in
                guard now() - shown > .milliseconds(100) else { return }
                shown = now()
                post(.comparing(job.id, progress))
            }
            running.end(job.id)
            post(.compared(job.id, result))
        }
    }

    func copy(_ job: CopyJob) {
        let post = post
        Background.run {
            let clipboard = Clipboard.live()
            if let part = job.largePart {
                return post(.copied(name: job.name, ClipboardText(""), clipboard.write(part)))
            }
            do throws(CopyJob.Refusal) {
                let text = try job.text(environmentNamesProxy: clipboard.namesProxy)
                post(.copied(name: job.name, text, clipboard.copy(text)))
            } catch {
                post(.notCopied(sentence: error.sentence))
            }
        }
    }

    func export(_ job: ExportJob) {
        let (store, trust, post) = (store, trust, post)
        Background.run {
            do throws(CopyJob.Refusal) {
                let (text, losses) = try job.text(store: store, isTrusted: trust?.trusts(job.place) ?? false)
                let name = "The export (\(job.kind.title))"
                post(
                    .exported(
                        ExportOutcome(name: name, text: text, clipboard: Clipboard.live().copy(text), losses: losses)))
            } catch {
                post(.notCopied(sentence: error.sentence))
            }
        }
    }

    func write(_ job: BodyWriteJob) {
        let post = post
        let begun = stoppedWrites.withLock { $0 }
        Background.run { [self] in
            var reported = 0
            let path = UserPath.absolute(job.path)
            let outcome = BodyFileWriter().write(job.body, to: path, replaces: job.replaces) { count in
                // Often enough for a bar.
                if count - reported >= job.body.count / 50 {
                    reported = count
                    post(.bodyWriting(count))
                }
                return stoppedWrites.withLock { $0 } == begun
            }
            post(.bodyWritten(outcome))
        }
    }

    func view(_ job: BodyViewJob) {
        let (viewing, post) = (viewing, post)
        let begun = stoppedViews.withLock { $0 }
        Background.run { [self] in
            let next = viewing.begin(job, failed: { post(.failed(sentence: $0)) }) { count in
                post(.viewWriting(count))
                return self.stoppedViews.withLock { $0 } == begun
            }
            switch next {
            case .show(let file): post(.fileReady(file))
            case .opened(let name): post(.bodyOpened(by: name))
            case .failed(let sentence): post(.viewFailed(sentence: sentence))
            case .stopped: break
            }
        }
    }

    /// Removes temporary files that other programs were given, or would be given. Called once, at the end.
    package func removeFiles() {
        stoppedViews.withLock { $0 += 1 }
        viewing.removeFiles()
    }

    func make(_ job: PictureJob) {
        let post = post
        Background.run { post(.pictureMade(job.key, job.run())) }
    }
}
