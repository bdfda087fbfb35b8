import Base
import NetEngine
import Runs
import Workspace

/// All results and totals as one JSON object; docs/reports.md names its members.
///
/// Results are written as they are read, in the order in which they ended, so that memory stays flat.
struct JSONReport {
    static let schemaVersion = 1

    private let account: RunAccount
    private let options: ReportOptions
    private let facts: RunFacts
    private let names: ResultNames

    init(_ account: RunAccount, _ options: ReportOptions) {
        self.account = account
        self.options = options
        facts = RunFacts(account)
        names = ResultNames(account)
    }

    func write(_ source: RecordingSource, to sink: ([UInt8]) throws -> Void) throws {
        var out = JSONWriter()
        out.raw("{")
        out.member("schemaVersion", Self.schemaVersion)
        out.key("tool")
        out.object { out in
            out.member("name", "apitui")
            out.member("version", account.head.program)
        }
        out.key("run")
        run(&out)
        out.key("requests")
        out.raw("[")
        var isFirst = true
        func take(_ item: RecordingReader.Item) throws {
            guard case .result(let record, let exchange) = item,
                account.requests.indices.contains(record.item.step)
            else { return }
            out.raw(isFirst ? "\n" : ",\n")
            isFirst = false
            result(options.shown(record), record.word == .failed ? exchange?.exchange : nil, &out)
            if out.bytes.count >= reportPiece {
                try sink(out.bytes)
                out.clear()
            }
        }
        try source.forEach(take)
        out.raw("\n]")
        out.key("byRequest")
        out.array(account.requests.indices) { out, step in
            out.raw("\n")
            request(step, &out)
        }
        out.raw("\n")
        out.key("totals")
        totals(&out)
        out.raw("}\n")
        try sink(out.bytes)
    }

    // MARK: The run

    private func run(_ out: inout JSONWriter) {
        let head = account.head
        out.object { out in
            out.member("id", head.id)
            out.value("name", head.name)
            out.member("startedAt", Formatting.iso8601(head.startedAt))
            out.key("paths")
            out.array(head.paths) { $0.string($1) }
            out.value("environment", head.environment)
            out.member("complete", facts.incompleteness == nil)
            out.value("endedBy", account.end?.reason.rawValue)
            out.value("data", head.settings.data)
            out.value("cacheMode", head.settings.cache)
            out.key("rate")
            if let rate = head.settings.rate { out.raw(Array("\(rate)".utf8)) } else { out.raw("null") }
            out.value("duration", head.settings.duration)
            out.key("shard")
            guard let shard = head.shard else { return out.raw("null") }
            out.object { out in
                out.member("index", shard.index)
                out.member("count", shard.count)
                out.member("attempt", shard.attempt)
                out.member("plan", shard.plan)
            }
        }
    }

    // MARK: Results

    private func result(_ record: RunRecord, _ exchange: Exchange?, _ out: inout JSONWriter) {
        let request = account.requests[record.item.step].request
        out.object { out in
            out.member("file", request.file)
            out.member("line", request.line)
            out.member("id", request.id)
            out.member("name", names[record])
            out.member("method", request.method)
            out.member("request", record.item.step)
            out.member("round", record.item.round + 1)
            out.value("row", account.head.settings.row(ofRound: record.item.round))
            out.value("repetition", record.repetition.map { $0 + 1 })
            out.value("reason", request.reason)
            out.member("outcome", record.word.rawValue)
            out.value("status", record.status)
            out.key("error")
            error(record, &out)
            out.value("skipReason", record.skipReason)
            out.key("timings")
            if let timings = record.timings { Self.timings(timings, &out) } else { out.raw("null") }
            out.value("networkTime", record.networkTime)
            out.value("delay", record.delay)
            out.key("checks")
            CheckOutput.json(record.checks).write(to: &out)
            out.key("logs")
            CheckOutput.json(logsOf: record.checks).write(to: &out)
            out.key("responseFile")
            responseFile(record, &out)
            out.key("heldBack")
            out.array(record.heldBack) { $1.json.write(to: &$0) }
            out.member("unverified", record.isUnverified)
            out.value("startedAt", record.traffic.map { Formatting.iso8601($0.startedAt) })
            out.member("retries", record.traffic?.retries ?? 0)
            out.member("redirects", record.traffic?.redirects ?? 0)
            out.value("sentBytes", record.traffic?.sentBytes)
            out.value("receivedBytes", record.traffic?.receivedBytes)
            out.value("cache", record.traffic?.cache?.rawValue)
            out.value("bodyDigest", record.bodyDigest)
            out.value("exchange", record.exchange?.rawValue)
            if let exchange { JSONExchange(exchange, omitsBodies: options.omitsBodies).writeMembers(to: &out) }
        }
    }

    private func error(_ record: RunRecord, _ out: inout JSONWriter) {
        if record.problems.isEmpty {
            guard let error = record.error else { return out.raw("null") }
            let phase = error.phase.map { error.category == .timeout ? $0.timeoutName : $0.rawValue }
            return out.object { out in
                out.member("category", error.category.rawValue)
                out.value("phase", phase)
                out.member("sentence", error.sentence)
                out.member("hint", ErrorHint.text(error, for: .command))
                out.value("code", error.underlying?.description)
                out.key("detail")
                (record.errorFinding?.json ?? .null).write(to: &out)
            }
        }
        let sentences = record.problems.map { "line \($0.line): \($0.sentence)" }.joined(separator: "; ")
        out.object { out in
            out.member("category", ErrorCategory.requestBuild.rawValue)
            out.raw(",\"phase\":null")
            out.member("sentence", sentences)
            out.member("hint", "Define what is missing, or set it with --var.")
            out.raw(",\"code\":null,\"detail\":null")
        }
    }

    private func responseFile(_ record: RunRecord, _ out: inout JSONWriter) {
        guard let outcome = record.responseFile else { return out.raw("null") }
        out.object { out in
            if case .success(let path) = outcome { out.value("path", path) } else { out.raw("\"path\":null") }
            out.value("error", record.responseFileProblem)
        }
    }

    private static func timings(_ timings: PhaseTimings, _ out: inout JSONWriter) {
        out.object { out in
            for phase in Phase.allCases { out.value(phase.rawValue, timings[phase]) }
        }
    }

    // MARK: Requests and totals

    private func request(_ step: Int, _ out: inout JSONWriter) {
        let account = account.requests[step]
        let request = account.request
        out.object { out in
            out.member("request", step)
            out.member("file", request.file)
            out.member("line", request.line)
            out.member("id", request.id)
            out.member("name", names[step])
            out.member("method", request.method)
            out.member("url", request.url)
            out.key("tags")
            out.array(request.tags) { $0.string($1) }
            out.key("needs")
            out.array(request.needs) { $0.number($1) }
            out.members(of: account.totals)
            out.member("statuses", counts: account.statuses.map { (String($0.key), $0.value) })
            out.member("categories", counts: account.categories.map { ($0.key.rawValue, $0.value) })
            out.member("cache", counts: account.cache.map { ($0.key.rawValue, $0.value) })
            out.key("checks")
            Self.checks(account.checks, &out)
            out.key("latency")
            Self.latency(account.latency, &out)
            out.key("phases")
            out.object { out in
                for phase in Phase.allCases { out.value(phase.rawValue, account.phases[phase]) }
            }
            out.member("receivedBytes", account.receivedBytes)
            out.member("retries", account.retries)
        }
    }

    private func totals(_ out: inout JSONWriter) {
        let (totals, settings) = (account.totals, account.head.settings)
        out.object { out in
            out.member("requests", totals.count)
            out.members(of: totals)
            out.member("notReached", totals.notReached)
            out.member("elapsed", milliseconds: facts.elapsed)
            out.key("perSecond")
            out.raw(facts.perSecond.map { Array($0.utf8) } ?? Array("null".utf8))
            out.member("jobs", settings.jobs)
            out.value("repeat", settings.rounds)
            out.member("unverified", account.unverified)
            out.key("latency")
            Self.latency(account.latency, &out)
            out.key("checks")
            Self.checks(account.checks, &out)
        }
    }

    private static func checks(_ checks: CheckTotals, _ out: inout JSONWriter) {
        out.object { out in
            out.member("passed", checks.passed)
            out.member("failed", checks.failed)
            out.member("warnings", checks.warnings)
            out.member("notEvaluated", checks.notEvaluated)
            out.member("uncheckedRequests", checks.unchecked)
        }
    }

    private static func latency(_ latency: LatencyDistribution, _ out: inout JSONWriter) {
        guard let mean = latency.mean else { return out.raw("null") }
        out.object { out in
            out.member("count", latency.count)
            out.member("min", milliseconds: latency.least)
            out.member("mean", milliseconds: mean)
            for percentile in Percentile.allCases {
                out.value(percentile.name, latency.quantile(percentile.share))
            }
            out.member("max", milliseconds: latency.greatest)
            // Percentiles for which there are too few responses to mean much.
            out.key("weak")
            out.array(Percentile.allCases.filter { latency.count < $0.needed }) { $0.word($1.name) }
        }
    }
}
