import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Words of runs, tokens and themes in their dialogs and rows.
@Suite struct RunDialogWordsTests {
    private static let now = RunFixtures.now

    private func words(_ rows: [String]) -> String {
        rows.map { $0.split(separator: " ").filter { $0 != "│" && $0 != "█" }.joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Runs

    private func running(_ records: [RunRecord], end: RunEnd? = nil, isRecorded: Bool = true) throws -> Robot {
        let robot = Robot(120, 40)
        robot.press("X", .enter)
        guard case .replay(let job)? = robot.take(where: { if case .replay = $0 { true } else { false } }).last else {
            throw Missing.replay
        }
        let requests = ["list orders", "create", "remove"].map {
            RunHead.Request(file: "orders.http", line: 3, id: $0, method: "GET")
        }
        let head = RunHead(
            id: "aaaaaaa", startedAt: Self.now, program: "0.1", paths: ["orders.http"], requests: requests)
        robot.tell(
            .replayBegan(
                job.id,
                ReplayPlanned(head: head, places: [0, 1, 2].map { ("/c/orders.http", $0) }, isRecorded: isRecorded)))
        robot.tell(.replayed(job.id, ReplayNews(records: records, end: end)))
        return robot
    }

    private enum Missing: Error { case replay }

    private func record(
        _ step: Int, _ word: RunRecord.Word, status: Int? = nil, exchange: UInt64? = nil, skip: String? = nil
    ) -> RunRecord {
        var record = RunRecord(item: .init(round: 0, step: step), repetition: nil, word: word)
        record.status = status
        record.exchange = exchange.map { ExchangeID(rawValue: $0) }
        record.skipReason = skip
        return record
    }

    @Test func `a result that was not sent says why when it is opened`() throws {
        let robot = try running([
            record(0, .skipped, skip: "it needs create"), record(1, .skipped), record(2, .cancelled),
        ])
        #expect(
            words(robot.inside(.runs)).split(separator: "\n").suffix(3) == [
                "›· GET list orders it needs create orders.http", "· GET create orders.http",
                "· GET remove orders.http",
            ], "\(robot.inside(.runs))")
        robot.press(.enter)
        #expect(
            robot.screen.contains("list orders was not sent")
                && words(robot.dialog) == "It was skipped: it needs create.")
        robot.press(.escape, "j", .enter)
        #expect(
            robot.screen.contains("create was not sent") && words(robot.dialog) == "It is switched off (# @disabled).")
        robot.press(.escape, "j", .enter)
        #expect(robot.toastText == "It was cancelled before it was sent.")
    }

    @Test func `a response that is not kept is read from the recording, or said to be gone`() throws {
        let sent = [record(0, .passed, status: 200, exchange: 77)]
        expectSentences(try running(sent), "Enter -> It is not recorded yet: try again in a moment.")
        expectSentences(
            try running(sent, isRecorded: false),
            "Enter -> That response was dropped to save memory, and the run is not recorded.")
    }

    @Test func `the border of a run says how it goes, and its rows what came of each request`() throws {
        func border(_ records: [RunRecord], _ end: RunEnd? = nil) throws -> String {
            try running(records, end: end).border(.runs)
        }
        let done = RunEnd(elapsed: .seconds(1), reason: .complete)
        let failed = [record(0, .failed, status: 500)]
        #expect(try border([]).contains(" Runs orders.http ") && border([]).contains(" running "))
        #expect(try border(failed).contains(" running, 1 failed "))
        #expect(try border(failed, done).contains("━ 1 failed "))
        #expect(try !border([record(0, .passed, status: 200)], done).contains("running"))
    }

    // MARK: Tokens

    @Test func `a token is listed with its server, and its details say what is kept where`() throws {
        func token(_ login: String, path: String?, scope: String) throws -> KeptToken {
            let values: [[String]: String] = [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: "http://login.test/token", ["Client ID"]: "me",
                ["Scope"]: scope,
            ]
            return KeptToken(
                OAuth2Token(accessToken: "s3cret-\(login)", expires: 4000, obtained: 0),
                try AuthSettings(id: login, values: values), root: "/c", path: path)
        }
        let robot = Robot(100, 30)
        robot.choose("tokens")
        robot.tell(
            .tokensRead(
                [try token("shop", path: nil, scope: "read"), try token("bank", path: "/t/x", scope: "")], seconds: 400)
        )
        let keys = robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        #expect(keys == "Space show, c copy, D forget, X forget all, R reload, Esc close")
        let rows = words(robot.dialog).split(separator: "\n")
        #expect(
            rows.dropFirst(2) == [
                "Collection /c", "Client me", "Scope read", "Kept in memory, until the program ends",
                "Token (hidden; Space shows it)",
            ], "\(rows)")
        #expect(rows[0].hasPrefix("›shop ") && rows[0].hasSuffix(" 60 min left"), "\(rows[0])")
        robot.press("j")
        #expect(words(robot.dialog).contains("Scope not reported\nKept in /t/x"), "\(words(robot.dialog))")
        robot.press(" ")
        #expect(words(robot.dialog).hasSuffix("Token s3cret-bank"))
        robot.effects = []
        robot.press("c", "X", "R")
        #expect(robot.takeNames() == ["copy s3cret-bank", "forgetTokens shop bank", "readTokens"])
    }

    // MARK: Themes

    @Test func `the list of themes says what the terminal cannot show`() {
        func screen(_ depth: ColorDepth) -> String {
            let robot = Robot(120, 40)
            robot.set(Themes(user: [], depth: depth))
            robot.press("t")
            #expect(robot.dialogKeys.map(\.1) == ["keep", "back to the old one"])
            return robot.screen
        }
        let none = screen(.none)
        #expect(none.contains("! Nothing is shown in colour: NO_COLOR is set, or") && none.contains("has no colours."))
        #expect(screen(.sixteen).contains("! This terminal has 16 colours: all themes are shown in"))
        for depth in [ColorDepth.indexed256, .direct] { #expect(!screen(depth).contains("colours")) }
    }

    @Test func `a theme whose file is unusable has its sentence below the list`() throws {
        let folder = try TemporaryThemes()
        let themes = folder.themes.read()
        #expect(themes.map(\.name) == ["broken", "mine"])
        let path = folder.themes.path
        func sentence(_ name: String) -> String? { ThemeFolder.read("\(path)/\(name)").problem }
        #expect(sentence("none.yaml") == "The theme \(path)/none.yaml cannot be read: there is no such file.")
        #expect(sentence("auto.yml") == "\(path)/auto.yml: the name auto is taken; give the file another one.")
        #expect(sentence("mine.yaml") == nil && ThemeFolder.read("\(path)/mine.yaml").name == "mine")
        #expect(
            ["a.yaml", "a.yml", ".yaml", ".yml", "a.yaml~", "README.md", "yaml"].map(ThemeFolder.isThemeFile) == [
                true, true, false, false, false, false, false,
            ])
        #expect(folder.themes.read("../mine") == nil && folder.themes.read("none") == nil)
        let live = ThemeFolder.live { $0 == "XDG_CONFIG_HOME" ? "/x" : nil }
        #expect(live?.path == "/x/apitui/themes")
    }
}
