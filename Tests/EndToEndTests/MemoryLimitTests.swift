import Glibc
import TestSupport
import Testing

/// With little memory (`ulimit -v`), the program prints one sentence and ends.
@Suite(.serialized, .timeLimit(.minutes(5))) struct MemoryLimitTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Runs `$0 COMMAND` in a shell limited to this many megabytes of address space.
    private func run(_ megabytes: Int, _ command: String) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/bin/bash",
            ["-c", "ulimit -c 0; ulimit -v \(megabytes << 10); exec \"$0\" \(command)", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    /// The megabytes of address space that the program uses before it does any work: its libraries.
    private func base() async throws -> Int {
        var (low, high) = (16, 4096)
        while high - low > 8 {
            let middle = (low + high) / 2
            if try await run(middle, "keys --help").status == 0 { high = middle } else { low = middle }
        }
        return high
    }

    @Test func `with whatever memory, a request ends with a status and a sentence`() async throws {
        let body = String(repeating: #"{"id":1,"name":"abcdefghij"},"#, count: 400_000)
        try await StubServer.with(
            .status(200, headers: [("Content-Type", "application/json")], body: "[\(body)0]")
        ) { server in
            try home.write("GET \(server.url)/\n\n?? body $[0].id == 1\n", to: "a.http")
            let base = try await base()
            var statuses: Set<Int32> = []
            for extra in [0, 16, 48, 80, 112, 144, 176, 208, 256, 320, 2048] {
                let run = try await run(base + extra, "send a.http --json")
                statuses.insert(run.status)
                let place = "\(base) + \(extra) MB: status \(run.status), \(run.errorText.prefix(400))"
                #expect(!run.errorText.contains("Backtrac") && !run.errorText.contains("Fatal error"), "\(place)")
                // Too little to start, too little for the body or its check, or enough.
                #expect([0, 1, 24].contains(run.status), "\(place)")
                if run.status == 1, run.text.isEmpty {
                    let sentence =
                        /apitui: The memory limit is too low: it is \d+ MB, \d+ MB are in use, and (12|96) MB more are needed\. Raise it with 'ulimit -v'\./
                    #expect(run.errorText.contains(sentence), "\(place)")
                }
                if run.status == 24 {
                    let told = run.text + run.errorText
                    #expect(
                        told.contains("too large for the memory") || told.contains("too little memory to print a body"),
                        "\(place)")
                }
            }
            #expect(statuses.contains(0) && statuses.contains(1))
        }
    }

    @Test func `a file that does not fit into memory is reported as such`() async throws {
        let file = try home.write("", to: "big.json")
        #expect(truncate(file, 900 << 20) == 0)
        let run = try await run(try await base() + 400, "query '$' big.json")
        #expect(run.status == 2)
        #expect(run.errorText.contains("big.json"))
        #expect(run.errorText.contains("Cannot allocate memory"))
        #expect(run.errorText.split(separator: "\n").count == 1)
    }
}
