import Foundation
import Glibc
import NetEngine
import TestSupport
import Testing

/// How much memory an engine keeps.
@Suite(.measuresMemory, .timeLimit(.minutes(5))) struct MemoryTests {
    /// Responses and errors in turn: bodies of several sizes, codings, redirects, refusals, cuts, resets, limits,
    /// nonsense.
    static let mixed = StubBehaviour { request in
        switch request.index % 12 {
        case 0: [.send(StubBehaviour.response(200, body: [UInt8](repeating: 65, count: 100_000)))]
        case 1: [.send(StubBehaviour.response(200, headers: [("Set-Cookie", "a=\(request.index)")], body: [66]))]
        case 2: [.send(StubBehaviour.response(302, headers: [("Location", "/\(request.index)")], body: []))]
        case 3: [.send(StubBehaviour.response(404, body: Array("no".utf8)))]
        case 4: [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut"), .close]
        case 5: [.reset]
        case 6: [.send("nonsense"), .close]
        case 7: [.send(StubBehaviour.response(200, headers: [("Content-Encoding", "gzip")], body: gzip))]
        case 8: [.send(StubBehaviour.response(200, body: [UInt8](repeating: 67, count: 300_000)))]
        case 9: [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\nzz"), .close]
        case 10: [.send(StubBehaviour.response(500, body: []))]
        default: [.send(StubBehaviour.response(200, body: Array("body".utf8)))]
        }
    }

    static let gzip = CodedSample.all.first { $0.coding == "gzip" }?.bytes ?? []

    /// This process's pages in memory, in KiB.
    static func residentKiB() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }

    static func send(_ count: Int, by engine: Engine, to url: String) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= 20 { await group.next() }
                group.addTask {
                    let draft = RequestDraft(
                        method: number % 5 == 0 ? "POST" : "GET", url: "\(url)/\(number)",
                        body: number % 5 == 0 ? .bytes([UInt8](repeating: 68, count: 2000)) : .none,
                        options: RequestOptions(maxBodyBytes: 200_000))
                    _ = await engine.send(draft)
                }
            }
        }
    }

    /// In a separate process, so that no other test counts.
    @Test(.longComputation) func `ten thousand requests take no more memory than a thousand`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let server = try StubServer(Self.mixed, keepsRequests: false)
            let engine = Engine()
            let events = engine.events()
            let listening = Task { for await _ in events {} }
            await Self.send(1000, by: engine, to: server.url)
            let early = Self.residentKiB()
            await Self.send(9000, by: engine, to: server.url)
            let late = Self.residentKiB()
            FileHandle.standardError.write(Data("\(early) KiB after 1,000, \(late) KiB after 10,000\n".utf8))
            listening.cancel()
            server.stop()
            // Leaking one larger body in a hundred would show as tens of MiB.
            exit(late < early + 8 * 1024 ? 0 : 1)
        }
        let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(words.contains("KiB after 10,000"))
    }
}
