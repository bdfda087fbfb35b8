import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import Synchronization

/// The embedded demo server: a small shop and a museum of answers, on the loopback address only.
///
/// It listens on three ports: the API (`base`), the same API as another origin (`other`), and a server that breaks the
/// protocol on purpose (`broken`). `variables` gives a collection these addresses.
final class DemoServer: Sendable {
    private struct State {
        var servers: [HTTPServer] = []
        var tasks: [Task<Void, any Error>] = []
        var variables: [String: String] = [:]
    }

    private let state = Mutex(State())

    init() {}

    /// `base`, `other` and `broken`, each `http://127.0.0.1:PORT`, and `secure`, an `https` address where no TLS is spoken;
    /// empty before `start`.
    var variables: [String: String] { state.withLock { $0.variables } }

    /// Listens, and returns the API's port. Port 0 takes a free one.
    ///
    /// Throws `SocketError` when the port is taken. Call it once.
    func start(port: UInt16 = 0) async throws -> Int {
        let other = try await listen(port: 0) { _ in DemoAnswer(503) }
        // The routes must know the other origin before the first request, and the other origin serves the same routes.
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:\(other.port)")
        other.answer.set { try await routes.answer($0) }
        let main = try await listen(port: port) { try await routes.answer($0) }
        let broken = try DemoBroken(port: 0)
        let brokenPort = try broken.port()
        let brokenTask = Task.detached { try await broken.run() }
        state.withLock {
            $0.tasks.append(brokenTask)
            $0.variables = [
                "base": "http://127.0.0.1:\(main.port)", "other": "http://127.0.0.1:\(other.port)",
                "broken": "http://127.0.0.1:\(brokenPort)",
                "secure": "https://127.0.0.1:\(brokenPort)",
            ]
        }
        return main.port
    }

    /// Closes the ports and every connection. Requests in flight break off.
    func stop() async {
        let (servers, tasks) = state.withLock { state in
            defer { state = State() }
            return (state.servers, state.tasks)
        }
        for task in tasks { task.cancel() }
        for server in servers { await server.stop(timeout: 0) }
        for task in tasks { _ = await task.result }
    }

    private struct Listening {
        let port: Int
        let answer: AnswerBox
    }

    /// Starts one FlyingFox server, detached from any actor, and waits until its port is open.
    private func listen(port: UInt16, _ answer: @escaping AnswerBox.Answer) async throws -> Listening {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        if port != 0 { try Self.checkFree(address) }
        let box = AnswerBox(answer)
        // The time-out covers making an answer, which `/slow` draws out on purpose.
        let server = HTTPServer(
            address: address, timeout: 3600, pool: DemoSocketPool(), logger: .disabled,
            handler: ClosureHTTPHandler { request in try await DemoAdapter.respond(to: request, box.get()) })
        let task = Task.detached { try await server.run() }
        state.withLock {
            $0.servers.append(server)
            $0.tasks.append(task)
        }
        // Long enough for a machine that has much else to do.
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let bound) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
        return Listening(port: Int(bound), answer: box)
    }

    /// Throws what `bind` says if somebody else has the port: the server itself would only fail after a wait.
    private static func checkFree(_ address: sockaddr_in) throws {
        let probe = try Socket(domain: AF_INET)
        defer { try? probe.close() }
        try probe.setValue(true, for: .localAddressReuse)
        try probe.bind(to: address)
    }
}

/// What a server answers with; it can be set once its own port is known.
private final class AnswerBox: Sendable {
    typealias Answer = @Sendable (DemoRequest) async throws -> DemoAnswer
    private let answer: Mutex<Answer>
    init(_ answer: @escaping Answer) { self.answer = Mutex(answer) }
    func set(_ new: @escaping Answer) { answer.withLock { $0 = new } }
    func get() -> Answer { answer.withLock { $0 } }
}

/// Translates between the server library's messages and the demo's.
private enum DemoAdapter {
    static func respond(to request: HTTPRequest, _ answer: AnswerBox.Answer) async throws -> HTTPResponse {
        let answer = try await answer(demoRequest(request))
        return response(answer, isHead: request.method == .HEAD)
    }

    private static func demoRequest(_ request: HTTPRequest) async throws -> DemoRequest {
        let path = request.target.path().split(separator: "/").map { DemoQuery.decode($0, plusIsSpace: false) }
        let headers = request.headers.map { (name: $0.key.rawValue, value: $0.value) }
        return DemoRequest(
            method: request.method.rawValue, target: request.target.rawValue, path: path,
            query: DemoQuery.parse(request.target.query()), headers: headers.sorted { $0.name < $1.name },
            body: Array(try await request.bodyData))
    }

    private static func response(_ answer: DemoAnswer, isHead: Bool) -> HTTPResponse {
        var headers = HTTPHeaders()
        if !answer.headers.contains(where: { $0.name == "Date" }) { headers.addValue(DemoClock.now(), for: .date) }
        headers.addValue("apitui-demo", for: HTTPHeader("Server"))
        for field in answer.headers { headers.addValue(field.value, for: HTTPHeader(field.name)) }
        let status = HTTPStatusCode(answer.status, phrase: DemoStatus.phrase(answer.status))
        switch answer.body {
        case .bytes(let bytes):
            headers[.contentLength] = String(bytes.count)
            return HTTPResponse(statusCode: status, headers: headers, body: isHead ? Data() : Data(bytes))
        case .stream(let stream, let count):
            if isHead {
                if let count { headers[.contentLength] = String(count) }
                return HTTPResponse(statusCode: status, headers: headers)
            }
            let body =
                count.map { HTTPBodySequence(from: stream, count: $0, suggestedBufferSize: 65_536) }
                ?? HTTPBodySequence(from: stream, suggestedBufferSize: 65_536)
            return HTTPResponse(statusCode: status, headers: headers, body: body)
        }
    }
}
