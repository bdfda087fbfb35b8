import JSONPath
import Testing

@testable import JSONSchema

/// Where identifiers may be, and what references lead to.
@Suite struct SchemaReferenceTests {
    /// Whether `x` is a schema of a document, or of one of the dialect.
    private func knows(_ text: some StringProtocol, _ dialect: SchemaDialect = .draft2020) throws -> Bool {
        let tree = try Cases.tree(String(text))
        return SchemaLibrary([SchemaDocument(uri: "api.json", tree: tree, dialect: dialect)]).schema(at: "x") != nil
    }

    @Test func `an identifier counts where a schema may be`() throws {
        let keywords = [
            "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedItems",
            "unevaluatedProperties", "additionalItems", "contentSchema", "items",
        ]
        let maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]
        let lists = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
        for dialect in [SchemaDialect.draft2020, .openAPI31] {
            #expect(try keywords.filter { try !knows("{\"\($0)\":{\"$id\":\"x\"}}", dialect) } == [])
            #expect(try maps.filter { try !knows("{\"\($0)\":{\"a\":{\"$id\":\"x\"}}}", dialect) } == [])
            #expect(try lists.filter { try !knows("{\"\($0)\":[true,{\"$id\":\"x\"}]}", dialect) } == [])
        }
        for dialect in [SchemaDialect.draft7, .draft2019] {
            #expect(try knows(#"{"items":[true,{"not":{"$id":"x"}}]}"#, dialect))
            #expect(try knows(#"{"definitions":{"a":{"additionalItems":{"$id":"x"}}}}"#, dialect))
        }
        #expect(try !knows(#"{"not":{"$id":"x"}}"#, .openAPI30))
        // A list where one schema must be, or a schema where several must be.
        let ones = keywords.filter { $0 != "items" }
        #expect(try ones.filter { try knows("{\"\($0)\":[{\"$id\":\"x\"}]}") } == [])
        #expect(try maps.filter { try knows("{\"\($0)\":{\"$id\":\"x\"}}") } == [])
        #expect(try maps.filter { try knows("{\"\($0)\":[{\"$id\":\"x\"}]}") } == [])
        #expect(try lists.dropLast().filter { try knows("{\"\($0)\":{\"$id\":\"x\"}}") } == [])
        #expect(try lists.dropLast().filter { try knows("{\"\($0)\":{\"a\":{\"$id\":\"x\"}}}") } == [])
        let others = ["const", "default", "examples", "required", "x-more", "schema", "schemas", "example"]
        #expect(try others.filter { try knows("{\"\($0)\":{\"$id\":\"x\"}}") } == [])
        #expect(try (others + ["enum"]).filter { try knows("{\"\($0)\":[{\"$id\":\"x\"}]}") } == [])
    }

    @Test func `an identifier is found at any depth, however it is written`() throws {
        let known = #"""
            {"\u0024id":"x"}
            {"$id":"\u0078"}
            {"not":{"\u0024id":"x"}}
            {"items":{"items":[{"$id":"x"}]}}
            {"items":[{"items":{"$id":"x"}}]}
            {"properties":{"$id":{"$id":"x"}}}
            {"properties":{"const":{"$id":"x"}}}
            {"properties":{"a":{"properties":{"b":{"allOf":[{"not":{"$id":"x"}}]}}}}}
            {"dependencies":{"a":["b"],"c":{"$id":"x"}}}
            {"$id":"y","not":{"$id":"x"}}
            {"$defs":{"a":{"$id":"y"},"b":{"$id":"x"}}}
            {"openapi":"3.1.0","components":{"schemas":{"a":{"$id":"x"}}}}
            {"openapi":"3.1.0","components":{"schemas":{"a":{"properties":{"b":{"$id":"x"}}}}}}
            {"openapi":"3.1.0","paths":{"/a":{"get":{"parameters":[{"schema":{"$id":"x"}}]}}}}
            {"openapi":"3.2.0","paths":{"/a":{"get":{"responses":{"200":{"content":{"a/b":{"itemSchema":{"$id":"x"}}}}}}}}}
            {"swagger":"2.0","definitions":{"a":{"$id":"x"}}}
            {"swagger":"2.0","paths":{"/a":{"get":{"parameters":[{"schema":{"$id":"x"}}]}}}}
            """#
        #expect(try known.split(separator: "\n").filter { try !knows($0) } == [])
        let unknown = #"""
            {"$id":5}
            {"not":{"$id":["x"]}}
            {"not":{"id":"x"}}
            {"not":{"$ID":"x"}}
            {"not":{"$id":"#x"}}
            {"items":[[{"$id":"x"}]]}
            {"dependencies":{"a":[{"$id":"x"}]}}
            {"properties":{"a":{"const":{"$id":"x"}}}}
            {"openapi":"3.1.0","$id":"x"}
            {"openapi":"3.1.0","info":{"$id":"x"}}
            {"openapi":"3.1.0","components":{"schemas":[{"$id":"x"}]}}
            {"openapi":"3.1.0","components":{"schemas":{"a":{"schema":{"$id":"x"}}}}}
            {"openapi":"3.1.0","example":{"schema":{"$id":"x"}}}
            {"openapi":"3.1.0","examples":[{"schema":{"$id":"x"}}]}
            {"openapi":"3.1.0","default":{"schema":{"$id":"x"}}}
            {"openapi":"3.1.0","enum":[{"schema":{"$id":"x"}}]}
            {"info":{"openapi":"3.1.0"},"schema":{"$id":"x"}}
            """#
        #expect(try unknown.split(separator: "\n").filter { try knows($0) } == [])
    }

    @Test func `identifiers are resolved within the schemas around them`() throws {
        let rows = ##"""
            {"$id":"http://h.test/a/","$defs":{"b":{"$id":"b/","$defs":{"c":{"$id":"c","type":"integer"}}}},"$ref":"b/c"} : 1 : "a"
            {"$id":"http://h.test/a/","$defs":{"b":{"$id":"b/","$defs":{"c":{"$id":"c","type":"integer"}}}},"$ref":"http://h.test/a/b/c"} : 1 : "a"
            {"$id":"http://h.test/a/","$defs":{"b":{"$id":"b/","$defs":{"c":{"$id":"c","type":"integer"}},"items":{"$ref":"c"}}},"$ref":"b/"} : [1] : ["a"]
            {"$id":"http://h.test/a/","$defs":{"b":{"$id":"b/","$defs":{"c":{"$id":"c"}}},"c":{"$id":"c","type":"integer"}},"items":{"$ref":"c"}} : [1] : ["a"]
            {"$id":"http://h.test/a/","items":{"$ref":"c"},"$defs":{"b":{"$id":"b/","$defs":{"c":{"$id":"c"}}},"c":{"$id":"c","type":"integer"}}} : [1] : ["a"]
            {"$defs":{"a":{"$id":"a","$defs":{"x":{"$anchor":"t","type":"string"}}},"b":{"$anchor":"t","type":"integer"}},"$ref":"#t"} : 1 : "a"
            {"$defs":{"a":{"$id":"a","$defs":{"x":{"$anchor":"t","type":"string"}}},"b":{"$anchor":"t","type":"integer"}},"$ref":"a#t"} : "a" : 1
            {"$defs":{"a":{"$id":"a","$anchor":"t","type":"string"},"b":{"$anchor":"t","type":"integer"}},"$ref":"a#t"} : "a" : 1
            {"$defs":{"a":{"$id":"a","$defs":{"x":{"type":"string"}}},"x":{"type":"integer"}},"$ref":"a#/$defs/x"} : "a" : 1
            {"$defs":{"a":{"$id":"a","$ref":"#/$defs/x","$defs":{"x":{"type":"string"}}},"x":{"type":"integer"}},"$ref":"a"} : "a" : 1
            {"$id":"http://h.test/a#","$ref":"http://h.test/a#/$defs/x","$defs":{"x":{"type":"integer"}}} : 1 : "a"
            {"$id":"http://h.test/a","$ref":"a#/$defs/x","$defs":{"x":{"type":"integer"}}} : 1 : "a"
            {"$id":"http://h.test/a","$ref":"b","$defs":{"x":{"$id":"/b","type":"integer"}}} : 1 : "a"
            {"$id":"","$ref":"#/$defs/x","$defs":{"x":{"type":"integer"}}} : 1 : "a"
            {"$ref":"api.json#/$defs/x","$defs":{"x":{"type":"integer"}}} : 1 : "a"
            {"$ref":"api.json#/$defs/x","$defs":{"x":{"type":"integer"},"y":{"$id":"api.json","$defs":{"x":{"type":"string"}}}}} : 1 : "a"
            {"$ref":"urn:a#/$defs/x","$defs":{"a":{"$id":"urn:a","$defs":{"x":{"type":"integer"}}}}} : 1 : "a"
            {"$anchor":"a","properties":{"b":{"$ref":"#a"}},"type":"object"} : {"b":{}} : {"b":1}
            {"$ref":"#A","$defs":{"a":{"$anchor":"a","type":"integer"}}} : 1 "a" : -
            {"$ref":"#a","$defs":{"a":{"$anchor":5,"type":"integer"}}} : 1 "a" : -
            """##
        #expect(try Cases.wrong(rows) == [])
    }

    @Test func `pointers lead into the document as RFC 6901 says`() throws {
        let rows = ##"""
            {"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/$defs/a~0b","$defs":{"a~b":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/$defs/a%25b","$defs":{"a%b":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#%2F$defs%2Fa","$defs":{"a":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/$defs/%C3%A9","$defs":{"é":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/$defs/é","$defs":{"\u00e9":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/$defs/","$defs":{"":{"type":"integer"}}} : 1 : "a"
            {"$ref":"#/","":{"type":"integer"}} : 1 : "a"
            {"$ref":"#/prefixItems/0","prefixItems":[{"type":"array"},{"type":"integer"}]} : [[],1] [[]] : [1] [[],"a"] 1
            {"$ref":"#/allOf/1","allOf":[true,{"type":"integer"}]} : 1 : "a"
            {"properties":{"a":{"$ref":"#/prefixItems/10"}},"prefixItems":[1,1,1,1,1,1,1,1,1,1,{"type":"integer"}]} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"$ref":"#/x-more/y"}},"x-more":{"y":{"type":"integer"}}} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"$ref":"#/$defs/a/items"}},"$defs":{"a":{"items":{"type":"integer"}}}} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"},"a":{"type":"integer"}}} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"$ref":"#"}},"additionalProperties":false} : {"a":{"a":{}}} : {"a":{"b":1}} {"b":1}
            {"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/c"},"c":{"type":"integer"}},"$ref":"#/$defs/a"} : 1 : "a"
            {"$defs":{"a":{"$ref":"#/$defs/b","minimum":2},"b":{"$ref":"#/$defs/c","maximum":4},"c":{"type":"integer"}},"items":{"$ref":"#/$defs/a"}} : [2,3,4] : [1] [5] [2.5]
            """##
        #expect(try Cases.wrong(rows) == [])
        let nowhere = #"""
            #/allOf/2
            #/allOf/-1
            #/allOf/-
            #/allOf/01
            #/allOf/1/
            #/allOf/x
            #/allOf/0/type/x
            #/title/x
            #/minimum/0
            #/allof/0
            #/$defs/~2
            #/$defs/~
            #/$defs/%4
            #//
            #$defs
            api.jso#/allOf/0
            """#
        for reference in nowhere.split(separator: "\n") {
            let schema = try Cases.schema(
                "{\"properties\":{\"a\":{\"$ref\":\"\(reference)\"}},\"allOf\":[{\"type\":\"object\"},true],\"title\":\"a\",\"minimum\":1}"
            )
            #expect(schema.notices.map(\.kind) == [.unresolved], "\(reference)")
        }
    }

    @Test func `members of a large object are found too, the last of those with one name`() throws {
        for count in [15, 16, 17, 40] {
            var members = (0..<count).map { "\"d\($0)\":{\"const\":\($0)}" }
            members.append("\"d3\":{\"const\":\"three\"}")
            let names = ["d0", "d3", "d\(count - 1)", "none"]
            let items = names.map { "{\"$ref\":\"#/$defs/\($0)\"}" }.joined(separator: ",")
            let schema = try Cases.schema("{\"prefixItems\":[\(items)],\"$defs\":{\(members.joined(separator: ","))}}")
            #expect(schema.notices.map(\.place.pointer) == ["/prefixItems/3/$ref"])
            #expect(schema.verdict(on: try Cases.tree("[0,\"three\",\(count - 1),1]")) == .valid)
            for other in ["[1]", "[0,3]", "[0,\"three\",\(count)]"] {
                #expect(schema.verdict(on: try Cases.tree(other)) == .invalid)
            }
        }
    }

    // MARK: Several documents

    private func library(_ documents: [(String, String)]) throws -> SchemaLibrary {
        SchemaLibrary(try documents.map { SchemaDocument(uri: $0.0, tree: try Cases.tree($0.1)) })
    }

    @Test func `of two documents with one address the first is meant`() throws {
        let known = try library([("a.json", "{}"), ("b.json", #"{"const":1}"#), ("b.json#x", #"{"const":2}"#)])
        #expect(known.documents.map(\.uri) == ["a.json", "b.json", "b.json"])
        #expect(known.schema(at: "b.json")?.verdict(on: try Cases.tree("1")) == .valid)
        #expect(known.schema(at: "b.json")?.verdict(on: try Cases.tree("2")) == .invalid)
    }

    @Test func `a document is known by its id and by its address`() throws {
        let known = try library([
            ("http://h.test/a.json", #"{"$id":"http://i.test/b.json","const":1,"$defs":{"c":{"const":2}}}"#)
        ])
        let addresses = [
            "http://h.test/a.json", "http://i.test/b.json", "http://i.test/b.json#", "http://h.test/a.json#",
        ]
        for address in addresses {
            #expect(known.schema(at: address)?.verdict(on: try Cases.tree("1")) == .valid, "\(address)")
        }
        #expect(known.schema(at: "http://i.test/b.json#/$defs/c")?.verdict(on: try Cases.tree("2")) == .valid)
        #expect(known.schema(at: "http://i.test/b.json#/$defs/d") == nil)
        #expect(known.schema(at: "b.json") == nil)
        #expect(known.schema(at: "") == nil)
    }

    @Test func `a link says which document a reference means, and only if none has its address`() throws {
        let text = ##"{"items":{"$ref":"my%20b.json#/$defs/x"},"prefixItems":[{"$ref":"c.json"}]}"##
        let documents = [
            ("dir/a.json", text), ("dir/my b.json", #"{"$defs":{"x":{"const":1}}}"#), ("dir/c.json", #"{"const":3}"#),
        ]
        var known = try library(documents)
        #expect(known.schema(document: 0).notices.map(\.kind) == [.unresolved])
        known.link("my%20b.json#/other", document: 0, node: 1, to: 1)
        known.link("c.json", document: 0, node: 3, to: 1)
        let schema = known.schema(document: 0)
        #expect(schema.notices == [])
        #expect(schema.verdict(on: try Cases.tree("[3,1]")) == .valid)
        #expect(schema.verdict(on: try Cases.tree("[3,2]")) == .invalid)
        #expect(schema.verdict(on: try Cases.tree("[1,1]")) == .invalid)
    }

    @Test func `options hold for a schema that is found by its address`() throws {
        let text = #"""
            {"openapi":"3.1.0","components":{"schemas":{"a":{"properties":{"id":{"readOnly":true}},
            "required":["id"],"propertyNames":{"format":"date"}}}}}
            """#
        let known = SchemaLibrary([SchemaDocument(uri: "a", tree: try Cases.tree(text), dialect: .openAPI31)])
        func verdict(_ value: String, _ options: SchemaOptions) throws -> SchemaVerdict? {
            known.schema(at: "a#/components/schemas/a", options)?.verdict(on: try Cases.tree(value))
        }
        #expect(try verdict("{}", SchemaOptions(direction: .request)) == .valid)
        #expect(try verdict("{}", SchemaOptions()) == .invalid)
        #expect(try verdict(#"{"id":1}"#, SchemaOptions()) == .valid)
        #expect(try verdict(#"{"id":1}"#, SchemaOptions(assertsFormats: true)) == .invalid)
    }

    // MARK: Parts

    @Test func `a part is a schema that was compiled with the whole, by its place`() throws {
        let text = ##"""
            {"properties":{"a":{"const":1},"b":{"$ref":"#/$defs/c"}},
            "$defs":{"c":{"const":2},"d":{"const":3},"e":{"const":4}}}
            """##
        let tree = try Cases.tree(text)
        func node(_ names: String...) -> Int {
            names.reduce(0) { tree.member(Array($1.utf8), of: $0) ?? -1 }
        }
        let known = SchemaLibrary([
            SchemaDocument(uri: "a", tree: tree), SchemaDocument(uri: "b", tree: try Cases.tree(#"{"const":5}"#)),
        ])
        let whole = known.schema(document: 0, with: [(document: 0, node: node("$defs", "d")), (document: 1, node: 0)])
        func accepted(_ document: Int, _ node: Int) throws -> [Int]? {
            guard let part = whole.part(document: document, node: node) else { return nil }
            #expect(part.notices == whole.notices && part.size == whole.size)
            return try (1...5).filter { part.verdict(on: try Cases.tree(String($0))) == .valid }
        }
        // What accepts everything, the whole, a, b, c, d and the other document.
        #expect(whole.size == 7)
        #expect(try accepted(0, 0) == [1, 2, 3, 4, 5])
        #expect(try accepted(0, node("properties", "a")) == [1])
        #expect(try accepted(0, node("properties", "b")) == [2])
        #expect(try accepted(0, node("$defs", "c")) == [2])
        #expect(try accepted(0, node("$defs", "d")) == [3])
        #expect(try accepted(1, 0) == [5])
        #expect(try accepted(0, node("$defs", "e")) == nil)
        #expect(try accepted(0, node("$defs")) == nil)
        #expect(try accepted(0, -1) == nil)
        #expect(try accepted(-1, 0) == nil)
        #expect(try accepted(1, 1) == nil)
        #expect(try accepted(2, 0) == nil)
    }

    @Test func `what depends on the way to it is no part`() throws {
        let text = #"{"properties":{"id":{"readOnly":true},"o":{"const":1}},"allOf":[{"required":["id"]}]}"#
        let tree = try Cases.tree(text)
        let known = SchemaLibrary([SchemaDocument(uri: "a", tree: tree, dialect: .openAPI31)])
        let branch = try #require(tree.member(Array("allOf".utf8), of: 0)) + 1
        let request = known.schema(document: 0, SchemaOptions(direction: .request))
        #expect(request.part(document: 0, node: branch) == nil)
        #expect(request.part(document: 0, node: 0) != nil)
        #expect(known.schema(document: 0).part(document: 0, node: branch) != nil)
        let dynamic = try Cases.schema(##"{"$dynamicAnchor":"a","items":{"$dynamicRef":"#a"}}"##)
        #expect(dynamic.part(document: 0, node: 0) == nil)
    }
}
