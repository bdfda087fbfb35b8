import NetEngine

extension LogRow {
    /// The row of a request that was just asked for.
    /// - Parameter hasRequest: whether method and URL follow, as they were sent.
    init(
        _ draft: RequestDraft, at startedAt: Timestamp, _ owner: LogOwner, _ redactor: StoringRedactor,
        hasRequest: Bool = false
    ) {
        let options = draft.options.log
        self.init(
            id: 0, state: .queued, startedAt: startedAt, method: "", url: "",
            name: options?.name.map(redactor.text), file: options?.file, line: options?.line,
            collection: options?.collection, environment: options?.environment, run: options?.run,
            source: owner.source, process: owner.program, pid: owner.process.pid,
            isUnverified: !draft.options.verifiesTLS, isFactOnly: options?.storesFactOnly ?? false,
            resendOf: options?.resendOf)
        guard !hasRequest else { return }
        setRequest(method: draft.method.isEmpty ? "GET" : draft.method, url: draft.url, redactor)
    }

    /// Takes over what is known at the end.
    mutating func finish(_ exchange: Exchange, _ redactor: StoringRedactor) {
        if let first = exchange.hops.first?.request {
            method = redactor.text(first.method.rawValue)
            setURL(first.url, redactor)
        }
        state = .done
        let last = exchange.hops.last
        let response = exchange.response
        status = response?.status
        category = exchange.error?.category
        phase = exchange.error?.phase
        cache = exchange.cacheDecision?.outcome
        duration = exchange.networkTime
        firstByte = last.flatMap { hop in hop.timings.firstByte.map { hop.startOffset + $0 } }
        requestBytes = last?.sentBodyByteCount
        responseBytes = response?.bodyByteCount
        contentType = response?.headers["Content-Type"].map { Self.mediaType($0, redactor) }
        attempts = 1 + exchange.retryCount
        redirects = exchange.redirectCount
        isReused = last?.connection?.isReused ?? false
        isUnverified = exchange.isUnverified
        guard isFactOnly else { return }
        contentType = nil
    }

    private mutating func setRequest(method: String, url: String, _ redactor: StoringRedactor) {
        self.method = redactor.text(method)
        guard !isFactOnly else { return }
        self.url = redactor.url(url)
        let parts = StoredURL(self.url)
        host = parts.host
        path = parts.path
    }

    private mutating func setURL(_ url: HTTPURL, _ redactor: StoringRedactor) {
        guard !isFactOnly else { return }
        let text = url.description
        self.url = redactor.url(text)
        if self.url == text {
            (host, path) = (url.host, url.path)
        } else {
            let parts = StoredURL(self.url)
            (host, path) = (parts.host, parts.path)
        }
    }

    private static func mediaType(_ value: String, _ redactor: StoringRedactor) -> String {
        let isPlain = value.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && byte != 0x3B && byte != 0x2C && !(0x41...0x5A).contains(byte)
        }
        if isPlain { return redactor.text(value) }
        let type = value.prefix { $0 != ";" && $0 != "," }
        return redactor.text(type.filter { !$0.isWhitespace }.lowercased())
    }

    var flags: LogFlags {
        var flags: LogFlags = []
        if isReused { flags.insert(.reused) }
        if isUnverified { flags.insert(.unverified) }
        if isTruncated { flags.insert(.truncated) }
        if isFactOnly { flags.insert(.factOnly) }
        if isPinned { flags.insert(.pinned) }
        if isSlow { flags.insert(.slow) }
        if isErrorExpected { flags.insert(.errorExpected) }
        return flags
    }
}

/// The program that writes, as its rows name it.
struct LogOwner: Sendable {
    var program: String
    var source: LogRow.Source
    var process: LogProcess
}
