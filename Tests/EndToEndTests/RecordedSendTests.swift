import TestSupport
import Testing

/// What `send` prints with each of its flags, for URLs and for saved requests, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(20))) struct RecordedSendTests {
    private static let files = [
        "api/send.http": """
        ### Login
        # @name login
        POST {{host}}/login
        Content-Type: application/json
        Authorization: Bearer {{password}}

        {"password": "{{password}}"}
        ### Asked
        # @name asked
        # @prompt code The code
        GET {{host}}/text?code={{code}}
        ### Asked with a default
        # @name usual
        GET {{host}}/text?a={{$input Which one? $value: b}}
        ### Written
        # @name written
        GET {{host}}/json

        >> out/a.json
        ### Gone is what is expected
        # @name gone
        GET {{host}}/gone

        ?? status == 404
        ### Several
        # @name several
        # @loop for 2
        GET {{host}}/text?n={{$index}}
        ### First
        # @name first
        GET {{host}}/json
        ### Second
        # @name second
        # @ref first
        GET {{host}}/text?id={{first.response.body.$.id}}

        > {% client.log("seen", response.status); client.test("is there", function () { client.assert(response.status === 201); }); %}
        ### Third
        # @name third
        GET {{host}}/text?id={{first.response.body.$.id}}
        ### Never sent
        # @name never
        # @ref broken
        GET {{host}}/text
        ### Broken
        # @name broken
        GET {{host}}/{{nothing}}/{{no-more}}
        ### Not in the log
        # @name hidden
        # @no-log
        GET {{host}}/text
        """,
        "api/one.http": "GET {{host}}/json\n", "api/base.http": "GET {{base}}/text\n", "api/none.http": "# nothing\n",
        "api/http-client.env.json": #"{"dev": {"host": "HOST"}, "live": {"host": "HOST"}}"#,
        "api/http-client.private.env.json": #"{"dev": {"password": "very-secret-1"}}"#,
        "http-client.env.json": #"{"dev": {"host": "HOST"}}"#, "a.txt": "a\nb\n", "v.txt": "{{host}}\n",
        "bad.txt": "no cookie\n",
        "jar.txt": "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1\n",
    ]

    private static let commands = """
        send HOST/echo -d a=b -d c=d
        send HOST/echo -d a=b -G -d 'c=d e'
        send HOST/echo -X PATCH --data-urlencode 'a=b c' --data-raw @x
        send HOST/echo -d @a.txt
        send HOST/echo --data-binary @a.txt
        send HOST/echo -d @none.txt
        send HOST/echo -d @- < typed
        send HOST/echo -d {{host}} --env dev
        send HOST/echo -d {{word}} --var word=x
        send HOST/echo -d {{word}}
        send HOST/echo -d @v.txt -d {{host}} --env dev
        send {{host}}/json --env dev
        send {{host}}/json --env live
        send {{nothing}}/json
        send HOST/echo -u ann:pw-secret -v
        send HOST/echo -u ann:pw-secret -v --reveal
        send HOST/json?token=abcdef123
        send HOST/json?token=abcdef123 --reveal
        send HOST/echo -A me -b a=1 -b b=2 -H 'X-Empty;' -H Accept:
        send -I HOST/json
        send -I HOST/json -v
        send HOST/json -i -o -
        send HOST/json -i -o out.txt
        cat out.txt
        send HOST/json --json -o out.json
        send HOST/gone -o out.txt
        cat out.txt
        send HOST/cut
        send HOST/cut -o out.txt
        cat out.txt
        send HOST/cut --json
        send HOST/text -o none/out.txt
        send HOST/text -o api
        send HOST/text -o ''
        send HOST/json --json
        send HOST/moved --json
        send HOST/moved -v -L
        send HOST/moved -L --json
        send HOST/around -L
        send HOST/nowhere
        send HOST/bytes --json
        send HOST/none
        send HOST/text --max-body 5
        send HOST/text --max-body 6
        send HOST/text --proxy http://127.0.0.1:1
        send HOST/text --connect-to ::127.0.0.1:1
        send HOST/text --unix-socket none.sock
        send HOST/text --compressed -s -S
        send HOST/text -X 'G T'
        send HOST/text -H 'A: b' -H 'A: c' -v
        send HOST/cookie --cookies new.txt
        send HOST/echo --cookies new.txt
        send HOST/cookie --cookies new.jsonl
        send HOST/echo --cookies new.jsonl
        send HOST/echo --cookies jar.txt
        send HOST/text --cookies bad.txt
        send HOST/text --cookies none/jar.txt
        send HOST/cookie --no-cookies -v
        send HOST/cached --cache only-if-cached
        send HOST/cached
        send HOST/cached --cache only-if-cached
        send HOST/cached --cache reload
        send HOST/cached --cache no-store
        send HOST/cached --cache no-cache -v
        send HOST/cached --json
        APITUI_CACHE=no-store send HOST/cached
        APITUI_CACHE=no-store send HOST/cached --cache default
        APITUI_MAX_BODY=3 send HOST/text
        APITUI_TIMEOUT=soon send HOST/text
        send HOST/renewed
        send HOST/renewed
        send HOST/renewed --json
        send HOST/renewed --cache force-cache -v
        send HOST/tagged
        send HOST/tagged -v
        send api/send.http#login -v
        send api/send.http#login -v --reveal
        send api/send.http#login --json --no-log
        send api/send.http#login --env nope
        send api/send.http#login --plan
        send api/send.http#login --plan --reveal
        send api/send.http#asked
        send api/send.http#asked --var code=7
        send api/send.http#asked --plan
        send api/send.http#usual
        send api/send.http#usual --plan --json
        send api/send.http#written
        send api/send.http#written --trust
        send api/send.http#written --trust --json
        send api/send.http#gone
        send api/send.http#gone --json
        send api/send.http#several
        send api/send.http#several --plan
        send api/send.http#several --plan --json
        send api/send.http#second
        send api/send.http#second -v
        send api/send.http#second --json
        send api/send.http#second --plan --json
        send api/send.http#third
        send api/send.http#third --with-references
        send api/send.http#third --with-references --plan
        send api/send.http#never
        send api/send.http#never --plan
        send api/send.http#broken
        send api/send.http#broken --plan --json
        send api/send.http#broken --var nothing=a --var no-more=b
        send api/send.http#hidden
        send api/send.http:3
        send api/send.http:500
        send api/send.http#2 --var code=1
        send api/send.http#Login
        send api/send.http#LOGIN
        send api/one.http
        send api/one.http -L
        send api/none.http
        send api/none.http#x
        send api/gone.http
        send gone
        send gone.txt#x
        send - < GET HOST/text
        send -#b < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        send -:4 < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        send - < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        send - < # nothing
        send api/base.http
        send api/base.http --plan
        send api/base.http --demo --plan
        send api/base.http --demo --var base=HOST
        send api/base.http --demo --var base=HOST --plan --json
        run api/base.http --demo --plan
        run api/base.http --demo --var base=HOST --no-log
        send api/one.http --contract
        send api/one.http --contract-file none.yaml
        send api/one.http --server http://127.0.0.1:1
        send - --json < GET {{x}}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/json"}
        batch -j 1 < nope\\n\\n{"id":3}\\n{"id":"x","method":"GET"}
        batch -j 1 < {"id":1,"method":"POST","url":"HOST/echo","body":"x","headers":[["A","b"],["a","é"]]}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/cut"}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/bytes"}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/moved"}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/moved","followRedirects":false}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/around","maxRedirects":1}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/text","maxBodyBytes":5}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/text?token=abcdef123"}
        batch -j 1 --reveal < {"id":1,"method":"GET","url":"HOST/text?token=abcdef123"}
        batch -j 1 < {"id":1,"method":"GET","url":"HOST/cached","cache":"only-if-cached"}
        batch -j 1 < {"id":1,"method":"GET","url":"http://127.0.0.1:1/"}
        batch -j 1 < {"id":1,"b":1,"a":2}\\n{"id":2,"b":1,"c":2}
        batch < \\n
        """

    private static let masks =
        RecordedFlowTests.masks + [
            (#""(offset|firstByte)":(null|[0-9.]+)"#, #""$1":TIME"#), (#""(pid|localPort|age)":[0-9]+"#, #""$1":N"#),
            (#""Age","[0-9]+""#, #""Age","N""#), (#"\bAge: [0-9]+"#, "Age: N"),
            // The port of the server is in it.
            (#""bodyBase64":"UE9T[^"]*""#, #""bodyBase64":"ECHO""#),
        ]

    @Test func `each flag of send does what was recorded`() async throws {
        let json = ("Content-Type", "application/json")
        let text = ("Content-Type", "text/plain")
        let routes: [String: StubBehaviour] = [
            "/json": .status(200, headers: [json], body: #"{"id":1}"#), "/moved": .redirect(to: "/text"),
            "/text": .status(200, headers: [text], body: "hello\n"), "/around": .redirect(301, to: "/around"),
            "/nowhere": .status(302, body: "no place"), "/none": .status(204, body: ""),
            "/gone": .status(404, headers: [text], body: "not here"),
            "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf"),
            "/bytes": .steps(.send(StubBehaviour.response(200, body: [0xFF, 0, 0x41]))),
            "/cookie": .status(200, headers: [text, ("Set-Cookie", "sid=abc; Path=/")], body: "cookie\n"),
            "/cached": .status(200, headers: [text, ("Cache-Control", "max-age=1000")], body: "kept\n"),
            "/tagged": .status(200, headers: [text, ("Cache-Control", "no-cache"), ("ETag", "\"1\"")], body: "tag\n"),
            "/renewed": .status(
                200, headers: [text, ("Cache-Control", "max-age=0, stale-while-revalidate=1000")], body: "again\n"),
            "/login": .status(200, headers: [json], body: #"{"token":"t"}"#),
        ]
        let server = StubBehaviour { request in
            if request.target.hasPrefix("/echo") { return StubBehaviour.echo.answer(request) }
            if request.target.hasPrefix("/text?") || request.target.hasPrefix("/json?") {
                return StubBehaviour.status(200, headers: [text], body: "\(request.target)\n").answer(request)
            }
            return StubBehaviour.routes(routes).answer(request)
        }
        try await StubServer.with(server) { server in
            let program = try RecordedProgram(server.url, Self.files, environment: "api", masks: Self.masks)
            try Recorded.expect(try await program.parts(of: Self.commands), in: "program-send")
        }
    }
}
