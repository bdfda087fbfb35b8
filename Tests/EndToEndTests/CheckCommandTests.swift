import TestSupport
import Testing

/// Checks and GraphQL as a script sees them: exit statuses, messages, JSON.
@Suite struct CheckCommandTests {
    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    private let checks = BuiltProgram.demoCollection + "/09-checks/checks.http"
    private let graphQL = BuiltProgram.demoCollection + "/10-graphql/graphql.http"

    @Test func `a check that does not hold is status 1, with both sides and the place`() async throws {
        let run = try await apitui("send", "\(checks)#failingCheck", "--demo")
        #expect(run.status == 1)
        #expect(run.errorText.contains("ok      status == 200"))
        #expect(run.errorText.contains("FAILED  body $.items[1].stock == 1: was 18, at line 1, column "))
        #expect(run.text.hasPrefix("{"))
    }

    @Test func `a failure that a check asks for is a success`() async throws {
        for name in ["wantedError", "wantedTimeout"] {
            let run = try await apitui("send", "\(checks)#\(name)", "--demo")
            #expect(run.status == 0)
        }
    }

    @Test func `run counts checks, and the samples of checks and GraphQL pass`() async throws {
        let run = try await apitui("run", checks, graphQL, "--demo")
        #expect(run.status == 0)
        #expect(run.text.contains(" 0 failed\n"))
        let json = try await apitui("run", checks, "--demo", "--json")
        #expect(json.text.contains(#""failed":0,"warnings":0,"notEvaluated":0,"uncheckedRequests":0"#))
        #expect(json.text.contains(#""verdict":"passed""#))
    }

    @Test func `a request without checks says so where others have some`() async throws {
        let folder = try TemporaryFolder()
        let bare = "### bare\nGET {{base}}/products/1\n\n"
        try folder.write(bare, to: "bare.http")
        try folder.write(bare + "### checked\n# @assert status == 200\nGET {{base}}/products/1\n", to: "both.http")
        let both = try await apitui("run", folder.path + "/both.http", "--demo")
        #expect(both.text.contains("  not checked\n") && both.text.contains("  checks 1/1\n"))
        #expect(both.text.contains("1 check: 1 passed, 0 failed; 1 request was not checked\n"))
        let alone = try await apitui("run", folder.path + "/bare.http", "--demo")
        #expect(!alone.text.contains("check"))
    }

    @Test func `a capture that finds nothing in its response says so`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            ### first
            # @name first
            GET {{base}}/products/1

            > {% client.global.set("token", response.body.nothing); client.global.set("id", response.body.id); %}

            ### good
            GET {{base}}/products/{{id}}

            ### bad
            GET {{base}}/products/{{token}}
            """, to: "a.http")
        let run = try await apitui("run", folder.path + "/a.http", "--demo")
        #expect(run.status == 1)
        #expect(run.text.contains("2 ok, 1 failed"))
        #expect(
            run.text.contains(
                "the response of first should set it (line 5), but has nothing at response.body.$.nothing"))
    }

    @Test func `errors of a GraphQL response are the category api`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("GRAPHQL {{base}}/graphql\n\n{ product(id: 999) { name } }\n", to: "a.http")
        let run = try await apitui("send", folder.path + "/a.http", "--demo")
        #expect(run.status == 23)
        #expect(run.errorText.contains("There is no product 999"))
    }
}
