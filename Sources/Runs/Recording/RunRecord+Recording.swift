import Base
import NetEngine
import Workspace

extension RunRecord {
    /// The members of a `result` object.
    func writeMembers(to out: inout JSONWriter) {
        out.member("request", item.step)
        out.member("round", item.round)
        out.member("repetition", repetition)
        out.member("outcome", word.rawValue)
        out.member("status", status)
        if let traffic {
            out.member("startedAt", traffic.startedAt.microsecondsSince1970)
            out.member("retries", traffic.retries == 0 ? nil : traffic.retries)
            out.member("redirects", traffic.redirects == 0 ? nil : traffic.redirects)
            out.member("sentBytes", traffic.sentBytes == 0 ? nil : traffic.sentBytes)
            out.member("receivedBytes", traffic.receivedBytes)
            out.member("cache", traffic.cache?.rawValue)
        }
        out.member("delayMicros", micros: delay)
        out.member("networkMicros", micros: networkTime)
        if let timings {
            out.key("phasesMicros")
            out.object { out in
                for phase in Phase.allCases { out.member(phase.rawValue, micros: timings[phase]) }
            }
        }
        out.member("exchange", exchange?.rawValue)
        out.member("bodyDigest", bodyDigest)
        out.member("unverified", ifTrue: isUnverified)
        if let error {
            out.key("error")
            out.object { out in
                error.writeMembers(to: &out)
                if let errorFinding {
                    out.key("detail")
                    out.object { errorFinding.writeMembers(to: &$0) }
                }
            }
        }
        if !checks.isEmpty {
            out.key("checks")
            out.array(checks.results) { $1.write(to: &$0) }
            out.member("excusesError", ifTrue: checks.excusesError)
        }
        if !checks.logs.isEmpty {
            out.key("logs")
            out.array(checks.logs) { out, log in
                out.object { out in
                    out.member("line", log.line)
                    out.member("text", log.text)
                }
            }
        }
        switch responseFile {
        case .success(let path)?: out.member("responseFile", path)
        case .failure(let error)?: out.member("responseFileProblem", error.sentence)
        case nil: break
        }
        if !heldBack.isEmpty {
            out.key("heldBack")
            out.array(heldBack) { out, held in
                out.object { out in
                    out.member("origin", held.origin)
                    out.member("headers", ifAny: held.fields)
                }
            }
        }
        if !problems.isEmpty {
            out.key("problems")
            out.array(problems) { out, problem in
                out.object { out in
                    out.member("line", problem.line)
                    out.member("sentence", problem.sentence)
                }
            }
        }
        out.member("skipReason", skipReason)
    }

    /// nil without a request or an outcome.
    init?(_ value: RecordedValue) {
        guard let step = value.int("request"), step >= 0,
            let word = value.text("outcome").flatMap({ Word(rawValue: $0) })
        else { return nil }
        self.init(
            item: RunSchedule.Item(round: value.int("round") ?? 0, step: step), repetition: value.int("repetition"),
            word: word)
        status = value.int("status")
        traffic = value.int("startedAt").map { startedAt in
            Traffic(
                startedAt: Timestamp(microsecondsSince1970: Int64(startedAt)), retries: value.size("retries") ?? 0,
                redirects: value.int("redirects") ?? 0, sentBytes: value.int("sentBytes") ?? 0,
                receivedBytes: value.size("receivedBytes"),
                cache: value.text("cache").flatMap { CacheDecision.Outcome(rawValue: $0) })
        }
        delay = value.duration("delayMicros")
        networkTime = value.duration("networkMicros")
        timings = value["phasesMicros"].map { phases in
            PhaseTimings(
                queue: phases.duration("queue"), dns: phases.duration("dns"), connect: phases.duration("connect"),
                tls: phases.duration("tls"), send: phases.duration("send"), wait: phases.duration("wait"),
                receive: phases.duration("receive"), total: phases.duration("total") ?? .zero)
        }
        exchange = value.int("exchange").map { ExchangeID(rawValue: UInt64(bitPattern: Int64($0))) }
        bodyDigest = value.text("bodyDigest")
        isUnverified = value.bool("unverified")
        error = value["error"].map { EngineError($0, status: status) }
        errorFinding = value["error"]?["detail"].map { ErrorFinding($0) }
        checks = CheckReport(
            results: value.values("checks").map { CheckResult($0) }, excusesError: value.bool("excusesError"),
            logs: value.values("logs").map { HandlerLog(text: $0.text("text") ?? "", line: $0.int("line") ?? 1) })
        responseFile =
            value.text("responseFile").map { .success($0) }
            ?? value.text("responseFileProblem").map { .failure(CollectionError(sentence: $0)) }
        heldBack = value.values("heldBack").map {
            HeldBack(origin: $0.text("origin") ?? "", fields: $0.texts("headers"))
        }
        problems = value.values("problems").map { ($0.int("line") ?? 1, $0.text("sentence") ?? "") }
        skipReason = value.text("skipReason")
    }
}

extension EngineError {
    fileprivate func writeMembers(to out: inout JSONWriter) {
        out.member("category", category.rawValue)
        out.member("phase", phase?.rawValue)
        out.member("sentence", sentence)
        out.member("hint", hint)
        switch remedy {
        case .trustServer: out.member("remedy", "trust-server")
        case .trustProxy: out.member("remedy", "trust-proxy")
        case .raiseHeaderLimit: out.member("remedy", "raise-header-limit")
        case .raiseRedirectLimit: out.member("remedy", "raise-redirect-limit")
        case nil: break
        }
        guard let underlying else { return }
        out.key("code")
        out.object { out in
            out.member("domain", underlying.domain.rawValue)
            out.member("number", underlying.code)
            out.member("text", underlying.text)
        }
    }

    fileprivate init(_ value: RecordedValue, status: Int?) {
        self.init(
            category: value.text("category").flatMap { ErrorCategory(rawValue: $0) } ?? .protocol,
            phase: value.text("phase").flatMap { Phase(rawValue: $0) }, sentence: value.text("sentence") ?? "",
            hint: value.text("hint") ?? "", underlying: value["code"].flatMap { UnderlyingCode($0) }, status: status)
        switch value.text("remedy") {
        case "trust-server": remedy = .trustServer
        case "trust-proxy": remedy = .trustProxy
        case "raise-header-limit": remedy = .raiseHeaderLimit
        case "raise-redirect-limit": remedy = .raiseRedirectLimit
        default: break
        }
    }
}

extension UnderlyingCode {
    /// nil for a layer that this version does not know.
    fileprivate init?(_ value: RecordedValue) {
        guard let domain = value.text("domain").flatMap({ Domain(rawValue: $0) }), let code = value.int("number") else {
            return nil
        }
        self.init(domain: domain, code: code, text: value.text("text") ?? "")
    }
}

extension ErrorFinding {
    /// The excerpt is left out.
    fileprivate func writeMembers(to out: inout JSONWriter) {
        switch self {
        case .decoding(let fault):
            out.member("reason", fault.reason)
            out.member("path", fault.path)
            out.member("line", fault.line)
            out.member("column", fault.column)
            out.member("byte", fault.byte)
        case .api(let status, let message):
            out.member("status", status)
            out.member("message", message)
        }
    }

    fileprivate init(_ value: RecordedValue) {
        if let reason = value.text("reason") {
            self = .decoding(
                Fault(
                    reason: reason, path: value.text("path") ?? "$", line: value.int("line"),
                    column: value.int("column"), byte: value.int("byte")))
        } else {
            self = .api(status: value.text("status"), message: value.text("message"))
        }
    }
}

extension CheckResult {
    fileprivate func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("text", text)
            out.member("line", line)
            out.member("verdict", verdict.rawValue)
            out.member("expected", expected)
            out.member("actual", actual)
            out.member("reason", reason)
            if let place {
                out.key("place")
                out.object { out in
                    out.member("offset", place.offset)
                    out.member("line", place.line)
                    out.member("column", place.column)
                    out.member("path", place.path)
                }
            }
            if let described {
                out.key("described")
                out.object { described.writeMembers(to: &$0) }
            }
        }
    }

    fileprivate init(_ value: RecordedValue) {
        self.init(
            text: value.text("text") ?? "", line: value.int("line") ?? 1,
            verdict: value.text("verdict").flatMap { Verdict(rawValue: $0) } ?? .notEvaluated,
            expected: value.text("expected") ?? "", actual: value.text("actual"), reason: value.text("reason"),
            place: value["place"].map { place in
                BodyPlace(
                    offset: place.int("offset") ?? 0, line: place.int("line") ?? 1, column: place.int("column") ?? 1,
                    path: place.text("path") ?? "")
            }, described: value["described"].map { Described($0) })
    }
}

extension CheckResult.Described {
    fileprivate func writeMembers(to out: inout JSONWriter) {
        out.member("operation", operation)
        if isRequest { out.member("part", "request") }
        guard let source else { return }
        out.member("document", source.document)
        out.member("line", source.line)
        out.member("column", source.column)
        out.member("pointer", source.pointer)
    }

    fileprivate init(_ value: RecordedValue) {
        self.init(
            operation: value.text("operation") ?? "", isRequest: value.text("part") == "request",
            source: value.text("document").map { document in
                DescriptionPlace(
                    document: document, line: value.int("line") ?? 1, column: value.int("column") ?? 1,
                    pointer: value.text("pointer") ?? "")
            })
    }
}
