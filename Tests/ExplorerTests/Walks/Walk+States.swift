@testable import TerminalUI

// Ways through what happens while requests are sent, and through what comes of them.
extension Walk {
    static let small = Size(columns: 80, rows: 24)

    private static let loops = [
        (
            "orders.http",
            """
            @list = ["a", "b"]
            ### each
            # @loop for item of list
            GET {{base}}/{{item}}
            ### twice
            # @loop for 2
            # @sleep 300
            GET {{base}}/{{$index}}
            ### checked
            # @assert status == 200
            # @assert status == 201
            # @assert header X-Number exists
            # @assert body $.id == 200
            # @assert body $.list[*].a contains 3
            # @assert time < 1 s
            # @assert nonsense
            # @assert body $.token matches ^t
            GET {{base}}/checked
            ### off
            # @disabled
            GET {{base}}/off
            ### lost
            GET {{base}}/{{nobody}}
            ### refers
            GET {{base}}/{{checked.response.body.$.id}}
            ### needs
            # @ref checked
            # @ref refers
            POST {{base}}/needs
            """
        )
    ]

    /// A chain whose steps all pass.
    private static let chain = [
        (
            "z.http",
            """
            ### before
            # @name before
            GET {{base}}/first
            ### last
            # @ref before
            POST {{base}}/last
            """
        )
    ]

    private static let prompts = [
        (
            "a.http",
            """
            ### ask
            # @prompt user Your name
            # @prompt color Red or blue? Red|Blue
            # @note Really?
            GET http://a.test/{{user}}/{{color}}
            """
        )
    ]

    private static let many = [
        (
            "a.http",
            """
            import ./b.http
            @host = {{base}}/v1
            @deep = {{host}}/{{token}}
            ### values
            # @prompt color Red or blue? Red|Blue
            # @secret pin The PIN
            GET {{host}}/{{deep}}/{{color}}/{{pin}}/{{lang}}/{{old}}/{{shared}}/{{nobody}}/{{one.response.body.$.id}}/{{$index}}
            ### file
            # @name one
            GET {{base}}/one

            >>! out.json
            ### comments
            POST {{base}}/c
            Content-Type: text/plain

            # a line that may be a comment
            text
            ### wrong
            # @timeout abc
            # @cache sometimes
            # @asert status == 200
            # @loop for none
            # @assert status === 200
            GET {{base}}/wrong
            Bad Header: x
            X:
            Content-Length: 5
            ### note
            # @note Only on Mondays.
            DELETE {{base}}/n
            """
        ), ("b.http", "@shared = from b\n### other\nGET {{base}}/{{shared}}\n"),
    ]

    private static let array = "[" + (0..<60).map { #"{"i":\#($0),"t":"text \#($0)"}"# }.joined(separator: ",") + "]"

    static let states: [Walk] = [
        Walk(
            name: "values-of-all-kinds", start: .files(many),
            keys:
                #"( =env >file >values 2 ] ] ] =go ) e Esc j e ^G j e Esc j e Esc j e Esc j e Esc j Space e Esc j e Esc j e Esc j e "x" Enter ^U G"#
        ),
        Walk(
            name: "prompts-with-choices", start: .files(many),
            keys:
                #"( =env >values ) s =go Enter Enter Tab "Green" Tab "1234" Enter =go Esc s =go ^U Enter Esc ( >note ) s =go c s =go Enter =go ( >comments ) s j Enter =go s Enter u"#,
            size: small),
        Walk(
            name: "output-files", start: .files(many),
            keys: "( =env >file s =go =200 ) =go ( s =go =201 ) =no ( s =go =404 ) =go 3", size: small),
        Walk(
            name: "notices", start: .files(many),
            keys: "( >wrong 2 ) [ j ] ] ] ] ] ] j j !48x14 !80x24 L =go j Enter L j j j Enter D u s =go Esc",
            size: small),
        Walk(
            name: "attempts-logged", start: .shop,
            keys:
                "( 3 ) { =go { =go { =go } =go } =go } =go ( s =go =200 =go ) d =go Esc { =go p } =go d =go Esc 1 G 3 { =go"
        ),
        Walk(
            name: "send-steps", start: .shop,
            keys:
                #"s =go 3 =hop =connected =requested =head =received =tick y W b / ] F d p K Esc a Esc =200 =go ] Esc"#,
            size: small),
        Walk(
            name: "send-keys", start: .shop, keys: "( s =go 3 =head ) f ^G v o m { } # w $ * C z z 4 g Enter 5 6 1 q q"),
        Walk(
            name: "send-cancel", start: .shop,
            keys: #"( s =go 3 =head ) Esc =go s Esc s =go ^C =go ^C Esc =minute ^C : "cancel all" Enter"#, size: small),
        Walk(
            name: "send-again", start: .shop,
            keys: "( 3 ) V s S =go s =go =200 =201 =go ( V =go =304 =go ) { { { } } p { d Esc p F5 =go =404 =go ^R",
            size: small),
        Walk(
            name: "send-failures", start: .shop,
            keys:
                "( s =go =timeout =go 3 ) ] ] K Esc a Esc y j Enter ( s =go =dns =go ) ( s =go =tls =go ) ( s =go =offline-error =go ) y c"
        ),
        Walk(
            name: "send-offline", start: .shop,
            keys: "=offline s =go 3 =waits =uploads =tick =minute =online =retries =tick =tick =hop =503 =go ]",
            size: small),
        Walk(
            name: "send-redirects", start: .shop,
            keys: "( s =go 3 ) =hop =redirected =tick =hop =head =404 =go ] ] ] ]", size: small),
        Walk(
            name: "send-stream", start: .shop,
            keys:
                #"( s =go 3 ) =head =streams =bytes =tick G =bytes g =skipped / "text" Enter Esc w b Enter - m Esc y Esc W Esc f Esc ] ] =200 =go"#,
            size: small),
        Walk(
            name: "send-stream-cancelled", start: .shop, keys: "( s =go 3 =streams =bytes ) Esc =go y Esc b ] ]",
            size: small),
        Walk(
            name: "send-refused", start: .shop, keys: "s =no Enter 2 s =no Esc E =no E =unchanged E =go u ] ] ] ] =no",
            size: small),
        Walk(
            name: "send-unresolved", start: .shop,
            keys: #"( 1 G s =go ) j j Enter =go ( Esc Esc 2 ) ] ] ] Enter "t0k" Enter =go =env s =go =200 =go"#),
        Walk(
            name: "send-prompts", start: .files(prompts),
            keys: #"s =go Enter "me" Enter "Blue" Enter =go =200 =go 3"#),
        Walk(
            name: "send-untrusted", start: .files(rich),
            keys: "=untrusted ( =env >Everything ) s =go Enter =no s =go Enter =go Esc"),
        Walk(
            name: "send-chain", start: .files(loops + chain),
            keys:
                ">needs s =go =head 3 =200 =go 1 >last s =go =200 =go =201 =go >last s =go =404 =go Esc >needs s =go Esc =go"
        ),
        Walk(
            name: "send-plan", start: .files(loops),
            keys: ">needs P =go j G Enter Esc >twice P =go Esc >off P =go Esc >lost P =go Esc >refers P =go Enter",
            size: small),
        Walk(
            name: "send-loop", start: .files(loops),
            keys:
                ">twice s =go =tick =go =200 =go =tick =go =200 =go 3 { } >off s =go Esc >lost s =go Esc >each s =go =200 =go =404 =go { P =go"
        ),
        Walk(
            name: "send-checks", start: .files(loops),
            keys: ">checked ( s =go =200 ) =go 3 ] [ j j j Enter j K Esc y Esc G a Esc ( s =go =404 =go ) g j j Enter 1"
        ),
        Walk(
            name: "send-cookies", start: .shop,
            keys:
                #"( =go s =go =200 =go 3 [ ) j Space j D =go j Del =go Space ( : "clear the cookie" Enter ) Esc ( : "clear the cookie" Enter ) x =go"#
        ),
        Walk(
            name: "send-captures", start: .files(rich),
            keys:
                #"( =env >GraphQL s =go =200 =go 3 ) ] K Esc ( : "write captures" Enter ) >Everything ( : "write captures" Enter ) u ( : "save schema" Enter ) Esc"#
        ),
        Walk(
            name: "response-compared", start: .shop,
            keys:
                "( s =go =200 =go 3 ) d p ( s =go =404 =go ) d m = a j G g ^D Esc { d Esc } p d Esc ( s =go =204 =go ) d Esc p d Esc"
        ),
        Walk(
            name: "response-programs", start: .scene(.main),
            keys:
                #"3 v =go v =no o =go o =no W Enter =exists Enter =writing =go W ( ^U "x.json" Enter ) =no Enter Esc =go W Enter Esc"#,
            size: small),
        Walk(
            name: "response-copied", start: .scene(.main),
            keys:
                "3 y b =go y h =no y o j l =go y o Enter =go y u =go y c =go y s r =go y w =go y e j Enter =go y e s k Enter =no y p =go y v =go",
            size: small),
        Walk(
            name: "body-binary", start: .response("\u{0}\u{1}PK\u{3}\u{4}abc\u{FF}", type: "application/octet-stream"),
            keys: "b b r j j Enter r G Enter j G / Esc f Esc # w ^G y Esc $", size: small),
        Walk(
            name: "body-array", start: .response(array, type: "application/json"),
            keys:
                #"PgDn ^D ^U G PgUp g ^G "$[30].i" Enter ^G "@100" Enter ^G "-3" Enter ^G "900" Enter ^G "$.x" Enter Esc / "text 5" Enter n n N N Esc - + Enter"#,
            size: small),
        Walk(
            name: "body-lines",
            start: .response("{\"a\":1}\n{\"a\":[1,2]}\n\nnot json\n{\"b\":null}\n", type: "application/x-ndjson"),
            keys: #"j Enter - + * b b j f "$.a" Enter Esc Esc / "a" Enter n Esc ^G "4" Enter"#, size: small),
        Walk(
            name: "body-values",
            start: .response(
                #"{"a":{},"b":[],"a":[[]],"c":"{\"x\":1}","d":-0.0,"e":"é\u00e9 ","":0}"#, type: "application/json"),
            keys: "j Enter j Enter j j Enter - - + + * h l G k y p =go y v =go m k k y b w", size: small),
        Walk(
            name: "body-narrow",
            start: .response("a " + String(repeating: "long line ", count: 12) + "\nend", type: "text/plain"),
            keys: "w $ $ l l h # w j k G g / \"long\" Enter n n n n Esc z", size: Size(columns: 44, rows: 14)),
        Walk(
            name: "body-filtered", start: .response(array, type: "application/json"),
            keys:
                #"f "$[?(@.i>57)]" Enter y =go W Esc / "text" Enter n Esc f Up Down ( ^U "$[0:3].t" Enter ) j G Esc f Up Up Enter Esc f ( ^U "|sort" Enter ) Esc Esc"#,
            size: small),
        Walk(
            name: "body-refused", start: .response("not xml at all", type: "application/xml"),
            keys: "j b r j Esc y Esc K Esc", size: small),
        Walk(
            name: "body-token",
            start: .response(
                #"{"jwt":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIiwiZXhwIjoxN30.c2ln","n":1700000000}"#,
                type: "application/json"),
            keys: "j j K j j Esc j K Esc", size: small),
    ]
}
