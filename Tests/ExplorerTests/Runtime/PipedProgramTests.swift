import TestSupport
import Testing

@testable import Explorer

/// How programs that show nothing end.
@Suite(.timeLimit(.minutes(5))) struct PipedProgramTests {
    @Test func `what went wrong is a sentence`() {
        let outcomes: [PipedProgram.Outcome] = [
            .exited(status: 0), .exited(status: 1), .exited(status: 126), .exited(status: 127), .signalled(9),
            .timedOut, .notStarted("No such file or directory"),
        ]
        #expect(
            outcomes.map { $0.problem(of: "xclip") } == [
                nil, "xclip ended with status 1.", "xclip is a folder or not executable.", "xclip was not found.",
                "xclip was ended by signal 9.", "xclip did not end in time.",
                "xclip could not be started: No such file or directory.",
            ])
    }

    @Test(
        arguments: [
            ("exit 0", .exited(status: 0)), ("exit 3", .exited(status: 3)), ("kill -9 $$", .signalled(9)),
            // Nothing is given to it.
            ("cat", .exited(status: 0)),
            // What it writes is taken, and nobody gets it.
            ("echo one && echo two >&2", .exited(status: 0)),
            // Keys of the terminal do not reach it: it has a process group of its own.
            ("test $(cut -d ' ' -f 5 /proc/$$/stat) = $$", .exited(status: 0)),
        ] as [(String, PipedProgram.Outcome)])
    func `a program that nobody waits for tells how it ended`(command: String, outcome: PipedProgram.Outcome) async {
        let (outcomes, ended) = AsyncStream<PipedProgram.Outcome>.makeStream()
        #expect(PipedProgram.startDetached(["/bin/sh", "-c", command]) { ended.yield($0) } == nil)
        for await found in outcomes {
            #expect(found == outcome)
            break
        }
    }

    @Test func `a program that is not there is not started`() {
        let reason = PipedProgram.startDetached([MissingPath.file()]) { _ in Issue.record("it ended") }
        #expect(reason == "No such file or directory")
    }
}
