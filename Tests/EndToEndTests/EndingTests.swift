import Foundation
import Glibc
import TestSupport
import Testing

/// Endings that no command chooses: crashes, and signals while the runtime has no threads.
@Suite(.timeLimit(.minutes(5))) struct EndingTests {
    /// - Parameters:
    ///   - before: commands of the shell that becomes the program.
    ///   - launcher: what starts the program.
    private func start(
        _ command: String, _ home: TemporaryFolder, before: String = "", launcher: String = ""
    ) throws -> (process: Process, errors: Pipe) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "ulimit -c 0; \(before)exec \(launcher) \"$0\" \(command)", BuiltProgram.path]
        process.environment = BuiltProgram.environment(home: home)
        process.currentDirectoryURL = URL(filePath: home.path)
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return (process, errors)
    }

    @Test(arguments: [SIGABRT, SIGILL, SIGSEGV, SIGBUS, SIGTRAP, SIGFPE])
    func `a crash is one sentence, and its status that of the signal`(signal: Int32) async throws {
        try await StubServer.with(.steps(.untilClosed)) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let (process, errors) = try start("send a.http", home)
            _ = await server.requests(1)
            kill(process.processIdentifier, signal)
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(process.terminationStatus == signal)
            #expect(
                text.contains(
                    "apitui: The program ends here because of a bug. Please report it and say what you did.\n"))
            #expect(!text.contains("Backtrac"))
        }
    }

    /// The process that runs the tests may ignore a signal; the program would inherit that.
    private static let heedsSignals = "env --default-signal=INT,HUP,TERM"

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `SIGTERM and SIGHUP end a request without a response, with their own status`(
        signal: Int32, status: Int32
    ) async throws {
        try await StubServer.with(.steps(.untilClosed)) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let (process, _) = try start("send a.http", home, launcher: Self.heedsSignals)
            _ = await server.requests(1)
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == status)
        }
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `a run that a signal ends leaves its files whole, and no draft of them`(
        signal: Int32, status: Int32
    ) async throws {
        try await StubServer.with(.steps(.untilClosed)) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let (process, _) = try start(
                "run a.http --junit junit.xml --out a.run", home, launcher: Self.heedsSignals)
            _ = await server.requests(1)
            kill(process.processIdentifier, signal)
            // When a terminal is closed, both the shell and the kernel send it; 'timeout' sends each to the program and to its
            // group.
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == status)
            let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
            let drafts = names.filter { $0.hasSuffix(".tmp") }
            #expect(drafts.isEmpty && Set(names).isSuperset(of: ["junit.xml", "a.run"]), "\(names.sorted())")
        }
    }

    @Test func `a signal that is ignored at the start stays so, as with nohup or in a script`() async throws {
        try await StubServer.with(.steps(.untilClosed)) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let (process, _) = try start("send a.http", home, before: "trap '' INT; ")
            _ = await server.requests(1)
            let facts = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let ignored = facts.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
            let mask = try #require(ignored?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
            #expect(mask & 1 << UInt64(SIGINT - 1) != 0 && mask & 1 << UInt64(SIGTERM - 1) == 0)
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            #expect(process.terminationStatus == 143)
        }
    }
}
