import Dispatch
import Foundation
import FoundationNetworking
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineURLSession

/// Where bytes of URLSession go: into memory, or to a reader that may have no room.
@Suite struct SessionBodyTests {
    /// Has room for so many pieces.
    private final class Reader: BodyReceiver {
        private let state: Mutex<(sizes: [Int], room: Int, begins: Int)>
        init(room: Int) { state = Mutex(([], room, 0)) }
        func begin(_ soFar: TransportResult) { state.withLock { $0.begins += 1 } }
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            state.withLock { state in
                state.sizes.append(bytes.count)
                state.room -= 1
                return state.room > 0
            }
        }
        var sizes: [Int] { state.withLock { $0.sizes } }
        var begins: Int { state.withLock { $0.begins } }
        func makeRoom(_ count: Int) { state.withLock { $0.room = count } }
    }

    @Test func `a body in memory is taken up to its limit`() {
        var body = SessionBody(limit: 5, receiver: nil)
        let taken = [body.take(Data([1, 2, 3])), body.take(Data([4, 5])), body.take(Data()), body.take(Data([6]))]
        #expect(taken == [true, true, true, false])
        #expect(body.kept == [1, 2, 3, 4, 5] && body.byteCount == 5 && !body.isWaiting && !body.isFull)
        body.release()
        #expect(body.kept == [] && body.byteCount == 5)
    }

    @Test func `a reader gets pieces of 64 KiB, and the rest when it has room again`() {
        let reader = Reader(room: 2)
        var body = SessionBody(limit: 1_000_000, receiver: reader)
        body.begin(TransportResult())
        let isWithin = body.take(Data(repeating: 1, count: 200_000))
        #expect(isWithin && reader.begins == 1 && reader.sizes == [65_536, 65_536])
        #expect(body.isFull && body.isWaiting && body.kept == [])
        reader.makeRoom(2)
        body.reopen()
        #expect(reader.sizes == [65_536, 65_536, 65_536, 3392] && body.isFull && !body.isWaiting)
        // What comes while it has no room waits.
        _ = body.take(Data([7]))
        #expect(reader.sizes.count == 4 && body.isWaiting)
        reader.makeRoom(9)
        body.reopen()
        #expect(reader.sizes.last == 1 && !body.isFull && !body.isWaiting && body.byteCount == 200_001)
    }

    @Test func `a body that broke off ends with its error once a slow reader has taken all of it`() throws {
        let url = try #require(URL(string: "http://h/"))
        let head = try #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [:]))
        let reader = Reader(room: 1)
        let results = Mutex<[TransportResult]>([])
        let queue = DispatchQueue(label: "test")
        let task = SessionTask(
            job: TransportJob(
                token: 1, request: try RequestBuilder().build(RequestDraft(url: "http://h/")),
                deadlineNanoseconds: nil, needsFreshConnection: false, receiver: reader, report: { _ in },
                completion: { result in results.withLock { $0.append(result) } }),
            queue: queue)
        queue.sync {
            task.begin {}
            task.received(head)
            task.received(Data(repeating: 1, count: 100_000))
            task.completed(NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost))
        }
        let early = results.withLock { $0.count }
        #expect(early == 0 && reader.sizes == [65_536])
        reader.makeRoom(9)
        queue.sync { task.resume() }
        let all = results.withLock { $0 }
        #expect(all.count == 1 && reader.sizes == [65_536, 34_464])
        #expect(all.first?.failure?.category == .protocol)
        #expect(all.first?.response?.isComplete == false)
    }

    @Test func `the body of a redirect goes to no reader`() {
        let reader = Reader(room: 9)
        var body = SessionBody(limit: 9, receiver: reader)
        body.belongsToNobody = true
        body.begin(TransportResult())
        _ = body.take(Data([1, 2]))
        #expect(reader.begins == 0 && reader.sizes == [] && body.kept == [1, 2] && !body.isWaiting)
    }
}
