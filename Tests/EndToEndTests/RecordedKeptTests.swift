import TestSupport
import Testing

/// What the commands print of what is kept: the request log, the cache, recorded runs, tokens and trust, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(20))) struct RecordedKeptTests {
    private static let files = [
        "api/kept.http": """
        ### Login
        # @name login
        POST {{host}}/login
        Content-Type: application/json
        Authorization: Bearer {{password}}

        {"password": "{{password}}"}

        ?? status == 200
        ### Hidden
        # @name hidden
        # @no-log
        GET {{host}}/text
        """,
        "api/run.http": """
        ### Item
        # @name item
        # @tag data
        GET {{host}}/item?id={{id}}&n={{n}}

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
        """,
        "api/http-client.env.json":
            #"{"dev": {"host": "HOST", "n": "0"}, "live": {"host": "HOST", "n": "1", "id": "1"}}"#,
        "api/http-client.private.env.json": #"{"dev": {"password": "very-secret-1"}}"#,
        "rows.csv": "id,n\n1,a\n2,b\n", "rows.json": #"[{"id": 3}, {"id": "4"}]"#,
        "rows.jsonl": "{\"id\":5}\n{\"id\":6}\n",
        "rows.bad": "[1]", "rows.none": "id\n", "no.run": "x\n", "state/apitui/tokens/a.json": "{",
        "old.rules": "# @compare-ignore $.path\n", "bad.rules": "oops\n",
        "openapi.yaml": """
        openapi: 3.1.0
        info: {title: Items, version: "1"}
        servers: [{url: http://a.test}]
        paths:
          /item:
            get:
              parameters: [{name: id, in: query, schema: {type: string}}]
              responses: {"200": {description: ok, content: {application/json: {schema: {type: object}}}}}
        """, "schema.graphql": "type Query { a: Int }\n",
    ]

    enum Kind: String, CaseIterable, Sendable {
        case log, kept, runs

        fileprivate var commands: String {
            switch self {
            case .log: RecordedKeptTests.log
            case .kept: RecordedKeptTests.kept
            case .runs: RecordedKeptTests.runs
            }
        }
    }

    /// Rows as many as are read at a time, and more: copies of the first one, without an exchange.
    private static let copies = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= 1099) \
        INSERT INTO exchange \
        (change, state, status, started_at, duration, method, host, url, origin, flags, attempts, redirects) \
        SELECT change + i, 3, 200, started_at, duration, method, host, url, origin, 0, 1, 0 \
        FROM exchange, n WHERE exchange.id = 1
        """

    private static let log = """
        log
        log --saved --json
        log --forget bad
        log --delete
        log --export har
        history
        history show 1
        history resend 1
        history delete 1
        history clear --before now --yes
        send HOST/json
        send api/kept.http#login
        send HOST/down
        send api/kept.http#hidden
        send HOST/cut
        send HOST/moved -L
        send HOST/text?token=abc
        send api/kept.http#login --no-log
        send HOST/text -d a=b
        send http://127.0.0.1:1/refused
        log
        log -n 2
        log -n 2 --json
        log is:failed
        log is:failed -n 1
        log --since 1h -n 1
        log --since 'a week'
        log --since 2h method:GET OR status:503
        log body:hello
        log header.location:text
        log method:PUT
        log 'status:'
        log saved:none
        log path:/down --save 'my name'
        log path:/down --save down
        log is:failed --save failed
        log --saved
        log --saved --json
        log saved:down saved:failed
        log saved:down --json
        log --forget down
        log method:PUT --delete --yes
        log --export jsonl -n 1 -o -
        log --export har -o none/x
        log --export har -o all.har
        log --export jsonl -n 0
        history list
        history list -n 1
        history list --json -n 1
        history list --by-request
        history list --by-request -n 1
        history list --by-request --json -n 2
        history list --by-request method:PUT
        history list --since 1h status:200
        history show 1
        history show 1 --json
        history show 1 --body
        history show 2
        history show 2 --curl
        history show 2 --http
        history show 3
        history show 4
        history show 5
        history show 6
        history show 8 --curl
        history show 8 --http
        history show 9
        history show 9 --http
        history show 99
        history resend 1
        history resend 1 -i -v
        history resend 1 --json
        history resend 1 -o again.txt --no-log
        cat again.txt
        history resend 2
        history resend 2 --var password=other
        history resend 3
        history resend 4
        history resend 5 -o again.txt
        cat again.txt
        history resend 7
        history resend 8 -v
        history resend 9
        sql DELETE FROM detail WHERE id IN (3, 7)
        sql UPDATE exchange SET state = 1, status = NULL, category = NULL, duration = NULL WHERE id = 3
        sql INSERT INTO word (text) VALUES (char(109, 105, 110, 101))
        sql UPDATE exchange SET flags = flags | 4, tag = (SELECT max(id) FROM word) WHERE id = 1
        sql UPDATE exchange SET flags = flags | 16 WHERE id IN (2, 6)
        sql UPDATE body SET is_cut = 1 WHERE id / 256 = 8
        history show 1
        history show 3
        history show 7
        history resend 3
        history resend 8
        history list -n 20 is:aborted
        history list tag:mine --json
        log is:pinned
        log --export jsonl -o all.jsonl
        log --export har -n 3 -o last.har
        sql \(copies)
        history list --by-request -n 2
        history list --by-request --json -n 1
        log --export jsonl -n 600 -o many.jsonl
        log --export jsonl -n 1200 -o many.jsonl
        log status:200 --export har -n 501 -o many.har
        log --export jsonl method:GET -o many.jsonl
        history delete 3 3
        history delete 3
        history delete 98 99
        history clear --before yesterday --yes
        history clear --before never
        history clear --before now
        history clear --before now --yes
        history clear --before now --yes
        history
        log --delete --yes
        log
        """

    private static let kept = """
        cache
        cache list --json
        cache show HOST/none
        cache clear
        cache clear none
        send HOST/cached
        send HOST/old
        send HOST/tagged
        send HOST/varied -H 'Accept-Language: de'
        send HOST/varied -H 'Accept-Language: en'
        send HOST/cached?token=abc
        cache
        cache list --fresh
        cache list --stale
        cache list --fresh --stale
        cache list varied
        cache list VARIED
        cache list --json --fresh cached
        cache list token --reveal
        cache list token=abc
        cache show HOST/varied
        cache show HOST/varied --json
        cache show HOST/cached
        cache show HOST/tagged
        cache show HOST/cached?token=abc
        cache show HOST/cached?token=abc --reveal
        cache clear varied
        cache list varied
        cache clear
        cache
        auth
        auth list --json
        auth forget shop
        auth forget --all
        auth forget --all --collection api
        trust list
        trust list --json
        trust add api
        trust add api/kept.http
        trust add none
        trust add api
        trust list
        trust list --json
        trust remove none
        trust remove api
        trust remove api
        trust list
        """

    private static let runs = """
        runs list --json
        runs show none --exchange 1
        runs name last
        runs delete last --yes
        runs export last --out x.run
        run api/run.http#item --data rows.csv --json --no-log
        run api/run.http#item --data rows.csv --var id=9 --json --no-log
        run api/run.http#item --data rows.csv --var n=9 --repeat 2 --json --no-log
        run api/run.http#item --data rows.csv --plan
        run api/run.http#item --data rows.csv --var id=9 --plan
        run api/run.http#item --data rows.json --json --no-log
        run api/run.http#item --data rows.jsonl --json --no-log
        run api/run.http#item --data - --json --no-log < id\\n7
        run api/run.http --data rows.bad
        run api/run.http --data rows.none
        run api/run.http --data none.csv
        run api/run.http#item --plan --json
        run api/run.http --plan
        run api/run.http --var id=1 --as first
        run api/run.http --var id=1 --env live --as second
        run api/run.http --skip-tag data --out part.run --no-log
        run api/run.http --skip-tag data --repeat 2
        run api/run.http --filter o* --filter i* --var id=1
        run api/run.http --tag bad --fail-on timeout
        run api/run.http --tag bad --fail-on server-error --fail-on check
        run api/run.http --tag bad --retry 1 --retry-interval 1ms
        run api/run.http --tag good --json
        run api/run.http --tag good --timeout 10s --jobs 2
        run api/run.http --tag good --cache no-store --reveal
        run api/run.http --tag good --report text=-
        run api/run.http --tag good --report tap=- --report markdown=done.md
        run api/run.http --tag good --report tap=none/x
        run api/run.http --tag good --out none/x.run
        run api/run.http --tag good --env nope
        run api/run.http --tag good --shard auto
        GITLAB_CI=1 CI_NODE_INDEX=2 CI_NODE_TOTAL=2 run api/run.http --var id=1 --shard auto --no-log
        run api/run.http --var id=1 --shard 3/4 --no-log
        run api/run.http --var id=1 --shard 1/2 --balance no.run
        run api/run.http none.http
        run http://a.test
        run - < GET HOST/text
        run - --tag x < GET HOST/text
        run - < # nothing
        run api/run.http --contract-file none.yaml
        runs list
        runs list -n 2
        runs list -n 0
        runs list --json -n 1
        runs show first
        runs show part.run
        runs show part.run --exchange 1
        runs show part.run --exchange 1 --json
        runs show part.run --exchange 99
        runs show no.run
        runs show none.run
        runs export first --out first.run
        runs export first.run --out x.run
        runs export first --out none/x.run
        runs report first --report tap=-
        runs report first.run --report-skip-body --report text=-
        runs report first --report tap=none/x
        runs report none --report tap=-
        runs merge first.run
        runs merge first second
        runs merge no.run
        compare first second --fail-on status
        compare first second --fail-on body
        compare first second --fail-on body --ignore $.path
        compare first second --fail-on body --rules old.rules
        compare first second --fail-on body --rules bad.rules
        compare first second --rules none.rules
        compare first second --fail-on body --report rules=new.rules
        cat new.rules
        compare first second --fail-on body --report rules=new.rules
        compare first second --report text=- --fail-on cache
        compare first second --report text=c.txt --report markdown=c.md --report html=c.html --fail-on cache
        cat c.txt
        compare first second --report text=none/c.txt --report markdown=c.md --fail-on cache
        compare first second --threshold 50 --no-rules --fail-on headers
        compare first first.run --fail-on body,status,failures
        compare --env dev --env live api/run.http#item --var id=1 --repeat 2 --fail-on body
        log -n 4
        compare --env dev --env live api/run.http --var id=1 --tag good -n 1 --no-log --fail-on status,body
        compare --env dev --env none api/run.http
        compare --env dev --env live api/run.http --tag none
        compare --env dev --env live none
        compare first none
        compare first no.run
        compare first second --ignore $[
        coverage openapi.yaml --run first
        coverage openapi.yaml --run first --server HOST --missing
        coverage openapi.yaml --run first --server HOST --json
        coverage openapi.yaml api/run.http --server HOST --var id=1
        coverage openapi.yaml --run no.run
        coverage openapi.yaml none
        coverage none.yaml
        coverage schema.graphql
        describe first
        describe first second
        describe first --difference openapi.yaml
        describe first --difference openapi.yaml --json
        describe first --difference schema.graphql
        describe none
        describe no.run
        runs name first --as again
        runs name again
        runs name again
        runs delete none --yes
        runs delete second
        runs delete second --yes
        runs delete second last --yes
        runs delete --before never --yes
        runs delete --before now
        runs delete --before now --yes
        runs
        """

    private static let masks =
        RecordedFlowTests.masks + [
            (#""(offset|firstByte)":(null|[0-9.]+)"#, #""$1":TIME"#), (#""(pid|localPort|age)":[0-9]+"#, #""$1":N"#),
            (#""run":"[a-z0-9]{7}""#, #""run":"RUN""#), (#", run [a-z0-9]{7}(?=[,\n])"#, ", run RUN"),
            (#"[0-9.]+ KB of 256 MB"#, "SIZE of 256 MB"),
        ]

    private static let server: StubBehaviour = {
        let json = ("Content-Type", "application/json")
        let text = ("Content-Type", "text/plain")
        let fresh = ("Cache-Control", "max-age=1000")
        let routes: [String: StubBehaviour] = [
            "/json": .status(200, headers: [json], body: #"{"id":1}"#), "/moved": .redirect(to: "/text"),
            "/text": .status(200, headers: [text], body: "hello\n"), "/down": .status(503, body: "no"),
            "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf"),
            "/cached": .status(200, headers: [text, fresh], body: "kept\n"),
            "/old": .status(200, headers: [text, ("Cache-Control", "max-age=0")], body: "old\n"),
            "/tagged": .status(200, headers: [text, ("Cache-Control", "no-cache"), ("ETag", "\"1\"")], body: "tag\n"),
            "/varied": .status(200, headers: [text, fresh, ("Vary", "Accept-Language")], body: "varied\n"),
            "/login": .status(200, headers: [json], body: #"{"token":"t"}"#),
        ]
        return StubBehaviour { request in
            let isItem = request.target.hasPrefix("/item?")
            if isItem || request.target.contains("?") {
                let body = isItem ? #"{"path":"\#(request.target)","same":1}"# : "\(request.target)\n"
                return StubBehaviour.status(200, headers: [isItem ? json : text, fresh], body: body).answer(request)
            }
            return StubBehaviour.routes(routes).answer(request)
        }
    }()

    @Test(arguments: Kind.allCases)
    func `what is kept is shown, changed and deleted as it was recorded`(kind: Kind) async throws {
        try await StubServer.with(Self.server) { server in
            let program = try RecordedProgram(server.url, Self.files, environment: "api", masks: Self.masks)
            try Recorded.expect(try await program.parts(of: kind.commands), in: "program-\(kind.rawValue)")
        }
    }
}
