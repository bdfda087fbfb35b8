import Glibc
import Synchronization

/// Messages from other threads to the loop, in the order they were posted. A pipe wakes the loop's `poll`.
///
/// Any thread may post; only the loop drains. Posting never blocks and never drops a message.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let pipe: WakePipe

    package init() { pipe = WakePipe() }

    /// For `poll`: readable from a post until the next `drain`.
    package var descriptor: Int32 { pipe.readEnd }

    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { pipe.wake() }
    }

    /// Removes and returns everything posted so far.
    package func drain() -> [Message] {
        pipe.clear()
        return messages.withLock { messages in
            let taken = messages
            messages = []
            return taken
        }
    }
}
