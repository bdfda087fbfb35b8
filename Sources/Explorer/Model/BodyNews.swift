import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What arrives of a body before the response ends.
package enum BodyNews: Sendable {
    /// A header arrived; anything reported before belongs to an earlier response.
    case began(contentType: String?)
    /// The next bytes, behind those that came too fast to be shown.
    case bytes([UInt8], skipped: Skipped)

    /// Bytes that are left out until the end shows all.
    package struct Skipped: Sendable, Hashable {
        var bytes = 0
        /// Line feeds among them.
        var lines = 0

        mutating func add(_ part: ArraySlice<UInt8>) {
            bytes += part.count
            lines += part.withUnsafeBufferPointer { part in
                var count = 0
                for byte in part where byte == 0x0A { count &+= 1 }
                return count
            }
        }

        static func += (sum: inout Skipped, more: Skipped) {
            sum.bytes += more.bytes
            sum.lines += more.lines
        }
    }
}
