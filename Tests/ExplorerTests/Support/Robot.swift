import NetEngine
import NetEngineRequestLog
import RequestExport
import Runs
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Simulates a user at the keyboard: keys go in, effects and the screen come out. Nothing outside the model is touched.
///
/// Tests ask the robot and never the model, so that the model's parts can move: `RobotTests` checks this.
final class Robot {
    /// Used only by the robot's own files.
    var model: Model {
        get { current }
        _modify {
            drawn = nil
            yield &current
        }
    }
    private var current: Model
    /// The model's frame, until the model changes: tests read one frame many times.
    private var drawn: CellBuffer?
    /// Effects that `update` returned and the test did not take yet, without wakes.
    var effects: [Effect] = []
    /// Those that read the request log.
    var logEffects: [Effect] = []
    /// Those that copy unsaved edits.
    var recoveryJobs: [RecoveryJob] = []
    /// Moments for which a tick was asked.
    var wakes: [MonotonicTime] = []
    /// Descriptions that are to be looked for beside request files.
    var nearbyJobs: [NearbyJob] = []
    var clock = MonotonicTime(nanoseconds: 1_000_000_000)
    var lastExchange: UInt64 = 0
    /// Gets how long each action took with the frame after it, if that is to be measured.
    var measure: ((Duration) -> Void)?
    /// The drafts sent by `resolveAll`, which `finish` responds to.
    var sent: [ExchangeID: RequestDraft] = [:]

    /// A program with a collection that was just read.
    init(
        _ columns: Int = 120, _ rows: Int = 40, files: [(String, String)] = Robot.shop, environment: String? = "dev",
        glyphs: Glyphs = .unicode, hasCache: Bool = true, memory: ScreenMemory? = nil
    ) {
        current = Model(
            size: Size(columns: columns, rows: rows), path: "/c", environmentName: environment, glyphs: glyphs)
        model.settings.hasCache = hasCache
        if let memory { model.restore(memory) }
        tell(.collectionLoaded(.success(Robot.folder(files))))
        tell(.environmentsLoaded(folder: "/c", Robot.environments))
        tell(.networkChanged(.online))
        effects = []
    }

    /// Another robot in the same state.
    func copy() -> Robot {
        let copy = Robot(files: [])
        copy.model = model
        copy.effects = effects
        copy.clock = clock
        copy.lastExchange = lastExchange
        copy.sent = sent
        return copy
    }

    /// A program before its files were read.
    static func reading(_ columns: Int = 80, _ rows: Int = 24) -> Robot {
        let robot = Robot(columns, rows)
        robot.model = Model(size: Size(columns: columns, rows: rows), path: "/c")
        return robot
    }

    var frame: CellBuffer {
        if let drawn { return drawn }
        let frame = RootView.draw(model)
        drawn = frame
        return frame
    }

    func tell(_ action: Action) {
        let start = measure == nil ? nil : ContinuousClock.now
        defer {
            if let start, let measure {
                _ = frame
                measure(ContinuousClock.now - start)
            }
        }
        for effect in update(&model, action, at: clock) {
            switch effect {
            case .wake(let moment): wakes.append(moment)
            // Made some time after any edit.
            case .keepUnsaved(let job): recoveryJobs = recoveryJobs.suffix(9) + [job]
            // The pane History reads by itself, whatever a test is about.
            case .readLog, .followLog, .stopFollowingLog, .readLastLogged: logEffects.append(effect)
            // Marks of what was sent before, too.
            case .coverRun(let job) where job.run == nil: logEffects.append(effect)
            // Looked for beside every file that is no description; `describeAll` does it.
            case .findNearbyDescription(let job): nearbyJobs.append(job)
            default: effects.append(effect)
            }
        }
    }

    func press(_ keys: Key...) {
        for key in keys {
            wait(.milliseconds(50))
            tell(.input(.key(key)))
        }
    }

    func type(_ text: String) { for character in text { press(.character(character)) } }

    func click(_ x: Int, _ y: Int, _ kind: MouseEvent.Kind = .press) {
        tell(.input(.mouse(MouseEvent(kind: kind, at: Point(x: x, y: y)))))
    }

    /// Presses, moves and lets go.
    func drag(from start: Point, to end: Point, through between: Point...) {
        click(start.x, start.y)
        for point in between + [end] { click(point.x, point.y, .drag) }
        click(end.x, end.y, .release)
    }

    /// Clicks on the first occurrence of a text on the screen.
    func click(
        on text: String, _ kind: MouseEvent.Kind = .press, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let place = place(of: text) else {
            Issue.record("\(text.debugDescription) is not on the screen:\n\(screen)", sourceLocation: sourceLocation)
            return
        }
        click(place.x, place.y, kind)
        if kind == .press || kind == .doublePress { click(place.x, place.y, .release) }
    }

    /// Runs the command with this title from the palette.
    func choose(_ title: String) {
        press(":")
        type(title)
        press(.enter)
    }

    func resize(_ columns: Int, _ rows: Int) {
        tell(.input(.resize(Size(columns: columns, rows: rows))))
    }

    func paste(_ text: String) { tell(.input(.paste(text))) }

    func wait(_ duration: Duration) { clock = clock + duration }

    func tick() { tell(.tick) }

    /// Returns the effects since the last call, and forgets them.
    func take() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// The same as names, which can be compared.
    func takeNames() -> [String] { take().map(Robot.name) }

    /// The edits of the first login among them; nil if none is to be saved.
    func takeSavedLogin() -> [EnvironmentFileEdit]? {
        take().compactMap { if case .saveLogin(let edits) = $0 { edits } else { nil } }.first
    }

    // MARK: Effects as words

    static func name(_ effect: Effect) -> String {
        switch effect {
        case .send(let draft, let id): "send \(draft.method) \(draft.url) as \(id)"
        case .cancel(let id): "cancel \(id)"
        case .cancelAll: "cancelAll"
        case .logRequests(let isOn): "logRequests \(isOn)"
        case .resolve(let job): "resolve to \(job.purpose)"
        case .save(let job): "save \(job.path)\(job.isForced ? " forced" : "")"
        case .loadCollection: "loadCollection"
        case .findChangedReferences(let described):
            "findChangedReferences of \(described.map(\.path).joined(separator: " "))"
        case .openCollection(let path, let drops): "openCollection \(path)\(drops ? " dropping edits" : "")"
        case .openSamples(let drops): "openSamples\(drops ? " dropping edits" : "")"
        case .enterCollection(let path): "enterCollection \(path)"
        case .keepScreen(_, let path): "keepScreen of \(path)"
        case .readRecentCollections: "readRecentCollections"
        case .changeFiles(let job): "changeFiles \(job.operation)"
        case .stopReading(let paths): "stopReading \(paths.joined(separator: " "))"
        case .readFiles(let job): "readFiles \(job.files.map(\.path).joined(separator: " "))"
        case .loadEnvironments(let folder, _, _): "loadEnvironments \(folder)"
        case .listBodyFiles(let job): "listBodyFiles \(job.folder)"
        case .prepareBody: "prepareBody"
        case .check(let checks, _): "check \(checks.count)"
        case .stopChecks(let id): "stopChecks \(id)"
        case .filter(let run, _): "filter \(run.text)\(run.isSample ? " on a sample" : "")"
        case .stopFilter: "stopFilter"
        case .search(let job): "search \(job.run.needle.text)"
        case .stopSearch: "stopSearch"
        case .searchPlace: "searchPlace"
        case .stopPlaceSearch: "stopPlaceSearch"
        case .compare(let job): "compare \(job.first.exchange.id) \(job.second.exchange.id)"
        case .stopComparing(let id): "stopComparing \(id)"
        case .editExternally(let job): "edit \(job.part) .\(job.fileExtension)"
        case .suspend: "suspend"
        case .redraw: "redraw"
        case .ask(let questions):
            "ask\(questions.contains(.pictures) ? " pictures" : "")\(questions.contains(.background) ? " background" : "")"
        case .readThemes: "readThemes"
        case .keepTheme(let name): "keepTheme \(name)"
        case .readSettings: "readSettings"
        case .takeMouse(let isOn): "takeMouse \(isOn)"
        case .makePicture(let job): "makePicture \(job.key.means) rows \(job.key.rows)"
        case .wake: "wake"
        case .work(let work): "work \(work.path)"
        case .findDescriptionEdits(let asked): "findDescriptionEdits \(asked.map(\.path).joined(separator: " "))"
        case .keepDescriptionEdits(let edits): "keepDescriptionEdits \(edits.blocks.map(\.name).joined(separator: " "))"
        case .findNearbyDescription(let job): "findNearbyDescription \(job.file.path)"
        case .indexOperations(let files): "indexOperations \(files.map(\.path).joined(separator: " "))"
        case .observe(let job): "observe \(job.sent.count)"
        case .coverRun(let job): "coverRun \(job.run?.key ?? "last")"
        case .sumCoverage: "sumCoverage"
        case .readLinks(let job): "readLinks \(job.exchange.id)"
        case .findRecovery(let root): "findRecovery \(root)"
        case .keepUnsaved: "keepUnsaved"
        case .removeRecovery(let places): "removeRecovery \(places.joined(separator: " "))"
        case .trust(let subject, _, _, _): "trust \(subject.text)"
        case .saveVariable(let edit): "saveVariable \(edit.path.joined(separator: ".")) = \(edit.value)"
        case .saveVariables(let edits):
            "saveVariables " + edits.map { "\($0.path.joined(separator: ".")) = \($0.value)" }.joined(separator: ", ")
        case .saveLogin(let edits):
            "saveLogin " + edits.map { "\($0.path.joined(separator: ".")) = \($0.value)" }.joined(separator: ", ")
        case .removeVariable(let edit): "removeVariable \(edit.path.joined(separator: "."))"
        case .moveSecret(let move): "moveSecret \(move.edit.path.joined(separator: ".")) to \(move.edit.file)"
        case .addIgnoreEntry(let entry): "addIgnoreEntry \(entry.line) to \(entry.ignoreFile)"
        case .writeResponse(let job, _): "writeResponse of \(job.request.id)"
        case .readCache: "readCache"
        case .removeCached(let stored): "removeCached \(stored.map(\.id.rawValue))"
        case .clearCache: "clearCache"
        case .readCookies(let scope): "readCookies \(scope.environment ?? "")"
        case .removeCookie(let cookie, _): "removeCookie \(cookie.name)"
        case .putCookieBack(let cookie, _): "putCookieBack \(cookie.name)"
        case .clearCookies(let scope): "clearCookies \(scope.environment ?? "")"
        case .stopSignIns: "stopSignIns"
        case .pasteSignIn(let address): "pasteSignIn \(address)"
        case .openBrowser(let url): "openBrowser \(url)"
        case .readTokens: "readTokens"
        case .lint(let job): "lint \(job.files.map(\.relativePath).joined(separator: " "))"
        case .forgetTokens(let tokens): "forgetTokens \(tokens.map(\.login).joined(separator: " "))"
        case .readImport: "readImport"
        case .listTypedFolder(let job): "listTypedFolder \(job.folder)"
        case .addImportedValues: "addImportedValues"
        case .recordImported: "recordImported"
        case .copy(let job): "copy \((try? job.text().string) ?? job.name)"
        case .export(let job): "export \(job.kind.rawValue) \(job.name)\(job.reveals ? " with secrets" : "")"
        case .copyByTerminal(let text): "copyByTerminal \(text.string)"
        case .writeBody(let job): "writeBody \(job.body.count) to \(job.path)\(job.replaces ? " replacing" : "")"
        case .stopWriting: "stopWriting"
        case .stopViewing: "stopViewing"
        case .viewBody(let job): "viewBody in \(job.viewer) \(job.mode)"
        case .show(let file): "show \(file.path)"
        case .readLastLogged(let root): "readLastLogged \(root)"
        case .readLog(let reading): "readLog \(reading.page)"
        case .followLog: "followLog"
        case .stopFollowingLog: "stopFollowingLog"
        case .openLogged(let row): "openLogged \(row.id)"
        case .openFirstLogged(let reading, _): "openFirstLogged \(reading.page)"
        case .markLogged(let row, let mark): "markLogged \(row.id) \(mark)"
        case .readSavedFilters: "readSavedFilters"
        case .saveFilter(let name, let text): "saveFilter \(name) \(text)"
        case .forgetFilter(let name): "forgetFilter \(name)"
        case .resend(let resend): "resend \(resend.exchange.draft.method) \(resend.exchange.draft.url)"
        case .replay(let job): "replay \(job.title) \(job.paths.joined(separator: " ")) by \(job.jobs)"
        case .stopReplay: "stopReplay"
        case .readRuns: "readRuns"
        case .readRun(let entry, _): "readRun \(entry.key)"
        case .openRecorded(let entry, let record, _): "openRecorded \(entry.key) \(record.exchange?.rawValue ?? 0)"
        case .compareRuns(let pair): "compareRuns \(pair.a.key) \(pair.b.key)"
        case .nameRun(let entry, let name): "nameRun \(entry.key) \(name ?? "-")"
        case .deleteRun(let entry): "deleteRun \(entry.key)"
        case .quit: "quit"
        }
    }
}

/// Compares a screen with the expected text; a failure shows both and the first row that differs.
func expectScreen(
    _ robot: Robot, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    let got = robot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    var wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    while wanted.count < got.count { wanted.append("") }
    guard got != wanted else { return }
    let first =
        zip(got, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(got.count, wanted.count)
    Issue.record(
        """
        The screen differs from row \(first) on.
        --- expected
        \(wanted.joined(separator: "\n"))
        --- got
        \(got.joined(separator: "\n"))
        """, sourceLocation: sourceLocation)
}
