import Foundation
import TestSupport

/// One result line of `apitui batch`. Decoding is strict: a missing member or one of another type fails the test.
struct BatchAnswer: Decodable {
    struct Failure: Decodable {
        var category: String
        var phase: String?
        var sentence: String
        var hint: String
        var code: String?
    }

    struct Unexpected: Error, CustomStringConvertible {
        var description: String
    }

    struct CacheUse: Decodable {
        var outcome: String
        var reason: String
        var stored: Bool
        var revalidating: Bool
    }

    var id: String?
    var status: Int?
    var httpVersion: String?
    var headers: [[String]]
    var trailers: [[String]]
    var body: String?
    var bodyBase64: String?
    var cache: CacheUse?
    var error: Failure?
    var attempts: Int
    var redirects: Int
    var finalUrl: String?
    var reused: Bool
    var timings: [String: Double?]

    var category: String? { error?.category }

    func time(_ name: String) -> Double? { timings[name].flatMap { $0 } }

    static func decode(_ output: [UInt8]) throws -> [BatchAnswer] {
        try output.split(separator: 0x0A).map { try JSONDecoder().decode(BatchAnswer.self, from: Data($0)) }
    }
}

/// Runs `apitui batch` with the built program.
enum Batch {
    static func run(_ arguments: [String] = [], input: [UInt8], interruptWhenReadable: Int32? = nil) async throws
        -> ProgramRun
    {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, ["batch"] + arguments, environment: BuiltProgram.environment(home: home), input: input,
            interruptWhenReadable: interruptWhenReadable)
    }

    /// Sends one request and returns its response.
    static func send(_ url: String, method: String = "GET", _ members: String = "") async throws -> BatchAnswer {
        let answers = try await send([line("x", url, method: method, members)])
        guard answers.count == 1, let answer = answers.first else {
            throw BatchAnswer.Unexpected(description: "\(answers.count) answers to one line")
        }
        return answer
    }

    /// Sends lines and returns the responses in the order of arrival.
    static func send(_ lines: [String], _ arguments: [String] = []) async throws -> [BatchAnswer] {
        let run = try await run(arguments, input: Array((lines.joined(separator: "\n") + "\n").utf8))
        guard run.status == 0 else {
            throw BatchAnswer.Unexpected(description: "status \(run.status): \(run.errorText.prefix(500))")
        }
        return try BatchAnswer.decode(run.output)
    }

    static func line(_ id: String, _ url: String, method: String = "GET", _ members: String = "") -> String {
        #"{"id":"\#(id)","method":"\#(method)","url":"\#(url)"\#(members.isEmpty ? "" : ",\(members)")}"#
    }

    /// Runs a shell script in which `$0 batch` is the program.
    static func script(_ script: String, _ arguments: [String] = []) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            "/bin/bash", ["-c", script, BuiltProgram.path] + arguments,
            environment: BuiltProgram.environment(home: home), folder: home.path)
    }
}
