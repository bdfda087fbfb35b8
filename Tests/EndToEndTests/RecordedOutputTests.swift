import Foundation
import TestSupport
import Testing

/// What the built program prints for many commands, with its statuses, as it was recorded (`Recorded`). Paths and ports are replaced.
@Suite(.timeLimit(.minutes(20))) struct RecordedOutputTests {
    private static let shop = """
        @base = {{host}}
        @unused = 1
        ### List
        # @name list
        # @tag smoke
        # @description All of them.
        # @assert status == 200
        GET {{base}}/json
        Accept: application/json
        ### Add
        # @name add
        # @assert status == 201
        # @assert body $.id exists
        POST {{base}}/json
        Content-Type: application/json

        {"name": "{{name}}"}
        ### Broken
        # @name broken
        # @asert status == 200
        # @timeout soon
        GET {{base}}/{{nope}}
        ### Text
        # @name text
        GET {{base}}/text
        ### Script
        # @name script
        GET {{base}}/json

        > {% client.test("ok", function () { client.assert(response.status === 200); }); client.log("seen", response.body.id); %}
        ### Off
        # @name off
        # @disabled
        GET {{base}}/text
        """

    private static let commands = """
        list
        list shop.http
        list --json shop.http
        list --json
        lint
        lint --json
        lint --env dev
        lint --env nope
        lint nope.http
        send shop.http#list
        send -i shop.http#list
        send shop.http#add
        send shop.http#broken
        send shop.http#nope
        send shop.http#lits
        send shop.http#text
        send shop.http#script
        send shop.http#off
        send shop.http
        send shop.http#list --env nope
        send --dry-run shop.http#add
        send HOST/text
        send HOST/missing
        send HOST/missing -f
        send -X PUT -d a=b HOST/echo
        send http://127.0.0.1:1/
        send 'http://a b/'
        send -o out.txt HOST/text
        run shop.http#list --dry-run
        run --dry-run
        run --dry-run --json shop.http#add
        run nope
        run shop.http#nope
        query $.id body.json
        query $.list[*] body.json
        query $.nope body.json
        query $[ body.json
        query //a body.json
        query $.id nope.json
        export shop.http --to curl
        export shop.http#add --to httpie
        export shop.http#add --to swift
        export shop.http --to markdown
        export shop.http#list --to har -o out.har
        export shop.http --to openapi
        export nope.http --to curl
        import curl.sh --json
        import curl.sh --into made --yes
        import body.json
        import nope
        explain 404
        explain max-age=60
        explain nopenope
        config
        config --keys
        config --json
        themes
        themes --json
        keys
        cache list
        cache clear --yes
        auth list
        trust --list
        trust
        runs list
        runs show last
        runs show nope
        history
        history show 1
        history show 99
        history show x
        log -n 0
        log status:nope
        log --saved
        compare a b
        graphql schema
        graphql validate shop.http
        completions fish
        completions nope
        nope
        send
        """

    @Test func `each command prints what was recorded`() async throws {
        let routes: [String: StubBehaviour] = [
            "/json": .status(200, headers: [("Content-Type", "application/json")], body: #"{"id":1,"list":[1,2]}"#),
            "/text": .status(200, headers: [("Content-Type", "text/plain")], body: "hello\n"),
            "/echo": .status(200, body: "ok"),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let files = [
                "shop.http": Self.shop, "body.json": #"{"id":1,"list":[1,"x"]}"#,
                "http-client.env.json":
                    #"{"dev": {"host": "HOST", "name": "x"}, "live": {"host": "http://127.0.0.1:1"}}"#,
                "curl.sh": "curl -X POST http://a.test/x -H 'A: b' -d a=b\n",
            ]
            let parts = try await RecordedProgram(server.url, files, environment: "shop").parts(of: Self.commands)
            try Recorded.expect(parts, in: "program")
        }
    }
}
