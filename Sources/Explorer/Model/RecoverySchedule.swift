import TerminalUI
import Workspace

/// Makes the recovery copies of what is unsaved, as of one moment.
package struct RecoveryJob: Sendable {
    /// Finishes what is being typed, which takes time in proportion to the size of the files.
    package let copies: @Sendable () -> [RecoveryCopy]
}

/// When unsaved edits are copied, so that a crash loses the last seconds at most.
struct RecoverySchedule: Sendable {
    /// From the last change to the copy.
    static let pause: Duration = .seconds(2)
    /// From the first change that has no copy to the copy, while others follow.
    static let longest: Duration = .seconds(10)

    /// What would be lost, as far as it takes no time to compare: the same until something changes.
    struct Loss: Sendable, Hashable {
        struct File: Sendable, Hashable {
            var document: [UInt8]
            /// What it is compared with.
            var disk: [UInt8]
        }

        struct Field: Sendable, Hashable {
            var request: OpenRequest.ID
            var text = ""
            /// Of a text area, whose text is not put together at every key.
            var revision = 0
        }

        /// With unsaved edits, by path.
        var files: [String: File] = [:]
        /// What is being typed into requests.
        var fields: [Field] = []
        var form: [String] = []

        var isEmpty: Bool { files.isEmpty && fields.isEmpty && form.isEmpty }
    }

    private(set) var loss = Loss()
    /// That of the tree when its files were looked at; nil: not yet.
    var treeRevision: Int?
    /// When the next copy is to be made; nil: all that is unsaved has one.
    private(set) var due: MonotonicTime?
    /// The first change that has no copy.
    private var changed: MonotonicTime?
    private var hasCopies = false

    /// Takes what would be lost now.
    /// - Parameter isLast: whether no other moment comes for long.
    /// - Returns: whether copies are to be made, or removed, now.
    mutating func take(_ loss: Loss, at now: MonotonicTime, isLast: Bool) -> Bool {
        if loss != self.loss {
            // A copy of what was saved or dropped would be offered after a crash.
            let isLess = hasCopies && (loss.isEmpty || self.loss.files.keys.contains { loss.files[$0] == nil })
            let first = changed ?? now
            changed = first
            due = isLess ? now : loss.isEmpty ? nil : min(now + Self.pause, first + Self.longest)
            if due == nil { changed = nil }
            self.loss = loss
        }
        guard let due, isLast || due <= now else { return false }
        (self.due, changed, hasCopies) = (nil, nil, !loss.isEmpty)
        return true
    }
}

extension Effect {
    /// Whether no key and no wake comes until another program has ended.
    var takesTerminal: Bool {
        switch self {
        case .editExternally, .suspend, .show: true
        default: false
        }
    }
}
