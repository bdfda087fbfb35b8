import Glibc
import Testing

@testable import apitui

/// What is known of an output before anything is written to it.
@Suite struct StandardDescriptorsTests {
    private func hasNoReader(_ descriptor: Int32) -> Bool {
        var output = pollfd(fd: descriptor, events: 0, revents: 0)
        _ = poll(&output, 1, 0)
        return StandardDescriptors.hasNoReader(output)
    }

    @Test(arguments: [false, true])
    func `the reader of a pipe or of a socket is seen to have left`(isSocket: Bool) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let code = isSocket ? socketpair(AF_UNIX, kind, 0, &ends) : pipe(&ends)
        try #require(code == 0)
        // Programs that other tests start would keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (reader, writer) = (ends[0], ends[1])
        defer { close(writer) }
        #expect(!hasNoReader(writer))
        // As ssh does at the end of its own input.
        if isSocket { shutdown(reader, Int32(SHUT_WR)) }
        #expect(!hasNoReader(writer))
        close(reader)
        #expect(hasNoReader(writer))
    }
}
