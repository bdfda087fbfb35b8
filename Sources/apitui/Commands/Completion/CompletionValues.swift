import Base
import CommandGuide
import Comparison
import Explain
import Explorer
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite
import Reports
import RequestLog
import UntouchedSQLite
import Workspace

/// Lists the values that only the program knows. What cannot be read has none.
struct CompletionValues {
    private let context: CommandCompletion.Context

    init(_ context: CommandCompletion.Context) { self.context = context }

    func candidates(_ kind: CompletionKind) -> [CompletionCandidate] {
        let files = CompletionFiles(typed: context.typed)
        switch kind {
        case .request: return files.requests(needsName: true)
        case .requests: return files.requests(needsName: false)
        case .requestFiles:
            return files.files { CollectionStore.isRequestFile($0) || CollectionStore.mayBeDescription($0) }
        case .description: return files.files(CollectionStore.mayBeDescription)
        case .environment: return environments().names.map { CompletionCandidate($0) }
        case .variable: return variables()
        case .tag: return tags()
        case .reportKind:
            return ReportKind.allCases.map { CompletionCandidate("\($0.rawValue)=", $0.title, isPartial: true) }
        case .run: return runs()
        case .compared: return compared(files)
        case .cachedURL: return cachedURLs()
        case .logFilter: return logFilters()
        case .savedFilter: return savedFilters().names.map { CompletionCandidate($0, savedFilters().filters[$0] ?? "") }
        case .exchange: return exchanges()
        case .theme: return Themes(user: ThemeFolder.live()?.read() ?? []).names.map { CompletionCandidate($0) }
        case .cacheMode: return CacheMode.allCases.map { CompletionCandidate($0.rawValue) }
        case .login: return TokenFiles.live?.kept().tokens.map { CompletionCandidate($0.login, $0.server) } ?? []
        case .trustedFolder:
            return ((try? TrustStore.live()?.entries()) ?? []).map { CompletionCandidate($0) }
        // Their flags list them.
        case .failure, .comparisonReportKind: return []
        case .worsening: return worsenings()
        case .method:
            return ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY"].map { CompletionCandidate($0) }
        case .header:
            return Glossary.terms.filter { $0.kind == .header }.map {
                CompletionCandidate("\($0.name): ", $0.title, isPartial: true)
            }
        case .term: return Glossary.terms.map { CompletionCandidate($0.name, $0.title) }
        }
    }

    // MARK: Environments and requests

    /// The folder whose environment files count: that of the first path that was given.
    private var folder: String {
        // `runs` are the paths of `compare --env`.
        let path = ["url | file[#name]", "paths", "request | folder", "path", "path | url", "runs"]
            .lazy.compactMap { context.positionals[$0]?.first }.first
        if path == nil, context.command == "demo", let samples = DemoCollection.present() { return samples }
        guard let path, !TypedRequest.isURL(path), path != "-" else { return StandardInput.currentFolder }
        return CompletionFiles(typed: "").folder(of: RequestReference(path).path)
    }

    private func environments() -> EnvironmentSet {
        let folder = folder
        let root = CollectionRoot.find(forFolder: folder, home: processEnvironment("HOME"))
        return CollectionStore().environments(forFolder: folder, root: root)
    }

    /// Names alone: a value may be a secret.
    private func variables() -> [CompletionCandidate] {
        let set = environments()
        let chosen = context.options["--env"].flatMap { set.variables[$0] } ?? [:]
        let names = Set(chosen.keys).union(set.variables[EnvironmentSet.shared]?.keys.map { $0 } ?? [])
        return names.sorted().map { CompletionCandidate("\($0)=", isPartial: true) }
    }

    private func tags() -> [CompletionCandidate] {
        let given = context.positionals["paths"] ?? context.positionals["runs"] ?? ["."]
        var counts: [String: Int] = [:]
        CompletionFiles(typed: "").forEachRequest(below: given) { request in
            for tag in request.settings.tags { counts[tag, default: 0] += 1 }
        }
        return counts.sorted { $0.key < $1.key }.map {
            CompletionCandidate($0.key, Formatting.count($0.value, "request"))
        }
    }

    private func worsenings() -> [CompletionCandidate] {
        // A list: what is before the last comma stays, and is not offered again.
        let done = context.typed.lastIndex(of: ",").map { String(context.typed[...$0]) } ?? ""
        let listed = done.split(separator: ",").map { $0.trimmingWhitespace() }
        return Worsening.Kind.allCases.filter { !listed.contains($0.rawValue) }
            .map { CompletionCandidate(done + $0.rawValue) }
    }

    // MARK: What is kept

    private func runs() -> [CompletionCandidate] {
        guard !context.typed.contains(bytes: "/"),
            let rows = log("SELECT key, name, title FROM run ORDER BY id DESC LIMIT 50"), !rows.isEmpty
        else { return [] }
        let last = CompletionCandidate("last", "The run that was recorded last.")
        let named = rows.compactMap { row in row[1].map { CompletionCandidate($0, row[2] ?? "") } }
        return [last] + named + rows.compactMap { row in row[0].map { CompletionCandidate($0, row[2] ?? "") } }
    }

    /// What `compare` takes: with `--env` what is sent, else runs. A run may be a file, and the paths may come before `--env`: files
    /// and folders are offered where no run begins so.
    private func compared(_ files: CompletionFiles) -> [CompletionCandidate] {
        guard context.options["--env"] == nil else { return files.requests(needsName: false) }
        let begun = runs().filter { $0.value.hasPrefix(context.typed) }
        return begun.isEmpty ? files.files { _ in true } : begun
    }

    private func exchanges() -> [CompletionCandidate] {
        let rows = log(
            """
            SELECT e.id, m.text, e.status, u.path FROM exchange e JOIN word m ON m.id = e.method
            JOIN url u ON u.id = e.url ORDER BY e.id DESC LIMIT 30
            """)
        return (rows ?? []).compactMap { row in
            row[0].map { CompletionCandidate($0, "\(row[1] ?? "") \(row[3] ?? "") \(row[2] ?? "")") }
        }
    }

    private func cachedURLs() -> [CompletionCandidate] {
        guard let folder = UserFolder.cache.path() else { return [] }
        let database = try? UntouchedDatabase(path: "\(folder)/cache.sqlite", patience: 10)
        func keys(_ shown: String) -> [[String?]]? {
            let sql = "SELECT \(shown) FROM response GROUP BY key ORDER BY max(used_at) DESC LIMIT 200"
            return try? database?.rows(sql)
        }
        // A cache of an earlier program has no texts to show.
        let rows = keys("coalesce(max(shown), key)") ?? keys("key")
        let secrets = SentSecrets([])
        // As 'cache list' prints them.
        return (rows ?? []).compactMap { row in row[0].map { CompletionCandidate(secrets.hidden($0)) } }
    }

    private func savedFilters() -> SavedFilters {
        guard let bytes = try? SavedFilters.file()?.read() else { return SavedFilters() }
        return SavedFilters(bytes)
    }

    private func logFilters() -> [CompletionCandidate] {
        let typed = context.typed
        let found = LogFilter.completions(
            for: typed, cursor: typed.utf8.count, saved: savedFilters().names, values: seen)
        return found.compactMap { completion in
            var bytes = Array(typed.utf8)
            bytes.replaceSubrange(completion.range.clamped(to: 0..<bytes.count), with: completion.text.utf8)
            return CompletionCandidate(
                String(decoding: bytes, as: UTF8.self), completion.help, isPartial: completion.text.hasSuffix(":"))
        }
    }

    /// Values of the last exchanges. Secrets were masked before they were logged.
    private func seen(_ text: LogCondition.Text, _ prefix: String) -> [String] {
        let last = "(SELECT * FROM exchange ORDER BY id DESC LIMIT 500)"
        let sql: String? =
            switch text {
            case .method: "SELECT DISTINCT w.text FROM \(last) e JOIN word w ON w.id = e.method"
            case .host: "SELECT DISTINCT w.text FROM \(last) e JOIN word w ON w.id = e.host"
            case .contentType: "SELECT DISTINCT w.text FROM \(last) e JOIN word w ON w.id = e.type"
            case .tag: "SELECT DISTINCT w.text FROM \(last) e JOIN word w ON w.id = e.tag"
            case .path: "SELECT DISTINCT u.path FROM \(last) e JOIN url u ON u.id = e.url"
            case .name: "SELECT DISTINCT r.name FROM \(last) e JOIN request r ON r.id = e.request"
            case .file: "SELECT DISTINCT r.file FROM \(last) e JOIN request r ON r.id = e.request"
            case .run: "SELECT key FROM run ORDER BY id DESC LIMIT 20"
            case .environment: "SELECT DISTINCT o.environment FROM \(last) e JOIN origin o ON o.id = e.origin"
            default: nil
            }
        return sql.flatMap { log($0) }?.compactMap { $0.first ?? nil }.filter { !$0.isEmpty } ?? []
    }

    private func log(_ sql: String) -> [[String?]]? {
        guard let folder = LogFolder.standard else { return nil }
        // A writer is not waited for: there is nothing to offer then.
        let path = LogFolder.files(in: folder).databasePath
        return try? UntouchedDatabase(path: path, patience: 10).rows(sql)
    }
}
