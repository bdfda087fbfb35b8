import NetEngine
import TestSupport

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Presses, clicks, drags, pastes and resizes at random, and answers most effects as the runner would. The same seed does the same.
struct RandomUser {
    static let keys: [Key] =
        [
            .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown, .function(5), .function(9), .control("a"), .control("c"), .control("d"), .control("g"),
            .control("k"), .control("l"), .control("o"), .control("p"), .control("r"), .control("s"), .control("t"),
            .control("u"), .control("w"), .control("y"), .control("z"), .alt("b"), .alt("f"), .wordLeft, .deleteWord,
            .textStart, .insert, .character("é"), .character("日"), .character("👩‍👩‍👧‍👦"), .character("\u{301}"),
        ]
        + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890/?:,<>[]{}()|_=&*#$'\"+-~@!%.;^\\` "
        .map { .character($0) }

    private static let pastes = [
        "a{{b}}\u{1B}[2J\r\nc: d\n### x\n", "curl -X POST https://h/x -H 'A: b' -d '{\"a\":[1,2]}'", "", "\n\n\n",
        #"{"a":{"b":[1,2,{"c":"\u00e9"}]}}"#, "日本語👩‍👩‍👧‍👦e\u{301}\u{202E}abc", String(repeating: "long ", count: 2000),
        "$.a[?(@.b>1)]", "|sort", "status:5xx OR (path:/x", "@name = value", "\u{0}\u{7}\u{9B}31m", "# @timeout 5s",
    ]

    private static let bodies: [(type: String, text: String)] = [
        ("application/json", #"{"id":1,"list":[1,2,{"x":null}],"text":"日本 \u0007"}"#),
        ("application/json", "[" + (0..<400).map { #"{"i":\#($0)}"# }.joined(separator: ",") + "]"),
        ("application/json", #"{"broken":"#),
        ("text/plain", "line\r\nline\u{1B}[31m\n\n" + String(repeating: "x", count: 9000)),
        ("text/html", "<html><body><p>a</p></body></html>"), ("application/xml", "<a><b c='1'/>text</a>"),
        ("application/octet-stream", "\u{0}\u{1}\u{2}\u{FF}"), ("text/csv", "a,b\n1,2\n"), ("", ""),
    ]

    private var dice: SeededGenerator
    private var sent: [ExchangeID] = []

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &dice) }

    private mutating func pick<T>(_ list: [T]) -> T { list[number(0..<list.count)] }

    /// Does one thing, and then what follows from it. What nobody answers is dropped.
    mutating func act(on robot: Robot) {
        let size = robot.frame.size
        switch number(0..<100) {
        case 0..<3: resize(robot)
        case 3..<14: mouse(robot, size)
        case 14..<17: robot.paste(pick(Self.pastes))
        case 17..<20:
            robot.type(pick(["create", "https://h/{{x}}", "$.a", "200", "name", "abc def", "{{", "Content-T"]))
        case 20..<24:
            // Any command, by its name.
            robot.press(":")
            robot.type(pick(Command.table).title)
            robot.press(.enter)
        case 24..<26:
            robot.wait(.seconds(2))
            robot.tick()
        case 26..<30:
            if let id = sent.last { robot.event(id, .progress(receivedBytes: number(0..<100_000), expectedBytes: nil)) }
        case 30: robot.tell(.networkChanged(pick([.online, .offline])))
        case 31: robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        case 32: robot.tell(.failed(sentence: "Something went wrong."))
        case 33..<36: robot.press(.escape)
        default: robot.press(pick(Self.keys))
        }
        answer(robot)
        if number(0..<12) == 0 { finishOne(robot) }
    }

    private mutating func resize(_ robot: Robot) {
        let usual = [(80, 24), (120, 36), (60, 20), (200, 60), (100, 30), (160, 45)]
        let (columns, rows) = number(0..<3) > 0 ? pick(usual) : (number(0..<240), number(0..<70))
        robot.resize(columns, rows)
    }

    private mutating func mouse(_ robot: Robot, _ size: Size) {
        let (columns, rows) = (max(1, size.columns + 1), max(1, size.rows + 1))
        let (x, y) = (number(0..<columns), number(0..<rows))
        switch number(0..<6) {
        case 0: robot.drag(from: Point(x: x, y: y), to: Point(x: number(0..<columns), y: number(0..<rows)))
        case 1: robot.click(x, y, .doublePress)
        case 2: robot.click(x, y, .scrollUp)
        case 3: robot.click(x, y, .scrollDown)
        case 4: robot.click(x, y, pick([.drag, .release]))
        default:
            robot.click(x, y)
            robot.click(x, y, .release)
        }
    }

    // MARK: What the runner would do

    private mutating func answer(_ robot: Robot) {
        // What is answered may ask for more.
        for _ in 0..<4 {
            let effects = robot.take()
            if effects.isEmpty { break }
            for effect in effects { answer(effect, robot) }
        }
        robot.effects = []
        robot.logEffects = []
    }

    private mutating func answer(_ effect: Effect, _ robot: Robot) {
        switch effect {
        case .resolve(var job):
            job.checks = PreparedCheck.lines(of: job.request)
            robot.lastExchange += 1
            let id = ExchangeID(rawValue: robot.lastExchange)
            let url = job.request.target.replacing("{{base}}", with: Robot.base)
            let outcome: RequestResolver.Outcome =
                number(0..<8) == 0
                ? .refused(sentence: "orders.http:3: the target is empty.", line: 3)
                : .draft(RequestDraft(method: job.request.method, url: url), uses: [])
            robot.tell(.resolved(job, outcome, id: id))
        case .send(let draft, let id):
            robot.sent[id] = draft
            sent.append(id)
            robot.event(id, .queued(method: draft.method, url: draft.url))
        case .cancel(let id): finish(id, robot, isCancelled: true)
        case .cancelAll: for id in sent { finish(id, robot, isCancelled: true) }
        case .check(let checks, let exchange): robot.tell(.checked(exchange.id, Checks.evaluate(checks, exchange)))
        case .save(let job):
            robot.tell(
                .saveFinished(
                    job,
                    number(0..<4) == 0 ? .failed(sentence: "The disk is full.") : .saved(FileStamp(bytes: job.bytes))))
        case .loadCollection: robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        case .loadEnvironments(let folder, _, _): robot.tell(.environmentsLoaded(folder: folder, Robot.environments))
        case .prepareBody(let exchange, _, _): robot.tell(.bodyPrepared(ExchangeDocument(exchange)))
        case .filter, .search, .searchPlace, .compare:
            robot.effects.append(effect)
            robot.filterAll()
            robot.searchAll()
            robot.searchPlaces()
            robot.compareAll()
        case .work(let work): robot.tell(.worked(work, work.run()))
        case .lint:
            robot.tell(.linted([LintFinding(file: "orders.http", line: 4, id: "E4", severity: .error, text: "A")]))
        case .copyByTerminal, .editExternally, .quit: break
        case .copy, .export: robot.tell(.notCopied(sentence: "There is no clipboard."))
        case .readThemes: robot.tell(.themesRead([]))
        case .readSavedFilters: robot.tell(.savedFiltersRead(["slow": "time>1s"], said: nil))
        case .readTokens: robot.tell(.tokensRead([], seconds: 1_795_257_121))
        case .replay(let job): robot.tell(.replayRefused(job.id, sentence: "Nothing can be sent here."))
        case .readRuns: robot.tell(.runsRead(.success([])))
        case .makePicture(let job): robot.tell(.pictureMade(job.key, nil))
        case .viewBody, .writeBody: robot.tell(.viewFailed(sentence: "There is no program for it."))
        default: break
        }
    }

    private mutating func finishOne(_ robot: Robot) {
        guard let id = sent.last else { return }
        finish(id, robot, isCancelled: false)
        answer(robot)
    }

    private mutating func finish(_ id: ExchangeID, _ robot: Robot, isCancelled: Bool) {
        sent.removeAll { $0 == id }
        guard let draft = robot.sent.removeValue(forKey: id), let request = try? RequestBuilder().build(draft) else {
            return
        }
        let body = pick(Self.bodies)
        let response = ExchangeFixtures.response(
            status: pick([200, 201, 204, 301, 404, 500, 799]), reason: "As it is",
            headers: [HeaderField("Content-Type", body.type), HeaderField("X", "日\u{1B}[2J")],
            body: Array(body.text.utf8))
        let isFailure = isCancelled || number(0..<5) == 0
        let exchange = ExchangeFixtures.exchange(
            id.rawValue, draft: draft,
            hops: [ExchangeFixtures.hop(request: request, response: isFailure ? nil : response)],
            error: isFailure ? ExchangeFixtures.timeout : nil)
        robot.tell(.engine(ExchangeFixtures.event(id.rawValue, 132, .finished(exchange))))
    }
}
