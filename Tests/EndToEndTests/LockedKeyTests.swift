import TestSupport
import Testing

/// A client certificate whose key has a password that nobody gave.
@Suite struct LockedKeyTests {
    @Test func `a key without its password is an error, and nobody is asked for it`() async throws {
        let nginx = try NginxServer.shared.get()
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path,
            [
                "send", nginx.url(.wantsCertificate), "--cacert", nginx.caFile, "--cert", nginx.certificate("client"),
                "--key", nginx.key("locked"),
            ], environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 14, "\(run.errorText)")
        // OpenSSL asks on the terminal, or on standard error where there is none.
        #expect(!run.errorText.contains("PEM pass phrase"), "\(run.errorText)")
        #expect(run.errorText.contains("Give the password if there is one"), "\(run.errorText)")
    }
}
