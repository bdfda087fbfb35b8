import Foundation
import Glibc
import TestSupport
import Testing

/// Endings that no command chooses: crashes, and signals while the runtime has no threads.
@Suite(.timeLimit(.minutes(5))) struct EndingTests {
    /// - Parameter before: commands of the shell that becomes the program.
    private func start(
        _ command: String, _ home: TemporaryFolder, before: String = ""
    ) throws -> (process: Process, errors: Pipe) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", "ulimit -c 0; \(before)exec \"$0\" \(command)", BuiltProgram.path]
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

    @Test func `SIGTERM ends a request without a response, with its own status`() async throws {
        try await StubServer.with(.steps(.untilClosed)) { server in
            let home = try TemporaryFolder()
            try home.write("GET \(server.url)/\n", to: "a.http")
            let (process, _) = try start("send a.http", home)
            _ = await server.requests(1)
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 143)
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
