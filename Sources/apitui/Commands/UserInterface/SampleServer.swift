import Base
import DemoServer
import Synchronization
import Workspace

/// The server of the samples, for a screen that was not started as a demo. It ends with the program.
enum SampleServer {
    private static let running = Mutex<DemoServer?>(nil)

    /// Finds the samples, and starts their server if it does not run yet.
    static func open() async throws(CollectionError) -> (path: String, variables: [String: String]) {
        let path: String
        do throws(CommandFailure) {
            path = try DemoCollection.find(nil)
        } catch {
            throw CollectionError(sentence: error.sentences.map(\.string).joined(separator: " "))
        }
        let absolute = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
        if let server = running.withLock({ $0 }) { return (absolute, server.variables) }
        let server = DemoServer()
        do {
            _ = try await DemoCommand.start(server)
        } catch {
            throw CollectionError(sentence: "The server of the samples cannot open a port on 127.0.0.1.")
        }
        running.withLock { $0 = server }
        return (absolute, server.variables)
    }
}
