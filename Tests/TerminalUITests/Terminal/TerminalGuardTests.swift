import Glibc
import Testing

@testable import TerminalUI

struct TerminalGuardTests {
    private static let all = "Install the descriptions of terminals (terminfo; on Debian the package ncurses-base)."

    @Test(arguments: [
        (
            "foot", true,
            "Install the description of your terminal (on Debian often the package ncurses-term), or set TERM=xterm-256color."
        ),
        ("foot", false, Self.all), ("xterm-256color", false, Self.all),
    ])
    func `a kind of terminal that is not known gets advice that helps`(
        _ kind: String, _ isSubstituteKnown: Bool, _ advice: String
    ) {
        let error = TerminalError(unknownKind: kind, isSubstituteKnown: isSubstituteKnown)
        #expect(error.sentence == "The terminal kind TERM=\(kind) is not known on this machine. \(advice)")
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
