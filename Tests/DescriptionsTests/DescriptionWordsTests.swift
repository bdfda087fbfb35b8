import Base
import Contract
import OpenAPI
import Testing

@testable import Descriptions

/// Schemas, logins, names and texts of a description in the words of one line.
@Suite struct DescriptionWordsTests {
    private func words(_ schema: some StringProtocol, version: String = "3.1.0") throws -> String {
        let pet = #"{"type": "object", "properties": {"a": {}}}"#
        let description = try Description.read(
            Array(
                """
                {"openapi": "\(version)", "paths": {}, "root": \(schema),
                 "components": {"schemas": {"Pet": \(pet), "a/b": \(pet), "Text": {"type": "string"}}}}
                """.utf8))
        return SchemaWords.text(of: try #require(description.documents.root["root"]), description.version)
    }

    @Test func `a schema is told in one line`() throws {
        let table = ##"""
            {"type":"integer","minimum":1,"maximum":100,"default":20} | integer, 1 to 100, default 20
            {"type":"integer","minimum":1,"maximum":1} | integer, exactly 1
            {"type":"number","exclusiveMinimum":0,"maximum":5} | number, above 0, at most 5
            {"type":"number","minimum":0,"exclusiveMaximum":5} | number, at least 0, below 5
            {"minimum":2} | number, at least 2
            {"allOf":[{"minimum":2},{"minimum":3},{"minimum":1}]} | number, at least 3
            {"allOf":[{"maximum":2},{"maximum":3},{"maximum":1}]} | number, at most 1
            {"minimum":2,"exclusiveMinimum":2} | number, above 2
            {"exclusiveMinimum":2,"minimum":2} | number, above 2
            {"exclusiveMinimum":3,"minimum":2} | number, above 3
            {"maximum":2,"exclusiveMaximum":2} | number, below 2
            {"maximum":2,"exclusiveMaximum":1} | number, below 1
            {"multipleOf":5} | number, a multiple of 5
            {"type":"string","minLength":1,"maxLength":1} | string, 1 character
            {"type":"string","minLength":0,"maxLength":1} | string, at most 1 character
            {"type":"string","minLength":2} | string, at least 2 characters
            {"allOf":[{"minLength":2,"maxLength":9},{"minLength":3,"maxLength":4}]} | string, 3 to 4 characters
            {"minLength":0} | string
            {"type":"array","items":{"type":"string"},"minItems":1,"uniqueItems":true} | array of string, at least 1 item, without repeats
            {"type":"array","maxItems":2} | array, at most 2 items
            {"type":"array","prefixItems":[{},{}]} | array of 2 places
            {"items":{}} | array
            {"items":{"items":{"items":{"items":{"type":"string"}}}}} | array of array of array of array
            {"type":"object","minProperties":1,"maxProperties":3} | object, 1 to 3 members
            {"required":["a"]} | object
            {"type":["string","null"],"format":"date"} | string (date), or null
            {"type":"null"} | null
            {"type":["string","integer"]} | string or integer
            {"type":["string","integer"],"allOf":[{"type":"integer"}]} | integer
            {"type":"string","format":"byte","contentEncoding":"base64"} | string (byte, base64)
            {"format":"date"} |
            {"const":5} | always 5
            {"const":""} | always ""
            {"const":1,"enum":[1,2]} | always 1
            {"enum":["a",1,null]} | one of a, 1, null
            {"enum":[1,2,3,4,5,6,7,8,9,10,11,12]} | one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
            {"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13]} | one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … (13)
            {"type":"string","pattern":"^a$","allOf":[{"pattern":"b"},{"pattern":"c"}]} | string, matching ^a$, matching b
            {"oneOf":[{"type":"string"},{"type":"integer"},{"type":"string"}]} | string or integer
            {"anyOf":[{"type":"string"},{"type":"integer"}]} | string and/or integer
            {"oneOf":[{"type":"string"},{},{},{},{},{},{}]} | string or …
            {"oneOf":[{"type":"string"},{},{},{},{},{}]} | string
            {"type":"object","oneOf":[{"$ref":"#/components/schemas/Pet"},{"type":"string"}]} | Pet or string
            {"type":"string","oneOf":[{"type":"integer"}]} | string
            {"$ref":"#/components/schemas/Pet"} | Pet
            {"$ref":"#/components/schemas/a~1b"} | a/b
            {"$ref":"#/components/schemas/Text","maxLength":3} | string, at most 3 characters
            {"allOf":[{"$ref":"#/components/schemas/Pet"}],"description":"x"} | Pet
            {"allOf":[{"$ref":"#/components/schemas/Pet"},{}]} | object
            {"$ref":"#/none"} | unknown: '#/none' leads nowhere: there is no 'none'
            {"allOf":[{"$ref":"#/none"},{"$ref":"#/other"}]} | unknown: '#/none' leads nowhere: there is no 'none'
            false | no value is valid
            {"type":"boolean","default":true} | boolean, default true
            {"default":{"a":[1]}} | default {"a":[1]}
            """##
        for row in table.split(separator: "\n") {
            let parts = (row + " ").split(separator: " | ")
            let expected = parts.count > 1 ? String(parts[1].dropLast()) : ""
            #expect(try words(parts[0]) == expected, "\(row)")
        }
    }

    @Test func `words depend on the version`() throws {
        let table = """
            {"type":"string","nullable":true} | 3.0.0 string, or null | 3.1.0 string
            {"type":"integer","maximum":5,"exclusiveMaximum":true} | 3.0.0 integer, below 5
            {"type":"integer","minimum":5,"exclusiveMinimum":true} | 3.0.0 integer, above 5 | 3.1.0 integer, at least 5
            {"type":"integer","maximum":5,"exclusiveMaximum":true} | 3.2.0 integer, at most 5
            {"type":"integer","exclusiveMinimum":5,"exclusiveMaximum":7} | 3.0.0 integer | 3.1.0 integer, above 5, below 7
            {"const":"x","enum":["y"]} | 3.0.0 one of y | 3.1.0 always x
            {"$ref":"#/components/schemas/Text","maxLength":3} | 3.0.0 string | 3.2.0 string, at most 3 characters
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            for part in parts.dropFirst() {
                let version = part.prefix { $0 != " " }
                #expect(try words(parts[0], version: String(version)) == part.dropFirst(version.count + 1), "\(row)")
            }
        }
    }

    @Test func `what security asks for is told in words`() throws {
        let table = """
            [] | none
            [{}] | none
            [{a: []}, {}] | a (key X-Key in header), or none
            [{a: [], b: []}] | a (key X-Key in header) and b (bearer)
            [{o: [r, w]}] | o (OAuth 2, scopes r, w)
            [{i: []}] | i (OpenID Connect)
            [{t: []}] | t (client certificate)
            [{m: []}] | m (magic)
            [{n: [s]}] | n (not described, scopes s)
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            let description = try Description.read(
                Array(
                    """
                    openapi: 3.1.0
                    paths: {/a: {get: {security: \(parts[0])}}}
                    components:
                      securitySchemes:
                        a: {type: apiKey, name: X-Key, in: header}
                        b: {type: http, scheme: Bearer}
                        o: {type: oauth2, flows: {}}
                        i: {type: openIdConnect, openIdConnectUrl: u}
                        t: {type: mutualTLS}
                        m: {type: magic}
                    """.utf8))
            let security = description.open(description.operations[0]).security
            #expect(AuthWords.text(of: security) == parts[1], "\(row)")
        }
    }

    @Test func `a text becomes one line, cut with a mark`() {
        #expect(
            ["a  b", "\ta\nb ", "", " ", "a\u{2028}b\u{A0}c\u{7F}d", " é ", "a\r\nb"].map { PlainLine.of($0) } == [
                "a b", "a b", "", "", "a b c d", "é", "a b",
            ])
        #expect(
            ["abcde", "abcdef", "abc def", "äbcde", "äbcdef", "ab\n\ncd", "ab\n\ncde"].map {
                PlainLine.of($0, limit: 5)
            } == ["abcde", "abcd…", "abc…", "äbcde", "äbcd…", "ab cd", "ab c…"])
        #expect(PlainLine.firstParagraph("\n \nOne\ntwo\n \nthree") == "One two")
        #expect(PlainLine.firstParagraph("\n\n") == "")
        #expect(PlainLine.quoted("a\nb") == "'a b'")
        #expect(PlainLine.quoted(String(repeating: "x", count: 81)) == "'" + String(repeating: "x", count: 79) + "…'")
    }

    @Test func `names of variables are letters, digits and underscores`() {
        let long = String(repeating: "a", count: 120)
        #expect(["a1_", "_", long].allSatisfy(DialectName.isValid))
        #expect(!["", "1a", "a-b", "é", "a b", long + "a"].contains(where: DialectName.isValid))
        let texts = ["pets.list", "2x", "--a--b--", "é", "", "a b", "_x", long, long + "-"]
        #expect(
            texts.map { DialectName.valid($0, else: "other") } == [
                "pets_list", "_2x", "a_b", "other", "other", "a_b", "_x", long, String(long.prefix(80)),
            ])
        var names = DialectName(reserved: ["host"])
        #expect(
            ["a", "a", "host", "a", "a_2", "a_2", "b"].map { names.unique($0) } == [
                "a", "a_2", "host_2", "a_3", "a_2_2", "a_2_3", "b",
            ])
    }

    @Test func `methods are written so that no other tool is meant`() {
        let table = [
            "GET": "GET", "QUERY": "QUERY", "copy": "COPY", "ws": "X-WS", "GraphQL": "X-GRAPHQL", "HTTP": "X-HTTP",
            "": "X-METHOD",
            "-1": "X-METHOD", "M-SEARCH": "M-SEARCH", "1ab2": "AB2", "LINK!": "LINK", "get": "GET",
        ]
        for (method, written) in table { #expect(SendableMethod.written(method) == written, "\(method)") }
    }

    @Test func `names of headers are letters, digits, hyphens, underscores and dots, up to 200`() {
        let names = ["X-Api-Key", "X_Api_Key", "x.api", "2", String(repeating: "a", count: 200)]
        let others = ["", "a b", "a:b", "a/b", "{{a}}", "é", "a\n", String(repeating: "a", count: 201)]
        #expect((names + others).filter(BlockWriter.isHeaderName) == names)
    }

    @Test func `media types in a header are whole`() {
        let table = [
            "application/json; charset=utf-8": "application/json; charset=utf-8", "text/*": "text/plain",
            "*/*": "application/json", "application/*+json": "application/json", "image/*": "application/octet-stream",
            "a,b/c": "application/octet-stream", "json": "application/octet-stream",
            "a/{{b": "application/octet-stream",
        ]
        for (name, written) in table { #expect(MediaTypeText.contentType(name) == written, "\(name)") }
    }

    @Test func `programs log in by the flow that needs no browser`() {
        func grant(_ names: String...) -> String {
            OAuthLogin(names.map { .init(name: $0, tokenURL: $0 == "password" ? "" : "t") })?.grant ?? "none"
        }
        #expect(grant("deviceAuthorization", "authorizationCode", "clientCredentials") == "Client Credentials")
        #expect(grant("deviceAuthorization", "authorizationCode") == "Authorization Code")
        #expect(grant("implicit", "password", "deviceAuthorization") == "Device Authorization")
        #expect(grant("implicit", "password") == "none", "without an address of the token")
        #expect(OAuthLogin([.init(name: "password", tokenURL: "t")])?.grant == "Password")
    }

    @Test func `two braces in JSON are no variable`() {
        let value = JSONOutput.object([("a", "{{{b"), ("c", .object([]))])
        #expect(TemplateJSON.lines(value) == ["{", #"  "a": "\u007b\u007b{b","#, #"  "c": {}"#, "}"])
        #expect(TemplateJSON.lines(value, escapesBraces: false)[1] == #"  "a": "{{{b","#)
    }

    @Test func `a text is the content of a body only if each of its lines means nothing else`() {
        let plain = [
            "a", "a\n\nb", "/a", "?a", "--other", "GET x", "a\tb", "abcdefghijklmnopqrstu /x", "{a}", "é",
        ]
        let other = [
            "", "a\n", "\na", "a\n \nb", "# a", "  # a", "> a", "@a", "<a>", "< a", "//a", "??a", "HTTP/1", "--part",
            "GET /x", "PUT  https://h", "abcdefghijklmnopqrst /x", "{{a}}", "\\{\\{a", "a\rb", "a\u{7F}", "a\n\t@b",
        ]
        #expect(plain.filter { !PlainBody.isPlain($0, isMarkup: false) } == [])
        #expect(other.filter { PlainBody.isPlain($0, isMarkup: false) } == [])
        let markup = ["<a>", "< a", "<\ta", "<@a", "<>", "<", "  <a/>"].filter { PlainBody.isPlain($0, isMarkup: true) }
        #expect(markup == ["<a>", "  <a/>"])
        #expect(PlainBody.isPlain("--part", isMarkup: false, boundary: "b"))
        #expect(!PlainBody.isPlain("--b1", isMarkup: false, boundary: "b"))
        #expect(PlainBody.isPlain("{{a}}", isMarkup: false, holdsVariables: true))
        #expect(!PlainBody.isPlain("\\{\\{a", isMarkup: false, holdsVariables: true))
    }

    @Test func `Markdown is headings, lists, code and paragraphs`() {
        let text = #"""
            # One  two
            ## Two
            #three
            Text with
            two lines.

            * star
            + plus
              - nested
            12. twelfth
            1234. not
            > quote
            continues
            ~~~
            	code  x
            # no heading
            ~~~
            A [link](http://x "t") ![alt](i.png) `code` **bold** \*kept\* [http://y](http://y) [](z) [a](b
            """#
        let shown = MarkdownLines.lines(of: text).map { "\($0.role) \($0.text)" }
        #expect(
            shown == [
                "heading One two", "heading Two", "text #three Text with two lines.", "text • star", "text • plus",
                "text   • nested", "text • twelfth 1234. not", "text quote continues", "code     code x",
                "code # no heading",
                "text A link (http://x) alt (i.png) code bold *kept* http://y z [a](b",
            ])
        #expect(MarkdownLines.lines(of: String(repeating: "- a\n", count: 400)).last?.text == "…")
        #expect(MarkdownLines.lines(of: String(repeating: "- a\n", count: 299)).last?.text == "• a")
    }
}
