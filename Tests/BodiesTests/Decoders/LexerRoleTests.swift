import NetEngine
import Testing

@testable import Bodies

/// What one line of a source text is coloured as.
@Suite struct LexerRoleTests {
    private func expect(_ rows: String, _ type: String) {
        let found = rows.split(separator: "\n").map { row in
            let source = String(row.split(separator: " => ")[0])
            let roles = Decoding(source.replacing("⏎", with: "\n"), type).roles
            return "\(source) => \(roles.replacing("\n", with: "⏎"))"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `values, keys and strings of YAML`() {
        expect(
            #"""
            a: Null => name:a punctuation:: literal:Null
            a: ~ => name:a punctuation:: literal:~
            a: nUll => name:a punctuation:: string:nUll
            a: falsey => name:a punctuation:: string:falsey
            - 1 => punctuation:- number:1
            -1 => number:-1
            -a => string:-a
            a:b => string:a:b
            a: => name:a punctuation::
            ? b => punctuation:? string:b
            a: b #c => name:a punctuation:: string:b comment:#c
            a: b#c => name:a punctuation:: string:b#c
            %TAG x => literal:%TAG x
            ... => heading:...
            [a, b: 1] => punctuation:[ string:a punctuation:, name:b punctuation:: number:1 punctuation:]
            {"a":1} => punctuation:{ name:"a" punctuation:: number:1 punctuation:}
            !tag x => literal:!tag string:x
            &a b => literal:&a string:b
            [*a] => punctuation:[ literal:*a punctuation:]
            k: >- => name:k punctuation:: punctuation:>-
            a: "x\"y" z => name:a punctuation:: string:"x\"y" string:z
            a: "x⏎y" # c => name:a punctuation:: string:"x⏎string:y" comment:# c
            a:⏎  k: |⏎    x⏎  y: 1 => name:a punctuation::⏎name:k punctuation:: punctuation:|⏎string:    x⏎name:y punctuation:: number:1
            - >⏎  x⏎- 2 => punctuation:- punctuation:>⏎string:  x⏎punctuation:- number:2
            [a,⏎--- b] => punctuation:[ string:a punctuation:,⏎string:--- b punctuation:]
            """#, "application/yaml")
    }

    @Test func `keys, values and tables of TOML`() {
        expect(
            #"""
            [a] => heading:[a]
            [[a]] # b => heading:[[a]]  comment:# b
            "a b".c = 'x\' => name:"a b" punctuation:. name:c punctuation:= string:'x\'
            a = +1 => name:a punctuation:= number:+1
            a = .5 => name:a punctuation:= number:.5
            a = nan => name:a punctuation:= number:nan
            a = false => name:a punctuation:= literal:false
            a = truex => name:a punctuation:=
            a = 0xGG => name:a punctuation:=
            a = '''x⏎y''' # c => name:a punctuation:= string:'''x⏎string:y''' comment:# c
            a = { b = 1, "c" = 2 } => name:a punctuation:= punctuation:{ name:b punctuation:= number:1 punctuation:, name:"c" punctuation:= number:2 punctuation:}
            a = [⏎"b", # c⏎] # d => name:a punctuation:= punctuation:[⏎string:"b" punctuation:, comment:# c⏎punctuation:] comment:# d
            """#, "application/toml")
    }

    @Test func `selectors and declarations of CSS`() {
        expect(
            #"""
            a{b:c} => literal:a punctuation:{ name:b punctuation:: punctuation:}
            a{b:1px} => literal:a punctuation:{ name:b punctuation:: number:1px punctuation:}
            a{b:.5} => literal:a punctuation:{ name:b punctuation:: number:.5 punctuation:}
            a{b:+1%} => literal:a punctuation:{ name:b punctuation:: number:+1% punctuation:}
            a{b:-x} => literal:a punctuation:{ name:b punctuation:: punctuation:}
            a:hover{} => literal:a:hover punctuation:{}
            #id{} => literal:#id punctuation:{}
            a{b:#fff;c:"x;y"} => literal:a punctuation:{ name:b punctuation:: number:#fff punctuation:; name:c punctuation:: string:"x;y" punctuation:}
            @media{} => heading:@media punctuation:{}
            /* a */b{} => comment:/* a */ literal:b punctuation:{}
            a{b:c!important} => literal:a punctuation:{ name:b punctuation:: literal:!important punctuation:}
            """#, "text/css")
    }

    @Test func `words, patterns and templates of JavaScript`() {
        expect(
            #"""
            a = b / c / d => punctuation:= punctuation:/ punctuation:/
            return /x/g; => heading:return string:/x/g punctuation:;
            (a) / 2 => punctuation:( punctuation:) punctuation:/ number:2
            a[0] / b => punctuation:[ number:0 punctuation:] punctuation:/
            this / 2 => heading:this punctuation:/ number:2
            x = /a\/b[/]c/i.y => punctuation:= string:/a\/b[/]c/i punctuation:.
            {a: 1} => punctuation:{ name:a punctuation:: number:1 punctuation:}
            "a\"b" + 'c' => string:"a\"b" punctuation:+ string:'c'
            NaN undefined => literal:NaN literal:undefined
            a-1 => punctuation:- number:1
            0x1F + 1.5e3 => number:0x1F punctuation:+ number:1.5e3
            `a${ {b:1} }c` => string:`a punctuation:${ punctuation:{ name:b punctuation:: number:1 punctuation:} punctuation:} string:c`
            `a\`b` / 2 => string:`a\`b` punctuation:/ number:2
            a // b => comment:// b
            /* a⏎b */ if => comment:/* a⏎comment:b */ heading:if
            """#, "text/javascript")
    }

    @Test func `of templates of JavaScript within each other the last eight have an end`() {
        let open = String(repeating: "`${", count: 9)
        let closed = String(repeating: "}`", count: 8)
        #expect(Decoding("\(open)\(closed)} 1", "text/javascript").roles.hasSuffix(" punctuation:} number:1"))
    }

    @Test func `headings, lists and links of Markdown`() {
        expect(
            #"""
            ###### a => heading:###### a
            # => heading:#
            >> a => punctuation:>>
            * * * => punctuation:* * *
            -- => punctuation:--
            === => punctuation:===
            * a => punctuation:*
            + a => punctuation:+
            10) a => punctuation:10)
            1. => punctuation:1.
            a `b` => string:`b`
            **a** b => heading:**a**
            [a](b) => name:[a] string:(b)
            [a][b](c) => name:[b] string:(c)
            ~~~⏎```⏎~~~~ => punctuation:~~~⏎string:```⏎punctuation:~~~~
            ````⏎```⏎```` => punctuation:````⏎string:```⏎punctuation:````
            """#, "text/markdown")
        for plain in ["####### a", "#a", "-", "_a_", "1x", "\\`b`", "`a", "**a", "[a] b"] {
            #expect(Decoding(plain, "text/markdown").roles == "", "\(plain)")
        }
    }

    @Test func `numbers of configuration files have many spellings`() {
        let numbers = [
            "1", "-1", "+1", "1_000", "1.5e3", "0xFF", "0XF_f", "0o17", "0b1", ".5", "inf", "-inf", "+.inf", "nan",
            ".nan",
            "2026-11-22", "2026-11-22T19:00:00Z", "12:30",
        ]
        let others = ["", "-", "+", ".", "--1", "0xG", "1a", "a1", "e1", "info", "i", "1 2", "Inf", "1,5"]
        #expect((numbers + others).filter { ScalarWords.isNumber(Array($0.utf8)) } == numbers)
    }

    @Test func `a kind is known by its media type, or by the end of a name`() {
        let rows = """
            application/xml xml
            application/atom+xml xml
            text/html html
            application/xhtml+xml html
            application/x-yaml yaml
            text/vnd.yaml yaml
            application/vnd.oai.openapi+yaml yaml
            application/toml toml
            text/css css
            application/javascript javaScript
            text/ecmascript javaScript
            text/x-typescript javaScript
            text/x-markdown markdown
            application/x-www-form-urlencoded form
            text/csv csv
            text/tab-separated-values tsv
            text/tsv tsv
            application/x-msgpack messagePack
            application/vnd.msgpack messagePack
            application/cbor-seq cbor
            application/cose cbor
            application/senml+cbor cbor
            application/x-protobuf protobuf
            application/vnd.google.protobuf protobuf
            application/grpc-web+proto protobuf
            application/grpc+json protobuf
            application/jwt jwt
            application/jose jwt
            image/webp image
            image/svg+xml xml
            application/x-zip-compressed zip
            application/java-archive zip
            application/epub+zip zip
            application/vnd.openxmlformats-officedocument.wordprocessingml.document zip
            application/x-gzip gzip
            application/pdf pdf
            multipart/related multipart
            audio/mpeg none
            a.SVG xml
            a.htm html
            a.b.yml yaml
            a.mjs javaScript
            a.md markdown
            a.tsv tsv
            a.mp messagePack
            a.pb protobuf
            a.docx zip
            a.tgz gzip
            a.jpeg image
            a.jwt jwt
            yaml none
            a.txt none
            """
        let found = rows.split(separator: "\n").map { row in
            let text = String(row.split(separator: " ")[0])
            let kind =
                text.contains("/")
                ? BodyKind.named(by: ContentType(text)) : .named(by: ContentType("text/plain"), name: text)
            return "\(text) \(kind?.rawValue ?? "none")"
        }
        #expect(found.joined(separator: "\n") == rows)
        #expect(BodyKind.named(by: ContentType("audio/mpeg"), name: "a.yaml") == nil)
    }

    @Test func `each kind has a name for titles`() {
        #expect(
            BodyKind.allCases.map(\.name).joined(separator: ", ")
                == "XML, HTML, YAML, TOML, CSS, JavaScript, Markdown, Form, CSV, TSV, MessagePack, CBOR, Protobuf, JWT, "
                + "Image, Zip archive, Gzip file, PDF, Multipart")
        #expect(BodyKind.allCases.allSatisfy { $0.decoder.kind == $0 })
    }
}
