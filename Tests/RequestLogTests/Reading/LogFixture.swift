import NetEngine
import TestSupport

@testable import NetEngineRequestLog
@testable import NetEngineSQLite
@testable import RequestLog

/// A request log in a temporary folder, filled with rows as values.
struct LogFixture {
    let temporary: TemporaryFolder
    var folder: String { temporary.path + "/log" }

    init() throws { temporary = try TemporaryFolder() }

    func reader() throws -> LogReader { try LogReader(folder: folder) }

    /// Adds rows as one batch of a writer; their ids are given by the log.
    /// - Parameters:
    ///   - exchanges: what is stored of the rows, by their place.
    ///   - process: that wrote them.
    @discardableResult
    func add(_ rows: [LogRow], exchanges: [Int: Exchange] = [:], process: LogProcess = .current) throws -> [LogRow] {
        let files = LogFolder.files(in: folder)
        try files.prepare()
        try files.makeDatabase(LogDatabase.fill)
        var added: [LogRow] = []
        var writers: [LogProcess: LogTables] = [:]
        defer { for tables in writers.values { tables.close() } }
        for (place, row) in rows.enumerated() {
            // What is of the process is written by it.
            var owner = process
            owner.pid = row.pid == 0 ? process.pid : row.pid
            let tables =
                try writers[owner]
                ?? LogTables(
                    LogDatabase.open(files.databasePath), LogOwner(program: "", source: .library, process: owner))
            writers[owner] = tables
            var row = row
            row.id = 0
            let item = LogTables.Item(row)
            if let exchange = exchanges[place] {
                let stored = StoredExchange(
                    exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 1 << 20)
                item.data = stored.data
                item.bodies = stored.bodies.map {
                    LogTables.Body(
                        slot: $0.slot, size: $0.size, kept: $0.bytes.count, isCut: $0.isCut, file: nil, bytes: $0.bytes)
                }
            }
            try tables.write([item])
            added.append(item.row)
        }
        LogFolder.signal(in: folder)
        return added
    }

    /// A row about a URL.
    static func row(_ url: String = "http://a.example/x", _ change: (inout LogRow) -> Void = { _ in }) -> LogRow {
        let parts = StoredURL(url)
        var row = LogRow(
            id: 0, startedAt: ExchangeFixtures.start, method: "GET", url: url, host: parts.host, path: parts.path,
            process: "tests", pid: LogProcess.current.pid, status: 200, duration: .milliseconds(20))
        change(&row)
        return row
    }
}
