import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Each key that a dialog names in its frame has an effect, in every state of the dialog.
@Suite struct OverlayKeyTests {
    private static let at = Timestamp(microsecondsSince1970: 1_795_255_200_000_000)

    private static func robot(_ prepare: (Robot) throws -> Void) rethrows -> Robot {
        let robot = Robot(100, 30)
        try prepare(robot)
        robot.effects = []
        return robot
    }

    private static func cache(_ robot: Robot, _ count: Int) {
        let all = (0..<count).map { number in
            StoredResponse(
                id: StoredResponse.ID(rawValue: Int64(number)), key: CacheKey(text: "http://a.test/\(number)"),
                status: 200, reason: [], httpVersion: .http1_1,
                headers: HeaderFields((0..<40).map { HeaderField("X-\($0)", "1") }), requestTime: at, responseTime: at,
                vary: .none, authorization: nil, decodedCodings: [], wireBodyByteCount: 1, bodyByteCount: 1)
        }
        let usage = CacheUsage(count: count, bytes: 4096, limit: 256_000_000)
        robot.press("B")
        robot.tell(.cacheRead(.success(CacheContents(all, usage: usage, readAt: at))))
    }

    private static func token() throws -> KeptToken {
        let settings = try AuthSettings(
            id: "shop",
            values: [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: "http://login.test/token", ["Client ID"]: "me",
            ])
        return KeptToken(
            OAuth2Token(accessToken: "s3cret", expires: 200, obtained: 0), settings, root: "/c", path: nil)
    }

    @discardableResult private static func received(_ robot: Robot) throws -> Robot {
        robot.press("j")
        try robot.finish(#require(robot.send()), .ok)
        return robot
    }

    private static func dialogs() throws -> [(name: String, robot: Robot)] {
        let finding = LintFinding(file: "orders.http", line: 4, id: "E4", severity: .error, text: "A")
        let signIn = SignIn(
            number: 7, login: "shop", way: .browser(url: "http://l.test/", pastes: nil), limit: .seconds(300))
        let token = try token()
        return [
            ("help", robot { $0.press("?") }),
            ("help, typing", robot { $0.press("?", "/", "a") }),
            ("help, searched", robot { $0.press("?", "/", "e", .enter) }),
            ("palette", robot { $0.press(":") }),
            (
                "palette without a match",
                robot {
                    $0.press(":")
                    $0.type("zzz")
                }
            ),
            ("environments", robot { $0.press(",") }),
            ("themes", robot { $0.press("t") }),
            ("question", robot { $0.press("j", "D") }),
            ("new request", robot { $0.press("j", "A") }),
            (
                "message",
                robot {
                    $0.press("j", "s")
                    $0.resolveAll { _ in .refused(sentence: "No.", line: 1) }
                }
            ),
            ("cache, being read", robot { $0.press("B") }),
            ("cache, empty", robot { cache($0, 0) }),
            ("cache", robot { cache($0, 3) }),
            (
                "cache, typing",
                robot {
                    cache($0, 3)
                    $0.press("/", "a")
                }
            ),
            (
                "cache, filtered",
                robot {
                    cache($0, 3)
                    $0.press("/", "a", .enter)
                }
            ),
            (
                "cache, one opened",
                robot {
                    cache($0, 3)
                    $0.press(.enter)
                }
            ),
            ("cache mode", robot { $0.press("M", "j") }),
            ("saved filters, none", robot { $0.press("4", "W") }),
            (
                "saved filters",
                robot {
                    $0.press("4", "W")
                    $0.tell(.savedFiltersRead(["bad": "status:>=400"], said: nil))
                }
            ),
            ("sign-in", robot { $0.tell(.token(.signIn(signIn))) }),
            (
                "tokens, none",
                robot {
                    $0.choose("Tokens")
                    $0.tell(.tokensRead([], seconds: 100))
                }
            ),
            (
                "tokens",
                robot {
                    $0.choose("Tokens")
                    $0.tell(.tokensRead([token], seconds: 100))
                }
            ),
            ("why", robot { $0.press("j", "a") }),
            ("explanations", robot { $0.press("j", "K") }),
            ("explanations, typing", robot { $0.press("j", "K", "/", "4", "0") }),
            ("explanations of what was typed", robot { $0.press("j", "K", "/", "4", "0", .enter) }),
            ("copy", try robot { try received($0).press("y") }),
            ("export", robot { $0.press("y") }),
            ("one header", try robot { try received($0).press("y", "o") }),
            ("write", try robot { try received($0).press("3", "W") }),
            (
                "write, the file exists",
                try robot {
                    try received($0).press("3", "W")
                    $0.tell(.bodyWritten(.exists))
                }
            ),
            ("write, being written", try robot { try received($0).press("3", "W", .enter) }),
            (
                "file for another program, being written",
                try robot {
                    $0.press("j")
                    let body = [UInt8](repeating: 0x61, count: 5_000_000)
                    let hop = ExchangeFixtures.hop(response: ExchangeFixtures.response(body: body))
                    try $0.finish(ExchangeFixtures.exchange(#require($0.send()).rawValue, hops: [hop]))
                    $0.press("3", "o")
                }
            ),
            ("comparison, running", try robot(compared)),
            (
                "comparison, ended",
                try robot {
                    try compared($0)
                    $0.compareAll()
                }
            ),
            ("filter", try robot { try filtered($0, "") }),
            ("filter, typed", try robot { try filtered($0, "$.id") }),
            (
                "filter, running",
                try robot {
                    try filtered($0, "$..*")
                    $0.press(.enter)
                }
            ),
            (
                "filter, applied",
                try robot {
                    try filtered($0, "$..*")
                    $0.press(.enter)
                    $0.filterAll()
                }
            ),
            (
                "filter, searching",
                try robot {
                    try filtered($0, "$..*")
                    $0.press(.enter)
                    $0.filterAll()
                    $0.press("/", "1")
                }
            ),
            (
                "filter, searched",
                try robot {
                    try filtered($0, "$..*")
                    $0.press(.enter)
                    $0.filterAll()
                    $0.press("/", "1", .enter)
                }
            ),
            ("go to", try robot { try received($0).press("3", .control("g")) }),
            ("findings, being looked for", robot { $0.press("L") }),
            (
                "findings, none",
                robot {
                    $0.press("L")
                    $0.tell(.linted([]))
                }
            ),
            (
                "findings",
                robot {
                    $0.press("L")
                    $0.tell(.linted([finding, finding]))
                }
            ),
            ("links, being read", try described { $0.press("3", "F") }),
            (
                "links",
                try described {
                    $0.press("3", "F")
                    $0.describeAll()
                }
            ),
            ("coverage, being read", try described { $0.choose("Show coverage") }),
            (
                "coverage",
                try described {
                    $0.choose("Show coverage")
                    $0.describeAll()
                }
            ),
            (
                "coverage, choosing a run",
                try described {
                    $0.choose("Show coverage")
                    $0.describeAll()
                    $0.press("r")
                }
            ),
        ]
    }

    /// A response with documented links.
    private static func described(_ prepare: (Robot) throws -> Void) throws -> Robot {
        let folder = try TemporaryFolder()
        try folder.write(Robot.pets, to: "openapi.yaml")
        let robot = try Robot(opening: folder.path, 100, 30)
        robot.selectRow("Add one")
        try robot.answer(201, "{\"id\": 1}", url: "http://h.test/pets")
        try prepare(robot)
        robot.effects = []
        return robot
    }

    private static func compared(_ robot: Robot) throws {
        try robot.finish(try #require(robot.send()), .ok)
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3", "d")
    }

    private static func filtered(_ robot: Robot, _ text: String) throws {
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3", "f")
        robot.type(text)
    }

    private static func key(_ label: Substring) -> Key {
        switch label {
        case "Enter": .enter
        case "Esc": .escape
        case "Tab": .tab
        case "Up": .up
        case "Down": .down
        case "Space": .character(" ")
        case "^T": .control("t")
        default: .character(label.first ?? " ")
        }
    }

    @Test func `each key that a dialog names does something`() throws {
        for (name, robot) in try Self.dialogs() {
            let hints = robot.dialogKeys
            #expect(robot.hasDialog && !hints.isEmpty, "\(name)")
            #expect(hints.contains { $0.0 == "Esc" }, "\(name)")
            for (labels, word) in hints {
                let isUsed = labels.split(separator: " ").contains { label in
                    let copy = robot.copy()
                    copy.effects = []
                    copy.press(Self.key(label))
                    return copy.frame.cells != robot.frame.cells || !copy.effects.isEmpty
                }
                #expect(isUsed, "\(name): \(labels) (\(word)) does nothing in\n\(robot.screen)")
            }
        }
    }

    @Test func `a click on a row of a dialog does what keys do`() throws {
        var robots = Dictionary(uniqueKeysWithValues: try Self.dialogs().map { ($0.name, $0.robot) })
        robots["environment editor"] = Self.robot { $0.script(", e G") }
        robots["requests"] = Self.robot { $0.script("^O") }
        for (name, row, keys) in [
            ("question", 0, "d"), ("question", 1, "c"), ("new request", 2, "Tab"), ("new request", 0, "Up"),
            ("environments", 0, "k Enter"), ("environments", 2, "j Enter"), ("themes", 1, "j"), ("cache", 1, "j Enter"),
            ("cache mode", 0, "k Enter"), ("palette", 1, "Down Enter"), ("explanations", 1, "j"), ("export", 1, "h"),
            ("findings", 1, "j"), ("coverage", 1, "j"), ("environment editor", 0, "g"), ("requests", 1, "Down Enter"),
        ] {
            let robot = try #require(robots[name])
            let (clicked, keyed) = (robot.copy(), robot.copy())
            clicked.click(robot.dialogContent.x + 1, robot.dialogContent.y + row)
            keyed.script(keys)
            let cells = clicked.frame.cells
            #expect(cells == keyed.frame.cells && cells != robot.frame.cells, "\(name)\n\(clicked.screen)")
            #expect(clicked.takeNames() == keyed.takeNames() && clicked.dialogKind == keyed.dialogKind, "\(name)")
        }
    }

    @Test(arguments: [
        ":", "? /", "A", "j K /", "B /", "^O", "^O Tab", ", n", ", e a", "i", "p", "p Tab", "g r",
    ])
    func `a word that is pasted into a dialog is as if it was typed`(keys: String) {
        let robot = Robot(100, 30)
        robot.script(keys)
        if robot.dialogKind == "CacheBrowser" {
            robot.tell(.cacheRead(.success(CacheBrowserTests.contents)))
        }
        let (pasted, typed) = (robot.copy(), robot.copy())
        pasted.paste("etag")
        typed.type("etag")
        #expect(pasted.screen == typed.screen && pasted.screen != robot.screen, "\(pasted.screen)")
    }

    @Test func `every kind of dialog is among those that are looked at`() throws {
        let kinds = Set(try Self.dialogs().compactMap { $0.robot.dialogKind })
        #expect(
            kinds == [
                "HelpOverlay", "PaletteOverlay", "EnvironmentPicker", "Question", "Message", "Form", "CacheBrowser",
                "CacheModePicker", "SignInWait", "TokenBrowser", "FindingsBrowser", "ThemePicker",
                "ExplainOverlay", "ReasonsOverlay", "YankMenu", "ExportMenu", "HeaderPicker", "BodySaver",
                "ComparisonView", "FilterView", "GoToOverlay", "ViewWait", "SavedFilterBrowser", "LinkPicker",
                "CoverageView",
            ])
    }

    @Test func `only dialogs that must show private values do not mask them`() throws {
        let open = Set(try Self.dialogs().filter { !$0.robot.isDialogVeiled }.compactMap { $0.robot.dialogKind })
        #expect(open == ["Form", "SignInWait"])
    }
}
