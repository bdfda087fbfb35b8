import Base
import NetEngine
import NetEngineRequestLog

extension LogCondition {
    /// Whether it looks at headers or bodies, which a row does not have.
    package var needsExchange: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.needsExchange)
        case .not(let part): part.needsExchange
        case .header, .body: true
        case .number, .text, .flag: false
        }
    }

    /// Whether the row passes.
    /// - Parameters:
    ///   - exchange: the stored one, where a test needs it; without it no header and no body passes.
    package func matches(_ row: LogRow, exchange: Exchange? = nil) -> Bool { matches(row, asking: exchange) }

    /// - Parameter exchange: asked about its headers and bodies only where the answer depends on them.
    func matches<Stored: SearchedExchange>(_ row: LogRow, asking exchange: Stored) throws(Stored.Failure) -> Bool {
        switch self {
        case .all(let parts):
            for part in parts where try !part.matches(row, asking: exchange) { return false }
            return true
        case .any(let parts):
            for part in parts where try part.matches(row, asking: exchange) { return true }
            return false
        case .not(let part): return try !part.matches(row, asking: exchange)
        case .number(let number, let test): return row.number(number).map(test.range.contains) ?? false
        case .text(let text, let test): return row.text(text).map { test.passes($0) } ?? false
        case .flag(let flag): return row.has(flag)
        case .header(let side, let name, let test): return try exchange.hasHeader(side, name, test)
        case .body(let side, let test): return try exchange.hasBody(side, test)
        }
    }
}

extension LogRow {
    /// nil where the row has no such number.
    package func number(_ number: LogCondition.Number) -> Int64? {
        switch number {
        case .id: id
        case .status: status.map(Int64.init)
        case .duration: duration.map { Int64(DurationText.microseconds($0)) }
        case .firstByte: firstByte.map { Int64(DurationText.microseconds($0)) }
        case .requestSize: requestBytes.map(Int64.init)
        case .size: responseBytes.map(Int64.init)
        case .startedAt: startedAt.microsecondsSince1970
        case .pid: Int64(pid)
        case .attempts: Int64(attempts)
        case .redirects: Int64(redirects)
        case .line: line.map(Int64.init)
        }
    }

    /// nil where the row has no such text.
    package func text(_ text: LogCondition.Text) -> String? {
        switch text {
        case .method: method
        case .url: url
        case .host: host
        case .path: path
        case .name: name
        case .file: file
        case .collection: collection
        case .environment: environment
        case .run: run
        case .source: source.rawValue
        case .process: process
        case .category: category?.rawValue
        case .phase: phase?.rawValue
        case .cache: cache?.rawValue
        case .contentType: contentType
        case .tag: tag
        }
    }

    fileprivate func has(_ flag: LogCondition.Flag) -> Bool {
        switch flag {
        case .pending: state.isRunning
        case .failed: isFailed
        case .aborted: state == .aborted
        case .cached: cache == .hit || cache == .revalidated || cache == .stale
        case .redirected: redirects > 0
        case .resent: resendOf != nil
        case .pinned: isPinned
        case .truncated: isTruncated
        case .unverified: isUnverified
        case .unlogged: isFactOnly
        case .slow: isSlow
        case .process(let pid): self.pid == pid
        case .checksFailed: (checksFailed ?? 0) > 0
        }
    }
}
