@testable import TerminalUI

// Ways through dialogs, tabs and panes.
extension Walk {
    static let rich = [
        (
            "a/rich.http",
            """
            @base = http://a.test
            @host = {{base}}/v1
            ### Everything
            # @name all
            # @description What it is for.
            # @tag smoke slow
            # @timeout 5 s
            # @no-redirect
            # @assert status == 200
            # @assert body $.id exists
            # @note Really?
            # @prompt user Your name
            POST {{host}}/x?q=1&long=a%20very%20long%20value%20that%20does%20not%20fit%20into%20the%20pane%20at%20all%20really
            Content-Type: application/json
            Authorization: Basic user pw
            X-One: {{nope}}
            # X-Two: off

            {
              "a": {{base}},
              "b": [1, 2, {"c": null}]
            }

            > {% client.global.set("t", response.body.token); %}

            ### Form
            POST {{host}}/f
            Content-Type: application/x-www-form-urlencoded

            a=1&b=two words&c={{base}}
            ### Parts
            POST {{host}}/m
            Content-Type: multipart/form-data; boundary=X

            --X
            Content-Disposition: form-data; name="a"

            1
            --X
            Content-Disposition: form-data; name="f"; filename="f.txt"

            < ./f.txt
            --X--
            ### GraphQL
            GRAPHQL {{host}}/g

            query Q($id: ID!) { user(id: $id) { name } }

            {"id": 1}
            ### Needs it
            # @ref all
            GET {{host}}/y/{{all.response.body.$.id}}
            Authorization: Bearer {{t}}
            ### Curl
            curl -X PUT http://a.test/c -H 'A: b' -d 'x=y'
            ### Socket
            WEBSOCKET ws://a.test
            """
        ), ("a/empty.http", "# nothing here\n"),
        ("b.http", "GET http://b.test/\n###\nGET http://b.test/two\n###\nGET http://b.test/three\n"),
        ("broken.http", "what is this\n###\nGET\n"),
    ]

    static let dialogs: [Walk] = [
        Walk(
            name: "rich-params", start: .files(rich),
            keys: #">Everything 2 [ [ j j Space e "9" Enter A "new" Tab "v" Enter - D u ^S"#),
        Walk(
            name: "rich-headers", start: .files(rich),
            keys: #">Everything 2 [ j j j Space Space e Left Left "y" Esc e End " more" Enter K Esc"#),
        Walk(
            name: "rich-body", start: .files(rich),
            keys: #">Everything 2 j j F w / "c" Enter Esc e PgDn Home "{" Enter ^Z Esc T Esc"#),
        Walk(
            name: "rich-auth", start: .files(rich),
            keys: #">Everything 2 ] Enter Down Enter "u" Tab "p" Enter Esc j j e Esc D u"#),
        Walk(
            name: "rich-vars", start: .files(rich),
            keys: #">Form >Everything 2 ] ] =go j j Space e "v" Enter Esc j Enter Esc"#),
        Walk(
            name: "rich-options", start: .files(rich),
            keys: #">Everything 2 ] ] ] j j Enter Esc j Space j j j j j Enter Esc PgDn PgUp"#),
        Walk(name: "rich-docs", start: .files(rich), keys: ">Everything 2 [ j j Enter k g G"),
        Walk(name: "rich-send", start: .files(rich), keys: #">Everything s =go Esc P j j Esc a Esc y j Enter"#),
        Walk(
            name: "forms", start: .files(rich),
            keys: #">Form 2 j j e Tab "x" Enter Esc Space A D u T j Enter u >Parts 2 j j e Esc A Esc D"#
        ),
        Walk(name: "graphql", start: .files(rich), keys: #">GraphQL 2 j j e End "x" Esc F w T Esc ] ] K Esc"#),
        Walk(name: "chain", start: .files(rich), keys: ">Needs P j Enter >Needs s Esc a Esc L j j Enter L R Esc"),
        Walk(
            name: "curl", start: .files(rich), keys: #">Curl 2 j e Esc i Esc m Esc : "convert" Enter u >Socket s Esc"#),
        Walk(name: "broken", start: .files(rich), keys: ">what j j j s Esc Enter 2 e Esc 1 G s Esc L Esc"),
        Walk(name: "marks", start: .files(rich), keys: ">three g j j j Space Space X Esc & * j Space X Enter Esc"),
        Walk(
            name: "tree-moves", start: .files(rich),
            keys: #">three + - - m Down Enter u m Esc c D y u U N "new" Enter r ^U "other" Enter D y"#),
        Walk(
            name: "tree-files", start: .files(rich),
            keys: #"g j r ^U "z" Enter Esc D Esc i Esc p Esc R O ^O "two" Enter O"#),
        Walk(
            name: "import", start: .shop,
            keys: #"i "x.json" Tab Enter Esc i ^U Enter Esc p "not a curl" Enter ^U "http://a.test/z" Enter Enter"#),
        Walk(
            name: "palette", start: .shop,
            keys:
                #": "" Down Down PgDn End Home "cook" Enter Esc : "theme" Enter Down Down Esc : "mouse" Enter : "strict" Enter : "log on" Enter Enter"#
        ),
        Walk(
            name: "environment-editor", start: .shop, keys: #": "edit env" Enter j j Enter Esc A Esc D Esc Esc , j Esc"#
        ),
        Walk(name: "cache-browser", start: .scene(.cache), keys: #"B j Enter / "x" Enter Esc D Esc C Esc Esc"#),
        Walk(
            name: "tokens", start: .shop,
            keys: #": "tokens" Enter j D Esc Esc : "coverage" Enter Esc : "pictures" Enter j Enter"#),
        Walk(
            name: "copy", start: .scene(.main),
            keys: "3 y j j j Enter y j j j j Enter 1 y Esc 5 y Esc 4 y Esc 2 y j Enter"),
        Walk(name: "write", start: .scene(.main), keys: #"3 W Enter W ^U "" Enter Esc v o ^G Esc F Esc { } p d Esc p"#),
        Walk(
            name: "layouts", start: .scene(.main),
            keys: "| | | | _ 2 _ 2 _ < < < > > = z z 3 > > = !70x30 | z 4 z !120x40"),
        Walk(
            name: "focus", start: .scene(.main),
            keys: "Tab Tab Tab Tab Tab Shift-Tab 6 Esc 5 4 3 2 1 ' a ' b ' Esc q Esc"),
        Walk(
            name: "runs", start: .scene(.run),
            keys: "6 j j Space j Space C Esc Enter j Enter Esc Esc g G PgDn D Esc r Esc R X Esc"),
        Walk(
            name: "log-filter", start: .scene(.main),
            keys:
                #"4 / "method:POST" Enter j Enter Esc / ^U "status:4" Tab Down Enter Esc / ^U "'" Enter Esc W Esc A F G g Enter s"#
        ),
        Walk(name: "history-pane", start: .scene(.failure), keys: "5 j Enter j d Esc p p r Esc Space D Esc A A g G"),
        Walk(
            name: "search-request", start: .scene(.main),
            keys: #"2 ] / "a" Enter n n N Esc / ^T "[a-c]+" Enter n Esc / "zzz" Enter Esc"#),
        Walk(name: "tabs-response", start: .scene(.main), keys: "3 ] j K Esc ] j ] j ] j ] j Space ] j ] j ] j"),
        Walk(
            name: "narrow", start: .scene(.main), keys: "1 j 2 j ] 3 ] b 4 j 5 ? Esc : Esc ^O Esc , Esc",
            size: Size(columns: 60, rows: 18)),
        Walk(
            name: "tiny", start: .scene(.failure), keys: "1 2 3 ] ] 4 ? Esc a Esc K Esc",
            size: Size(columns: 40, rows: 10)),
        Walk(
            name: "wide", start: .scene(.waterfall), keys: "1 2 ] 3 ] ] ] 4 5 6 a Esc K Esc L Esc",
            size: Size(columns: 200, rows: 50)),
        Walk(
            name: "undo", start: .shop,
            keys: #"j j D y u >create 2 i End "x" Enter m ^U "put" Enter ] A "A" Tab "b" Enter u u u u U U ^S ^S Q Esc"#
        ),
        Walk(name: "leave-unsaved", start: .shop, keys: #"j j c q Esc ^C ^C Esc Q j Enter"#),
    ]
}
