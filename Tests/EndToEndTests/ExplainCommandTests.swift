import TestSupport
import Testing

/// `apitui explain` as a user and a script see it.
@Suite struct ExplainCommandTests {
    private func explain(_ arguments: String...) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, ["explain"] + arguments, environment: BuiltProgram.environment(home: home),
            folder: home.path)
    }

    @Test func `a status is explained with its section`() async throws {
        let run = try await explain("421")
        #expect(run.status == 0)
        #expect(run.text.hasPrefix("421 Misdirected Request  (status)\n"))
        #expect(run.text.hasSuffix("  RFC 9110 §15.5.20\n"))
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `a header with its value is explained in context`() async throws {
        let run = try await explain("Cache-Control: max-age=60, stale-while-revalidate=30")
        #expect(run.text.contains("  - max-age=60: fresh for 60 s.\n"))
        #expect(
            run.text.contains("  - Together: stored by any cache; used for 60 s without asking; then for 30 s more"))
    }

    @Test func `several meanings and several words are all explained, a name of two words is one`() async throws {
        #expect(try await explain("max-age").text.split(separator: "\n\n").count == 2)
        #expect(try await explain("etag", "vary").text.split(separator: "\n\n").count == 2)
        #expect(try await explain("client", "certificate").text.hasPrefix("client certificate  (TLS)\n"))
    }

    @Test func `an unknown word names similar ones, and the known ones are still explained`() async throws {
        let run = try await explain("etag", "Cache-Controll")
        #expect(run.status == 1)
        #expect(run.text.hasPrefix("ETag  (header)"))
        #expect(
            run.errorText
                == "apitui: There is no explanation of 'Cache-Controll'. Did you mean Cache-Control?\n")
    }

    @Test func `JSON has name, kind, text, details and source`() async throws {
        let run = try await explain("--json", "ETag: W/\"a\"")
        #expect(run.text.hasPrefix(#"[{"name":"ETag","kind":"header","text":""#))
        #expect(run.text.contains(#""details":["Weak (W/)"#))
        #expect(run.text.hasSuffix(#""source":"RFC 9110 §8.8.3"}]"# + "\n"))
    }

    @Test func `the list names every kind`() async throws {
        let run = try await explain("--list")
        #expect(run.text.contains("error category: request-build, offline"))
        #expect(run.text.contains("Cache-Control directive: max-age"))
    }

    @Test func `nothing to explain is a wrong call`() async throws {
        #expect(try await explain().status == 2)
        #expect(try await explain("--list", "404").status == 2)
    }
}
