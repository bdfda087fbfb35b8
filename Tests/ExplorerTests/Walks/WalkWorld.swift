import Import
import NetEngine
import NetEngineRequestLog
import RequestExport
import TestSupport

@testable import Base
@testable import Explorer
@testable import RequestLog
@testable import Runs
@testable import Workspace

/// Everything around the program in a walk: what was asked for is remembered, and answered when the walk says so.
///
/// `=go` answers all that was asked for as the runner would, `=no` all by failures. Other words are things that happen by themselves.
final class WalkWorld {
    struct NoSuchWord: Error { var word: String }
    /// Nobody asked for what a word is the answer to.
    struct NotAsked: Error {}

    let robot: Robot
    /// What the collection has on the disk.
    let files: [(String, String)]
    let isOnDisk: Bool
    var environments = Robot.environments
    var isTrusted = true
    private var asked: [Effect] = []
    private var followers: Set<LogReading.ID> = []
    /// The run that the last words were about.
    var replay: ReplayJob?
    /// How many of the robot's effects are known here.
    private var known = 0

    /// - Parameter isOnDisk: whether the files are there, as the runner would read them.
    init(_ robot: Robot, files: [(String, String)], isOnDisk: Bool) {
        self.robot = robot
        self.files = files
        self.isOnDisk = isOnDisk
    }

    /// What was asked for since the last time, as words. It is remembered.
    func takeNames() -> [String] {
        listen()
        known = 0
        return robot.takeNames()
    }

    private func listen() {
        asked += robot.effects.dropFirst(known)
        known = robot.effects.count
    }

    /// The last of what was asked for that is of a kind; it is answered then.
    func take<T>(_ kind: (Effect) -> T?) throws(NotAsked) -> T {
        listen()
        guard let place = asked.lastIndex(where: { kind($0) != nil }), let found = kind(asked.remove(at: place)) else {
            throw NotAsked()
        }
        return found
    }

    /// - Returns: whether it was possible.
    func report(_ word: String) async throws -> Bool {
        do {
            switch word {
            case "go": try await answerAll { try await self.answer($0) }
            case "no": try await answerAll { try self.refuse($0) }
            default: try happen(word)
            }
        } catch is NotAsked {
            return false
        }
        return true
    }

    /// Answers all, and what is asked for because of the answers.
    private func answerAll(_ answer: (Effect) async throws -> Void) async throws {
        for _ in 0..<20 {
            robot.lookAll()
            robot.describeAll()
            listen()
            let effects = asked
            asked = []
            for effect in effects { try await answer(effect) }
            try readLog()
            if robot.effects.count <= known { break }
        }
        known = robot.effects.count
    }

    private func readLog() throws {
        let effects = robot.logEffects
        robot.logEffects = []
        for effect in effects {
            switch effect {
            case .followLog(let reading), .readLog(let reading):
                followers.insert(reading.id)
                robot.tell(.logRead(reading, .success(rows(of: reading)), at: ExchangeFixtures.start))
            case .readLastLogged: robot.tell(.lastLogged(Self.logRows))
            default: break
            }
        }
    }

    /// The user has changed a row, and everybody who follows the log sees it.
    private func mark(_ row: LogRow, _ mark: LogMark) {
        var row = row
        row.change += 100
        switch mark {
        case .pinned(let isPinned): row.isPinned = isPinned
        case .name(let name): row.tag = name
        case .deleted: break
        }
        let isGone = mark == .deleted
        for follower in followers.sorted() {
            let changes = LogChanges(follower: follower, rows: isGone ? [] : [row], gone: isGone ? [row.id] : [])
            robot.tell(.logChanged(changes, at: ExchangeFixtures.start))
        }
    }

    private func rows(of reading: LogReading) -> LogReading.Rows {
        LogReading.Rows(rows: Self.logRows.filter { reading.condition.matches($0) }, isLast: true)
    }

    // MARK: What goes well

    private func answer(_ effect: Effect) async throws {
        switch effect {
        case .resolve(let job): await resolve(job)
        case .send(let draft, let id):
            robot.sent[id] = draft
            robot.event(id, .queued(method: draft.method, url: draft.url))
        case .cancel(let id): try finish(id, error: Self.cancelled)
        case .cancelAll:
            for id in robot.sent.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                try finish(id, error: Self.cancelled)
            }
        case .check(let checks, let exchange): robot.tell(.checked(exchange.id, Checks.evaluate(checks, exchange)))
        case .prepareBody(let exchange, _, let choice):
            robot.tell(.bodyPrepared(ExchangeDocument(exchange, as: choice)))
        case .save(let job): robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        case .changeFiles(let job): robot.tell(.filesWereChanged(job, .success(Self.inverse(of: job.operation))))
        case .loadEnvironments(let folder, let place, let described):
            let found = CollectionStore().environments(
                forFolder: described.map { PathText.folder(of: $0.path) } ?? folder, root: place.root,
                isTrusted: isTrusted, described: described)
            robot.tell(.environmentsLoaded(folder: folder, isOnDisk ? found : environments))
        case .work(let work): robot.tell(.worked(work, work.run()))
        case .lint(let job):
            robot.tell(.linted(CollectionLint.findings(job, store: CollectionStore(), isTrusted: isTrusted)))
        case .editExternally(let job):
            robot.tell(.editedExternally(job, .changed(job.text.replacing(bytes: "1", with: "77"))))
        case .trust(_, let owner, let cache, let confirmed):
            isTrusted = true
            robot.tell(.trusted(problem: nil, owner: owner, cache: cache, confirmed: confirmed))
        case .saveVariable(let edit): robot.tell(.variableSaved(edit, problem: nil))
        case .saveVariables(let edits): robot.tell(.variablesSaved(edits, problem: nil))
        case .saveLogin(let edits): robot.tell(.loginSaved(edits, problem: nil))
        case .removeVariable(let edit): robot.tell(.variableRemoved(edit, problem: nil))
        case .moveSecret(let move): robot.tell(.secretMoved(move, .moved))
        case .addIgnoreEntry(let entry): robot.tell(.ignoreEntryAdded(entry, .added))
        case .listBodyFiles(let job): robot.tell(.bodyFilesListed(job, ["data/", "f.txt", "order.json"]))
        default: try answerStores(effect)
        }
    }

    private func answerStores(_ effect: Effect) throws {
        switch effect {
        case .readCache: robot.tell(.cacheRead(.success(CacheBrowserTests.contents)))
        case .readCookies(let scope): robot.tell(.cookiesRead(scope, try Self.cookies()))
        case .readTokens: robot.tell(.tokensRead(try Self.tokens(), seconds: 100))
        case .readRuns: robot.tell(.runsRead(.success(Self.runs)))
        case .readRun(let entry, let ticket):
            robot.tell(.runRead(entry, .success(Self.account(entry.key)), ticket: ticket))
        case .openRecorded(let entry, let record, let ticket):
            let result = RecordedResult(
                request: Self.account(entry.key).head.requests[0], record: record,
                exchange: ExchangeFixtures.exchange(7))
            robot.tell(.recordedRead(.success(result), ticket: ticket))
        case .compareRuns(let pair): robot.tell(.runsCompared(pair, .success(try Self.comparison())))
        case .nameRun: robot.tell(.runsRead(.success(Self.runs)))
        case .removeCached(let stored):
            let removed = Set(stored.map(\.id))
            let left = CacheBrowserTests.contents.groups.flatMap(\.variants).filter { !removed.contains($0.id) }
            robot.tell(.cacheRead(.success(Self.contents(left))))
        case .clearCache: robot.tell(.cacheRead(.success(Self.contents([]))))
        case .removeCookie(let cookie, let scope):
            robot.tell(.cookiesRead(scope, try Self.cookies().filter { $0.name != cookie.name }))
        case .putCookieBack(_, let scope): robot.tell(.cookiesRead(scope, try Self.cookies()))
        case .clearCookies(let scope): robot.tell(.cookiesRead(scope, []))
        case .forgetTokens(let tokens):
            robot.tell(.tokensRead(try Self.tokens().filter { !tokens.contains($0) }, seconds: 100))
        case .markLogged(let row, let mark): self.mark(row, mark)
        case .export(let job):
            robot.tell(
                .exported(
                    ExportOutcome(
                        name: "The \(job.kind.rawValue) export", text: ClipboardText("a text"),
                        clipboard: ClipboardOutcome(way: .terminal, byteCount: 6, mayBeDropped: true),
                        losses: ["The script of create is left out."])))
        case .deleteRun(let entry): robot.tell(.runsRead(.success(Self.runs.filter { $0.key != entry.key })))
        case .replay(let job):
            replay = job
            robot.tell(.replayBegan(job.id, RunFixtures.planned()))
        case .openLogged(let row): robot.tell(.loggedExchange(row, .success(ExchangeFixtures.exchange(9))))
        case .openFirstLogged(let reading, let sentence):
            let rows = Self.logRows.filter { reading.condition.matches($0) }
            if let row = reading.page == .oldest ? rows.first : rows.last {
                robot.tell(
                    .loggedExchange(
                        row, .success(ExchangeFixtures.exchange(UInt64(row.id)).numbered(ExchangeID(logged: row.id)))))
            } else {
                robot.tell(.loggedExchange(nil, .failure(LogUnreadable(sentence: sentence))))
            }
        case .writeResponse(_, let exchange):
            robot.tell(.responseWritten(.success("/c/out.json"), of: exchange.id))
        case .resend(let resend):
            robot.lastExchange += 1
            robot.tell(.resending(resend, resend.exchange.draft, id: ExchangeID(rawValue: robot.lastExchange)))
        case .readSavedFilters:
            robot.tell(.savedFiltersRead(["bad": "status:>=400", "posts": "method:POST"], said: nil))
        case .saveFilter(let name, let text):
            robot.tell(.savedFiltersRead([name: text], said: SavedFilters.savedSentence(name)))
        case .forgetFilter(let name):
            robot.tell(.savedFiltersRead(["posts": "method:POST"], said: SavedFilters.forgottenSentence(name)))
        case .readThemes: robot.tell(.themesRead([]))
        case .copy(let job): copied(job, ClipboardOutcome(way: .program(["xclip"]), byteCount: 1234))
        case .writeBody(let job):
            robot.tell(.bodyWritten(.written(path: "/tmp/\(job.path)", byteCount: job.body.count)))
        case .viewBody(let job): robot.tell(job.viewer == .opener ? .bodyOpened(by: "xdg-open") : .viewWriting(10))
        case .readImport(let job): robot.tell(.importRead(job, .success(try Self.imported())))
        default: answerLists(effect)
        }
    }

    private func answerLists(_ effect: Effect) {
        switch effect {
        case .addImportedValues: robot.tell(.importedValuesAdded(.success(["/c/http-client.env.json"])))
        case .recordImported: robot.tell(.importRecorded(stored: 2, of: 3))
        case .listTypedFolder(let job):
            robot.tell(.typedFolderListed(job, ["data/", "other.json", "shop.har", "shop.json"]))
        case .readRecentCollections: robot.tell(.recentCollections(["/home/u/billing", "/home/u/orders.http"]))
        case .indexOperations, .observe, .sumCoverage, .readLinks, .readFiles:
            robot.effects.append(effect)
            robot.describeAll()
        case .makePicture(let job): robot.tell(.pictureMade(job.key, nil))
        default: break
        }
    }

    // MARK: What fails

    private func refuse(_ effect: Effect) throws {
        let sentence = "It is locked by another program."
        switch effect {
        case .resolve(let job):
            robot.lastExchange += 1
            robot.tell(
                .resolved(
                    job, .refused(sentence: "\(job.file.relativePath):3: the target is empty.", line: 3),
                    id: ExchangeID(rawValue: robot.lastExchange)))
        case .save(let job): robot.tell(.saveFinished(job, .failed(sentence: "\(job.path) cannot be written.")))
        case .changeFiles(let job):
            robot.tell(.filesWereChanged(job, .failure(CollectionError(sentence: "/c/x was not changed: \(sentence)"))))
        case .editExternally(let job): robot.tell(.editedExternally(job, .failed("The editor ended with status 1.")))
        case .trust(_, let owner, let cache, _): robot.tell(.trusted(problem: sentence, owner: owner, cache: cache))
        case .saveVariable(let edit): robot.tell(.variableSaved(edit, problem: sentence))
        case .saveVariables(let edits): robot.tell(.variablesSaved(edits, problem: sentence))
        case .saveLogin(let edits): robot.tell(.loginSaved(edits, problem: sentence))
        case .removeVariable(let edit): robot.tell(.variableRemoved(edit, problem: sentence))
        case .moveSecret(let move): robot.tell(.secretMoved(move, .failed(sentence)))
        case .addIgnoreEntry(let entry): robot.tell(.ignoreEntryAdded(entry, .failed(sentence)))
        case .readCache: robot.tell(.cacheRead(.failure(CacheUnusable(sentence: sentence))))
        case .readRuns: robot.tell(.runsRead(.failure(RunStoreError(sentence: sentence))))
        case .readRun(let entry, let ticket):
            robot.tell(.runRead(entry, .failure(RunStoreError(sentence: sentence)), ticket: ticket))
        case .openRecorded(_, _, let ticket):
            robot.tell(.recordedRead(.failure(RunStoreError(sentence: sentence)), ticket: ticket))
        case .compareRuns(let pair): robot.tell(.runsCompared(pair, .failure(RunStoreError(sentence: sentence))))
        case .replay(let job): robot.tell(.replayRefused(job.id, sentence: "orders.http has no request to replay."))
        case .writeResponse(_, let exchange):
            robot.tell(.responseWritten(.failure(CollectionError(sentence: sentence)), of: exchange.id))
        case .openLogged(let row): robot.tell(.loggedExchange(row, .failure(LogUnreadable(sentence: sentence))))
        case .copy, .export: robot.tell(.notCopied(sentence: "There is no clipboard."))
        case .writeBody: robot.tell(.bodyWritten(.failed(sentence: "The disk is full.")))
        case .viewBody: robot.tell(.viewFailed(sentence: "There is no program for application/json."))
        case .readImport(let job):
            robot.tell(.importRead(job, .failure(ImportError("It is of no kind that can be imported."))))
        case .addImportedValues: robot.tell(.importedValuesAdded(.failure(CollectionError(sentence: sentence))))
        default: break
        }
    }
}
