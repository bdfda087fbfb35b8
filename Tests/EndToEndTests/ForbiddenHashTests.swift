import Foundation
import TestSupport
import Testing

/// A machine whose OpenSSL configuration forbids MD5, as FIPS mode does.
@Suite(.timeLimit(.minutes(5))) struct ForbiddenHashTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        let configuration = """
            openssl_conf = start
            [start]
            alg_section = algorithms
            [algorithms]
            default_properties = fips=yes

            """
        try home.write(configuration, to: "openssl.cnf")
    }

    private func send(_ file: String, challenge: String) async throws -> (run: ProgramRun, count: Int) {
        let challenge = StubBehaviour.status(
            401,
            headers: [("WWW-Authenticate", "Digest realm=\"r\", qop=\"auth\", nonce=\"n\", algorithm=\(challenge)")])
        return try await StubServer.with(.sequence(challenge, .status(200, body: "abc"))) { server in
            try home.write(file.replacing("URL", with: server.url), to: "c/a.http")
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["send", "c/a.http"],
                environment: BuiltProgram.environment(
                    home: home, adding: ["OPENSSL_CONF": "\(home.path)/openssl.cnf"]),
                folder: home.path)
            return (run, server.received.count)
        }
    }

    @Test func `Digest with MD5 fails with a sentence`() async throws {
        let (run, count) = try await send("GET URL/\nAuthorization: Digest u p\n", challenge: "MD5")
        #expect(run.status == 10, "\(run.errorText)")
        #expect(
            run.errorText.contains(
                "The server asks for Digest authentication with MD5, which OpenSSL on this machine does not offer."),
            "\(run.errorText)")
        #expect(count == 1)
    }

    @Test(arguments: ["SHA-256", "SHA-512-256"])
    func `other hashes do not depend on the configuration`(_ algorithm: String) async throws {
        let (run, count) = try await send("GET URL/\nAuthorization: Digest u p\n", challenge: algorithm)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(count == 2)
    }

    @Test func `a check of an MD5 digest says that it cannot be evaluated`() async throws {
        let file = "GET URL/\nAuthorization: Digest u p\n\n?? body md5 900150983cd24fb0d6963f7d28e17f72\n"
        let (run, _) = try await send(file, challenge: "SHA-256")
        #expect(run.status != 0)
        #expect(
            (run.text + run.errorText).contains("OpenSSL on this machine does not offer this digest"),
            "\(run.text)\(run.errorText)")
    }
}
