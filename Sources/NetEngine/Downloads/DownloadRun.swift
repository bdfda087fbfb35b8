/// One download, from the part that an earlier one left to the finished file: the only place that decides on ranges.
struct DownloadRun {
    let engine: Engine
    let draft: RequestDraft
    /// Those of the environment and of the endpoint.
    let interceptors: [any Interceptor]
    let options: DownloadOptions
    let report: (@Sendable (TransferProgress) -> Void)?

    private let start = MonotonicInstant.now
    private var exchanges: [Exchange] = []
    /// Which response the bytes in the part belong to; nil if nothing can be resumed.
    private var state: DownloadState?
    private var resumedFrom: Int64 = 0
    private var retries = 0
    private var restarts = 0
    private var lastReport: MonotonicInstant?

    /// How many responses may contradict the saved part before the download fails.
    private static let maxRestarts = 3
    private static let reportInterval = Duration.milliseconds(50)

    init(
        engine: Engine, draft: RequestDraft, interceptors: [any Interceptor] = [], options: DownloadOptions,
        report: (@Sendable (TransferProgress) -> Void)?
    ) {
        self.engine = engine
        self.draft = draft
        self.interceptors = interceptors
        self.options = options
        self.report = report
    }

    private enum Step {
        /// The file is complete.
        case whole
        /// Ask for the missing bytes, or for the whole file.
        case again
        /// The body broke off; the retry policy decides.
        case broken(EngineError)
        case failed(EngineError)
    }

    mutating func run(_ part: PartFile) async -> DownloadOutcome {
        let ending = await engine.group { await result(part, $0) }
        part.dropIfEmpty()
        return DownloadOutcome(result: ending, exchanges: exchanges)
    }

    private var isGet: Bool { draft.method.isEmpty || draft.method == "GET" }

    private mutating func result(
        _ part: PartFile, _ control: ExchangeControl
    ) async -> Result<DownloadedFile, EngineError> {
        for name in ["Range", "If-Range"] where draft.headers.contains(name) {
            return .failure(
                .badHeader(
                    name, "a download asks for ranges itself", hint: "Remove the field, or send without download."))
        }
        let urlHash = DownloadState.hash(draft.url)
        if options.resumes, isGet { state = part.state(urlHash: urlHash) }
        resumedFrom = state == nil ? 0 : part.size
        while true {
            switch await step(part, urlHash, control) {
            case .again: continue
            case .whole:
                do throws(EngineError) { try part.finish() } catch { return .failure(error) }
                tell(part, part.size, isLast: true)
                return .success(
                    DownloadedFile(path: part.target, byteCount: part.size, resumedFrom: resumedFrom))
            case .broken(let error):
                if let error = await waitForRetry(error, control) { return .failure(error) }
            case .failed(let error): return .failure(error)
            }
        }
    }

    /// One request and its response.
    private mutating func step(_ part: PartFile, _ urlHash: String, _ control: ExchangeControl) async -> Step {
        let asked = part.size > 0 ? state : nil
        // Not less what is saved: the server may send all of another version.
        let limit = options.maxBytes.map { max(0, $0) }
        let request = EngineRequest(draft: request(asked, from: part.size), interceptors: interceptors)
        switch await engine.open(request, limit, engine.makeID(in: control)) {
        case .failed(let exchange):
            exchanges.append(exchange)
            return .failed(exchange.error ?? .cancelled())
        case .open(let stream):
            let step = await read(stream, part, asked, urlHash)
            exchanges.append(await stream.finish())
            return step
        }
    }

    private func request(_ asked: DownloadState?, from offset: Int64) -> RequestDraft {
        var request = draft
        if !request.headers.contains("Accept-Encoding") {
            request.headers.append(HeaderField("Accept-Encoding", "identity"))
        }
        if let asked {
            request.headers.append(HeaderField("Range", "bytes=\(offset)-"))
            request.headers.append(HeaderField("If-Range", asked.validator))
        }
        if let policy = request.options.retry { request.options.retry?.maxRetries = policy.maxRetries - retries }
        return request
    }

    private mutating func read(
        _ stream: ResponseStream, _ part: PartFile, _ asked: DownloadState?, _ urlHash: String
    ) async -> Step {
        let head = stream.head
        var total: Int64?
        switch (head.status, asked) {
        case (206, let asked?):
            guard let range = continuation(head, asked, at: part.size) else { return restart(part) }
            total = range.total ?? asked.total
        case (206, nil):
            return .failed(
                EngineError(
                    .protocol, phase: .receive, "The server sent a part of the file, but all of it was asked for."))
        case (416, .some):
            let told = ContentRangeField(head.headers)
            return told?.range == nil && told?.total == part.size ? .whole : restart(part)
        default:
            if let error = stream.statusError { return .failed(error) }
            total = head.headers["Content-Length"].flatMap { Int64($0.trimmingWhitespace()) }
            let now = Timestamp.now.microsecondsSince1970 / 1_000_000
            state =
                isGet
                ? DownloadState.validator(of: head.headers, now: now).map {
                    DownloadState(urlHash: urlHash, validator: $0, total: total)
                } : nil
            resumedFrom = 0
            do throws(EngineError) { try part.restart(state) } catch { return .failed(error) }
        }
        return await append(stream, part, total)
    }

    /// The range of a response that continues exactly where the part ends; nil for any other.
    private func continuation(_ head: Response, _ asked: DownloadState, at offset: Int64) -> ContentRangeField? {
        guard let told = ContentRangeField(head.headers), let range = told.range, range.lowerBound == offset else {
            return nil
        }
        if let total = told.total, let known = asked.total, total != known { return nil }
        // By the server's own word it is another version.
        if asked.validator.hasPrefix("\""), let tag = head.headers["ETag"]?.trimmingWhitespace(), tag != asked.validator
        {
            return nil
        }
        return told
    }

    /// The saved bytes do not match the server's file: start over.
    private mutating func restart(_ part: PartFile) -> Step {
        restarts += 1
        guard restarts <= Self.maxRestarts else {
            return .failed(
                EngineError(.protocol, phase: .receive, "The server's ranges of the file do not fit together."))
        }
        state = nil
        resumedFrom = 0
        do throws(EngineError) { try part.restart(nil) } catch { return .failed(error) }
        return .again
    }

    private mutating func append(_ stream: ResponseStream, _ part: PartFile, _ total: Int64?) async -> Step {
        let before = part.size
        var chunks = stream.makeAsyncIterator()
        while true {
            let chunk: [UInt8]?
            do throws(EngineError) { chunk = try await chunks.next() } catch { return .broken(error) }
            guard let chunk else { break }
            if let limit = options.maxBytes, part.size + Int64(chunk.count) > Int64(limit) {
                return .failed(.tooLarge("file", limit: limit))
            }
            do throws(EngineError) { try part.append(chunk) } catch { return .failed(error) }
            tell(part, total, isLast: false)
        }
        guard let total, part.size != total else { return .whole }
        // A server may send less than the requested range.
        if part.size < total, part.size > before, state != nil { return .again }
        return .broken(
            EngineError(.protocol, phase: .receive, "The file has \(part.size) bytes, and the server said \(total)."))
    }

    private mutating func tell(_ part: PartFile, _ total: Int64?, isLast: Bool) {
        guard let report else { return }
        let now = MonotonicInstant.now
        if !isLast, let lastReport, now.since(lastReport) < Self.reportInterval { return }
        lastReport = now
        report(.received(Int(clamping: part.size), of: total.map { Int(clamping: $0) }))
    }

    /// Waits before the next try.
    /// - Returns: the error to end with, if no try is left.
    private mutating func waitForRetry(_ error: EngineError, _ control: ExchangeControl) async -> EngineError? {
        guard let policy = draft.options.retry, let method = HTTPMethod(isGet ? "GET" : draft.method) else {
            return error
        }
        let decision = policy.decision(
            after: RetryPolicy.Attempt(
                retries: retries, method: method, error: error, canBeSentAgain: draft.body.canBeSentAgain,
                elapsed: MonotonicInstant.now.since(start)),
            random: Double.random(in: 0..<1))
        guard case .retry(let wait) = decision else { return error }
        retries += 1
        return await engine.pause(for: wait, in: control) ? nil : .cancelled()
    }
}
