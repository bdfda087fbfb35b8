import Base
import Glibc
import JSONPath
import NetEngine
import NetEngineRequestLog
import NetEngineSQLite
import UntouchedSQLite
import Workspace

/// Looks at everything that the program keeps for a user. Nothing is created or changed, and nothing is waited for.
package struct KeptFolders: Sendable {
    /// nil without a home folder.
    private let state: String?
    private let cache: String?
    private let config: String?
    private let trust: TrustStore?
    private let edits: DescriptionEditStore?
    private let checks: [ContentCheck]
    private let user: UInt32

    /// - Parameters:
    ///   - variable: looks up the variables that name the folders.
    ///   - checks: of files that parts above this one know.
    package init(
        _ variable: (String) -> String? = processEnvironment, checks: [ContentCheck] = [], user: UInt32 = geteuid()
    ) {
        state = UserFolder.state.path(variable)
        cache = UserFolder.cache.path(variable)
        config = UserFolder.config.path(variable)
        trust = TrustStore.live(variable: variable)
        edits = DescriptionEditStore.live(variable: variable)
        self.checks = checks
        self.user = user
    }

    package func findings() -> [Finding] {
        guard let state, let cache, let config else {
            return [
                Finding(
                    .files, "files.home", .wrong,
                    "There is no folder for the files that apitui keeps: HOME names none.",
                    advice: "Set HOME, or XDG_STATE_HOME, XDG_CACHE_HOME and XDG_CONFIG_HOME.")
            ]
        }
        return stateFindings(state) + cacheFindings(cache) + configurationFindings(config)
    }

    // MARK: The three folders

    private func stateFindings(_ folder: String) -> [Finding] {
        guard let root = root(folder, "files.state", "The state folder") else {
            return [absent(folder, "files.state", "Nothing is kept yet", "The state folder")]
        }
        guard let own = root.item else { return root.findings }
        var items = [logItem(folder), trustItem(folder)].compactMap(\.self)
        items += tokenItems(folder)
        for check in checks where !check.isConfiguration {
            if let item = item(check, in: folder) { items.append(item) }
        }
        items += editItems(folder) + recoveryItems(folder) + trashItems(folder)
        return KeptItem.findings(items, in: own, further: root.findings, user: user)
            + leftovers(in: folder, below: ["descriptions", "log-bodies", "recovery", "tokens"])
            + setAside(in: folder, below: ["descriptions", "recovery", "tokens"])
    }

    private func cacheFindings(_ folder: String) -> [Finding] {
        guard let root = root(folder, "files.cache-folder", "The folder of the cache") else {
            return [absent(folder, "files.cache-folder", "Nothing is cached yet", "The folder of the cache")]
        }
        guard let own = root.item else { return root.findings }
        let items = [cacheItem(folder)].compactMap(\.self) + schemaItems(folder)
        return KeptItem.findings(items, in: own, further: root.findings, user: user)
            + leftovers(in: folder, below: ["bodies", "schemas"])
            + setAside(in: folder, below: ["schemas"])
    }

    private func configurationFindings(_ folder: String) -> [Finding] {
        let title = "The folder of the configuration"
        guard let status = status(folder) else {
            let hidden = obstacle(folder).map { unreachable(folder, "files.configuration", title, $0) }
            return [hidden ?? absent(folder, "files.configuration", "There is no configuration, so the defaults apply")]
        }
        let own = KeptItem(
            "files.configuration", title, path: folder, status: status, content: .fine(""), isPrivate: false)
        if status.isFolder, let findings = closed(own, X_OK) { return findings }
        let items = checks.filter(\.isConfiguration).compactMap { item($0, in: folder) }
        return KeptItem.findings(items, in: own, user: user)
    }

    /// - Parameter title: of a folder that the program makes when it needs it; nil for one that it never makes.
    private func absent(_ folder: String, _ id: String, _ words: String, _ title: String? = nil) -> Finding {
        var above = PathText.folder(of: folder)
        while above != "/", DiskFile.info(above) == nil { above = PathText.folder(of: above) }
        if let title, access(above, W_OK | X_OK) != 0 {
            return unusable(above, id, "\(title) \(SafeText(folder).string) cannot be made", "write into")
        }
        return Finding(.files, id, "\(words): there is no folder \(SafeText(folder).string).", path: folder)
    }

    /// Why it is unknown whether there is anything at a path, as a clause; nil if there is nothing.
    private func obstacle(_ path: String) -> String? {
        var facts = stat()
        guard stat(path, &facts) != 0 else { return nil }
        guard errno == ENOENT else { return DiskFile.systemMessage(errno) }
        return lstat(path, &facts) == 0 ? "it is a broken link" : nil
    }

    private func unreachable(_ folder: String, _ id: String, _ title: String, _ clause: String) -> Finding {
        let shown = SafeText(folder).string
        return Finding(
            .files, id, .wrong, "\(title) \(shown) cannot be read: \(clause).",
            advice: "Check who may use it and the folders above it: 'namei -l \(shown)'.", path: folder)
    }

    /// A folder that can be looked into, and what is to be said of it besides; without the folder all that is to be said.
    private struct Root {
        var item: KeptItem?
        var findings: [Finding]
    }

    /// nil if there is none.
    private func root(_ folder: String, _ id: String, _ title: String) -> Root? {
        guard var status = status(folder) else {
            return obstacle(folder).map { Root(findings: [unreachable(folder, id, title, $0)]) }
        }
        guard status.isFolder else {
            let finding = Finding(
                .files, id, .wrong, "\(title) \(SafeText(folder).string) is not a folder.",
                advice: "Give the file that is there another name.", path: folder)
            return Root(findings: [finding])
        }
        status.bytes = 0
        let item = KeptItem(id, title, path: folder, status: status, content: .fine(""))
        if let findings = closed(item) { return Root(findings: findings) }
        var findings: [Finding] = []
        // That of another user need not be writable, too.
        if status.owner == user, access(folder, W_OK) != 0 {
            findings.append(unusable(folder, id, "\(title) \(SafeText(folder).string) cannot be written to", "change"))
        }
        if let finding = Self.room(Self.freeBytes(folder), folder, id) { findings.append(finding) }
        return Root(item: item, findings: findings)
    }

    /// What is to be said of a folder that cannot be looked into; nil if it can.
    private func closed(_ item: KeptItem, _ mode: Int32 = R_OK | X_OK) -> [Finding]? {
        guard access(item.path, mode) != 0 else { return nil }
        let shown = SafeText(item.path).string
        let reason = unusable(item.path, item.id, "\(item.title) \(shown) cannot be read", "read")
        return item.findings(user: user) + (item.status.owner == user ? [reason] : [])
    }

    private func unusable(_ folder: String, _ id: String, _ sentence: String, _ verb: String) -> Finding {
        let code = errno
        return Finding(
            .files, id, .wrong, "\(sentence): \(DiskFile.systemMessage(code)).",
            advice: code == EROFS
                ? "Name a folder on another disk by XDG_STATE_HOME or XDG_CACHE_HOME."
                : "Check who may \(verb) the folder: 'ls -ld \(SafeText(folder).string)'.", path: folder)
    }

    // MARK: Databases

    private func logItem(_ folder: String) -> KeptItem? {
        let files = LogFolder.files(in: folder)
        guard var status = status(files.databasePath) else { return nil }
        status.bytes += (size("\(files.databasePath)-wal") ?? 0) + bytes(below: "\(folder)/log-bodies")
        return KeptItem(
            "files.log", "The request log", path: files.databasePath, status: status,
            content: logContent(files.databasePath, folder))
    }

    private func logContent(_ path: String, _ folder: String) -> KeptItem.Content {
        let advice =
            "'apitui doctor --fix' gives it another name, so that a new one begins; nothing of it is deleted."
        let damaged = { (clause: String) in
            KeptItem.Content.damaged(clause, advice: advice, repair: .setLogAside(folder: folder))
        }
        return databaseContent(path, known: LogDatabase.version, effect: "nothing is logged", damaged: damaged) {
            (database, version) throws(UntouchedDatabase.Failure) in
            // Before the first migration there are no tables.
            guard version > 0 else { return damaged("it has no tables") }
            let exchanges = try database.number("SELECT count(*) FROM exchange") ?? 0
            let runs = version > 1 ? try database.number("SELECT count(*) FROM run") ?? 0 : 0
            return .fine(
                "\(Formatting.count(exchanges, "exchange")), \(Formatting.count(runs, "recorded run"))")
        }
    }

    private func cacheItem(_ folder: String) -> KeptItem? {
        let path = "\(folder)/cache.sqlite"
        guard var status = status(path) else { return nil }
        status.bytes += (size("\(path)-wal") ?? 0) + bytes(below: "\(folder)/bodies")
        return KeptItem(
            "files.cache", "The HTTP cache", path: path, status: status, content: cacheContent(path, folder))
    }

    private func cacheContent(_ path: String, _ folder: String) -> KeptItem.Content {
        let damaged = { (clause: String) in
            KeptItem.Content.damaged(
                clause,
                advice: "'apitui doctor --fix' removes it; its responses are requested again when needed.",
                repair: .emptyCache(folder: folder))
        }
        return databaseContent(path, known: DiskCache.version, effect: "nothing is cached", damaged: damaged) {
            (database, _) throws(UntouchedDatabase.Failure) in
            let count = try database.number("SELECT count FROM usage") ?? 0
            return .fine("\(Formatting.count(count, "response"))")
        }
    }

    /// - Parameters:
    ///   - known: the latest format that this program knows.
    ///   - effect: the consequence of a later format, as a clause.
    ///   - damaged: makes the content for a damaged database from the reason, a clause.
    ///   - content: reads the content of an undamaged database of a known format.
    private func databaseContent(
        _ path: String, known: Int, effect: String, damaged: (String) -> KeptItem.Content,
        content: (UntouchedDatabase, Int) throws(UntouchedDatabase.Failure) -> KeptItem.Content
    ) -> KeptItem.Content {
        guard !isEmptyDatabase(path) else { return .fine("empty") }
        do throws(UntouchedDatabase.Failure) {
            let database = try UntouchedDatabase(path: path)
            let version = try database.number("PRAGMA user_version") ?? 0
            guard version <= known else { return .newer(format: version, known: known, effect: effect) }
            if let damage = try database.damage() { return damaged(Self.clause(damage)) }
            return try content(database, version)
        } catch {
            return error.isDamage ? damaged(Self.clause(error.clause)) : .unreadable(Self.clause(error.clause))
        }
    }

    /// Whether there is a file without a byte, which is a new database: the next program that writes begins in it.
    private func isEmptyDatabase(_ path: String) -> Bool {
        guard let file = DiskFile.info(path), file.st_mode & S_IFMT == S_IFREG else { return false }
        return file.st_size == 0 && (size("\(path)-wal") ?? 0) == 0
    }

    /// SQLite's words, within a sentence.
    private static func clause(_ words: String) -> String {
        let line = words.split(separator: "\n").first.map(String.init) ?? words
        return SafeText(line.withoutFullStop).string
    }

    // MARK: Files of the state

    private func trustItem(_ folder: String) -> KeptItem? {
        guard let trust, let status = status(trust.path) else { return nil }
        let path = trust.path
        let content: KeptItem.Content
        let bytes = (try? DiskFile.read(path, limit: 4 << 20).get()) ?? []
        do throws(CollectionError) {
            let entries = try trust.entries()
            let folders = try trust.folders()
            let gone = folders.filter { DiskFile.info($0) == nil }
            let lines = bytes.split(separator: Byte.lineFeed).filter { !StateFile.namesFormat($0) }
            if lines.count > entries.count {
                content = .damaged(
                    "a line is neither the path of a folder nor an address",
                    advice:
                        "Such lines trust nothing; remove them with an editor, and trust the folder or the address again.",
                    repair: nil)
            } else if let first = gone.first {
                let all = Formatting.count(folders.count, "trusted folder")
                let rest = gone.count == 1 ? "does not exist:" : "do not exist, such as"
                content = .remark(
                    "\(gone.count) of \(all) \(rest) \(SafeText(first).string).",
                    advice: "'apitui trust remove \(SafeText(first).string)' removes one from the list.")
            } else {
                let addresses = entries.count - folders.count
                let more = addresses == 0 ? "" : ", \(addresses) address\(addresses == 1 ? "" : "es")"
                content = .fine(Formatting.count(folders.count, "folder") + more)
            }
        } catch {
            content = Self.unusableTrust(bytes, path)
        }
        return KeptItem("files.trust", "The list of trusted folders", path: path, status: status, content: content)
    }

    private static func unusableTrust(_ bytes: [UInt8], _ path: String) -> KeptItem.Content {
        if let newer = KeptItem.Content.ofNewer(
            bytes, than: TrustStore.addressFormat, effect: "nothing is trusted")
        {
            return newer
        }
        guard LineText.isCut(bytes) else { return .unreadable(reason(path)) }
        return .damaged(
            "the last line is cut", advice: "Until it is complete or deleted, nothing is trusted; use an editor.",
            repair: nil)
    }

    private func tokenItems(_ folder: String) -> [KeptItem] {
        let place = "\(folder)/tokens"
        guard var status = status(place) else { return [] }
        status.bytes = bytes(below: place)
        let names = Self.names(in: place).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        var items: [KeptItem] = []
        var fine = 0
        for name in names {
            let path = PathText.join(place, name)
            let kept = file("files.tokens", "The token file", path, limit: 1 << 20) { Self.tokenContent($0, path) }
            guard let item = kept else { continue }
            let findings = item.findings(user: user)
            if findings.allSatisfy({ $0.state == .ok }) { fine += 1 } else { items.append(item) }
        }
        items.insert(
            KeptItem(
                "files.tokens", "The folder of tokens", path: place, status: status,
                content: .fine(Formatting.count(fine, "token"))), at: 0)
        return items
    }

    private static func tokenContent(_ bytes: [UInt8], _ path: String) -> KeptItem.Content {
        let effect = "a token is asked for again and not kept"
        if let newer = KeptItem.Content.ofNewer(bytes, than: Int(OAuth2FileStore.version), effect: effect) {
            return newer
        }
        guard !isToken(bytes) else { return .fine("") }
        return .damaged(
            "it is not a token, or was cut",
            advice: "'apitui doctor --fix' gives it another name; the next request signs in again.",
            repair: .setAside(path))
    }

    /// Whether a file of the folder of tokens has one, which is all that `KeptToken` needs.
    private static func isToken(_ bytes: [UInt8]) -> Bool {
        guard let tree = try? JSONTree.parse(bytes), tree.kind(0) == .object,
            let node = tree.member(Array("access_token".utf8), of: 0)
        else { return false }
        return tree.kind(node) == .string
    }

    private func item(_ check: ContentCheck, in folder: String) -> KeptItem? {
        let path = "\(folder)/\(check.name)"
        guard var status = status(path) else {
            return obstacle(path).map {
                KeptItem(
                    check.id, check.title, path: path, status: KeptItem.Status(owner: user), content: .unreadable($0))
            }
        }
        let content: KeptItem.Content
        if status.isFolder { status.bytes = 0 }
        if check.isFolder {
            content = status.isFolder ? check.check(path, []) : .unreadable("it is not a folder")
        } else {
            switch DiskFile.read(path, limit: check.mostBytes) {
            case .success(let bytes): content = check.check(path, bytes)
            case .failure(let failure): content = .unreadable(failure.clause)
            }
        }
        return KeptItem(
            check.id, check.title, path: path, status: status, content: content, isPrivate: !check.isConfiguration)
    }

    /// Changes of described requests.
    private func editItems(_ folder: String) -> [KeptItem] {
        let place = "\(folder)/descriptions"
        guard var status = status(place) else { return [] }
        status.bytes = bytes(below: place)
        let names = Self.names(in: place).filter { $0.hasSuffix(".json") }
        let items = names.compactMap { name in
            let path = PathText.join(place, name)
            return file("files.descriptions", "The list of edits", path, limit: 64 << 20) { unusableEdits($0, path) }
        }
        let words = Formatting.count(names.count, "description")
        return [
            KeptItem(
                "files.descriptions", "Changes of described requests", path: place, status: status,
                content: .fine(words))
        ] + items
    }

    /// nil if it can be used.
    private func unusableEdits(_ bytes: [UInt8], _ path: String) -> KeptItem.Content? {
        let effect = "the description is shown without them, and no edit of it is kept"
        if let newer = KeptItem.Content.ofNewer(bytes, than: DescriptionEditStore.version, effect: effect) {
            return newer
        }
        guard !isListOfEdits(bytes) else { return nil }
        return .damaged(
            "it is not what apitui writes, or was cut",
            advice: "'apitui doctor --fix' gives it another name; nothing of it is deleted.", repair: .setAside(path))
    }

    /// Whether it names the description that it is about, and the edits of that can be read.
    private func isListOfEdits(_ bytes: [UInt8]) -> Bool {
        guard let tree = try? JSONTree.parse(bytes), tree.kind(0) == .object,
            let node = tree.member(Array("path".utf8), of: 0), tree.kind(node) == .string
        else { return bytes.isEmpty }
        return (try? edits?.edits(of: String(decoding: tree.string(node), as: UTF8.self))) != nil
    }

    /// A file of a folder that holds one file for each item.
    /// - Parameter content: what to report about the bytes; nil for nothing.
    /// - Returns: nil if there is nothing to report, or no such file.
    func file(
        _ id: String, _ title: String, _ path: String, limit: Int, content: ([UInt8]) -> KeptItem.Content?
    ) -> KeptItem? {
        guard let status = status(path), !status.isFolder else { return nil }
        let found: KeptItem.Content? =
            switch DiskFile.read(path, limit: limit) {
            case .success(let bytes): content(bytes)
            case .failure(let failure): .unreadable(failure.clause)
            }
        return found.map { KeptItem(id, title, path: path, status: status, content: $0) }
    }

    // MARK: What was left

    /// Drafts of processes that are gone.
    private func leftovers(in folder: String, below parts: [String]) -> [Finding] {
        let drafts = ([folder] + parts.map { "\(folder)/\($0)" }).flatMap { place in
            Self.names(in: place).filter { Leftover.isOne($0, in: place) }.map { "\(place)/\($0)" }
        }
        guard let first = drafts.first else { return [] }
        return [
            Finding(
                .files, "files.drafts", .note,
                "\(Formatting.count(drafts.count, "half-written file")) of ended programs \(drafts.count == 1 ? "is" : "are") in \(SafeText(folder).string), such as \(SafeText(PathText.name(of: first)).string).",
                advice: "'apitui doctor --fix' removes them; the files that they were to replace are intact.",
                path: first,
                repair: .remove(drafts))
        ]
    }

    private func setAside(in folder: String, below parts: [String]) -> [Finding] {
        ([folder] + parts.map { "\(folder)/\($0)" }).compactMap { setAside(in: $0, isTokens: $0 == "\(folder)/tokens") }
    }

    private func setAside(in folder: String, isTokens: Bool) -> Finding? {
        let names = Self.names(in: folder).filter {
            $0.contains(".damaged") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
        guard let first = names.sorted().first else { return nil }
        let size = names.compactMap { self.size("\(folder)/\($0)") }.reduce(0, +)
        let secrets = isTokens ? ": a token in it may still be valid" : ""
        return Finding(
            .files, "files.damaged", .note,
            "\(Formatting.count(names.count, "damaged file")) \(names.count == 1 ? "was" : "were") set aside in \(SafeText(folder).string) (\(Formatting.byteCount(size))), such as \(SafeText(first).string).",
            advice: "Delete what you do not need\(secrets).", path: "\(folder)/\(first)")
    }

    // MARK: The disk

    func status(_ path: String) -> KeptItem.Status? {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return nil }
        // A link of the user's own to another place is followed; who may use that counts.
        if facts.st_mode & S_IFMT == S_IFLNK, stat(path, &facts) != 0 { return nil }
        return KeptItem.Status(
            isFolder: facts.st_mode & S_IFMT == S_IFDIR, permissions: facts.st_mode & 0o777, owner: facts.st_uid,
            bytes: facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : 0)
    }

    private func size(_ path: String) -> Int? { status(path)?.bytes }

    /// Of the files in a folder, and in the folders in it.
    func bytes(below folder: String, depth: Int = 2) -> Int {
        var sum = 0
        for name in Self.names(in: folder) where name != "." && name != ".." {
            guard let status = status("\(folder)/\(name)") else { continue }
            sum +=
                status.isFolder ? (depth > 0 ? bytes(below: "\(folder)/\(name)", depth: depth - 1) : 0) : status.bytes
        }
        return sum
    }

    static func names(in folder: String) -> [String] {
        guard case .success(let names) = DiskFile.names(in: folder) else { return [] }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    private static func reason(_ path: String) -> String {
        if case .failure(let failure) = DiskFile.read(path, limit: 4 << 20) { return failure.clause }
        return "it changed meanwhile"
    }

    /// What is to be said of the room on a folder's disk: little is a note, and a full disk, on which no exchange is kept, is wrong.
    static func room(_ bytes: Int?, _ folder: String, _ id: String) -> Finding? {
        guard let bytes, bytes < 64 << 20 else { return nil }
        let (shown, free) = (SafeText(folder).string, Formatting.byteCount(bytes))
        let isFull = bytes < 1 << 20
        return Finding(
            .files, id, isFull ? .wrong : .note,
            isFull
                ? "The disk of \(shown) is full: \(free) are free." : "On the disk of \(shown) only \(free) are free.",
            advice: "Make room: 'apitui cache clear' and 'apitui history clear --before 7d' help.", path: folder)
    }

    private static func freeBytes(_ folder: String) -> Int? {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return nil }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }
}
