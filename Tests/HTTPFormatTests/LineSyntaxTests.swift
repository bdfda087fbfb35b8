import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// The syntax of single lines: what each reader finds in a line, and where it stops.
@Suite struct LineSyntaxTests {
    private func line<T>(_ text: String, _ read: (LineText) -> T) -> T {
        Array(text.utf8).withUnsafeBufferPointer { read(LineText($0, 0..<$0.count)) }
    }

    private func pair(_ text: String, _ read: (LineText) -> (LineText, LineText)?) -> String {
        line(text) { line in read(line).map { "[\($0.0.string)][\($0.1.string)]" } ?? "none" }
    }

    private func answer(_ text: String, _ read: (LineText) -> Bool) -> String { line(text, read) ? "yes" : "no" }

    @Test func `a separator is titled by what is left without its marks, and a ruler not at all`() {
        let table = #"""
            ### Title -> Title
            ###Title### -> Title
            #### a # b ## -> a # b
            ###\t x \t# -> x
            ### #️⃣ x -> #️⃣ x
            ###### #⃣ -> #⃣
            ####️⃣# -> #️⃣
            ### --- ->
            ### -- -> --
            ### = - . _ ~ * + ->
            ### ─═╿ ->
            ### ‐–― ->
            ### ─ ─ ->
            ### ……… -> ………
            ### --- a -> --- a
            ### ───x -> ───x
            ### @name x -> x
            ### @NAME = x y -> x y
            ### @name -> @name
            ### @title x -> @title x
            """#
        #expect(TextTable.differences(table) { text in line(text) { LineSyntax.separatorTitle($0).string } } == [])
    }

    @Test func `a comment is what follows its marks`() {
        let table = #"""
            # a -> [ a]
              ### a -> [ a]
            // a -> [ a]
            //// a# -> [ a#]
            / a -> none
            # -> []
            a # b -> none
            /# a -> none
            """#
        let wrong = TextTable.differences(table) { text in
            line(text) { LineSyntax.commentText($0).map { "[\($0.string)]" } ?? "none" }
        }
        #expect(wrong == [])
    }

    @Test func `a metadata line has a key of letters, digits, hyphens and underscores`() {
        let table = #"""
            @key value -> [key][value]
             @key =  value -> [key][value]
            @key=value -> [key][value]
            @key\tvalue -> [key][value]
            @key -> [key][]
            @key= -> [key][]
            @key = = x -> [key][= x]
            @a-b_9 x -> [a-b_9][x]
            @key:value -> none
            @key.x y -> none
            @ key -> none
            key -> none
            """#
        #expect(TextTable.differences(table) { pair($0) { LineSyntax.metadata($0).map { ($0.key, $0.value) } } } == [])
    }

    @Test func `a variable has a name up to a space, a colon or an equals sign`() {
        let table = #"""
            @a = 1 -> [a][1]
            @a=1 -> [a][1]
              @a\t=\t1 2\t -> [a][1 2]
            @a := 1 -> [a][1]
            @a:=1 -> [a][1]
            @a.b-c = x = y -> [a.b-c][x = y]
            @a = -> [a][]
            @a: 1 -> none
            @a : = 1 -> none
            @a -> none
            @a 1 -> none
            @ = 1 -> none
            a = 1 -> none
            """#
        #expect(TextTable.differences(table) { pair($0) { LineSyntax.variable($0).map { ($0.name, $0.value) } } } == [])
    }

    @Test func `a request line has a method, a target and a version`() {
        let table = #"""
            GET /x -> GET|/x|-
            get /x -> get|/x|-
            GET -> GET||-
            Get -> none
            GETT /x -> GETT|/x|-
            gett /x -> none
            X y -> none
            X localhost -> X|localhost|-
            X1-A a.test -> X1-A|a.test|-
            1X a.test -> none
            X_A a.test -> none
            WS chat -> WS|chat|-
            a.test -> -|a.test|-
              a.test/x  HTTP/1.1  -> -|a.test/x|1.1
            GET a HTTP/2 -> GET|a|2
            GET a HTTP/2 (prior KNOWLEDGE) -> GET|a|2 (prior KNOWLEDGE)
            GET a HTTP/2 (x) -> GET|a HTTP/2 (x)|-
            GET a HTTP/x -> GET|a HTTP/x|-
            GET aHTTP/1.1 -> GET|aHTTP/1.1|-
            GET HTTP/1.1 -> GET|HTTP/1.1|-
            GET a HTTP/1.1 HTTP/2 -> GET|a HTTP/1.1|2
            """#
        let wrong = TextTable.differences(table) { text in
            line(text) { line in
                guard let read = LineSyntax.requestLine(line) else { return "none" }
                return [read.method?.string ?? "-", read.target.string, read.version?.string ?? "-"]
                    .joined(separator: "|")
            }
        }
        #expect(wrong == [])
    }

    @Test func `a target looks like a URL, a path, a variable or a host`() {
        let table = #"""
            / -> yes
            {{a -> yes
            {a -> no
            \\{\\{a -> yes
            * -> yes
            *a -> no
            [::1] -> yes
            [abc] -> no
            [a:b -> no
            localhost -> yes
            LOCALHOST?x -> yes
            localhost.x -> yes
            host -> no
            host:8080 -> yes
            host:{{p}} -> yes
            host:x -> no
            host:// -> yes
            a.b -> yes
            .a -> no
            a. -> no
            a_b-c.d#x -> yes
            a/b.c -> no
            a!b.c -> no
            a{b.c -> no
            :80 -> no
            -> no
            """#
        #expect(TextTable.differences(table) { answer($0) { LineSyntax.looksLikeTarget($0) } } == [])
    }

    @Test func `a request begins without a separator where method and target are plain`() {
        let table = #"""
            GET http://a -> yes
            get https://a -> yes
            GET /a -> yes
            GET   {{a -> yes
            GET\t/a -> no
            GET a.test -> no
            GET ftp://a -> no
            FOO http://a -> no
             GET /a -> no
            GET -> no
            """#
        #expect(TextTable.differences(table) { answer($0) { LineSyntax.beginsRequest($0) } } == [])
    }

    @Test func `a header has a name of token characters or with a variable`() {
        let table = #"""
            A: b -> [A][b]
            A:b: c -> [A][b: c]
            A : b -> [A][b]
            A: -> [A][]
            : b -> none
            A B: c -> none
            A(: b -> none
            {{h}}: v -> [{{h}}][v]
            X-{{h}}-Y: v -> [X-{{h}}-Y][v]
            {{h: v -> none
            {h}: v -> none
            !#$%&'*+.^_`|~-9: x -> [!#$%&'*+.^_`|~-9][x]
            """#
        #expect(TextTable.differences(table) { pair($0) { LineSyntax.header($0).map { ($0.name, $0.value) } } } == [])
        let disabled = #"""
            A: b -> [A][b]
            https://a -> none
            A: //x -> none
            A: /x -> [A][/x]
            """#
        let wrong = TextTable.differences(disabled) {
            pair($0) { LineSyntax.disabledHeader($0).map { ($0.name, $0.value) } }
        }
        #expect(wrong == [])
    }

    @Test func `a disabled parameter is one word, or has an equals sign in its first`() {
        let table = #"""
            &a=b -> a=b
            ?a=b -> a=b
             &a -> a
            &a=b c -> a=b c
            &a b -> none
            &a b=c -> none
            && a -> none
            &&a -> none
            &?a -> none
            & a -> none
            & -> none
            a=b -> none
            """#
        let wrong = TextTable.differences(table) { text in
            line(text) { LineSyntax.disabledParameter($0)?.string ?? "none" }
        }
        #expect(wrong == [])
    }

    @Test func `an expression of JavaScript is told from a name, a dynamic value and a value of a response`() {
        let table = #"""
            a.b -> no
            a-b -> no
            a/b -> no
            $x 1 2 -> no
            %a b -> no
            l.response.body.$.a[?(@.b == 1)] -> no
            l.request.body.a b -> no
            a b -> yes
            a+b -> yes
            f) -> yes
            (f -> yes
            'a -> yes
            "a -> yes
            a*2 -> yes
            a<b -> yes
            a>b -> yes
            a=b -> yes
            a?b -> yes
            `a -> yes
            -> no
            """#
        #expect(TextTable.differences(table) { answer($0) { LineSyntax.isExpression($0) } } == [])
    }

    @Test func `a line names a file of the body, its encoding and whether its variables are replaced`() {
        let table = #"""
            < a.json -> a.json|no|
            <\ta b.json -> a b.json|no|
            <@ a.json -> a.json|yes|
            <@latin1  a.txt -> a.txt|yes|latin1
            <a.json -> none
            < -> none
            <@latin1 -> none
            <@ {% x -> none
            < {% x %} -> none
            a < b -> none
            """#
        let wrong = TextTable.differences(table) { text in
            line(text) { line in
                LineSyntax.bodyImport(line).map {
                    "\($0.path.string)|\($0.replacesVariables ? "yes" : "no")|\($0.encoding.string)"
                } ?? "none"
            }
        }
        #expect(wrong == [])
        let typed = #"""
            application/xml|< a.xml> -> no
            text/html|< a.html> -> no
            application/xml|< a.xml -> yes
            application/json|< a.xml> -> yes
            """#
        let wrongTypes = TextTable.differences(typed) { text in
            let parts = text.split(separator: "|").map(String.init)
            return answer(parts[1]) { LineSyntax.bodyImport($0, in: ContentType(parts[0])) != nil }
        }
        #expect(wrongTypes == [])
        #expect(["a.txt", "{%x"].map(LineSyntax.bodyFileLine) == ["< a.txt", "< ./{%x"])
    }

    @Test func `scripts, blocks, files for responses and saved responses are told by their first line`() {
        let table = #"""
            file > a.js -> yes
            file > a.mjs -> yes
            file > a.cjs -> yes
            file > a.ts -> yes
            file > a.lua -> yes
            file > a.py -> no
            file >a.js -> no
            file > a b.js -> no
            file < a.js -> no
            block {{ -> yes
            block {{+ -> yes
            block {{@ -> yes
            block  {{@request  -> yes
            block {{@Response -> yes
            block {{+after -> yes
            block {{@streaming -> yes
            block {{@responseLogging -> yes
            block {{@js -> yes
            block {{@js response -> yes
            block {{@js x -> no
            block {{a -> no
            block { -> no
            end  }}  -> yes
            end }} } -> no
            end }}} -> no
            output >> a -> yes
            output >>! a -> yes
            output >>a -> no
            output >>!a -> no
            output >> -> no
            output >>! -> no
            output <> a -> yes
            output <>a -> yes
            output <> -> no
            output > a -> no
            saved HTTP/1.1 200 OK -> yes
            saved HTTP/2 404 -> yes
            saved HTTP/x 200 -> no
            saved http/1.1 200 -> no
            saved HTTP/1.1 2000 -> no
            saved HTTP/1.1 20x -> no
            saved HTTP/1.1 -> no
            """#
        let wrong = TextTable.differences(table) { text in
            let kind = text.prefix { $0 != " " }
            return answer(String(text.dropFirst(kind.count + 1))) { line in
                switch kind {
                case "file": LineSyntax.isScriptFile(line, marker: Byte.greaterThan)
                case "block": LineSyntax.opensScriptBlock(line)
                case "end": LineSyntax.closesScriptBlock(line)
                case "output": LineSyntax.isOutput(line)
                default: LineSyntax.isInlineResponse(line)
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func `a block of httpYac says when it runs, or its place does`() {
        let table = #"""
            {{ -> place
            {{@js -> place
            {{@request -> before
            {{@RESPONSE -> after
            {{@js response -> after
            {{+ -> none
            {{+request -> none
            {{@streaming -> none
            {{@after -> none
            """#
        let wrong = TextTable.differences(table) { text in
            line(text) { line in
                LineSyntax.scriptBlockEvent(line).map { $0.phase.map { "\($0)" } ?? "place" } ?? "none"
            }
        }
        #expect(wrong == [])
    }

    @Test func `known methods are read in any case, and no longer or shorter words`() {
        let names =
            "GET POST PUT DELETE PATCH HEAD OPTIONS CONNECT TRACE LOCK UNLOCK PROPFIND PROPPATCH COPY MOVE MKCOL "
            + "MKCALENDAR ACL SEARCH CHECKOUT CHECKIN REPORT MERGE MKACTIVITY MKWORKSPACE VERSION-CONTROL "
            + "BASELINE-CONTROL GRAPHQL"
        func read(_ text: String) -> [String] {
            text.split(separator: " ").map { word in line(String(word)) { KnownMethod.name($0) ?? "-" } }
        }
        #expect(read(names.lowercased()).joined(separator: " ") == names)
        #expect(read("GETS GE G3T BASELINE-CONTROLS VERSION_CONTROL ACLS LINK") == Array(repeating: "-", count: 7))
        #expect(
            KnownMethod.protocols.sorted().joined(separator: " ")
                == "AMQP AMQPS EVENTSOURCE GRPC GRPCS KAFKA MQTT MQTTS RSOCKET SSE WEBSOCKET WS WSS")
    }
}
