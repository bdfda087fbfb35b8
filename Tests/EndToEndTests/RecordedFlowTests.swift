import TestSupport
import Testing

/// What runs, their recordings, the request log and the cache print, command after command in one folder, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(20))) struct RecordedFlowTests {
    private static let files = [
        "api/orders.http": """
        ### Log in
        # @name login
        # @tag smoke
        POST {{host}}/login
        Content-Type: application/json

        {"user": "u", "password": "{{password}}"}

        ?? status == 200
        ?? body $.token exists
        ### List
        # @name orders
        # @ref login
        # @tag smoke
        GET {{host}}/orders
        Authorization: Bearer {{login.response.body.$.token}}

        ?? status == 200
        ?? body $.items[0].id == 1
        ?? body $.items[1].id == 3
        ### One
        # @name one
        GET {{host}}/orders/1

        > {% client.log("id", response.body.id); %}
        ### Gone
        # @name gone
        GET {{host}}/gone
        ### Down
        # @name down
        GET {{host}}/down

        ?? status == 503
        ### Needs
        # @name needs
        # @ref gone
        GET {{host}}/orders/{{gone.response.body.$.id}}
        ### Each
        # @name each
        GET {{host}}/orders/{{id}}
        ### Off
        # @name off
        # @disabled
        GET {{host}}/text
        ### Hand
        # @name hand
        # @tag manual
        DELETE {{host}}/orders/1
        """,
        "api/http-client.env.json": """
        {"dev": {"host": "HOST", "password": "pw"}, "live": {"host": "HOST", "password": "x"}}
        """,
        "api/openapi.yaml": """
        openapi: 3.1.0
        info: {title: Orders, version: "1"}
        servers: [{url: HOST}]
        paths:
          /orders:
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer}}
              responses:
                "200": {description: ok, content: {application/json: {schema: {type: object, required: [items, total]}}}}
                "404": {description: none}
          /orders/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}}
            get:
              responses:
                "200": {description: ok, content: {application/json: {schema: {type: object}}}}
            delete:
              responses:
                "204": {description: gone}
        """,
        "rows.csv": "id,note\n1,a\n2,b\n",
        "broken/http-client.env.json": #"{"dev": {"host": }}"#, "broken/a.http": "GET http://a.test/{{host}}\n",
    ]

    private static let commands = """
        run api
        run api --data rows.csv
        run api --tag nope
        run api --fail-fast --report tap=- --no-log
        run api --contract --as first
        run api --shard 1/2 --out one.run
        run api --shard 2/2 --out two.run
        runs merge one.run two.run --as whole
        runs merge one.run --allow-partial
        runs list
        runs list -n 1 --json
        runs show first
        runs show first --exchange 1
        runs report first --report markdown=-
        compare first whole
        coverage api/openapi.yaml api --missing
        coverage api/openapi.yaml --run first
        describe first --difference api/openapi.yaml
        runs name first --as before
        runs delete --before 7d
        runs delete whole --yes
        log -n 2 method:POST
        log status:404 --save bad
        log saved:bad -n 1
        log --forget nope
        log -n 1 --export jsonl -o x.jsonl
        log status:404 --delete --yes
        history list --by-request -n 2
        complete fish log status:
        complete fish runs show ''
        complete fish run api --tag ''
        complete fish send api/orders.http --env dev --var ''
        history show 1 --curl
        history show 1 --http
        history resend 3
        history delete 999 1
        history clear --before now
        send -v HOST/cached
        send HOST/cached
        send HOST/moved
        send HOST/moved -L -i
        send api/orders.http#needs
        send api/orders.http#needs --plan
        send ftp://a
        send api
        cache show HOST/cached
        cache list --stale
        cache clear cached
        lint - < GET {{x}}
        lint broken
        lint broken --env nope
        lint broken --env nope --json
        query $..* --paths < {"a":[1,{"b":"x"}]}
        batch < {"id":1,"method":"GET","url":"HOST/text","x":1}
        """

    /// Names of runs, sizes of recordings, process numbers, and times in columns and in JSON.
    static let masks = [
        (#"Recorded as [a-z0-9]{7}\."#, "Recorded as RUN."), (#"The run [a-z0-9]{7} "#, "The run RUN "),
        (#"(?m)^[a-z0-9]{7}  DATE"#, "RUN  DATE"),
        // Only of 'runs list': the name of a request may have seven letters too.
        (#"(?m)^\{"id":"[a-z0-9]{7}"(?=,"name":)"#, #"{"id":"RUN""#),
        (#"(?m)^[a-z0-9]{7}(?=\t)"#, "RUN"), (#"runs show [a-z0-9]{7}(?=[ '])"#, "runs show RUN"),
        (#"of run [a-z0-9]{7}\b"#, "of run RUN"), (#"(?m)^  run: "[a-z0-9]{7}""#, #"  run: "RUN""#),
        (#""bytes":[0-9]+"#, #""bytes":SIZE"#), (#"[0-9.]+ a second"#, "RATE a second"),
        (#"duration_ms: [0-9.]+"#, "duration_ms: TIME"), (#"TIME {2,}"#, "TIME "), (#"Latencies, .*"#, "Latencies …"),
        (
            // Of times: the numbers of 'coverage --json' are no different the next time.
            #"(?<!"used":[0-9]{1,9},)"(queue|dns|connect|tls|send|wait|receive|retryWait|total|redirect|networkTime|elapsed|perSecond|min|mean|median|p90|p95|p99|max)":(null|[0-9.]+)"#,
            #""$1":TIME"#
        ),
    ]

    @Test func `each command after the ones before it prints what was recorded`() async throws {
        let json = ("Content-Type", "application/json")
        let text = ("Content-Type", "text/plain")
        let routes: [String: StubBehaviour] = [
            "/login": .status(200, headers: [json], body: #"{"token":"abc"}"#),
            "/orders": .status(200, headers: [json, ("ETag", "\"1\"")], body: #"{"items":[{"id":1},{"id":2}]}"#),
            "/orders/1": .status(200, headers: [json], body: #"{"id":1,"n":null}"#),
            "/text": .status(200, headers: [text], body: "hello\n"), "/moved": .redirect(to: "/text"),
            "/down": .status(503, body: "no"),
            "/cached": .status(200, headers: [text, ("Cache-Control", "max-age=1000")], body: "kept\n"),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let program = try RecordedProgram(server.url, Self.files, environment: "api", masks: Self.masks)
            try Recorded.expect(try await program.parts(of: Self.commands), in: "program-flow")
        }
    }
}
