import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// A body that went to a file is searched by the runner, and gone to.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LargeBodySearchTests {
    /// 20 MB of JSON, which is more than stays in memory.
    private static let body =
        "[" + String(repeating: #"{"id":1,"name":"abcdefghij"},"#, count: 700_000) + #"{"last":"the needle"}]"#

    @Test func `the last line of a body in a file is found by its text, a pattern and its path`() async throws {
        let folder = try TemporaryFolder()
        let json = [("Content-Type", "application/json")]
        try await StubServer.with(.status(200, headers: json, body: Self.body)) { server in
            try folder.write("### large\nGET \(server.url)/\n\n### other\nGET \(server.url)/\n", to: "a.http")
            let live = await LiveScreen(folder.path)
            await live.send("large")
            await live.act(
                { $0.press("3") }, until: { $0.screen.contains("Body pretty") && !$0.screen.contains("so far") })
            await live.act(
                { robot in
                    robot.press("/")
                    robot.type("needle")
                }, until: { $0.screen.contains("1 of 1") })
            #expect(live.robot.screen.contains(#""last": "the needle""#), "\(live.robot.screen)")
            await live.act(
                { robot in
                    robot.press(.enter, "g", "/", .control("t"))
                    robot.type(#"ne+d\w*"#)
                }, until: { $0.screen.contains("1 of 1") })
            #expect(live.robot.screen.contains(#""last": "the needle""#), "\(live.robot.screen)")
            await live.act(
                { robot in
                    robot.press(.escape, "g", .control("g"))
                    robot.type("$[700000].last")
                    robot.press(.enter)
                }, until: { !$0.hasDialog })
            #expect(live.robot.screen.contains(#""last": "the needle""#), "\(live.robot.screen)")
            await live.close()
        }
    }
}
