import Testing

@testable import Bodies

@Suite struct ColouredTextTests {
    @Test func `YAML`() {
        let yaml = Decoding(
            """
            %YAML 1.2
            --- # start
            name: "a: b"   # why
            - &x one
            - ? key with spaces
              : 12.5
            "quoted": {a: true, b: [1, ~, 'it''s']}
            text: |
              # no comment
              - no item
            next: *x
            url: http://a/b#c
            """, "application/yaml")
        #expect(yaml.kind == .yaml)
        #expect(
            yaml.roles == """
                literal:%YAML 1.2
                heading:--- comment:# start
                name:name punctuation:: string:"a: b" comment:# why
                punctuation:- literal:&x string:one
                punctuation:- punctuation:? string:key with spaces
                punctuation:: number:12.5
                name:"quoted" punctuation:: punctuation:{ name:a punctuation:: literal:true punctuation:, name:b punctuation:: \
                punctuation:[ number:1 punctuation:, literal:~ punctuation:, string:'it''s' punctuation:]}
                name:text punctuation:: punctuation:|
                string:  # no comment
                string:  - no item
                name:next punctuation:: literal:*x
                name:url punctuation:: string:http://a/b#c
                """)
    }

    @Test func `TOML`() {
        let toml = Decoding(
            #"""
            # top
            [table."x y"] # here
            a.b = 1_000
            day = 2026-11-22T19:00:00Z
            s = "#\"" # c
            long = """
            # in
            """ # out
            list = [
              1, true,
              { k = 'v', n = 0xFF },
            ]
            z = inf
            """#, "application/toml")
        #expect(
            toml.roles == #"""
                comment:# top
                heading:[table."x y"]  comment:# here
                name:a punctuation:. name:b punctuation:= number:1_000
                name:day punctuation:= number:2026-11-22T19:00:00Z
                name:s punctuation:= string:"#\"" comment:# c
                name:long punctuation:= string:"""
                string:# in
                string:""" comment:# out
                name:list punctuation:= punctuation:[
                number:1 punctuation:, literal:true punctuation:,
                punctuation:{ name:k punctuation:= string:'v' punctuation:, name:n punctuation:= number:0xFF punctuation:},
                punctuation:]
                name:z punctuation:= number:inf
                """#)
    }

    @Test func `CSS`() {
        let css = Decoding(
            """
            /* two
            lines */ @media (x) {
            a:hover, .b > #c { color: #fff; margin: -1.5em auto !important }
              &:not(.x) { background: url("a;b") }
            """, "text/css")
        #expect(
            css.roles == """
                comment:/* two
                comment:lines */ heading:@media punctuation:( literal:x punctuation:) punctuation:{
                literal:a:hover punctuation:, literal:.b punctuation:> literal:#c punctuation:{ name:color punctuation:: number:#fff \
                punctuation:; name:margin punctuation:: number:-1.5em literal:!important punctuation:}
                literal:&:not punctuation:( literal:.x punctuation:) punctuation:{ name:background punctuation:: punctuation:( \
                string:"a;b" punctuation:) punctuation:}
                """)
    }

    @Test func `JavaScript`() {
        let script = Decoding(
            #"""
            const a = /[/"]+/g.test(x) / 2; // half
            let t = `one ${ f({a: 1}) + `in` } /* text
            still` /* open
            close */ return true
            """#, "text/javascript; charset=utf-8")
        #expect(
            script.roles == #"""
                heading:const punctuation:= string:/[/"]+/g punctuation:. punctuation:( punctuation:) punctuation:/ number:2 \#
                punctuation:; comment:// half
                heading:let punctuation:= string:`one  punctuation:${ punctuation:({ name:a punctuation:: number:1 punctuation:}) \#
                punctuation:+ string:`in` punctuation:} string: /* text
                string:still` comment:/* open
                comment:close */ heading:return literal:true
                """#)
    }

    @Test func `Markdown`() {
        let text = Decoding(
            """
            # Title
            - item with `code` and **bold** [link](url)
            1. one
            > quote
            ```swift
            # no title
            ```
            ---
            #hash
            """, "text/markdown")
        #expect(
            text.roles == """
                heading:# Title
                punctuation:- string:`code` heading:**bold** name:[link] string:(url)
                punctuation:1.
                punctuation:>
                punctuation:```swift
                string:# no title
                punctuation:```
                punctuation:---

                """)
    }

    @Test func `the text stays as it is, line ends and all`() {
        let text = "a: 1\r\n\r\n  b: \"x\n  y\"\nlast"
        #expect(Decoding(text, "text/yaml").shown == "a: 1\n\n  b: \"x\n  y\"\nlast")
    }

    @Test func `a very long line has no colours, and the lines after it have`() {
        let long = String(repeating: "x", count: 20_000)
        #expect(Decoding("a = \"\(long)\"\nb = 1", "application/toml").roles == "\nname:b punctuation:= number:1")
        #expect(Decoding("/*\(long)\nb */", "text/css").roles == "\ncomment:b */", "what it opens goes on after it")
        let css = Decoding("/*\(long)\nb */", "text/css")
        #expect(css.lineRoles == ["", "comment:b */"], "also when both are drawn together")
    }

    @Test func `a name ends for a type that says nothing`() {
        #expect(Decoding("a: 1", "application/octet-stream", name: "https://h/openapi.YAML").kind == .yaml)
        #expect(Decoding("a: 1", "text/html", name: "x.yaml").kind != .yaml)
    }
}
