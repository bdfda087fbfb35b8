import NetEngine
import Testing

@testable import apitui

/// How many requests run at once with the available descriptors.
struct OpenFilesTests {
    @Test(
        arguments: [
            // free, asked for, at once, connections
            (1000, 50, 50, nil), (24, 10, 1, 1), (0, 10, 1, 1), (37, 64, 6, 7), (37, 2, 2, 11), (152, 1, 1, 127),
            (154, 1, 1, nil),
        ] as [(Int, Int, Int, Int?)])
    func `each request has two, and what is left is for kept connections`(
        free: Int, wanted: Int, jobs: Int, total: Int?
    ) {
        let budget = OpenFiles.Budget(free: free, limit: free + 3, jobs: wanted)
        #expect(budget.jobs == jobs)
        #expect(budget.connections.total == total)
        #expect(budget.connections.idle == min(128, total ?? 128))
        #expect((budget.note == nil) == (jobs == wanted))
        // With the descriptors that every program needs, the total stays below the limit, unless that is too low for
        // one request.
        if free > 26 { #expect(24 + budget.jobs + (budget.connections.total ?? 0) <= free || total == nil) }
    }

    @Test func `a server in the same process takes the other half`() {
        let budget = OpenFiles.Budget(free: 64, limit: 67, jobs: 64, sharesServer: true)
        #expect(budget.jobs == 10)
        #expect(budget.connections.total == 10)
        #expect(
            budget.note
                == "10 of 64 requests run at once: this program may open 67 files ('ulimit -n' shows and sets it), and each request needs 2."
        )
    }
}
