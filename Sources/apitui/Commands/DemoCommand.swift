import ArgumentParser
import Base
import DemoServer
import Dispatch

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Opens the sample collection together with a small demo server.",
        discussion: """
            Starts a demo server on a free port of this machine and opens the sample collection, where {{base}} is the \
            server's address. The server stops when you quit. Nothing leaves the machine.

            --serve prints the addresses as the samples name them: base is the API, other a second origin for redirects, and \
            broken a port that does not speak HTTP as it should. {{secure}} is that port with https, although it does not \
            speak TLS.

            Examples:
              apitui demo                      the terminal UI on the samples
              apitui demo --serve --port 8080  only the server, until ^C
            """)

    @Argument(help: "The collection to open. Default: the samples that come with the program.", completion: .file())
    var path: String?

    @Option(
        help: ArgumentHelp(
            "The environment of http-client.env.json to use. Default: development for the samples.",
            valueName: "name"))
    var env: String?

    @Flag(help: "Run only the server, and print its addresses until ^C.")
    var serve = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port of the API; 0 chooses a free one.", valueName: "number"))
    var port: UInt16 = 0

    @Flag(help: UICommand.noLogHelp)
    var noLog = false

    @OptionGroup var screen: ScreenFlags

    func run() throws {
        let collection = serve ? "" : try DemoCollection.find(path)
        _ = try OpenFiles.budget(jobs: 1, sharesServer: true)
        let server = DemoServer()
        let port = port
        _ = try BlockingBridge.wait { try await DemoCommand.start(server, port: port) }
        defer { try? BlockingBridge.wait { await server.stop() } }
        if serve {
            try waitForSignal(server)
        } else {
            let status = try UserInterface.run(
                path: collection, environment: env ?? (path == nil ? "development" : nil), overrides: server.variables,
                sharesServer: true, logs: !noLog, flags: screen.settings,
                greeting: "The demo server runs on \(server.variables["base"] ?? ""). Choose a request and press s.")
            if status != 0 { throw ExitCode(status) }
        }
    }

    /// Starts the server; throws a sentence for the user.
    static func start(_ server: DemoServer, port: UInt16 = 0) async throws -> Int {
        do {
            return try await server.start(port: port)
        } catch {
            throw CommandFailure(
                port == 0
                    ? "The demo server cannot open a port on 127.0.0.1: \(String(describing: error))."
                    : "The demo server cannot use port \(port); another program has it. Choose another with --port, or leave it out.",
                status: .failed)
        }
    }

    private func waitForSignal(_ server: DemoServer) throws {
        let left = DispatchSemaphore(value: 0)
        let watch = try SignalWatch { left.signal() }
        // Nobody is told an address by https where no TLS is spoken.
        for (name, address) in server.variables.sorted(by: { $0.key < $1.key }) where !address.hasPrefix("https:") {
            StandardStreams.live.line("\(name) \(address)")
        }
        StandardStreams.live.report("The demo server runs until ^C.")
        left.wait()
        watch.end()
    }
}
