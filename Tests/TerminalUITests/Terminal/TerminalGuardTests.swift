import Glibc
import Testing

@testable import TerminalUI

struct TerminalGuardTests {
    @Test(arguments: [
        (true, "try TERM=xterm-256color."),
        (false, "install the descriptions of terminals (terminfo; on Debian the package ncurses-base)."),
    ])
    func `a kind of terminal that is not known gets advice that helps`(_ isSubstituteKnown: Bool, _ advice: String) {
        let error = TerminalError(unknownKind: "xterm-256color", isSubstituteKnown: isSubstituteKnown)
        #expect(error.sentence == "The terminal kind TERM=xterm-256color is not known on this machine; \(advice)")
    }

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
