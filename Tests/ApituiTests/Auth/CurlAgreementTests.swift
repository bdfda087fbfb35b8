import Foundation
import TestSupport
import Testing

@testable import DemoServer
@testable import apitui

/// curl's logins against the demo server, which also checks ours in `Collections/Demo/11-auth`: both must be accepted.
@Suite(
    .timeLimit(.minutes(5)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"))
struct CurlAgreementTests {
    private func curl(_ arguments: [String]) async throws -> String {
        try await ProgramRun.run("/usr/bin/curl", ["-s", "-w", " %{http_code}"] + arguments).text
    }

    private func withDemo(_ body: (String) async throws -> Void) async throws {
        let demo = DemoServer()
        _ = try await DemoCommand.start(demo)
        try await body(demo.variables["base"] ?? "")
        await demo.stop()
    }

    @Test(arguments: ["MD5", "MD5-sess", "SHA-256", "SHA-256-sess"])
    func `curl's Digest login is accepted, but not with another password`(_ algorithm: String) async throws {
        try await withDemo { base in
            let url = "\(base)/digest?algorithm=\(algorithm)&userhash=true"
            let good = try await curl(["--digest", "-u", "ada:lovelace", url])
            #expect(good.hasSuffix(" 200"), "\(good)")
            #expect(try await curl(["--digest", "-u", "ada:byron", url]).hasSuffix(" 401"))
        }
    }

    @Test func `curl's AWS signature is accepted, but not with another key`() async throws {
        try await withDemo { base in
            let key = "\(DemoSignatures.accessKey):\(DemoSignatures.secretKey)"
            let flags = [
                "--aws-sigv4", "aws:amz:eu-west-1:execute-api", "-d", "{\"a\":1}", "\(base)/aws/orders?a=1&b=2",
            ]
            let good = try await curl(["--user", key] + flags)
            #expect(good.hasSuffix(" 200"), "\(good)")
            #expect(try await curl(["--user", key + "x"] + flags).hasSuffix(" 403"))
        }
    }
}
