import JSONPath
import Testing

@testable import JSONSchema

/// What differs between the drafts, and what depends on metaschemas and directions.
@Suite struct SchemaDialectTests {
    @Test func `draft 7 has dependencies and items of both kinds, and no later keyword`() throws {
        let rows = ##"""
            {"allOf":[{"$ref":"#/definitions/a","type":"string"}],"definitions":{"a":{"type":"integer"}}} : 1 : "a"
            {"allOf":[{"type":"string","$ref":"#/definitions/a"}],"definitions":{"a":{"type":"integer"}}} : 1 : "a"
            {"$ref":5,"type":"integer"} : 1 : "a"
            {"properties":{"$ref":{"type":"integer"}}} : {"$ref":1} : {"$ref":"a"}
            {"definitions":{"a":{"$id":"#a","type":"integer"}},"allOf":[{"$ref":"#a"}]} : 1 : "a"
            {"definitions":{"a":{"$id":"b.json#a","type":"integer"}},"allOf":[{"$ref":"b.json#a"},{"$ref":"b.json"}]} : 1 : "a"
            {"definitions":{"a":{"$id":"b.json#a","type":"integer"}},"allOf":[{"$ref":"#a"}]} : 1 "a" : -
            {"definitions":{"a":{"$anchor":"a","type":"integer"}},"allOf":[{"$ref":"#a"}]} : 1 "a" : -
            {"definitions":{"a":{"$id":"#b","$anchor":"a","type":"integer"}},"allOf":[{"$ref":"#a"}]} : 1 "a" : -
            {"definitions":{"a":{"$id":"b.json","$dynamicAnchor":"a","type":"integer"}},"allOf":[{"$ref":"b.json#a"}]} : 1 "a" : -
            {"definitions":{"a":{"$id":"b.json","$ref":"#/definitions/c"},"c":{"type":"integer"}},"allOf":[{"$ref":"b.json"}]} : 1 "a" : -
            {"unevaluatedProperties":false,"unevaluatedItems":false} : {"a":1} [1] : -
            {"maxContains":0,"contains":{"const":1}} : [1,1] : [] [2]
            {"minContains":2,"contains":{"const":1}} : [1] : []
            {"$dynamicRef":"#/definitions/a","$recursiveRef":"#/definitions/a","definitions":{"a":false}} : 1 : -
            {"items":[],"additionalItems":false} : [] : [1]
            {"items":[true,{"type":"string"}],"additionalItems":{"type":"null"}} : [1,"a",null] [1,"a"] : [1,1] [1,"a",1]
            {"items":[true],"additionalItems":5} : [1,2] : -
            {"additionalItems":false} : [1] : -
            {"items":false} : [] : [1]
            {"items":{"type":"integer"}} : [1,2] : [1,"a"]
            {"dependencies":{"a":["b"],"c":false,"d":[]}} : {"a":1,"b":1} {"b":1} {"d":1} : {"a":1} {"c":1}
            {"dependencies":{"a":["b","c"]}} : {"a":1,"b":1,"c":1} : {"a":1,"b":1} {"a":1,"c":1}
            {"const":null} : null : 0
            {"propertyNames":{"maxLength":1}} : {"a":1} : {"ab":1}
            {"patternProperties":{"^a":false}} : {"b":1} : {"ab":1}
            {"if":{"const":1},"then":false,"else":{"const":2}} : 2 : 1 3
            {"type":"integer","nullable":true} : 1 : null
            {"minimum":1,"exclusiveMinimum":true} : 1 : 0
            {"exclusiveMinimum":1,"exclusiveMaximum":3} : 2 : 1 3
            {"discriminator":{"propertyName":"a"},"oneOf":[true]} : {"a":1} : -
            """##
        #expect(try Cases.wrong(rows, .draft7) == [])
    }

    @Test func `draft 2019-09 has recursive references, and items that contains does not evaluate`() throws {
        let rows = ##"""
            {"$recursiveAnchor":true,"type":"object","properties":{"a":{"$recursiveRef":"#"}}} : {"a":{}} : {"a":1} 1
            {"type":"object","properties":{"a":{"$recursiveRef":"#"}}} : {"a":{}} : {"a":1} 1
            {"$dynamicRef":"#a","$defs":{"a":{"$anchor":"a","type":"integer"}}} : 1 "a" : -
            {"$ref":"#a","$defs":{"b":{"$dynamicAnchor":"a","type":"integer"}}} : 1 "a" : -
            {"$ref":"#a","$defs":{"b":{"$anchor":"a","type":"integer"}}} : 1 : "a"
            {"$ref":"#a","$defs":{"b":{"$id":"#a","type":"integer"}}} : 1 "a" : -
            {"contains":{"const":1},"minContains":2,"maxContains":2} : [1,1] [1,2,1] : [1] [1,1,1]
            {"contains":{"const":1},"unevaluatedItems":false} : - : [1] [1,1] []
            {"items":[true],"additionalItems":true,"unevaluatedItems":false} : [1,2] : -
            {"items":[{"type":"integer"}],"additionalItems":{"type":"string"}} : [1,"a"] [] : ["a"] [1,2]
            {"items":[],"additionalItems":{"type":"string"}} : ["a"] [] : [1]
            {"items":true,"additionalItems":false} : [1] : -
            {"additionalItems":false,"unevaluatedItems":{"type":"integer"}} : [1] : ["a"]
            {"prefixItems":[true],"unevaluatedItems":false} : [] : [1]
            {"dependentSchemas":{"a":{"required":["b"]}}} : {"a":1,"b":1} : {"a":1}
            {"dependencies":{"a":{"required":["b"]}}} : {"a":1,"b":1} : {"a":1}
            {"properties":{"o":{"$recursiveRef":"#"},"a":true},"unevaluatedProperties":false} : {"o":{"a":1}} : {"o":{"b":1}} {"b":1}
            {"allOf":[{"properties":{"o":{"$recursiveRef":"#"}}}],"unevaluatedProperties":false} : {"o":{}} : {"o":{"b":1}} {"b":1}
            {"nullable":true,"type":"string"} : "a" : null
            {"$id":"http://h.test/tree","$recursiveAnchor":true,"$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$recursiveAnchor":true,"properties":{"c":{"$recursiveRef":"#"}}}}} : {"x":1,"c":{"x":1}} {"x":1} : {"x":1,"c":{}} {}
            {"$id":"http://h.test/tree","$recursiveAnchor":true,"$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$recursiveAnchor":false,"properties":{"c":{"$recursiveRef":"#"}}}}} : {"x":1,"c":{}} : {}
            {"$id":"http://h.test/tree","$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$recursiveAnchor":true,"type":"object","properties":{"c":{"$recursiveRef":"#"}}}}} : {"x":1,"c":{}} : {"x":1,"c":1} {}
            """##
        #expect(try Cases.wrong(rows, .draft2019) == [])
    }

    @Test func `draft 2020-12 has dynamic references, and the other keywords of drafts 7 and 2019-09 say nothing`()
        throws
    {
        let rows = ##"""
            {"$recursiveRef":"#/$defs/a","$defs":{"a":{"type":"integer"}}} : 1 "a" : -
            {"$dynamicRef":"#/$defs/a","$defs":{"a":{"type":"integer"}}} : 1 : "a"
            {"$dynamicRef":"#a","$defs":{"b":{"$anchor":"a","type":"integer"}}} : 1 : "a"
            {"$ref":"#a","$defs":{"b":{"$dynamicAnchor":"a","type":"integer"}}} : 1 : "a"
            {"$ref":"#a","$defs":{"b":{"$id":"#a","type":"integer"}}} : 1 "a" : -
            {"$id":"http://h.test/tree","$dynamicAnchor":"n","$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$dynamicAnchor":"n","properties":{"c":{"$dynamicRef":"#n"}}}}} : {"x":1,"c":{"x":1}} {"x":1} : {"x":1,"c":{}} {}
            {"$id":"http://h.test/tree","$dynamicAnchor":"n","$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$dynamicAnchor":"n","properties":{"c":{"$ref":"#n"}}}}} : {"x":1,"c":{}} : {}
            {"$id":"http://h.test/tree","$anchor":"n","$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$dynamicAnchor":"n","type":"object","properties":{"c":{"$dynamicRef":"#n"}}}}} : {"x":1,"c":{}} : {"x":1,"c":1} {}
            {"$id":"http://h.test/tree","$dynamicAnchor":"m","$ref":"node","required":["x"],"$defs":{"n":{"$id":"node","$dynamicAnchor":"n","type":"object","properties":{"c":{"$dynamicRef":"#n"}}}}} : {"x":1,"c":{}} : {"x":1,"c":1} {}
            """##
        #expect(try Cases.wrong(rows, .draft2020) == [])
        #expect(try Cases.wrong(rows, .openAPI31) == [])
    }

    @Test func `OpenAPI 3_0 has its own bounds and null, and few of the keywords`() throws {
        let rows = ##"""
            {"const":1,"if":true,"then":false,"contains":false} : 2 [1] : -
            {"patternProperties":{"^a":false},"propertyNames":false} : {"a":1} : -
            {"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":false},"dependencies":{"a":false}} : {"a":1} : -
            {"unevaluatedProperties":false,"unevaluatedItems":false} : {"a":1} [1] : -
            {"prefixItems":[false]} : [1] : -
            {"items":[false],"additionalItems":false} : [1] : -
            {"items":{"type":"integer"},"additionalItems":false} : [1] : ["a"]
            {"minimum":3,"exclusiveMinimum":true} : 4 3.5 3.01 : 3 2 3.0
            {"maximum":3,"exclusiveMaximum":true} : 2 2.5 : 3 4 3.0
            {"minimum":3,"exclusiveMaximum":true} : 3 4 : 2
            {"maximum":3,"exclusiveMinimum":true} : 3 2 : 4
            {"minimum":2.5,"exclusiveMinimum":true} : 2.6 : 2.5 2
            {"maximum":2.5,"exclusiveMaximum":true} : 2.4 : 2.5 3
            {"minimum":2.5,"exclusiveMinimum":false} : 2.5 : 2.4
            {"exclusiveMinimum":true} : 0 -1 : -
            {"exclusiveMaximum":5} : 9 : -
            {"nullable":true,"minimum":5} : null 5 : 4
            {"type":"integer","nullable":true,"enum":[1]} : 1 : null 2
            {"type":"integer","nullable":true,"enum":[1,null]} : 1 null : 2
            {"type":"object","nullable":true,"required":["a"]} : null {"a":1} : {} []
            {"type":"string","nullable":"true"} : "a" : null
            {"not":{"type":"integer"}} : "a" : 1
            {"allOf":[{"minimum":2}],"anyOf":[{"maximum":5}],"oneOf":[{"multipleOf":2}]} : 2 4 : 1 3 6
            {"additionalProperties":{"type":"integer"},"minProperties":1} : {"a":1} : {"a":"x"} {}
            {"uniqueItems":true,"minItems":2,"maxItems":2} : [1,2] : [1,1] [1] [1,2,3]
            {"allOf":[{"$ref":"#/x"}],"x":{"$id":"y","type":"integer"}} : 1 : "a"
            {"allOf":[{"$ref":"y"}],"properties":{"a":{"$id":"y","type":"integer"}}} : 1 "a" : -
            {"allOf":[{"$ref":"#/x","minimum":3}],"x":{"type":"integer"}} : 1 : "a"
            """##
        #expect(try Cases.wrong(rows, .openAPI30) == [])
    }

    @Test func `a root names its own dialect, and a part without an id does not`() throws {
        let rows = ##"""
            {"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[false]} : [1] : -
            {"$schema":"https://json-schema.org/draft/2019-09/schema","items":[true],"additionalItems":false} : [1] : [1,2]
            {"$schema":"http://example.com/unknown","prefixItems":[false]} : [] : [1]
            {"$schema":7,"prefixItems":[false]} : [] : [1]
            {"properties":{"a":{"$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[false]}}} : {"a":[]} : {"a":[1]}
            {"properties":{"a":{"$id":"b","$schema":"http://json-schema.org/draft-07/schema#","prefixItems":[false]}}} : {"a":[1]} : -
            {"properties":{"a":{"$id":"b","$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$id":"c","prefixItems":[false]}}}}} : {"a":{"a":[1]}} : -
            {"$schema":"https://spec.openapis.org/oas/3.1/dialect/base","type":"string","nullable":true} : "a" : null
            """##
        #expect(try Cases.wrong(rows) == [])
        #expect(
            try Cases.wrong(
                ##"{"$schema":"https://json-schema.org/draft/2020-12/schema","const":1} : 1 : 2"##, .openAPI30) == [])
    }

    /// A metaschema without the vocabulary of validation, and schemas that name it.
    private func meta(_ vocabularies: String) throws -> [SchemaDocument] {
        let text = """
            {"$id": "https://h.test/meta", "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$vocabulary": {\(vocabularies)}}
            """
        return [SchemaDocument(uri: "https://h.test/meta", tree: try Cases.tree(text), dialect: .draft2020)]
    }

    @Test func `without the vocabulary of validation only what applies schemas counts`() throws {
        let keywords = #"""
            {"type":"integer"}|"x"
            {"enum":[1]}|2
            {"const":1}|2
            {"minimum":3}|2
            {"maximum":3}|4
            {"exclusiveMinimum":3}|3
            {"exclusiveMaximum":3}|3
            {"multipleOf":3}|4
            {"minLength":2}|"a"
            {"maxLength":1}|"ab"
            {"pattern":"b"}|"a"
            {"minItems":2}|[1]
            {"maxItems":0}|[1]
            {"uniqueItems":true}|[1,1]
            {"required":["a"]}|{}
            {"minProperties":1}|{}
            {"maxProperties":0}|{"a":1}
            {"dependentRequired":{"a":["b"]}}|{"a":1}
            {"dependencies":{"a":["b"]}}|{"a":1}
            {"contains":true,"maxContains":1}|[1,1]
            """#
        func rows(_ isChecked: Bool) -> String {
            keywords.split(separator: "\n").map { line in
                let parts = line.split(separator: "|")
                let schema = #"{"$schema":"https://h.test/meta#","# + parts[0].dropFirst()
                return isChecked ? "\(schema) : - : \(parts[1])" : "\(schema) : \(parts[1]) : -"
            }.joined(separator: "\n")
        }
        let core = #""https://json-schema.org/draft/2020-12/vocab/core": true"#
        let validation = #""https://json-schema.org/draft/2020-12/vocab/validation": true"#
        #expect(try Cases.wrong(rows(false), beside: try meta(core)) == [])
        #expect(try Cases.wrong(rows(true), beside: try meta(core + "," + validation)) == [])
        let applied = ##"""
            {"$schema":"https://h.test/meta","items":false} : [] : [1]
            {"$schema":"https://h.test/meta","properties":{"a":false}} : {"b":1} : {"a":1}
            {"$schema":"https://h.test/meta","allOf":[false]} : - : 1
            {"$schema":"https://h.test/meta","not":{"type":"integer"}} : - : 1 "a"
            {"$schema":"https://h.test/meta","propertyNames":false} : {} : {"a":1}
            {"$schema":"https://h.test/meta","properties":{"a":{"$id":"b","type":"integer"}}} : {"a":"x"} : -
            {"$schema":"https://h.test/meta","properties":{"a":{"$id":"b","$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer"}}} : {"a":1} : {"a":"x"}
            {"properties":{"a":{"$id":"b","$schema":"https://h.test/meta","type":"integer"},"b":{"type":"integer"}}} : {"a":"x"} : {"b":"x"}
            {"$schema":"https://h.test/other","type":"integer"} : 1 : "x"
            """##
        #expect(try Cases.wrong(applied, beside: try meta(core)) == [])
    }

    @Test(arguments: [
        (#""https://json-schema.org/draft/2020-12/vocab/format-assertion": true"#, true),
        (#""https://json-schema.org/draft/2020-12/vocab/format-assertion": false"#, true),
        (#""https://json-schema.org/draft/2020-12/vocab/format-annotation": true"#, false),
        (#""https://json-schema.org/draft/2019-09/vocab/format": true"#, true),
        (#""https://json-schema.org/draft/2019-09/vocab/format": false"#, false),
    ])
    func `a vocabulary makes formats count`(vocabulary: String, isAsserted: Bool) throws {
        let schema = #"{"$schema":"https://h.test/meta","format":"ipv4"}"#
        let row = isAsserted ? #"\#(schema) : "1.2.3.4" 5 : "x""# : #"\#(schema) : "1.2.3.4" 5 "x" : -"#
        #expect(try Cases.wrong(row, beside: try meta(vocabulary)) == [])
    }

    @Test func `a metaschema that is added later is known to what is added after it`() throws {
        let schema = try Cases.tree(#"{"$schema":"https://h.test/meta","type":"integer"}"#)
        var library = SchemaLibrary([SchemaDocument(uri: "a.json", tree: schema)])
        library.add(try meta("")[0])
        library.add(SchemaDocument(uri: "b.json", tree: schema))
        #expect(library.documents.map(\.uri) == ["a.json", "https://h.test/meta", "b.json"])
        let text = try Cases.tree("\"x\"")
        #expect(library.schema(document: 2).verdict(on: text) == .valid)
        #expect(library.schema(at: "b.json")?.verdict(on: text) == .valid)
    }

    // MARK: Directions

    @Test func `what does not go this way need not be there, in all schemas of the same value`() throws {
        let rows = #"""
            {"properties":{"id":{"readOnly":true}},"required":["id"]} : {} {"id":1} : -
            {"properties":{"id":{"readOnly":false}},"required":["id"]} : {"id":1} : {}
            {"properties":{"id":{"readOnly":"true"}},"required":["id"]} : {"id":1} : {}
            {"properties":{"id":{"writeOnly":true}},"required":["id"]} : {"id":1} : {}
            {"properties":{"id":{"readOnly":true}},"required":["id","x"]} : {"x":1} : {"id":1} {}
            {"properties":{"id":{"readOnly":true}},"allOf":[{"required":["id"]}]} : {} : -
            {"properties":{"id":{"readOnly":true}},"allOf":[{"allOf":[{"required":["id"]}]}]} : {} : -
            {"properties":{"id":{"readOnly":true}},"allOf":[{"properties":{"n":{"readOnly":true}},"allOf":[{"required":["id","n","x"]}]}]} : {"x":1} : {}
            {"properties":{"id":{"readOnly":true}},"anyOf":[{"required":["id"]}]} : {} : -
            {"properties":{"id":{"readOnly":true}},"oneOf":[{"required":["id"]},{"required":["x"]}]} : {} : {"x":1}
            {"properties":{"id":{"readOnly":true}},"not":{"required":["id"]}} : {} : {"id":1}
            {"properties":{"id":{"readOnly":true},"o":{"required":["id"]}}} : {} {"o":{"id":1}} : {"o":{}}
            {"properties":{"id":{"readOnly":true}},"additionalProperties":{"required":["id"]}} : {} {"a":{"id":1}} : {"a":{}}
            {"properties":{"id":{"readOnly":true,"type":"integer"}}} : {"id":1} {} : {"id":"x"}
            """#
        let request = SchemaOptions(direction: .request)
        let response = SchemaOptions(direction: .response)
        #expect(try Cases.wrong(rows, .openAPI30, request) == [])
        #expect(try Cases.wrong(rows, .openAPI31, request) == [])
        let turned = rows.replacing("readOnly", with: "other").replacing("writeOnly", with: "readOnly")
            .replacing("other", with: "writeOnly")
        #expect(try Cases.wrong(turned, .openAPI30, response) == [])
        #expect(try Cases.wrong(turned, .openAPI31, response) == [])
        let later = ##"""
            {"properties":{"id":{"readOnly":true}},"if":{"required":["x"]},"then":{"required":["id"]},"else":{"required":["id","y"]}} : {"x":1} {"y":1} : {}
            {"properties":{"id":{"readOnly":true}},"if":{"required":["id"]},"else":false} : {} : -
            {"properties":{"id":{"readOnly":true}},"dependentSchemas":{"x":{"required":["id"]}}} : {"x":1} : -
            {"properties":{"id":{"readOnly":true}},"$ref":"#/$defs/a","$defs":{"a":{"required":["id"]}}} : {} : -
            {"properties":{"id":{"readOnly":true}},"$dynamicRef":"#/$defs/a","$defs":{"a":{"required":["id"]}}} : {} : -
            {"properties":{"id":{"readOnly":true}},"patternProperties":{"^a":{"required":["id"]}}} : {} : {"a":{}}
            {"properties":{"id":{"readOnly":true}},"items":{"required":["id"]}} : [] : [{}]
            {"properties":[{"readOnly":true}],"required":["0"]} : {"0":1} : {}
            """##
        #expect(try Cases.wrong(later, .openAPI31, request) == [])
        let plain = #"{"properties":{"id":{"readOnly":true}},"required":["id"]} : {"id":1} : {}"#
        #expect(try Cases.wrong(plain, .draft2020, request) == [])
        #expect(try Cases.wrong(plain, .openAPI31) == [])
        #expect(try Cases.wrong(plain, .openAPI30, response) == [])
    }

    @Test func `what should not go this way is warned of by its name`() throws {
        let schema = #"{"properties": {"id": {"readOnly": true}, "key": {"writeOnly": true}}}"#
        func warnings(_ direction: SchemaDirection, _ dialect: SchemaDialect) throws -> String {
            let options = SchemaOptions(direction: direction)
            let report = try Cases.report(schema, #"{"key": 1, "id": 2, "more": 3}"#, dialect, options)
            #expect(report.verdict == .valid)
            #expect(report.warnings.allSatisfy { $0.offset == ($0.path == "$['id']" ? 11 : 1) })
            return Cases.lines(report.warnings)
        }
        for dialect in [SchemaDialect.openAPI30, .openAPI31] {
            #expect(
                try warnings(.request, dialect)
                    == "$['id'] properties /properties: The member `id` is read-only and should not be sent.")
            #expect(
                try warnings(.response, dialect)
                    == "$['key'] properties /properties: The member `key` is write-only and should not be in a response."
            )
            #expect(try warnings(.none, dialect) == "")
        }
        #expect(try warnings(.request, .draft2020) == "")
    }

    // MARK: Metaschemas

    @Test func `schemas are checked against the metaschemas of their drafts, at all levels`() throws {
        let both = #"""
            true : true false {} {"type":["string","null"]} {"properties":{"a":{"items":{"enum":[]}}}} {"default":5,"x":1} : -
            5 : {"not":{"minLength":2}} {"multipleOf":0.5} {"required":[]} {"examples":[1]} : 1 null [] "a"
            type : {"type":"null"} : {"type":"text"} {"type":[]} {"type":["string","string"]} {"type":null}
            inner : {"allOf":[{"anyOf":[true]}]} : {"properties":{"a":{"minLength":-1}}} {"items":{"not":{"type":1}}} {"allOf":[]} {"anyOf":[1]}
            more : {"minItems":0,"maxItems":1} : {"multipleOf":0} {"required":["a","a"]} {"required":[1]} {"minItems":1.5} {"uniqueItems":1} {"title":5} {"if":1} {"enum":1} {"pattern":1}
            ids : {"$id":"a","$ref":"#/b","$comment":"c"} : {"$id":1} {"$ref":1} {"$comment":1} {"definitions":{"a":1}} {"dependencies":{"a":1}} {"additionalProperties":1}
            """#
        let later = #"""
            later : {"$defs":{"a":true},"minContains":0,"dependentRequired":{"a":["b"]}} : {"$defs":{"a":1}} {"minContains":-1} {"dependentRequired":{"a":["b","b"]}} {"$anchor":"1"} {"$id":"a#b"} {"unevaluatedItems":1} {"dependentSchemas":{"a":1}} {"contentSchema":1} {"$vocabulary":{"a":1}}
            """#
        let newest = #"""
            newest : {"prefixItems":[true],"items":true,"$dynamicAnchor":"a"} : {"prefixItems":[]} {"prefixItems":[{"items":1}]} {"items":[true]} {"$dynamicAnchor":"1"}
            """#
        let rows: [(SchemaDialect, String, String)] = [
            (.draft7, "http://json-schema.org/draft-07/schema#", both),
            (.draft2019, "https://json-schema.org/draft/2019-09/schema", both + "\n" + later),
            (.draft2020, "https://json-schema.org/draft/2020-12/schema", both + "\n" + later + "\n" + newest),
        ]
        for (dialect, uri, rows) in rows {
            let schemas = rows.split(separator: "\n").map { row in
                "{\"$ref\":\"\(uri)\"}" + row[row.firstRange(of: " : ")!.lowerBound...]
            }
            #expect(
                try Cases.wrong(schemas.joined(separator: "\n"), dialect, beside: Metaschemas.documents) == [],
                "\(dialect)")
        }
    }
}
