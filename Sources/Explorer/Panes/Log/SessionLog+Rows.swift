import NetEngine
import NetEngineRequestLog
import RequestLog
import Workspace

extension SessionLog {
    /// Whether a row passes a filter of the request log; headers and bodies are looked at while the exchange is kept.
    func matches(_ condition: LogCondition, _ index: Int) -> Bool {
        let row = rows[index]
        return condition.matches(row.logRow(number: Int64(droppedRows + index + 1)), exchange: exchange(row.id))
    }
}

extension SessionLog.Row {
    /// The row as the request log has it.
    /// - Parameter number: its id there is not known here.
    func logRow(number: Int64) -> LogRow {
        let parts = StoredURL(url)
        var row = LogRow(
            id: number, state: isRunning ? .queued : .done, startedAt: queuedAt, method: method, url: url,
            host: parts.host, path: parts.path, name: labels?.name, file: labels?.file, line: labels?.line,
            collection: labels?.collection, environment: labels?.environment,
            run: labels?.run, source: .screen, process: "apitui", pid: OwnProcess.pid, cache: cache,
            requestBytes: sentBytes, responseBytes: bodyBytes, contentType: contentType, attempts: retries + 1,
            redirects: redirects, isReused: isReused, isUnverified: isUnverified, resendOf: labels?.resendOf,
            checksPassed: checks.flatMap { $0.isEmpty ? nil : $0.passed },
            checksFailed: checks.flatMap { $0.isEmpty ? nil : $0.failed },
            isErrorExpected: checks?.excusesError ?? false)
        switch status {
        // Of the attempt that is waited for nothing was sent yet.
        case .running where retryBegin != nil: break
        case .running(let phase):
            if phase == .wait { row.state = .sent }
            if phase == .receive { row.state = .receiving }
        case .finished(let status, let error, let phase):
            (row.status, row.category, row.phase) = (status, error, phase)
            row.duration = elapsed
        }
        return row
    }
}
