import Glibc
import Synchronization

/// What other threads have to tell the loop, in the order they said it. A pipe wakes the loop's `poll`.
///
/// Any thread may post; only the loop drains. Posting never blocks and never drops.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    package init() { pipe = WakePipe() }

    /// Readable from a post until the next `drain`; for `poll`.
    package var descriptor: Int32 { pipe.readEnd }

    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { pipe.wake() }
    }

    /// Takes out everything posted so far.
    package func drain() -> [Message] {
        pipe.clear()
        return messages.withLock { messages in
            let taken = messages
            messages = []
            return taken
        }
    }
}

/// A pipe that carries no more than "there is something": both ends never block and are closed in child processes.
package final class WakePipe: Sendable {
    package let readEnd: Int32
    package let writeEnd: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        // Only a process out of descriptors fails here; the loop then wakes by its other descriptors alone.
        _ = Glibc.pipe(&ends)
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    package func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Reads what is in it. Returns the bytes.
    @discardableResult
    package func clear() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(readEnd, &buffer, buffer.count)
            guard count > 0 else { return all }
            all += buffer[..<count]
            if count < buffer.count { return all }
        }
    }
}
