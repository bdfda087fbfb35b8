import TestSupport
import Testing

/// What the commands that read and write files print: imports, exports, lists, findings, queries, settings, themes and the values that a
/// shell completes, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(20))) struct RecordedFilesTests {
    private static let files = [
        "shop/orders.http": """
        ### List
        # @name list
        # @tag smoke
        GET {{base}}/orders?page={{page}}
        Authorization: Bearer {{token}}

        ?? status == 200
        ### Add
        # @name add
        POST {{base}}/orders
        Content-Type: application/json

        {"id": 1, "note": "{{note}}"}
        """, "shop/old/one.http": "GET http://a.test/one\n", "shop/old/none.http": "# nothing\n",
        "tree/a/one.http": "GET http://a.test/one\n", "tree/b/none.http": "# nothing\n",
        "tree/c/d/none.http": "# nothing\n", "tree/c/two.http": "### t\nGET http://a.test/two\n",
        "shop/api.yaml": """
        openapi: 3.1.0
        info: {title: Items, version: "1"}
        servers: [{url: http://a.test}]
        paths:
          /items:
            get:
              operationId: items
              responses: {"200": {description: ok}}
            post:
              operationId: add
              requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}
              responses: {"201": {description: made}}
        """,
        "shop/http-client.env.json": #"{"dev": {"base": "http://dev.test", "page": "2"}, "$shared": {"note": "n"}}"#,
        "shop/http-client.private.env.json": #"{"dev": {"token": "very-secret-1"}}"#,
        "schema.graphql": "type Query {\n  thing(id: ID!): String\n}\n", "empty/notes.txt": "x\n",
        "bad.yaml": "openapi: [\n", "a.json": #"{"a":[1,{"b":"x"},null],"c":{"b":2.50}}"#,
        "lines.json": "{\"a\":1}\n{\"a\":2}\n",
        "live.json":
            #"{"name":"live","values":[{"key":"a","value":"2"},{"key":"token","value":"t-12345"}],"_postman_variable_scope":"environment"}"#,
        "shop.json":
            #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"Users","item":[{"name":"One","request":{"method":"POST","url":"https://a.test/{{id}}","header":[{"key":"X-Api-Key","value":"top-secret"}],"body":{"mode":"raw","raw":"a"}},"event":[{"listen":"test","script":{"exec":["eval(1)"]}}]}]},{"name":"Two","request":{"method":"GET","url":"https://a.test/2"}}]}"#,
        "site.har":
            #"{"log":{"version":"1.2","creator":{"name":"Browser","version":"1"},"entries":[{"startedDateTime":"2099-01-02T03:04:05.000Z","time":5,"request":{"method":"GET","url":"http://a.test/x","httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"size":2,"mimeType":"text/plain","text":"ok"},"redirectURL":"","headersSize":-1,"bodySize":2},"cache":{},"timings":{"send":1,"wait":3,"receive":1}}]}}"#,
        "curl.sh": "curl -X POST http://a.test/x -H 'A: b' -d a=b\n", "one.curl": "curl https://a.test/one\n",
        "mine.yaml": "scheme: Mine\n", "config/apitui/themes/pale.yaml": RecordedFilesTests.scheme,
        "config/apitui/themes/broken.yaml": "base00: \"12\"\n",
    ]

    /// A base16 scheme of which some colours can hardly be read.
    private static let scheme = [
        "181818", "282828", "383838", "585858", "b8b8b8", "d8d8d8", "e8e8e8", "f8f8f8", "ab4642", "dc9656", "f7ca88",
        "a1b56c", "86c1b9", "7cafc2", "ba8baf", "a16946",
    ].enumerated().map { "base0\(String($0.offset, radix: 16, uppercase: true)): \"\($0.element)\"\n" }.joined()

    private static let written = """
        list shop
        list shop --json
        list shop/api.yaml
        list shop/old
        list shop/old/none.http
        list schema.graphql
        list empty
        list bad.yaml
        list none
        list http://a.test/a.yaml
        list - < GET http://a.test/x\\n\\n### b\\nGET http://a.test/y
        list - < # nothing
        lint shop
        lint shop --env dev
        lint shop --env none
        lint shop/old
        lint empty
        lint bad.yaml
        lint - < ###
        lint - --json < GET {{x}}\\nA
        lint none --json
        export shop/orders.http --to curl --env dev
        export shop/orders.http --to curl --env dev --reveal
        export shop/orders.http#list --to curl --env dev --var base=http://other.test
        export shop/orders.http#list --to curl
        export shop/orders.http:9 --to httpie --env dev
        export shop/orders.http#none --to curl
        export shop/old --to curl
        export shop --to curl --env dev
        export shop/api.yaml --to markdown
        export shop/api.yaml#add --to curl
        export shop/old/none.http --to curl
        export shop/old --to postman -o old.json
        export shop/old --to postman -o old.json
        export shop/old --to markdown -o old.json --force
        cat old.json
        export tree --to postman
        export tree --to markdown
        export tree/b --to postman
        export shop/old --to curl -o ''
        export shop/old --to curl -o none/x
        export shop/old --to curl -o -
        export shop/old --to openapi --json
        export shop --to curl --env none
        export - --to curl < GET http://a.test/x
        export - --to markdown < # nothing
        export -#b --to curl < ### a\\nGET http://a.test/1\\n\\n### b\\nGET http://a.test/2
        export http://a.test --to curl
        import shop.json
        import shop.json --yes
        import shop.json --yes --json
        list Shop
        import shop.json --from har
        import shop.json --from openapi
        import curl.sh --into made --yes
        import curl.sh --into made --yes
        import one.curl --yes --json
        import one.curl --into 'a b' --yes
        import - --yes < curl https://b.test/x
        import - --from curl < nothing
        import - --from nope < x
        import - < \\n
        import live.json --yes
        import live.json --yes
        import site.har --no-log --yes --into har
        import site.har --yes --into har
        import site.har --yes --json --into har
        history list --json -n 1
        history show 1
        import shop
        import empty
        import none
        import bad.yaml
        import HOST/openapi.yaml --yes --into fetched
        import HOST/openapi.yaml?x#y --yes --into fetched
        import HOST/none
        import HOST/cut
        import HOST/text
        import http://127.0.0.1:1/x
        import ftp://a.test/x
        graphql schema.graphql --save x.graphql
        graphql schema.graphql -H A:b
        graphql shop/api.yaml
        graphql none.graphql
        graphql HOST/graphql --save made.graphql
        cat made.graphql
        graphql HOST/graphql --save made.graphql
        graphql HOST/graphql --save made.graphql --yes -H 'A: b'
        graphql HOST/graphql --save -
        graphql HOST/graphql --save none/x.graphql
        graphql HOST/text --save other.graphql
        graphql HOST/none --save other.graphql
        graphql made.graphql
        send made.graphql#tea --plan
        """

    private static let read = """
        query $.a a.json
        query $..b a.json
        query $..b a.json --paths
        query $.c.b a.json
        query $ a.json
        query $ none.json
        query $ empty
        query $ lines.json
        query $ < [1
        query $ - < \\n
        query $ < [1] [2]
        query 'a' a.json
        query '' a.json
        query '$[?@.b == "x"]' < [{"b":"x"},{"b":1}]
        query '$[?match(@, "(")]' < ["a"]
        explain etag
        explain etag vary
        explain client certificate
        explain E7
        explain N14
        explain nothing-like-it and etag
        explain Etagg
        explain 'Cache-Control: no-store, max-age=5'
        explain max-age
        explain 599
        explain etag 404 --json
        explain nope --json
        explain ''
        themes
        themes show nord
        themes show nord --json
        themes show auto
        themes show pale
        themes show pale --json
        themes show broken
        themes show mine.yaml
        themes show none
        themes show nrod
        themes show none.yaml
        config --theme nope
        config --theme pale --images kitty --plain --no-mouse
        APITUI_THEME=pale APITUI_TIMEOUT=5s EDITOR=ed PAGER=cat config
        APITUI_TIMEOUT=soon APITUI_MOUSE=maybe config
        APITUI_EDITOR='ed -x' VISUAL=vi EDITOR=ed config --plain
        config --keys --theme none
        doctor x
        keys
        open
        open none
        open shop --env none
        open shop --theme none
        demo none
        generate manual --into none
        generate manual --into empty
        list empty
        completions bash
        completions zsh
        trust add shop
        send HOST/text?a=b
        send HOST/none
        send shop/orders.http#list --env dev --var base=HOST
        run shop/orders.http#list --env dev --var base=HOST --as kept
        log status:404 --save missing
        complete fish ''
        complete fish r
        complete fish runs ''
        complete fish runs show ''
        complete fish runs name kep
        complete fish history show ''
        complete fish history resend ''
        complete fish cache show ''
        complete fish cache list HO
        complete fish trust remove ''
        complete fish themes show p
        complete fish auth forget ''
        complete fish log ''
        complete fish log saved:
        complete fish log method:
        complete fish log host:
        complete fish log path:
        complete fish log type:
        complete fish log name:
        complete fish log file:
        complete fish log env:
        complete fish log run:
        complete fish log tag:
        complete fish log status:5
        complete fish log status:404 is:
        complete fish log --forget ''
        complete fish log -
        complete fish send -H con
        complete fish send -X P
        complete fish send --cache ''
        complete fish send ''
        complete fish send shop/
        complete fish send shop/orders.http
        complete fish send shop/orders.http#
        complete fish send shop/orders.http#a
        complete fish send shop/api.yaml#
        complete fish send shop/orders.http --env ''
        complete fish send shop/orders.http --env dev --var ''
        complete fish send shop/orders.http --var ''
        complete fish send HOST/text --env ''
        complete fish run shop --tag ''
        complete fish run shop --skip-tag s
        complete fish run shop --report ''
        complete fish run shop --fail-on c
        complete fish run shop --as ''
        complete fish compare kept --fail-on body,
        complete fish compare kept --report ''
        complete fish compare kep
        complete fish coverage ''
        complete fish graphql ''
        complete fish explain e
        complete fish import --from ''
        complete fish export shop --to ''
        complete fish help ''
        complete fish completions ''
        complete fish config --images ''
        complete fish --theme p
        complete zsh send --cach
        complete zsh send --cache re
        complete zsh run shop --tag ''
        complete zsh log saved:
        complete bash 'apitui send shop/orders.http' ''
        complete bash 'apitui send --cache ' ''
        complete bash 'apitui log method:P' ':'
        complete bash 'apitui sen' ''
        complete bash 'A=1 apitui run --ta' ''
        complete ksh x
        """

    enum Kind: String, CaseIterable, Sendable {
        case written, read

        fileprivate var commands: String { self == .written ? RecordedFilesTests.written : RecordedFilesTests.read }
    }

    // Names of commands are as long as those of runs.
    private static let masks =
        RecordedFlowTests.masks.filter { !$0.0.hasPrefix(#"(?m)^[a-z0-9]{7}(?="#) } + [
            (#"(?m)^[a-z0-9]{7}(?=\tshop)"#, "RUN"),
            (#""(offset|firstByte)":(null|[0-9.]+)"#, #""$1":TIME"#), (#""(pid|localPort|age)":[0-9]+"#, #""$1":N"#),
            (#"run:[a-z0-9]{7}\b"#, "run:RUN"),
        ]

    private static let description = """
        openapi: 3.1.0
        info: {title: Fetched, version: "1"}
        paths: {/a: {get: {operationId: a, responses: {"200": {description: ok}}}}}
        """

    private static let schema =
        #"{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[{"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"tea","args":[],"type":{"kind":"SCALAR","name":"String"}}]}]}}}"#

    @Test(arguments: Kind.allCases)
    func `what is read and written is said as it was recorded`(kind: Kind) async throws {
        let text = ("Content-Type", "text/plain")
        let routes: [String: StubBehaviour] = [
            "/openapi.yaml": .status(200, headers: [("Content-Type", "application/yaml")], body: Self.description),
            "/openapi.yaml?x": .status(200, headers: [("Content-Type", "application/yaml")], body: Self.description),
            "/cut": .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"),
            "/text": .status(200, headers: [text], body: "hello\n"),
            "/text?a=b": .status(200, headers: [text], body: "hello\n"),
            "/graphql": .status(200, headers: [("Content-Type", "application/json")], body: Self.schema),
            "/orders?page=2": .status(200, headers: [("Content-Type", "application/json")], body: "[]"),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let program = try RecordedProgram(server.url, Self.files, environment: "nothing", masks: Self.masks)
            try Recorded.expect(try await program.parts(of: kind.commands), in: "program-\(kind.rawValue)")
        }
    }
}
