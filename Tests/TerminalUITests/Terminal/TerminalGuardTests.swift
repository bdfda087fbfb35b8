import Glibc
import Testing

@testable import TerminalUI

struct TerminalGuardTests {
    @Test func `a terminal that takes no more output gets the sequences that restore it`() throws {
        var (master, slave): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        defer { for end in [master, slave] { close(end) } }
        _ = fcntl(slave, F_SETFL, O_NONBLOCK)
        let frame = [UInt8](repeating: 0x61, count: 4096)
        while write(slave, frame, frame.count) > 0 {}
        makeRoom(in: slave)
        #expect(write(slave, frame, 200) == 200)
    }
}
