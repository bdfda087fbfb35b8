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
