import Glibc

/// A pipe that only signals that something has happened: neither end blocks, and both are closed in child processes.
package final class WakePipe: Sendable {
    package let readEnd: Int32
    package let writeEnd: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        // This fails only if the process is out of descriptors; the loop then wakes by its other descriptors alone.
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

    /// Empties the pipe and returns the bytes.
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
