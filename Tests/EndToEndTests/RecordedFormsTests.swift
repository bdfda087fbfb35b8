import TestSupport
import Testing

/// What commands print in forms and states that the other recorded texts do not have: reports, joined parts, comparisons, plans, tokens, a
/// configuration, and odd uses of `send` and `history`, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(20))) struct RecordedFormsTests {
    enum Kind: String, CaseIterable, Sendable {
        case forms, plans, settled, sent

        fileprivate var commands: String {
            switch self {
            case .forms: RecordedFormsTests.forms
            case .plans: RecordedFormsTests.plans
            case .settled: RecordedFormsTests.settled
            case .sent: RecordedFormsTests.sent
            }
        }

        fileprivate var files: [String: String] {
            switch self {
            case .forms: RecordedFormsTests.runFiles
            case .plans: RecordedFormsTests.planFiles
            case .settled: RecordedFormsTests.settledFiles
            case .sent: RecordedFormsTests.sentFiles
            }
        }
    }

    // MARK: Runs, reports and comparisons

    private static let runFiles: [String: String] = [
        "api/run.http": """
        ### Item
        # @name item
        # @tag data
        GET {{host}}/item?id={{id}}

        > {% client.log("sent", response.body.path); %}
        ### Down
        # @name down
        # @tag bad
        GET {{host}}/down
        ### Other
        # @name other
        # @tag good
        GET {{host}}/text
        ?? status == 200
        ### Twice
        # @name twice
        # @tag loop
        # @loop for 2
        GET {{host}}/text?n={{$index}}
        ### By hand
        # @name hand
        # @tag manual
        DELETE {{host}}/text
        """, "hand/hand.http": "# @tag manual\nDELETE http://a.test/\n",
        "api/http-client.env.json": #"{"dev": {"host": "HOST", "id": "1"}, "live": {"host": "HOST", "id": "2"}}"#,
        "api/own.rules": "# @compare-ignore $.path\n",
    ]

    private static let forms = """
        run api/run.http --as first --junit first.xml --html first.html --tap first.tap --report-json first.json
        cat first.xml
        cat first.tap
        query $.run["name","environment","complete","endedBy","cacheMode","shard"] first.json
        query $.requests[*]["id","outcome","status","retries","exchange","repetition"] first.json
        query $.totals["requests","passed","failed","skipped","jobs","repeat","checks"] first.json
        query $ first.html
        run api/run.http#other --report junit --report json --report markdown=done.md --report github=-
        cat done.md
        query $.run["paths","environment"] report.json
        query $ junit.xml
        run api/run.http#down --report-junit - --no-log
        run api/run.http#down --report-tap - --no-log --report-skip-body
        run api/run.http#down --report github=- --no-log
        run api/run.http#other --html none/x
        run api/run.http#other --junit api
        run api/run.http#other --tap /dev/null --no-log
        run api/run.http#other --tap /dev/stderr --no-log
        run api/run.http#other --tap /dev/full --junit ok.xml --no-log
        run api/run.http --fail-fast
        run api/run.http --bail --json --no-log
        run api/run.http#down --duration 10s --fail-fast
        run api/run.http#down --duration 10s --bail --json --no-log
        run api/run.http#other --rate 100/s --repeat 3 --max-in-flight 5
        run api/run.http#other --rate 6000/m --max-in-flight 2 --repeat 2 --json --no-log
        run api/run.http#other --delay 1ms -n 2
        run api/run.http#twice
        run api/run.http#twice --repeat 2
        run api/run.http#down --retry 2 --retry-interval 1ms --json --no-log
        run api/run.http#other --max-body 3
        run api/run.http#other --cache reload --out other.run
        run api/run.http#hand --no-log
        run api/run.http --tag manual --no-log
        run api/run.http#hand --tag loop
        run hand
        run api/run.http --skip-tag data --skip-tag bad --skip-tag good --skip-tag loop
        run api/run.http --filter nothing
        run api/run.http --filter 'o?her' --no-log
        run api/run.http#down api/run.http#other --no-log
        run api/run.http:9 --no-log
        run api/run.http#2 --no-log
        run api/run.http# --filter other --no-log
        run api/run.http:99
        run -#b --no-log < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        run -:1 -#b --no-log < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        run - -#b --no-log < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        run -#c < ### a\\nGET HOST/text\\n\\n### b\\nGET HOST/json
        run localhost:1/x
        run api/none.http#x
        runs list -n 3
        runs list --json -n 2
        runs show first --exchange 2
        runs show first --exchange 3 --json
        runs show first --exchange 0
        runs report first
        runs report first --junit - --report-skip-body
        runs report first --report github=-
        runs report first --tap t.tap --report text=t.txt
        cat t.txt
        runs report first --html none/x --tap t.tap
        runs name first --as last
        runs name first --as a/b
        runs export first --out first.run
        runs export first --out first.run
        runs report first.run --tap -
        runs report other.run --report text=-
        runs name other.run --as x
        run api/run.http --env live --as second
        compare first second
        compare first second --json
        compare first second --report json=c.json --report text=-
        query $["isWorse","isSame","failOn","threshold","counts"] c.json
        compare first second --report markdown=-
        compare first second --report rules=-
        compare first second --report html=c.html --report md=c.md --fail-on body
        query $ c.html
        compare first second --ignore $.path --ignore $.same --fail-on body
        compare first second --fail-on 'body, status' --threshold 20
        compare first second --rules api/own.rules --report rules=compare.rules
        compare first second
        compare first second --no-rules --fail-on status
        compare second first.run --fail-on body
        compare first
        compare --env dev --env live api/run.http#item --fail-on body --json
        runs list -n 2
        compare --env dev --env live api/run.http --filter item --skip-tag bad --var id=9 -n 1 --no-log
        compare --env dev --env live api/run.http --tag manual -n 1 --no-log --trust --no-kept --demo
        compare --env dev --env live api/run.http --tag none --no-log
        run api/run.http --shard 1/2 --out one.run --no-log
        run api/run.http --shard 2/2 --out two.run --no-log
        run api/run.http --shard 2/3 --out other.run --no-log
        run api/run.http --shard 2/2 --repeat 2 --out twice.run --no-log
        runs merge one.run
        runs merge one.run one.run
        runs merge one.run other.run
        runs merge one.run twice.run
        runs merge one.run --allow-partial --tap -
        runs merge one.run two.run --out one.run
        runs merge one.run two.run --out none/x.run
        runs merge two.run one.run --out whole.run --as whole --tap whole.tap
        cat whole.tap
        runs merge whole.run
        runs show whole
        runs show whole.run --exchange 1
        run api/run.http#item --as first
        runs list -n 2
        runs delete whole whole --yes
        run api/run.http#other --repeat 12 --out many.run
        runs show many.run --exchange 10
        runs show many.run --exchange 11
        runs show many.run --exchange 13
        sql UPDATE run SET summary = NULL WHERE id = (SELECT max(id) FROM run)
        runs list -n 1
        runs list -n 1 --json
        runs delete last --yes
        """

    // MARK: Plans and tokens

    private static let planFiles: [String: String] = [
        "api/plan.http": """
        ### Log in
        # @name login
        POST {{host}}/login
        Content-Type: application/json

        {"password": "{{password}}"}
        ### Mine
        # @name mine
        # @ref login
        GET {{host}}/me?token={{login.response.body.$.token}}&id={{unsent.response.body.$.id}}
        ### Unsent
        # @name unsent
        GET {{host}}/json
        ### Token
        # @name token
        GET {{host}}/me
        Authorization: Bearer {{$auth.token("shop")}}
        ### Asked
        # @name asked
        # @prompt code The code
        # @prompt pin
        POST {{host}}/text?code={{code}}&pin={{pin}}
        ### Known
        # @name known
        GET {{host}}/text?a={{$input Which one? $value: b}}
        ### A name that is longer than thirty-two columns are
        PROPFIND {{host}}/text
        ### 漢字
        # @name 漢字
        GET {{host}}/text
        ### Off
        # @name off
        # @disabled
        GET {{host}}/text
        ### Bad
        # @name bad
        GET {{host}}/{{nothing}}/{{no-more}}
        ### Each
        # @name each
        # @loop for 3
        GET {{host}}/text?n={{$index}}
        """,
        "api/http-client.env.json": """
        {"dev": {"host": "HOST", "Security": {"Auth": {"shop": {
          "Type": "OAuth2", "Grant Type": "Client Credentials", "Client ID": "me", "Client Secret": "very-secret-2",
          "Token URL": "HOST/token", "Scope": "read write"
        }}}}}
        """, "api/http-client.private.env.json": #"{"dev": {"password": "very-secret-1"}}"#,
        "state/apitui/tokens/b.json":
            #"{"access_token":"kept-1","login":"a-login-of-more-than-24-letters","collection":"/c","grant":"password","token_url":"https://x.test/token","client":"you","scope":"a b","obtained":1,"expires":2,"refresh_token":"r"}"#,
        "state/apitui/tokens/c.json": #"{"access_token":"kept-2"}"#,
    ]

    private static let plans = """
        send api/plan.http#mine --plan
        send api/plan.http#mine --plan --json
        send api/plan.http#mine --plan --with-references
        send api/plan.http#mine --plan --reveal
        send api/plan.http#login --plan --reveal
        send api/plan.http#token --plan
        send api/plan.http#token --plan --json
        send api/plan.http#asked --plan
        send api/plan.http#asked --plan --json
        send api/plan.http#asked --plan --var code=1
        send api/plan.http#asked
        send api/plan.http#asked --var pin=2
        send api/plan.http#asked --var code=1 --var pin=2
        send api/plan.http#known --plan
        send api/plan.http#known --plan --var '$input Which one?=c'
        send api/plan.http#bad --plan
        send api/plan.http#off --plan
        send api/plan.http#漢字 --plan
        send api/plan.http#each --plan
        run api/plan.http --plan
        run api/plan.http --plan --json
        run api/plan.http --plan --reveal --var nothing=a --var no-more=b --var code=1 --var pin=2
        run api/plan.http --plan --with-references --filter mine
        run api/plan.http#off --plan
        run api/plan.http --filter each --filter known --repeat 2 --plan
        run api/plan.http --shard 2/2 --plan
        run api/plan.http --no-log
        run api/plan.http --json --no-log
        run api/plan.http --with-references --filter mine --no-log
        run api/plan.http#asked
        send api/plan.http#mine
        send api/plan.http#mine --with-references
        auth list
        auth list --json
        send api/plan.http#token
        send api/plan.http#token --keep-tokens -v
        send api/plan.http#token --keep-tokens --json --reveal --no-log
        run api/plan.http#token --keep-tokens --no-log
        auth
        auth list --reveal
        auth list --json --reveal
        complete fish auth forget ''
        auth forget shop --collection /c
        auth forget none
        auth forget shop none
        auth forget shop
        auth forget --all --collection api
        auth forget --all --collection /c
        auth forget '?'
        auth list
        """

    // MARK: With a configuration

    private static let settledFiles: [String: String] = [
        "config/apitui/config.yaml": """
        theme: pale2
        layout: wdie
        mouse: off
        editor: ed -x
        timeout: 5s
        cache: no-store
        max-body: 5
        log-age: 2d
        nope: 1
        keys:
          undo: x
          send: [F5, Z]
          response:
            search: '!'
          bogus: q
        """, "api/one.http": "GET {{host}}/text\n",
        "api/http-client.env.json": #"{"dev": {"host": "HOST"}, "live": {"host": "HOST"}}"#,
        "state/apitui/trust": "/cut off", "state/apitui/log-filters": "oops\nbad  status:500\n",
    ]

    private static let settled = """
        config
        config --json
        config --keys
        config --schema
        APITUI_CACHE=reload APITUI_MAX_BODY=none APITUI_LAYOUT=wide VISUAL=vi config --images sixel
        APITUI_MAX_BODY=some config --json --theme nord
        send HOST/text
        send HOST/text --max-body none
        send HOST/kept --cache default --max-body 6
        send HOST/kept --cache default --max-body 6
        APITUI_CACHE=reload APITUI_MAX_BODY=6 send HOST/kept
        APITUI_TIMEOUT=2s send HOST/silent
        APITUI_TIMEOUT=5m run api/one.http --no-log
        run api/one.http --max-body none --report json=r.json
        query $.run.cacheMode r.json
        run api/one.http --max-body none --cache reload --report json=r.json
        query $.run.cacheMode r.json
        batch < {"id":1,"method":"GET","url":"HOST/text"}
        batch -j 1 --no-log --reveal < {"id":1,"method":"GET","url":"HOST/text?token=abc","a":1,"b":2}
        batch --no-log --jobs 2 < {"id":1,"method":"GET","url":"HOST/text","maxBodyBytes":5}
        graphql HOST/graphql --save -
        history resend 1
        history resend 1 --json
        compare --env dev --env live api/one.http -n 1 --no-log
        trust list
        trust add api
        trust remove api
        lint api
        log --saved
        log --saved --json
        log saved:bad
        log status:200 --save good
        log --forget bad
        complete fish log saved:
        complete fish open --theme pal
        complete fish config --theme n
        open none
        open
        themes show pale2
        demo --serve --port PORT
        """

    // MARK: The server

    private static let server: StubBehaviour = {
        let json = ("Content-Type", "application/json")
        let text = ("Content-Type", "text/plain")
        let schema =
            #"{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[{"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"tea","args":[],"type":{"kind":"SCALAR","name":"String"}}]}]}}}"#
        let token = #"{"access_token":"good-token-1","token_type":"Bearer","expires_in":100000}"#
        let routes: [String: StubBehaviour] = [
            "/json": .status(200, headers: [json], body: #"{"id":1}"#), "/moved": .redirect(to: "/text"),
            "/text": .status(200, headers: [text], body: "hello\n"), "/down": .status(503, body: "no"),
            "/part": .status(
                206,
                headers: [
                    text, ("Cache-Control", "max-age=1000"), ("ETag", "\"1\""), ("Content-Range", "bytes 0-3/10"),
                ],
                body: "half"),
            "/kept": .status(200, headers: [text, ("Cache-Control", "max-age=1000")], body: "kept\n"),
            "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf"),
            "/odd": .malformedStatusLine, "/zip": .coded("gzip", Array("no gzip".utf8)), "/silent": .neverAnswers,
            "/cookie": .status(200, headers: [text, ("Set-Cookie", "sid=abc; Path=/")], body: "cookie\n"),
            "/login": .status(200, headers: [json], body: #"{"token":"t"}"#),
            "/token": .status(200, headers: [json], body: token),
            "/graphql": .status(200, headers: [json], body: schema),
        ]
        return StubBehaviour { request in
            let path = request.target.prefix { $0 != "?" }
            if path == "/item" {
                let body = #"{"path":"\#(request.target)","same":1}"#
                return StubBehaviour.status(200, headers: [json], body: body).answer(request)
            }
            if path == "/kept", path != request.target {
                return StubBehaviour.status(200, headers: [text, ("Cache-Control", "max-age=1000")], body: "kept\n")
                    .answer(request)
            }
            if path == "/me" || (path == "/text" && path != request.target) {
                return StubBehaviour.status(200, headers: [text], body: "\(request.target)\n").answer(request)
            }
            return StubBehaviour.routes(routes).answer(request)
        }
    }()

    private static let masks =
        RecordedFlowTests.masks + [
            (#""(offset|firstByte)":(null|[0-9.]+)"#, #""$1":TIME"#), (#""(pid|localPort|age)":[0-9]+"#, #""$1":N"#),
            ("Run ` [a-z0-9]{7} `", "Run ` RUN `"), (#""run":"[a-z0-9]{7}""#, #""run":"RUN""#),
            (#", run [a-z0-9]{7}(?=[,\n])"#, ", run RUN"),
            // Of comparisons, of JUnit, of archives and of tokens.
            (#""id":"[a-z0-9]{7}","startedAt":[0-9]+"#, #""id":"RUN","startedAt":N"#),
            (#"(?<= )time="[0-9.]+""#, #"time="TIME""#),
            (#"name="run" value="[a-z0-9]{7}""#, #"name="run" value="RUN""#),
            (#""(time|blocked|dns|connect|ssl|send|wait|receive)":-?[0-9.]+"#, #""$1":TIME"#),
            (#""connection":"[0-9]+""#, #""connection":"N""#), (#""(obtained|expires)":[0-9]+"#, #""$1":N"#),
            (#"\b[0-9]+ us\b"#, "TIME"), (#"[0-9.]+ KB of 256 MB"#, "SIZE of 256 MB"),
            (#"tokens/[0-9a-f]{32}\.json"#, "tokens/NAME.json"),
        ]

    @Test(arguments: Kind.allCases)
    func `other forms of commands print what was recorded`(kind: Kind) async throws {
        try await StubServer.with(Self.server) { server in
            let program = try RecordedProgram(server.url, kind.files, environment: "api", masks: Self.masks)
            try Recorded.expect(try await program.parts(of: kind.commands), in: "program-\(kind.rawValue)")
        }
    }
}
