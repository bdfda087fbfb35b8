import Glibc

/// How many engine threads share the jobs of a command.
enum JobThreads {
    /// One thread sends some 30,000 small requests a second; a few jobs never reach that, and share connections on one
    /// thread.
    /// - Parameter processors: the number of processors.
    static func count(jobs: Int, processors: Int = JobThreads.processors) -> Int {
        max(1, min(processors, jobs / jobsThatShareOne, most))
    }

    private static let jobsThatShareOne = 8
    /// More threads would only wait for the one that writes the results.
    private static let most = 4

    private static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
