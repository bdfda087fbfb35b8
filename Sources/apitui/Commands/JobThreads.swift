import Glibc

/// How many threads of the engine share the jobs of a command.
enum JobThreads {
    /// One thread carries some 30,000 small requests a second; few jobs never come to that, and share connections on one.
    /// - Parameter processors: of this machine.
    static func count(jobs: Int, processors: Int = JobThreads.processors) -> Int {
        max(1, min(processors, jobs / jobsThatShareOne, most))
    }

    private static let jobsThatShareOne = 8
    /// More would wait for the one thread that writes the results.
    private static let most = 4

    private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
