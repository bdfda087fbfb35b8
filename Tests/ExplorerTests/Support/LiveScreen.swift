import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The screen with everything behind it but the terminal: effects are fulfilled by the runner, with a real engine and files
/// on disk. Only time is the test's: pauses end at once.
final class LiveScreen {
    let robot: Robot
    private let engine: Engine
    private let runner: EffectRunner
    private let stream: AsyncStream<Action>

    /// Opens a folder.
    init(
        _ folder: String, environment: String? = nil, trust: TrustStore? = nil, trash: Trash? = nil,
        runs: RunStore? = nil
    ) async {
        let (stream, actions) = AsyncStream<Action>.makeStream()
        self.stream = stream
        let tokens = TokenBank(report: { actions.yield(.token($0)) })
        let engine = Engine(configuration: ProgramEngine.configuration(tokens: tokens, cache: MemoryCacheStore()))
        self.engine = engine
        tokens.connect { await engine.send(LongestWait.patient($0)) }
        runner = EffectRunner(
            engine: engine, path: folder, trust: trust, trash: trash, tokens: tokens, runStore: runs,
            post: { actions.yield($0) })
        robot = Robot.reading(120, 40)
        robot.model = Model(size: Size(columns: 120, rows: 40), path: folder, environmentName: environment)
        runner.followEngine()
        runner.run(.loadCollection)
        await wait { $0.treeRows.count > 1 }
    }

    /// Sends a request by its title, and waits until nothing is under way. What is asked about is agreed to.
    func send(_ title: String) async {
        select(title)
        robot.press("s")
        fulfil()
        await wait { robot in
            if robot.dialogKind == "Question" { robot.press("s") }
            if let end = robot.model.nextPauseEnd {
                robot.clock = end
                robot.tick()
            }
            return robot.isIdle
        }
    }

    /// Replays the file of a request, and waits until the run is over.
    func replay(_ title: String) async -> RunAccount? {
        select(title)
        await act {
            $0.press("X", .enter)
        } until: {
            $0.finishedRun != nil
        }
        return robot.finishedRun
    }

    /// Opens a request by its title, and waits until its variables are looked up.
    func open(_ title: String) async {
        select(title)
        fulfil()
        await wait { robot in
            if case .unknown = robot.model.openRequests.current?.pane.variables { false } else { true }
        }
    }

    /// Does what a user does, and waits until the screen shows what comes of it.
    func act(_ act: (Robot) -> Void, until isOver: (Robot) -> Bool) async {
        act(robot)
        fulfil()
        if !isOver(robot) { await wait(until: isOver) }
    }

    private func select(_ title: String) {
        robot.press("1", "/", .control("u"))
        robot.type(title)
        robot.press(.enter, .enter)
        #expect(robot.screen.contains(title))
    }

    func close() async { await engine.shutdown() }

    func endReplays() { runner.endReplays(within: 60) }

    private func wait(until isOver: (Robot) -> Bool) async {
        for await action in stream {
            robot.tell(action)
            // What follows from the look is fulfilled too.
            let ends = isOver(robot)
            fulfil()
            if ends { return }
        }
        Issue.record("what is awaited did not come; the screen:\n\(robot.screen)")
    }

    private func fulfil() { for effect in robot.take() { runner.run(effect) } }
}

extension Robot {
    /// Whether a run of this screen has begun.
    var hasRun: Bool { model.runs.live != nil }

    /// The last run of this screen; nil until it is over.
    var finishedRun: RunAccount? {
        guard model.runs.planning == nil, let run = model.runs.live, run.isOver else { return nil }
        return run.account
    }

    /// Whether no send is under way.
    var isIdle: Bool {
        model.chains.isEmpty && model.sending.inFlight.isEmpty
            && model.openRequests.list.allSatisfy { $0.sendTicket == nil }
    }
}
