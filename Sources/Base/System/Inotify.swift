import Glibc

/// The kernel's inotify(7): reports what happens in folders, without polling. Closed with its last reference.
package final class Inotify: Sendable {
    /// Readable when something happened.
    package let descriptor: Int32

    /// What happened.
    package struct Event: Sendable {
        /// As `add` returned it.
        package var watch: Int32
        package var mask: UInt32
        /// In the watched folder; empty for the folder itself.
        package var name: String

        package func holds(_ flag: some FixedWidthInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }

        /// Events were lost.
        package var isOverflow: Bool { holds(IN_Q_OVERFLOW) }
    }

    /// nil, with errno, when the system has none to give.
    package init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches a folder, or changes for what it is watched.
    /// - Returns: nil, with errno, if it cannot be watched.
    package func add(_ path: String, _ events: some FixedWidthInteger) -> Int32? {
        let watch = inotify_add_watch(descriptor, path, UInt32(truncatingIfNeeded: events))
        return watch >= 0 ? watch : nil
    }

    package func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// Reads all events that are there. Never waits.
    package func readEvents(_ body: (Event) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            buffer.withUnsafeBytes { Self.forEachEvent(UnsafeRawBufferPointer(rebasing: $0[..<count]), body) }
        }
    }

    /// Watch, mask, cookie and length of the name, each of 32 bits, then the name, filled up with zeros.
    private static func forEachEvent(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
        var at = 0
        while at + 16 <= bytes.count {
            let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
            guard at + 16 + length <= bytes.count else { return }
            let name = bytes[at + 16..<at + 16 + length].prefix { $0 != 0 }
            body(
                Event(
                    watch: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self),
                    mask: bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
                    name: String(decoding: name, as: UTF8.self)))
            at += 16 + length
        }
    }
}
