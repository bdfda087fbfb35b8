import Base
import NetEngine
import NetEngineRequestLog

/// A key of the filter language: what is before the colon.
struct LogFilterKey {
    /// What `:` means for a text without wildcards.
    enum Style {
        /// All of it.
        case equals
        /// Part of it. Without a `*`, a `?` is not a wildcard, and `/x/` is not a regular expression: URLs and paths have both.
        case containsPath
        case contains
    }

    enum Kind {
        case number(LogCondition.Number)
        case text(LogCondition.Text)
        case scheme
        /// A lower end of `startedAt`, an upper end, one that is not part of it.
        case since, until, before
        /// A size with the comparison in the name of the key.
        case largerThan, smallerThan
        /// An empty name is any header; a nil one is the value of the key.
        case header(LogCondition.Side, name: String?)
        case body(LogCondition.Side)
        case flag
        case saved
    }

    /// Whether a key, and the name of a header in one, can have this byte.
    static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte)
    }

    /// As the user wrote it.
    let written: String
    let kind: Kind

    /// The key of a number, for another tool's name of it.
    init(_ number: LogCondition.Number) {
        written = Self.name(of: number)
        kind = .number(number)
    }

    /// The key of that name in any case; nil if there is none.
    init?(_ written: String) {
        let name = written.lowercased()
        self.written = written
        if let kind = Self.kinds[name] {
            self.kind = kind
        } else if let (prefix, side) = Self.headerPrefixes.first(where: { name.hasPrefix($0.0) && name != $0.0 }) {
            let header = written.dropFirst(prefix.count)
            guard header.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
            kind = .header(side, name: String(header))
        } else {
            return nil
        }
    }

    /// Whether the key alone is a term: a header that is there.
    var standsAlone: Bool {
        if case .header(_, let name?) = kind { !name.isEmpty } else { false }
    }

    // MARK: The table

    /// Names, the first of which is used in texts, with what the key is for.
    private static let table: [(names: [String], kind: Kind, help: String)] = [
        (["status", "status-code", "code"], .number(.status), "5xx, 404, >=400, 500..599, none"),
        (["method"], .text(.method), "GET, POST"),
        (["host", "domain"], .text(.host), "part of the host, or api.*"),
        (["path"], .text(.path), "part of the path"),
        (["url"], .text(.url), "part of the URL"),
        (["scheme"], .scheme, "http, https"),
        (["name", "request"], .text(.name), "part of the request's name"),
        (["file"], .text(.file), "part of the request file's path"),
        (["line"], .number(.line), "line in the file"),
        (["collection", "folder"], .text(.collection), "part of the collection's path"),
        (["env", "environment"], .text(.environment), "the environment"),
        (["run"], .text(.run), "id of a run"),
        (["source"], .text(.source), "screen, send, run, batch, library, import"),
        (["process", "program"], .text(.process), "name of the program"),
        (["pid"], .number(.pid), "id of the process"),
        (["category", "error"], .text(.category), "tls, timeout, server-error, none"),
        (["phase"], .text(.phase), "where it failed: dns, connect, wait"),
        (["cache"], .text(.cache), "hit, miss, stale, revalidated, bypass"),
        (["type", "mime-type", "content-type"], .text(.contentType), "part of the media type"),
        (["tag"], .text(.tag), "a name that you gave the row"),
        (["size", "res.size"], .number(.size), ">1MB, 10k..20k"),
        (["req.size", "request-size"], .number(.requestSize), "body bytes sent: >1MB"),
        (["larger-than"], .largerThan, "10k"),
        (["smaller-than"], .smallerThan, "10k"),
        (["time", "duration"], .number(.duration), ">500ms, 1s..2s"),
        (["ttfb", "first-byte"], .number(.firstByte), "time to the first byte: >200ms"),
        (["attempts"], .number(.attempts), "requests sent, with retries: >1"),
        (["redirects"], .number(.redirects), "redirects followed: >1"),
        (["id"], .number(.id), "number of the row"),
        (["since", "after"], .since, "10m, today, 2026-11-20, 10:15"),
        (["until"], .until, "10m, yesterday, 2026-11-20"),
        (["before"], .before, "10m, today, 2026-11-20"),
        (["started", "date"], .number(.startedAt), "today, 2026-11-20, 10:00..10:30"),
        (["header"], .header(.either, name: ""), "part of any header line; header.NAME for one"),
        (["req.header", "request-header"], .header(.request, name: ""), "the same in requests"),
        (["res.header", "response-header"], .header(.response, name: ""), "the same in responses"),
        (["has-header"], .header(.either, name: nil), "name of a header"),
        (["has-request-header"], .header(.request, name: nil), "name of a header"),
        (["has-response-header"], .header(.response, name: nil), "name of a header"),
        (["body"], .body(.either), "text in a body"),
        (["req.body", "request-body"], .body(.request), "text in a request's body"),
        (["res.body", "response-body"], .body(.response), "text in a response's body"),
        (["is"], .flag, "pending, failed, slow, cached, redirect, resent, pinned"),
        (["saved"], .saved, "a filter that you saved"),
    ]

    private static let headerPrefixes: [(String, LogCondition.Side)] = [
        ("header.", .either), ("req.header.", .request), ("request-header.", .request), ("res.header.", .response),
        ("response-header.", .response),
    ]

    private static let kinds: [String: Kind] = Dictionary(
        uniqueKeysWithValues: table.flatMap { row in row.names.map { ($0, row.kind) } })

    /// All names that a key can have.
    static var allNames: [String] { table.flatMap(\.names) + headerPrefixes.map(\.0) }
    /// The name of each key that is used in texts, with what it is for.
    static var suggested: [(name: String, help: String)] { table.map { ($0.names[0], $0.help) } }

    static func name(of number: LogCondition.Number) -> String {
        switch number {
        case .id: "id"
        case .status: "status"
        case .duration: "time"
        case .firstByte: "ttfb"
        case .requestSize: "req.size"
        case .size: "size"
        case .startedAt: "started"
        case .pid: "pid"
        case .attempts: "attempts"
        case .redirects: "redirects"
        case .line: "line"
        }
    }

    static func name(of text: LogCondition.Text) -> String {
        switch text {
        case .environment: "env"
        case .contentType: "type"
        default: text.rawValue
        }
    }

    static func style(of text: LogCondition.Text) -> Style {
        switch text {
        case .url, .path, .file, .collection: .containsPath
        case .host, .name, .contentType, .process: .contains
        case .method, .environment, .run, .source, .category, .phase, .cache, .tag: .equals
        }
    }

    /// Whether `:` finds a part of the value.
    var findsParts: Bool {
        if case .text(let text) = kind { Self.style(of: text) != .equals } else { false }
    }

    /// All values that there are; nil where any text is possible.
    static func values(of text: LogCondition.Text) -> [String]? {
        switch text {
        case .source: LogRow.Source.allCases.map(\.rawValue)
        case .category: ErrorCategory.allCases.map(\.rawValue)
        case .phase: Phase.allCases.map(\.rawValue)
        case .cache: CacheDecision.Outcome.allCases.map(\.rawValue)
        default: nil
        }
    }
}

/// The values of `is:`.
enum LogFilterFlag {
    private static let table: [(names: [String], flag: LogCondition.Flag)] = [
        (["pending", "running"], .pending), (["failed", "error"], .failed), (["aborted"], .aborted),
        (["cached", "from-cache"], .cached), (["redirected", "redirect"], .redirected), (["resent"], .resent),
        (["pinned"], .pinned), (["truncated", "cut"], .truncated), (["unverified", "insecure"], .unverified),
        (["unlogged", "no-log"], .unlogged), (["slow"], .slow), (["checks-failed"], .checksFailed),
    ]
    /// Sent by this process.
    static let here = "here"
    private static let process = "process-"

    static var names: [String] { table.map { $0.names[0] } + [here] }
    static var allNames: [String] { table.flatMap(\.names) + [here] }

    /// nil if there is none of that name.
    static func named(_ name: String, pid: Int) -> LogCondition.Flag? {
        let name = name.lowercased()
        if name == here { return .process(pid) }
        if name.hasPrefix(process), let pid = Int(name.dropFirst(process.count)), pid > 0 { return .process(pid) }
        return table.first { $0.names.contains(name) }?.flag
    }

    static func name(of flag: LogCondition.Flag) -> String {
        if case .process(let pid) = flag { return "\(process)\(pid)" }
        return table.first { $0.flag == flag }?.names[0] ?? ""
    }

    static func words(for flag: LogCondition.Flag, pid: Int) -> String {
        switch flag {
        case .process(pid): "sent by this process"
        case .process(let pid): "sent by process \(pid)"
        case .unlogged: "not logged"
        case .checksFailed: "with failed checks"
        default: name(of: flag)
        }
    }
}
