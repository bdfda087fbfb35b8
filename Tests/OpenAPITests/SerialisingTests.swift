import Base
import JSONPath
import NetEngine
import Testing

@testable import OpenAPI

/// Values as parameters and bodies, names and places of texts, and which files are asked for.
@Suite struct SerialisingTests {
    private static func json(_ text: some StringProtocol) throws -> JSONOutput {
        try #require(DocumentSet(try DescriptionText.read(Array(text.utf8))).root.output())
    }

    private static func media(_ name: some StringProtocol) -> MediaType {
        MediaType(
            name: String(name), examples: [], encodings: [:], fields: [], place: DocumentPlace(document: 0, node: 0))
    }

    private func parameter(_ fields: some StringProtocol) throws -> Parameter {
        let description = try Description.read(
            Array("openapi: 3.2.0\npaths: {/a: {get: {parameters: [{name: 'p q', \(fields)}]}}}".utf8))
        return try #require(description.open(description.operations[0]).parameters.first)
    }

    private func shown(_ make: () throws(SerialisingFailure) -> ParameterValue) -> String {
        do throws(SerialisingFailure) {
            switch try make() {
            case .path(let text): return "path " + text
            case .query(let pieces): return "query " + pieces.joined(separator: " ")
            case .header(let name, let value): return "header \(name): \(value)"
            case .cookies(let pieces): return "cookies " + pieces.joined(separator: " ")
            case .nothing: return "nothing"
            }
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `a value of 200 levels is written, and a deeper one is not`(open: String, close: String) throws {
        func text(_ levels: Int) -> String {
            String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
        }
        #expect(try Self.json(text(200)).text == text(200))
        let deeper = try DescriptionText.read(Array(text(201).utf8))
        #expect(DocumentSet(deeper).root.output() == nil)
    }

    @Test func `a parameter is written by its place, its content and its value`() throws {
        let table = ##"""
            in: query, content: {application/json: {}} | {"a":1} | query p%20q=%7B%22a%22%3A1%7D
            in: query, content: {text/plain: {}} | "a b" | query p%20q=a%20b
            in: query, content: {text/plain: {}} | [1] | an array or object cannot be written as 'text/plain'
            in: query, content: {application/x-www-form-urlencoded: {}} | {"a":"b c"} | query p%20q=a%3Db%2Bc
            in: header, content: {application/json: {}} | {"a":1} | header p q: {"a":1}
            in: path, required: true, content: {application/json: {}} | ["/"] | path %5B%22%2F%22%5D
            in: cookie, content: {application/json: {}} | "a" | cookies p%20q=%22a%22
            in: querystring, content: {application/json: {}} | {"a":1} | query %7B%22a%22%3A1%7D
            in: querystring, content: {application/x-www-form-urlencoded: {}} | {"a":"b c","d":[1,2]} | query a=b+c&d=1&d=2
            in: querystring, schema: {} | {"a":1} | a 'querystring' parameter needs 'content'
            in: header, schema: {} | "a\nb" | a header cannot hold a line break or a NUL character
            in: header, schema: {} | "a\rb" | a header cannot hold a line break or a NUL character
            in: header, schema: {} | "a\u0000" | a header cannot hold a line break or a NUL character
            in: header, schema: {} | "a;b" | header p q: a;b
            in: cookie, style: cookie, schema: {} | "a;b" | a cookie cannot hold a semicolon, a line break or a control character
            in: cookie, style: cookie, schema: {} | "a\tb" | a cookie cannot hold a semicolon, a line break or a control character
            in: cookie, style: cookie, schema: {} | "a\u007F" | a cookie cannot hold a semicolon, a line break or a control character
            in: cookie, style: cookie, schema: {} | ["a b",1] | cookies p q=a b p q=1
            in: cookie, schema: {} | ["a;b",1] | cookies p%20q=a%3Bb p%20q=1
            in: query, schema: {} | null | nothing
            in: query, content: {application/json: {}} | null | nothing
            in: header, schema: {} | [] | nothing
            in: path, required: true, schema: {} | {} | nothing
            """##
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let parameter = try parameter(parts[0])
            let value = try Self.json(parts[1])
            let found = shown { () throws(SerialisingFailure) in try ParameterValue(value, of: parameter) }
            #expect(found == parts[2], "\(row)")
        }
    }

    @Test func `a text that is written already is sent as it is`() throws {
        let table = """
            in: query, schema: {} | a=b&c | query p%20q=a=b&c
            in: query, schema: {} | p%20q=1&p%20q=2 | query p%20q=1&p%20q=2
            in: querystring, content: {a/b: {}} | a=b | query a=b
            in: path, required: true, schema: {} | a%2Fb | path a%2Fb
            in: header, schema: {} | a b | header p q: a b
            in: cookie, schema: {} | x=1 | cookies x=1
            in: cookie, schema: {} | x;1 | a cookie cannot hold a semicolon, a line break or a control character
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let parameter = try parameter(parts[0])
            let found = shown { () throws(SerialisingFailure) in
                try ParameterValue(serialised: String(parts[1]), of: parameter)
            }
            #expect(found == parts[2], "\(row)")
        }
    }

    @Test func `a body is written by its media type`() throws {
        let table = ##"""
            application/json | {"a":[1,null]} | {"a":[1,null]}
            application/problem+json; charset=utf-8 | "x" | "x"
            application/jsonl | [1,"a"] | 1~"a"~
            application/x-ndjson | {"a":1} | {"a":1}~
            application/json-seq | [1,"a"] | ^1~^"a"~
            text/plain | "x" | x
            text/plain | true | true
            text/plain | 1.50 | 1.50
            text/plain | [1] | an array or object cannot be written as 'text/plain'
            image/png | {} | an array or object cannot be written as 'image/png'
            application/x-www-form-urlencoded | {"a":null,"b":[1,"x y",{"k":1}],"c":{"k":1},"d":true,"é":"&+"} | b=1&b=x+y&b=%7B%22k%22%3A1%7D&c=%7B%22k%22%3A1%7D&d=true&%C3%A9=%26%2B
            application/x-www-form-urlencoded | [1] | a form needs an object
            multipart/form-data | 1 | a multipart form needs an object
            """##
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let value = try Self.json(parts[1])
            var found: String
            do throws(SerialisingFailure) {
                guard case .bytes(let bytes) = try BodyContent(value, as: Self.media(parts[0])) else {
                    Issue.record("\(row)")
                    continue
                }
                found = String(decoding: bytes, as: UTF8.self)
            } catch { found = error.reason }
            #expect(found.replacing("\n", with: "~").replacing("\u{1E}", with: "^") == parts[2], "\(row)")
        }
        #expect(try BodyContent(nil, as: Self.media("text/plain")) == .nothing)
    }

    @Test func `parts of a form have their encoding's first type, and an empty one stays`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.1.0
                paths: {/a: {post: {requestBody: {content: {multipart/form-data: {encoding: {
                  a: {contentType: 'image/png, image/gif'}, j: {contentType: application/json}, x: {contentType: text/csv},
                  l: {style: form, explode: false}, s: {style: spaceDelimited}, e: {style: form}}}}}}}}
                """.utf8))
        let media = try #require(description.open(description.operations[0]).body?.content.first)
        func shown(_ text: String, isFile: Bool = false) throws -> String {
            do throws(SerialisingFailure) {
                let value = (try? Self.json(text)) ?? .null
                guard case .parts(let parts) = try BodyContent(value, as: media, isFile: { _ in isFile }) else {
                    return ""
                }
                return parts.map { part in
                    let text = String(decoding: part.bytes, as: UTF8.self)
                    return "\(part.name)=\(text) \(part.contentType ?? "-")" + (part.isFile ? " file" : "")
                }
                .joined(separator: "; ")
            } catch { return error.reason }
        }
        #expect(try shown(#"{"a":"x","j":"x","n":null,"b":""}"#) == #"a=x image/png; j="x" application/json; b= -"#)
        #expect(
            try shown(#"{"l":[1,null,{"k":2}],"s":["a","b"],"e":[1,2]}"#) == #"l=1,{"k":2} -; s=a b -; e=1 -; e=2 -"#)
        #expect(try shown(#"{"o":{"k":1},"t":1}"#) == #"o={"k":1} application/json; t=1 -"#)
        #expect(
            try shown(#"{"t":"x","o":[{"k":1}]}"#, isFile: true)
                == #"t=x application/octet-stream file; o={"k":1} application/json file"#)
        #expect(try shown(#"{"x":[[1]]}"#) == "an array or object cannot be written as 'text/csv'")
    }

    @Test func `reserved characters stay where they cannot be taken for a delimiter`() throws {
        let table = """
            simple false path | a,b;c=d:e | a%2Cb;c=d:e
            simple true path | a,b;c=d:e | a%2Cb;c%3Dd:e
            simple true path | a/b?c#d[e]@!$'()* | a%2Fb%3Fc%23d%5Be%5D@!$'()*
            label false path | a.b,c=d;e | .a.b%2Cc%3Dd;e
            matrix false path | a;b,c=d.e | ;n=a%3Bb%2Cc%3Dd.e
            form false query | a,b;c=d/e?f | n=a%2Cb;c=d/e?f
            form true query | a,b;c=d | n=a,b;c=d
            form true cookie | a,b;c=d | n=a,b%3Bc=d
            deepObject true query | a,b | the standard does not say how a single value is written in the style 'deepObject'
            pipeDelimited false query | a,b;c | n=a,b;c
            form true query | %41%4%gg%2 | n=%41%254%25gg%252
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let words = parts[0].split(separator: " ").map(String.init)
            let style = StyledValue(
                name: "n", style: try #require(ParameterStyle(rawValue: words[0])), explodes: words[1] == "true",
                location: try #require(Parameter.Location(rawValue: words[2])), allowsReserved: true)
            var found: String
            do throws(SerialisingFailure) {
                found = try style.pieces(of: .string(String(parts[1]))).joined(separator: "&")
            } catch { found = error.reason }
            #expect(found == parts[2], "\(row)")
        }
    }

    @Test func `what the standard leaves open is told with the style`() throws {
        let table = """
            spaceDelimited true | [1] | the standard leaves the style 'spaceDelimited' with 'explode' undefined
            pipeDelimited true | {"a":1} | the standard leaves the style 'pipeDelimited' with 'explode' undefined
            tabDelimited false | {"a":1} | the standard does not say how an object is written in the style 'tabDelimited'
            deepObject true | [1] | the standard does not say how an array is written in the style 'deepObject'
            form true | [[1]] | the style 'form' has no rule for arrays and objects inside others
            matrix true | ["","a"] | ;n;n=a
            matrix true | {"e":"","a":"b"} | ;e;a=b
            label true | ["","a"] | ..a
            spaceDelimited false | "a" | n=a
            tabDelimited false | ["a","b"] | n=a%09b
            simple true | {"a":null,"b":""} | b=
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let words = parts[0].split(separator: " ").map(String.init)
            let style = StyledValue(
                name: "n", style: try #require(ParameterStyle(rawValue: words[0])), explodes: words[1] == "true",
                location: .query)
            let value = try Self.json(parts[1])
            var found: String
            do throws(SerialisingFailure) { found = try style.pieces(of: value).joined(separator: "&") } catch {
                found = error.reason
            }
            #expect(found == parts[2], "\(row)")
        }
    }

    @Test func `a reference that is not followed says why`() throws {
        let table = """
            ../b | it leads out of the folder
            ..%2F%CC%BEb | it leads out of the folder
            %2F%CC%BEb | absolute paths are not followed
            /etc/passwd | absolute paths are not followed
            %2Fetc | absolute paths are not followed
            FILE:b | file: addresses are not followed
            //h/b | it leads to another host, and nothing is fetched
            HTTP://h/b | it leads out of the folder, to 'http:', and nothing is fetched
            a\\b | its path has a NUL character or a backslash
            a%00 | its path has a NUL character or a backslash
            a%ff | its path is not UTF-8
            . | it names a folder
            a?b:c | a
            a/b:c | a/b:c
            a/../b//c | b/c
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            var found: String
            do throws(FolderPolicy.Refusal) { found = try FolderPolicy.path(of: String(parts[0]), from: "o") } catch {
                found = error.reason
            }
            #expect(found == parts[1], "\(row)")
        }
    }

    @Test func `a long name is cut after eighty characters, and places count lines`() {
        let eighty = String(repeating: "é", count: 80)
        #expect(quoted(eighty) == "'\(eighty)'")
        #expect(quoted(eighty + "x") == "'\(eighty)…'")
        let starts = LineStarts()
        let places = (0...6).map { starts.place(of: $0, in: Array("ab\ncd\n".utf8)).description }
        #expect(places == ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "3:1"])
        let ordered = [TextPlace(line: 1, column: 9), TextPlace(line: 2, column: 1), TextPlace(line: 2, column: 2)]
        #expect(ordered.reversed().sorted() == ordered)
    }

    @Test func `a chain of a hundred references is followed, and no longer one`() throws {
        func notices(_ count: Int) throws -> [String] {
            var members: [(String, JSONOutput)] = (1..<count).map { index in
                ("p\(index)", .object([("$ref", .string("#/components/parameters/p\(index + 1)"))]))
            }
            members.append(("p\(count)", .object([("name", "a"), ("in", "query"), ("schema", .object([]))])))
            let parameters: JSONOutput = [.object([("$ref", "#/components/parameters/p1")])]
            let root = JSONOutput.object([
                ("openapi", "3.1.0"),
                ("paths", .object([("/a", .object([("get", .object([("parameters", parameters)]))]))])),
                ("components", .object([("parameters", .object(members))])),
            ])
            let description = try Description.read(root.bytes)
            return description.open(description.operations[0]).notices.map(\.text)
        }
        #expect(try notices(100) == [])
        #expect(
            try notices(101) == [
                "The parameter is missing: '#/components/parameters/p101' ends a chain of more than 100 references."
            ])
    }

    @Test func `a thousand documents are read, and no more`() throws {
        let text = try DescriptionText.read(Array(#"{"x": 1}"#.utf8))
        let documents = DocumentSet(text, path: "o") { _ in .success(text) }
        func reason(_ reference: String) -> String? {
            guard case .failure(let failure) = documents.target(of: Array(reference.utf8), in: 0) else { return nil }
            return failure.reason
        }
        #expect((0..<999).allSatisfy { reason("f\($0)#/x") == nil })
        #expect(documents.paths.count == 1000)
        #expect(reason("f999#/x") == "'f999' is not followed: more than 1000 files")
        #expect(reason("f998#") == nil && reason("o#/x") == nil && reason("#") == nil && reason("") == nil)
        #expect(reason("f998#/y") == "'f998#/y' leads nowhere: there is no 'y'")
        #expect(reason("f998#y") == "'f998#y' leads nowhere: no value has this $anchor")
        let unread = DocumentSet(text)
        guard case .failure(let failure) = unread.target(of: Array("f#/x".utf8), in: 0) else {
            Issue.record("it is read")
            return
        }
        #expect(failure.reason == "'f' cannot be read: other files are not read here")
    }

    @Test(arguments: [
        ("a: !!int '12'", #"{"a":12}"#), ("a: !!binary 12", #"{"a":"12"}"#), ("a: !x true", #"{"a":true}"#),
        ("a: |\n  12\n", #"{"a":"12\n"}"#), ("a:\nb: ''", #"{"a":null,"b":""}"#), ("- \n- 1", "[null,1]"),
        ("&k a: 1\nb: *k", #"{"a":1,"b":"a"}"#), ("a: &k 1\n*k : b", #"{"a":1,"1":"b"}"#),
        ("a: &k 1\nb: &k 2\nc: *k", #"{"a":1,"b":2,"c":2}"#), ("\"a\\tb\": \"c\\\"d\\\\\"", #"{"a\tb":"c\"d\\"}"#),
    ])
    func `a tag, a block, an anchor of a name and a later anchor are read`(yaml: String, json: String) throws {
        let text = try DescriptionText.read(Array(yaml.utf8))
        #expect(String(decoding: text.tree.text, as: UTF8.self) == json)
        #expect(text.format == .yaml)
    }
}
