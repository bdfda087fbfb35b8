import Comparison
import Import
import NetEngine
import NetEngineRequestLog
import Runs
import TestSupport

@testable import Explorer
@testable import Workspace

// What files and stores hold in a walk.
extension WalkWorld {
    struct Unreadable: Error {}

    // MARK: The request log

    /// Rows in every state, the oldest first.
    static let logRows: [LogRow] = {
        let url = Robot.base
        func row(_ id: Int64, _ method: String, _ path: String, _ status: Int?, minutesAgo: Int64) -> LogRow {
            let at = ExchangeFixtures.start.microsecondsSince1970 - minutesAgo * 60_000_000
            return LogRow(
                id: id, change: id, startedAt: Timestamp(microsecondsSince1970: at), method: method, url: url + path,
                host: "127.0.0.1", path: path, name: "list orders", file: "/c/orders.http", source: .screen,
                process: "apitui", pid: 7, status: status, duration: .milliseconds(5 * id),
                contentType: "application/json")
        }
        var rows = [
            row(1, "GET", "/orders", 200, minutesAgo: 3000), row(2, "POST", "/orders", 201, minutesAgo: 90),
            row(3, "GET", "/orders", nil, minutesAgo: 80), row(4, "GET", "/orders", 503, minutesAgo: 70),
            row(5, "GET", "/orders/7", nil, minutesAgo: 60), row(6, "DELETE", "/orders/7", 204, minutesAgo: 50),
            row(7, "GET", "/slow", 200, minutesAgo: 40), row(8, "GET", "/users", 404, minutesAgo: 30),
            row(9, "GET", "/orders", 200, minutesAgo: 20), row(10, "GET", "/orders", nil, minutesAgo: 1),
        ]
        rows[1].source = .run
        rows[1].name = "create"
        (rows[2].category, rows[2].phase) = (.timeout, .wait)
        (rows[3].attempts, rows[3].redirects) = (3, 2)
        rows[4].state = .aborted
        (rows[5].tag, rows[5].isPinned) = ("before the fix", true)
        (rows[6].isSlow, rows[6].pid, rows[6].source) = (true, 8, .batch)
        (rows[7].name, rows[7].file, rows[7].source, rows[7].isFactOnly) = (nil, nil, .imported, true)
        (rows[8].checksPassed, rows[8].checksFailed, rows[8].cache) = (2, 1, .revalidated)
        (rows[9].state, rows[9].duration) = (.sent, nil)
        return rows
    }()

    // MARK: Runs

    static let runs = [
        RunFixtures.entry(4, "ddddddd", failed: 2), RunFixtures.entry(3, "ccccccc", title: "users.http"),
        RunFixtures.entry(2, "bbbbbbb", name: "golden"), RunFixtures.entry(1, "aaaaaaa"),
        RunEntry(id: 0, key: "0000000", startedAt: RunFixtures.now, title: "orders.http", state: .brokenOff),
    ]

    /// The records of a run, each sent 20 ms after the one before.
    static func record(
        _ step: Int, _ word: RunRecord.Word = .passed, status: Int? = 200, exchange: UInt64? = nil
    ) -> RunRecord {
        RunFixtures.record(step, word, status: status, exchange: exchange, after: Int64(step) * 20_000)
    }

    /// One that was not sent, and one whose check failed.
    static let records: [RunRecord] = {
        var unsent = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: nil, word: .failed)
        unsent.problems = [(line: 9, sentence: "{{sku}} has no value.")]
        var failed = record(2, .failed, status: 500, exchange: 10)
        failed.checks = CheckReport(results: [
            CheckResult(text: "status == 204", line: 19, verdict: .failed, expected: "204", actual: "500")
        ])
        return [unsent, failed]
    }()

    static func account(_ key: String) -> RunAccount {
        var account = RunAccount(RunFixtures.planned(key).head)
        for record in [record(0, exchange: 7)] + records { account.add(record) }
        account.close(RunEnd(elapsed: .milliseconds(60), reason: .complete))
        return account
    }

    /// Run B, whose last request fails, against run A.
    static func comparison() throws -> ComparisonTable {
        let records = [record(0), record(1, status: 201)]
        return ComparisonTable(
            try RunFixtures.comparison(
                a: records + [record(2)], b: records + [record(2, .failed, status: 500)]))
    }

    // MARK: The cache, tokens, cookies, environments

    static func contents(_ stored: [StoredResponse]) -> CacheContents {
        let usage = CacheUsage(count: stored.count, bytes: 1000 * stored.count, limit: 256_000_000)
        return CacheContents(stored, usage: usage, readAt: CacheBrowserTests.contents.readAt)
    }

    static func tokens() throws -> [KeptToken] {
        try [("shop", 160), ("old", 50), ("for ever", nil)].map { (login: String, expires: Int64?) in
            let settings = try AuthSettings(
                id: login,
                values: [
                    ["Grant Type"]: "Client Credentials", ["Token URL"]: "http://login.test/token",
                    ["Client ID"]: "me", ["Scope"]: "read",
                ])
            let token = OAuth2Token(accessToken: "s3cret-\(login)", expires: expires, obtained: 0)
            return KeptToken(token, settings, root: "/c", path: login == "old" ? "/s/tokens.json" : nil)
        }
    }

    static func cookies() throws -> [Cookie] {
        let url = try HTTPURL.parse("http://127.0.0.1:8080/")
        return try ["sid=s3cret; HttpOnly", "theme=dark; Max-Age=60", "long=\(String(repeating: "x", count: 90))"].map {
            guard let cookie = Cookie(setCookie: Array($0.utf8), from: url, now: 1_795_257_121) else {
                throw Unreadable()
            }
            return cookie
        }
    }

    /// Shared, public and private values in three environments.
    static let manyEnvironments: EnvironmentSet = {
        let (file, privateFile) = ("/c/http-client.env.json", "/c/http-client.private.env.json")
        func value(_ path: [String], _ value: String, isPrivate: Bool = false) -> EnvironmentSet.Variable {
            EnvironmentSet.Variable(
                value: value, reason: nil, file: isPrivate ? privateFile : file, isPrivate: isPrivate, path: path)
        }
        return EnvironmentSet(
            names: ["dev", "live", "test"],
            variables: [
                "$shared": ["lang": value(["$shared", "lang"], "en")],
                "dev": [
                    "base": value(["dev", "base"], Robot.base), "old": value(["dev", "old"], "7"),
                    "token": value(["dev", "token"], "s3cr3t-dev", isPrivate: true),
                    "password": value(["dev", "password"], "pw-in-public"),
                ],
                "live": ["base": value(["live", "base"], "http://live")],
            ], files: [.init(path: privateFile, isPrivate: true), .init(path: file, isPrivate: false)])
    }()

    // MARK: Files

    /// What takes an operation back.
    static func inverse(of operation: FileOperation) -> FileOperation? {
        switch operation {
        case .make(let path): .discard(path)
        case .write(_, let folder): .discard("\(folder)/Shop")
        case .move(let path, let new): .move(new, to: path)
        case .discard(let path): .restore(Trash.Entry(id: "1", path: path))
        case .restore(let entry): .discard(entry.path)
        case .recall(let path): .discard(path)
        }
    }

    static func imported() throws -> ImportedFiles {
        let text =
            #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"#
            + #""item":[{"name":"Users","item":[{"name":"One","request":{"url":"https://a.test/{{$guid}}","auth":{"type":"bearer","#
            + #""bearer":[{"key":"token","value":"abc-secret"}]}},"event":[{"listen":"test","script":{"exec":["eval(1)"]}}]}]},"#
            + #"{"name":"Two","request":{"method":"POST","url":"{{base}}/two","body":{"mode":"raw","raw":"{}"}}}],"#
            + #""variable":[{"key":"base","value":"https://b.test"}]}"#
        return try Importer.files(of: try Importer.source(name: "shop.json", bytes: Array(text.utf8)))
    }
}
