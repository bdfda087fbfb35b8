import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

@Suite struct FileChangeGatheringTests {
    private static func at(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
    }

    @Test func `a batch waits for a quiet moment, but not for ever`() {
        var gathering = FileChangeGathering()
        #expect(gathering.dueAt == nil)
        for time in stride(from: 0, through: 400, by: 10) {
            gathering.add(.file(folder: "/c", name: "\(time).http"), at: Self.at(time))
            if let change = gathering.take(at: Self.at(time)) {
                #expect(time == 250)
                #expect(change.files.count == 26)
                break
            }
        }
        gathering.add(.file(folder: "/c", name: "x.http"), at: Self.at(500))
        #expect(gathering.take(at: Self.at(510)) == nil)
        #expect(gathering.take(at: Self.at(525)) == FileChange(files: ["/c/x.http"]))
        #expect(gathering.take(at: Self.at(600)) == nil)
    }

    @Test(arguments: ["x.http", "openapi.yaml", "api.json", "shop.graphql"])
    func `request files and what may be a description are a change`(name: String) {
        var gathering = FileChangeGathering()
        gathering.add(.file(folder: "/c", name: name), at: Self.at(0))
        #expect(gathering.take(at: Self.at(100)) == FileChange(files: ["/c/\(name)"]))
    }

    @Test func `themes, settings and a watch that lost track are changes of their own`() {
        let events: [FileChangeGathering.Event] = [
            .file(folder: "/h/.config/apitui/themes", name: "mine.yaml"), .file(folder: "/c/themes", name: "mine.yaml"),
            .file(folder: "/h/.config/apitui", name: "config.yaml"), .folder(name: "inner"), .lostTrack,
        ]
        let changes = events.map { event in
            var gathering = FileChangeGathering()
            gathering.add(event, at: Self.at(0))
            return gathering.take(at: Self.at(100))
        }
        #expect(
            changes == [
                FileChange(touchesThemes: true), FileChange(files: ["/c/themes/mine.yaml"]),
                FileChange(touchesSettings: true), FileChange(isStructural: true), FileChange(isStructural: true),
            ])
    }

    @Test(arguments: [".x.http", "x.http~", "4913", "x.http.swp", "notes.txt", ".git", "node_modules"])
    func `files that a collection does not show are not a change`(name: String) {
        var gathering = FileChangeGathering()
        gathering.add(.file(folder: "/c", name: name), at: Self.at(0))
        if name.hasPrefix(".") || name == "node_modules" { gathering.add(.folder(name: name), at: Self.at(0)) }
        #expect(gathering.dueAt == nil)
    }
}

/// The kernel's events for real files.
@Suite(.timeLimit(.minutes(5))) struct InotifyWatchTests {
    /// Collects reported changes, and wakes a waiter when they meet its condition.
    private final class Told: Sendable {
        private struct State {
            var sum = FileChange()
            var batches = 0
            var waiters: [(@Sendable (FileChange) -> Bool, CheckedContinuation<Void, Never>)] = []
        }
        private let state = Mutex(State())

        var batches: Int { state.withLock { $0.batches } }

        func add(_ change: FileChange) {
            let woken = state.withLock { state in
                state.sum.formUnion(change)
                state.batches += 1
                let woken = state.waiters.filter { $0.0(state.sum) }
                let sum = state.sum
                state.waiters.removeAll { $0.0(sum) }
                return woken
            }
            for (_, waiter) in woken { waiter.resume() }
        }

        /// Waits until the condition is true for all reported changes, then forgets them.
        func until(_ holds: @escaping @Sendable (FileChange) -> Bool) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if holds(state.sum) { return true }
                    state.waiters.append((holds, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
            state.withLock { $0.sum = FileChange() }
        }
    }

    private static func watch(_ folders: [String]) throws -> (InotifyWatch, Told) {
        let told = Told()
        let watch = try #require(InotifyWatch { told.add($0) })
        #expect(watch.cover(folders) == (new: folders.count, problem: nil))
        #expect(watch.cover(folders) == (new: 0, problem: nil))
        return (watch, told)
    }

    @Test func `files that are written, created, replaced by renaming and removed are reported`() async throws {
        let folder = ScratchFolder()
        let path = folder.write("a.http", "GET http://h/1\n")
        let (watch, told) = try Self.watch([folder.path])
        folder.write("a.http", "GET http://h/2\n")
        await told.until { $0.files == [path] }
        let new = folder.write("b.rest", "GET http://h/3\n")
        await told.until { $0.files == [new] }
        // As editors save: writes a file of another name and renames it.
        let temporary = folder.write(".a.http.tmp", "GET http://h/4\n")
        #expect(rename(temporary, path) == 0)
        await told.until { $0.files == [path] }
        #expect(unlink(new) == 0)
        await told.until { $0.files == [new] }
        folder.write("http-client.env.json", "{}")
        await told.until { $0.touchesEnvironments && $0.files.isEmpty }
        watch.stop()
    }

    @Test func `new, renamed and removed folders are reported, and a renamed one is watched under its new name`()
        async throws
    {
        let folder = ScratchFolder()
        let (watch, told) = try Self.watch([folder.path])
        let inner = "\(folder.path)/inner"
        #expect(mkdir(inner, 0o755) == 0)
        await told.until { $0.isStructural }
        #expect(watch.cover([folder.path, inner]).new == 1)
        folder.write("inner/a.http", "GET http://h/1\n")
        await told.until { $0.files == ["\(inner)/a.http"] }
        let other = "\(folder.path)/other"
        #expect(rename(inner, other) == 0)
        await told.until { $0.isStructural }
        #expect(watch.cover([folder.path, other]).new == 1)
        folder.write("other/a.http", "GET http://h/2\n")
        await told.until { $0.files == ["\(other)/a.http"] }
        watch.stop()
    }

    @Test func `a watched folder that goes is reported, and is watched again when it is there again`() async throws {
        let folder = ScratchFolder()
        folder.folder("inner")
        let inner = "\(folder.path)/inner"
        let (watch, told) = try Self.watch([inner])
        #expect(rmdir(inner) == 0)
        await told.until { $0.isStructural }
        folder.folder("inner")
        #expect(watch.cover([inner]) == (new: 1, problem: nil))
        folder.write("inner/a.http", "GET http://h/1\n")
        await told.until { $0.files == ["\(inner)/a.http"] }
        watch.stop()
    }

    @Test func `what is not watched any more is not reported, and can be watched again`() async throws {
        let (folder, other) = (ScratchFolder(), ScratchFolder())
        let (watch, told) = try Self.watch([folder.path])
        watch.release()
        #expect(watch.cover([other.path]) == (new: 1, problem: nil))
        folder.write("a.http", "GET http://h/1\n")
        let path = other.write("b.http", "GET http://h/2\n")
        await told.until { $0.files == [path] }
        #expect(watch.cover([folder.path, other.path]) == (new: 1, problem: nil))
        let again = folder.write("a.http", "GET http://h/3\n")
        await told.until { $0.files == [again] }
        watch.stop()
    }

    @Test func `a thousand files that change at once are reported in a few batches, and none is missed`() async throws {
        let folder = ScratchFolder()
        let paths = Set((0..<1000).map { folder.write("f\($0).http", "GET http://h/\($0)\n") })
        let (watch, told) = try Self.watch([folder.path])
        for number in 0..<1000 { folder.write("f\(number).http", "GET http://h/new\n") }
        await told.until { $0.files == paths }
        #expect(told.batches < 100)
        watch.stop()
    }
}

/// From the disk to the model's actions.
@Suite(.timeLimit(.minutes(5))) struct EffectRunnerWatchTests {
    /// A watch that reports nothing by itself; something may happen while it starts.
    private final class LateWatch: FileWatch {
        private let calls = Mutex(0)
        let meanwhile: @Sendable () -> Void
        init(meanwhile: @escaping @Sendable () -> Void) { self.meanwhile = meanwhile }
        func cover(_ folders: [String]) -> (new: Int, problem: String?) {
            let isFirst = calls.withLock { calls in
                calls += 1
                return calls == 1
            }
            if isFirst { meanwhile() }
            return (isFirst ? folders.count : 0, nil)
        }
        func stop() {}
    }

    @Test func `what changes between the reading and the watch is read`() async {
        let folder = ScratchFolder()
        let path = folder.write("a.http", "GET http://h/1\n")
        let actions = AsyncStream<Action>.makeStream()
        let runner = EffectRunner(
            engine: Engine(), path: folder.path,
            watch: { _ in
                LateWatch {
                    let descriptor = open(path, O_WRONLY | O_TRUNC)
                    _ = write(descriptor, "GET http://h/22\n", 16)
                    close(descriptor)
                }
            }, post: { actions.continuation.yield($0) })
        runner.run(.loadCollection)
        var texts: [String] = []
        for await action in actions.stream {
            guard case .collectionLoaded(.success(let folder)) = action else { continue }
            texts.append(String(decoding: folder.files.first?.document.bytes ?? [], as: UTF8.self))
            if texts.count == 2 { break }
        }
        #expect(texts == ["GET http://h/1\n", "GET http://h/22\n"])
    }
}
