import Dispatch
import Foundation
import FoundationNetworking
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineURLSession

/// What a job of URLSession makes of the reports of a session, and the request that it gives to one.
@Suite(.timeLimit(.minutes(5))) struct SessionTaskTests {
    private static func response(_ status: Int, _ fields: [String: String]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://h/"))
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    /// The parts of the body and the begins that came.
    private final class Reader: BodyReceiver {
        private let state = Mutex((begins: 0, bytes: 0))
        func begin(_ soFar: TransportResult) { state.withLock { $0.begins += 1 } }
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            state.withLock { $0.bytes += bytes.count }
            return true
        }
        var text: String { state.withLock { "\($0.begins) begins, \($0.bytes) bytes" } }
    }

    private let queue = DispatchQueue(label: "test")

    /// Reports a whole exchange, and describes the head that was told and the result.
    /// - Parameters:
    ///   - status: nil for no response.
    ///   - error: of `NSURLErrorDomain`.
    private func outcome(
        _ status: Int?, _ fields: [String: String] = [:], method: String = "GET", body: [Int] = [], error: Int? = nil,
        receiver: (any BodyReceiver)? = nil, _ change: (inout RequestOptions) -> Void = { _ in }
    ) throws -> String {
        var draft = RequestDraft(method: method, url: "http://h/")
        change(&draft.options)
        let told = Mutex("")
        let ends = Recorder()
        let job = TransportJob(
            token: 1, request: try RequestBuilder().build(draft), deadlineNanoseconds: nil, needsFreshConnection: false,
            receiver: receiver,
            report: { step in
                guard case .headReceived(let status, let count) = step else { return }
                told.withLock { $0 += "\(status) with \(count.map { String($0) } ?? "?"), " }
            }, completion: { ends.add($0) })
        let task = SessionTask(job: job, queue: queue)
        let response = try status.map { try Self.response($0, fields) }
        queue.sync {
            task.begin {}
            if let response { task.received(response) }
            for count in body { task.received(Data(repeating: 1, count: count)) }
            task.completed(error.map { NSError(domain: NSURLErrorDomain, code: $0) })
            // What comes after the end changes nothing.
            task.received(Data([1]))
            task.completed(nil)
            task.end(nil)
        }
        let all = ends.all
        #expect(all.count == 1)
        let result = try #require(all.first)
        #expect((result.timings.receive != nil) == (status != nil))
        let failure = result.failure.map { "\($0.category.rawValue): \($0.sentence)" } ?? "well"
        guard let got = result.response else { return told.withLock { $0 } + failure }
        let wire = got.wireBodyByteCount.map { String($0) } ?? "?"
        let codings = got.decodedCodings.joined(separator: " ")
        return told.withLock { $0 }
            + "\(got.body.count) of \(wire)\(codings.isEmpty ? "" : " \(codings)")\(got.isComplete ? "" : " cut"), \(failure)"
    }

    /// The results of a job.
    private final class Recorder: Sendable {
        private let state = Mutex<[TransportResult]>([])
        func add(_ result: TransportResult) { state.withLock { $0.append(result) } }
        var all: [TransportResult] { state.withLock { $0 } }
    }

    @Test func `a response has its length, unless it has no body`() throws {
        let five = ["Content-Length": "5"]
        #expect(try outcome(200, five, body: [2, 3]) == "200 with 5, 5 of 5, well")
        #expect(try outcome(200, body: [5]) == "200 with ?, 5 of 5, well")
        #expect(try outcome(200, five, method: "HEAD") == "200 with 0, 0 of 0, well")
        #expect(try outcome(204, five) == "204 with 0, 0 of 0, well")
        #expect(try outcome(304, five) == "304 with 0, 0 of 0, well")
        #expect(try outcome(205, five, body: [5]) == "205 with 5, 5 of 5, well")
        #expect(try outcome(303, five, body: [5]) == "303 with 5, 5 of 5, well")
    }

    @Test func `a coded body has the wire bytes of its length, once it is whole`() throws {
        let coded = ["Content-Length": "3", "Content-Encoding": "gzip"]
        #expect(try outcome(200, coded, body: [5]) == "200 with 3, 5 of 3 gzip, well")
        #expect(try outcome(200, coded) == "200 with 3, 0 of 0, well")
        #expect(try outcome(200, ["Content-Encoding": "br, gzip"], body: [5]) == "200 with ?, 5 of ? br gzip, well")
        let cut = try outcome(200, coded, body: [5], error: -1005)
        #expect(cut.hasPrefix("200 with 3, 5 of ? gzip cut, protocol: The body was cut short or is wrongly framed: "))
    }

    @Test func `a head that cannot be trusted ends the job, as does one beyond the limit`() throws {
        #expect(
            try outcome(101)
                == "0 of 0 cut, unexpected-status: The server switched protocols (status 101) without being asked.")
        #expect(
            try outcome(200, ["Content-Length": "x"], body: [1])
                == "0 of 0 cut, protocol: The response cannot be trusted: its Content-Length \"x\" is not a length.")
        // Three and two bytes, and four around them.
        #expect(try outcome(200, ["X-A": "12"]) { $0.maxHeaderBytes = 9 } == "200 with ?, 0 of 0, well")
        #expect(
            try outcome(200, ["X-A": "12"]) { $0.maxHeaderBytes = 8 }
                == "0 of 0 cut, too-large: The headers of the response are larger than 8 bytes.")
    }

    @Test func `a body ends at its limit, and what fits is kept`() throws {
        #expect(try outcome(200, body: [5]) { $0.maxBodyBytes = 5 } == "200 with ?, 5 of 5, well")
        #expect(
            try outcome(200, body: [4, 3, 9]) { $0.maxBodyBytes = 5 }
                == "200 with ?, 5 of 5 cut, too-large: The body is larger than the limit of 5 bytes.")
    }

    /// Reports a body of five bytes, and then that nothing more came until its progress is told.
    private func progress(_ fields: [String: String]) throws -> String? {
        let told = Mutex<String?>(nil)
        let job = TransportJob(
            token: 1, request: try RequestBuilder().build(RequestDraft(url: "http://h/")), deadlineNanoseconds: nil,
            needsFreshConnection: false,
            report: { step in
                guard case .progress(let received, let expected) = step else { return }
                told.withLock { $0 = "\(received) of \(expected.map { String($0) } ?? "?")" }
            }, completion: { _ in })
        let task = SessionTask(job: job, queue: queue)
        let response = try Self.response(200, fields)
        // Should nothing be told, then not for ever.
        let latest = ContinuousClock.now + .seconds(10)
        queue.sync {
            task.begin {}
            task.received(response)
            task.received(Data(repeating: 1, count: 5))
            while told.withLock({ $0 == nil }), ContinuousClock.now < latest { task.received(Data()) }
            task.end(nil)
        }
        return told.withLock { $0 }
    }

    @Test func `what has come of a body is told, of as many as are expected unless the body is coded`() throws {
        #expect(try progress(["Content-Length": "9"]) == "5 of 9")
        #expect(try progress([:]) == "5 of ?")
        #expect(try progress(["Content-Length": "9", "Content-Encoding": "gzip"]) == "5 of ?")
    }

    @Test func `what waits for the end is called once, before the result is given`() throws {
        let order = Mutex("")
        let job = TransportJob(
            token: 1, request: try RequestBuilder().build(RequestDraft(url: "http://h/")), deadlineNanoseconds: nil,
            needsFreshConnection: false, report: { _ in }, completion: { _ in order.withLock { $0 += "result " } })
        let task = SessionTask(job: job, queue: queue)
        queue.sync {
            task.begin { order.withLock { $0 += "end " } }
            task.end(nil)
            task.end(nil)
        }
        #expect(order.withLock { $0 } == "end result ")
    }

    @Test func `an end without a response is a failure`() throws {
        #expect(try outcome(nil) == "internal: URLSession ended without a response.")
        #expect(
            try outcome(nil, error: -1005) == "connect: h:80 closed the connection before the response began.")
    }

    @Test func `the body of a redirect that is followed goes to no reader`() throws {
        let redirect = ["Location": "/b"]
        func read(_ status: Int, _ fields: [String: String], isFollowed: Bool = true) throws -> String {
            let reader = Reader()
            let told = try outcome(status, fields, body: [3], receiver: reader) { $0.followRedirects = isFollowed }
            #expect(told.hasSuffix(", well"))
            return reader.text
        }
        #expect(try read(200, [:]) == "1 begins, 3 bytes" && read(302, [:]) == "1 begins, 3 bytes")
        #expect(try read(302, redirect) == "0 begins, 0 bytes")
        #expect(try read(302, redirect, isFollowed: false) == "1 begins, 3 bytes")
    }

    // MARK: Copies of bodies

    private static func copy(_ body: RequestBody) async throws -> TemporaryBody {
        let (ends, end) = AsyncStream<Result<TemporaryBody, EngineError>>.makeStream()
        let spool = BodySpool(body) { result in
            end.yield(result)
            end.finish()
        }
        spool.start()
        var results: [Result<TemporaryBody, EngineError>] = []
        for await result in ends { results.append(result) }
        return try #require(results.first).get()
    }

    @Test func `pieces are copied to a file that is its owner's alone, however long they are`() async throws {
        let folder = try TemporaryFolder()
        let long = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 11) }
        let path = try folder.write(long, to: "f")
        let made = try await Self.copy(.pieces([.bytes([1, 2]), .file(path: path), .bytes([3])]))
        let attributes = try FileManager.default.attributesOfItem(atPath: made.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let expected: [UInt8] = [1, 2] + long + [3]
        #expect(FileManager.default.contents(atPath: made.path).map { [UInt8]($0) } == expected)
        #expect(made.path.contains("/netengine-body-"))
        made.remove()
        #expect(!FileManager.default.fileExists(atPath: made.path))
    }

    @Test func `a copy that cannot be made fails before anything is sent`() async throws {
        let error = await #expect(throws: EngineError.self) {
            try await Self.copy(.pieces([.bytes([1]), .file(path: "/nowhere/at/all")]))
        }
        #expect(error?.category == .requestBuild)
        let bytes: [UInt8] = [1, 2]
        let full = #expect(throws: EngineError.self) {
            try bytes.withUnsafeBytes { try TemporaryBody.write($0, to: -1) }
        }
        #expect(full?.category == .requestBuild && full?.sentence == "Body: the temporary file cannot be written.")
        #expect(full?.hint == "Look at the room in the folder for temporary files.")
        #expect(full?.underlying == UnderlyingCode(domain: .errno, code: 9, text: "Bad file descriptor"))
    }

    // MARK: Limits

    /// Lets a limit of an exchange pass.
    private func passed(
        deadline: Int64? = nil, isTLS: Bool = false, _ timeouts: Timeouts,
        _ work: (SessionTask) throws -> Void = { _ in }
    ) async throws -> EngineError? {
        let draft = RequestDraft(
            url: isTLS ? "https://h/" : "http://h/", options: RequestOptions(timeouts: timeouts))
        let (ends, end) = AsyncStream<TransportResult>.makeStream()
        let job = TransportJob(
            token: 1, request: try RequestBuilder().build(draft), deadlineNanoseconds: deadline,
            needsFreshConnection: false, report: { _ in },
            completion: { result in
                end.yield(result)
                end.finish()
            })
        let task = SessionTask(job: job, queue: queue)
        // Its timer does not keep it.
        defer { withExtendedLifetime(task) {} }
        try queue.sync {
            task.begin {}
            try work(task)
        }
        var failure: EngineError?
        for await result in ends { failure = result.failure }
        #expect(failure?.category == .timeout)
        return failure
    }

    @Test func `before a sign of life the limits count together, those of TLS for https alone`() async throws {
        let one = Duration.milliseconds(1)
        let timeouts = Timeouts(
            dns: one, connect: .milliseconds(2), tls: .milliseconds(4), send: .milliseconds(8),
            firstByte: .milliseconds(16), receive: .seconds(600), total: nil)
        func sentence(_ limit: String, port: Int) -> String {
            "The limit of \(limit) for everything before the response passed before the response of h:\(port) began."
        }
        let plain = try await passed(timeouts)
        #expect(plain?.sentence == sentence("27 ms", port: 80) && plain?.phase == .total)
        #expect(
            plain?.hint == "Try again, or raise the timeout; CurlTransport reports in which phase it passed.")
        #expect(try await passed(isTLS: true, timeouts)?.sentence == sentence("31 ms", port: 443))
        let total = try await passed(deadline: 0, Timeouts(total: .seconds(7)))
        #expect(
            total?.sentence == "The total limit of 7 s passed before the response of h:80 began."
                && total?.phase == .total)
        #expect(
            try await passed(deadline: 0, Timeouts(total: nil))?.sentence
                == "The total limit passed before the response of h:80 began.")
    }

    @Test func `a limit that passes is that of the stage that is known`() async throws {
        let one = Duration.milliseconds(1)
        let sending = try await passed(Timeouts(send: one, firstByte: nil, receive: nil, total: nil)) { $0.sent(3) }
        #expect(
            sending?.sentence == "The send limit of 1 ms passed while the request was sent to h:80."
                && sending?.phase == .send)
        let receiving = try await passed(Timeouts(send: nil, receive: one, total: nil)) {
            $0.received(try Self.response(200, [:]))
        }
        #expect(
            receiving?.sentence == "The receive limit of 1 ms passed while receiving the response from h:80."
                && receiving?.phase == .receive)
        let total = try await passed(deadline: 0, Timeouts(receive: .seconds(600), total: .seconds(7))) {
            $0.received(try Self.response(200, [:]))
        }
        #expect(total?.sentence == "The total limit of 7 s passed while receiving the response from h:80.")
    }

    // MARK: The request

    private static func made(
        _ url: String = "http://h/", _ method: HTTPMethod = .post, headers: HeaderFields = [],
        body: RequestBody = .none, copy: TemporaryBody? = nil
    ) throws -> (request: URLRequest, isUpload: Bool) {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let request = PreparedRequest(
            method: method, url: try HTTPURL.parse(url), headers: headers, body: body, options: RequestOptions())
        let task = try #require(SessionRequest.makeTask(for: request, copy, in: session))
        return (try #require(task.originalRequest), task is URLSessionUploadTask)
    }

    @Test func `fields that libcurl counts or chooses are left out, and repeated ones are joined`() throws {
        func fields(_ headers: HeaderFields, body: RequestBody = .none) throws -> [String] {
            let fields = try Self.made(headers: headers, body: body).request.allHTTPHeaderFields ?? [:]
            return fields.map { "\($0.key)=\($0.value)" }.sorted()
        }
        let names = ["Host", "Accept-Encoding", "Transfer-Encoding"]
        #expect(try fields(HeaderFields(names.map { HeaderField($0, "x", origin: .engine) })) == [])
        #expect(
            try fields(HeaderFields(names.map { HeaderField($0, "x") }))
                == ["Accept-Encoding=x", "Host=x", "Transfer-Encoding=x"])
        let length: HeaderFields = [HeaderField("content-length", "1", origin: .engine)]
        #expect(try fields(length) == ["Content-Length=1"] && fields(length, body: .bytes([1])) == [])
        #expect(
            try fields([
                HeaderField("X-A", "1"), HeaderField("Cookie", "a=1"), HeaderField("x-a", "2"),
                HeaderField("cookie", "b=2"), HeaderField("User-Agent", "me", origin: .engine),
            ]) == ["Cookie=a=1; b=2", "User-Agent=me", "X-A=1, 2"])
    }

    @Test func `a body is uploaded, and nothing of Foundation's own is asked for`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("body", to: "b")
        let (request, isUpload) = try Self.made("http://u:p@h:81/a?b=c", .put)
        #expect(request.url?.absoluteString == "http://h:81/a?b=c" && request.httpMethod == "PUT" && !isUpload)
        #expect(request.timeoutInterval == 86_400 && !request.httpShouldHandleCookies)
        #expect(try Self.made(body: .bytes([1])).isUpload && Self.made(body: .file(path: path)).isUpload)
        #expect(try Self.made(body: .pieces([]), copy: TemporaryBody(path: path)).isUpload)
    }
}
