import Testing

@testable import apitui

struct JobThreadsTests {
    @Test(arguments: [
        (1, 8, 1), (15, 8, 1), (16, 8, 2), (20, 2, 2), (20, 1, 1), (50, 2, 2), (50, 16, 4), (9999, 16, 4),
    ])
    func `few jobs share a thread, many have one for each processor`(jobs: Int, processors: Int, threads: Int) {
        #expect(JobThreads.count(jobs: jobs, processors: processors) == threads)
    }
}
