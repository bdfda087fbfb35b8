/// Odd uses of `send`, `history`, `log` and `export`, and what completion offers then.
extension RecordedFormsTests {
    static let sentFiles: [String: String] = [
        "api/checks.http": """
        ### Refused is what is expected
        # @name refused
        GET http://127.0.0.1:1/

        ?? error == connect
        ### Not refused
        # @name open
        GET {{host}}/text

        ?? error == connect
        ?? status == 201
        ### Old
        # @name old
        # @assert status == 200
        # @assert body contains hell
        # @assert header content-type == text/plain
        GET {{host}}/text
        ### Written outside
        # @name outside
        GET {{host}}/text

        >> ../out.txt
        ### Written
        # @name written
        GET {{host}}/text

        >> out/a.txt
        ### Twice
        GET {{host}}/text
        ### Twice
        GET {{host}}/json
        """, "api/ws.http": "WEBSOCKET ws://a.test/x\n", "api/odd.http": "M-SEARCH http://a.test/x\n",
        "api/many.http": (1...14).map { "### r\($0)\nGET http://a.test/\($0)\n" }.joined(),
        "api/openapi.yaml": """
        openapi: 3.1.0
        info: {title: Items, version: "1"}
        servers: [{url: HOST}]
        paths:
          /text:
            get:
              operationId: text
              summary: A text
              responses: {"200": {description: ok, content: {text/plain: {schema: {type: string, maxLength: 3}}}}}
          /json:
            get:
              operationId: json
              responses: {"200": {description: ok, content: {application/json: {schema: {type: array}}}}}
        """, "notes.txt": "x\n",
        "api/http-client.env.json": #"{"dev": {"host": "HOST"}}"#,
        "http-client.env.json": #"{"dev": {"host": "HOST"}}"#,
        "a.txt": "a\nb\n", "bad.jsonl": "{\"cut\n",
        "jar.txt": "# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1\n",
    ]

    static let sent = """
        send HOST/text
        send 'http://a b/'
        send http://127.0.0.1:1/x
        send HOST/json -d a=b
        history show 1 --har
        history show 2
        history show 2 --curl
        history show 2 --http
        history show 2 --har
        history show 2 --json
        history show 2 --body
        history show 3 --curl
        history show 4 --har
        history resend 1 -o none/x
        history resend 1 -o api
        history resend 1 --json -o again.json --no-log
        query $["status","body"] again.json
        history resend 1 -i -o again.txt --no-log
        cat again.txt
        history resend 1 -o /dev/stdout --no-log
        history resend 2 --no-log
        history resend 4 --var a=b -v --no-log
        history list -n 0
        history list -n 0 --by-request
        history list -n 0 --by-request --json
        history list --by-request --since 1h
        history list --json --by-request -n 1
        sql UPDATE exchange SET started_at = started_at - 7200000000 WHERE id = 1
        sql UPDATE exchange SET started_at = started_at - 864000000000 WHERE id = 2
        history list --by-request
        log
        log --since 3h method:GET
        log --since 1h -n 1
        history list --since 11d is:failed
        history clear --before 1d
        history clear --before 11d --yes
        log -n 0 --json
        log --export jsonl -o again.jsonl -n 1
        log --export har -n 1 -o -
        log --export har -o api
        log '-status:200' -n 1
        log -- -status:200
        log -- --nope
        log '(status:200'
        log --save all
        log is:failed OR is:resent --save 'odd'
        log saved:odd -n 1
        log --saved
        history delete 1 1
        history delete 3 99 98
        send HOST/zip
        send HOST/zip --json
        send HOST/silent -m 2
        send HOST/silent -m 2 --json
        send HOST/odd
        send 127.0.0.1:PORT/text
        send 127.0.0.1:PORT/none
        send http://a.test:PORT/text --resolve a.test:PORT:127.0.0.1 -v
        send http://a.test/text --connect-to a.test:80:127.0.0.1:PORT -v
        send HOST/text --http1.0 -v
        send HOST/text -x none -k -4
        send -I HOST/text -o head.txt
        cat head.txt
        send -I -L HOST/moved
        send HOST/moved -i -L -o moved.txt
        cat moved.txt
        send HOST/down -i
        send HOST/down --json -o down.json
        query $["status","complete"] down.json
        send HOST/text -o /dev/null
        send HOST/text -i -o /dev/stdout
        send HOST/text -o /dev/full
        send HOST/text --json -o /dev/full
        send HOST/cut -o /dev/stdout
        send HOST/text --cookies api
        send HOST/text --cookies bad.jsonl
        send HOST/cookie --cookies jar.txt
        cat jar.txt
        send HOST/text -d @a.txt -G
        send HOST/text -d @api
        send HOST/text -F a=b -F 'c=@a.txt;type=text/x'
        send HOST/text -F a=@none.txt
        send {{host}}/text --var host=HOST
        send {{host}}/text --var host=HOST --plan
        send ws://a.test/x
        send 'a b'
        send ''
        send {{
        send http://
        send notes.txt
        send api/checks.http#refused
        send api/checks.http#refused --json
        send api/checks.http#open
        send api/checks.http#old
        send api/checks.http#outside
        send api/checks.http#outside --trust
        send api/checks.http#written --json
        send api/checks.http#Twice
        send api/checks.http#7
        send api/many.http
        send api/many.http#r
        send api/many.http:3 --plan
        send api/ws.http
        send api/openapi.yaml
        send api/openapi.yaml#text
        send api/openapi.yaml#text --contract
        send api/openapi.yaml#json --contract --json
        send api/openapi.yaml#json --server http://127.0.0.1:1 --no-kept
        send api/openapi.yaml#none
        run api/openapi.yaml --contract --no-log
        run api/openapi.yaml#text --contract-file api/openapi.yaml --contract-strict --no-log
        run api/openapi.yaml#text api/checks.http#old --no-log
        list api/openapi.yaml --json
        list api/many.http -- --json
        export api/ws.http --to curl
        export api/odd.http --to httpie
        export api/odd.http --to curl
        export api --to markdown -o all.md
        export api/openapi.yaml#text --to httpie
        export api/openapi.yaml --to openapi --json
        export api/checks.http#old --to openapi --json
        export api/checks.http#old --to har -o old.har
        export api/checks.http#old --to har -o old.har --force
        query $.log.entries[*].request.url old.har
        export api/checks.http:20 --to curl --trust
        export api/checks.http#Twice --to curl
        export -:4 --to markdown < ### a\\nGET http://a.test/1\\n\\n### b\\nGET http://a.test/2
        explain --list
        run - --timeout 2s --no-log < GET HOST/silent
        run - --duration 2s --graceful-stop 100ms --no-log < GET HOST/silent
        run - -x http://127.0.0.1:1 --no-log < GET HOST/text
        run - --no-log < # @cache default\nGET HOST/kept?a
        run - --no-log < GET HOST/kept?b
        run - --no-log --cache default < GET HOST/kept?c
        send HOST/part -H 'Range: bytes=0-3'
        cache list
        cache list --json part
        cache show HOST/part
        cache clear KEPT
        complete fish send api/checks.http#old --env ''
        complete fish run api/checks.http:3 --env ''
        complete fish export api --env ''
        complete fish lint api --env ''
        complete fish open api --env ''
        complete fish coverage api/openapi.yaml api --env ''
        complete fish compare api --env ''
        complete fish send - --env ''
        complete fish send HOST/text --env ''
        complete fish run api --var ''
        complete fish run api --env near --var ''
        complete fish cache clear ''
        list api/wide --timing
        complete fish history delete ''
        complete fish export api/checks.http
        complete fish export api/checks.http#o
        complete fish lint api/
        complete fish coverage api/
        complete fish graphql no
        complete fish describe --difference api/o
        complete fish send api/openapi.yaml#
        complete fish send api/.
        complete fish send ~/api/wi
        complete fish run api/m
        """
}
