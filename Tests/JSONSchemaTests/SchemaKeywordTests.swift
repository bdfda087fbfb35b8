import JSONPath
import Testing

@testable import JSONSchema

/// Each keyword at its limit and beside it. The official suite has more, but is not part of the tests.
@Suite struct SchemaKeywordTests {
    @Test func `keywords of draft 2020-12 at their limits`() throws {
        let rows = ##"""
            true : 1 null [] : 
            false :  : 1 null []
            {"type":["integer","null"]} : 1 1.0 null : 1.5 "a"
            {"type":"number"} : 1 1.5 -1e3 : "1" null
            {"type":"boolean"} : true false : 0 null "true"
            {"type":"object"} : {} {"a":1} : [] null
            {"type":"array"} : [] [1] : {} "a"
            {"minLength":2} : "ab" 1 [] : "a" ""
            {"maxLength":2} : "ab" "" 123 : "abc"
            {"minItems":2} : [1,1] {} : [1] []
            {"maxItems":1} : [1] [] : [1,1]
            {"minProperties":1} : {"a":1} [] : {}
            {"maxProperties":1} : {"a":1} {} [1,2] : {"a":1,"b":1}
            {"minimum":2} : 2 2.0 3 "1" : 1.99 -3
            {"maximum":2} : 2 1 "3" : 2.01 3
            {"exclusiveMinimum":2} : 2.1 3 : 2 1
            {"exclusiveMaximum":2} : 1.9 1 : 2 3
            {"minimum":2.5} : 2.5 3 : 2 2.4
            {"multipleOf":3} : 9 0 -3 9.0 "x" : 10 1.5
            {"multipleOf":0.5} : 1 1.5 : 0.7
            {"required":["a","b"]} : {"a":1,"b":1} [] : {"a":1} {}
            {"properties":{"a":{"type":"string"}}} : {"a":"x"} {"b":1} [] : {"a":1}
            {"properties":{"a":true},"additionalProperties":{"type":"string"}} : {"a":1} {"b":"x"} : {"b":1}
            {"patternProperties":{"^a":{"type":"string"}}} : {"ba":1} {"ab":"x"} : {"ab":1}
            {"patternProperties":{"b$":{"minimum":1}},"properties":{"ab":{"maximum":2}}} : {"ab":1} : {"ab":0} {"ab":3}
            {"propertyNames":{"pattern":"^a"}} : {"a":1} {} : {"b":1}
            {"dependentRequired":{"a":["b","c"]}} : {"a":1,"b":1,"c":1} {"b":1} : {"a":1,"b":1}
            {"dependentSchemas":{"a":{"required":["b"]}}} : {} {"a":1,"b":1} : {"a":1}
            {"prefixItems":[{"type":"string"}],"items":false} : ["a"] [] : ["a",1] [1]
            {"prefixItems":[true,{"type":"string"}]} : [1] [1,"a",2] : [1,2]
            {"items":{"type":"string"}} : [] ["a","b"] : ["a",1] [1]
            {"contains":{"const":1}} : [1] [2,1] {} : [] [2]
            {"contains":{"const":1},"minContains":0} : [] [2] : 
            {"contains":{"const":1},"minContains":2} : [1,1] [1,2,1] : [1] [1,2]
            {"contains":{"const":1},"maxContains":1} : [1] [1,2] : [1,1] [2]
            {"uniqueItems":true} : [] [1,2] ["a","b"] [1,true] : [1,1] [1,1.0] [[1],[1]] [{},{}] ["a","\u0061"]
            {"uniqueItems":false} : [1,1] : 
            {"enum":[null,true,"a",1,[1],{"a":1}]} : null true "a" 1.0 [1.0] {"a":1} : false "b" 2 [2] {"a":2} {}
            {"enum":[[1,2],[3]]} : [1,2] [3] : [1] [3,4]
            {"const":false} : false : 0 null true
            {"const":"a"} : "a" : "b" ["a"]
            {"allOf":[{"minimum":1},{"maximum":3}]} : 1 3 : 0 4
            {"anyOf":[{"minimum":3},{"maximum":1}]} : 1 3 : 2
            {"oneOf":[{"minimum":1},{"maximum":3}]} : 0 4 : 1 2 3
            {"not":{"type":"string"}} : 1 : "a"
            {"if":{"minimum":5},"then":{"maximum":7},"else":{"multipleOf":2}} : 6 4 7 : 8 3
            {"if":{"minimum":5},"then":false} : 4 : 5
            {"then":false} : 1 : 
            {"$ref":"#/$defs/a","maximum":3,"$defs":{"a":{"minimum":1}}} : 2 : 4 0
            {"$ref":"#b","$defs":{"a":{"$anchor":"b","type":"string"}}} : "x" : 1
            {"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false} : {"a":1} {} : {"b":1}
            {"anyOf":[{"properties":{"a":{"const":1}}},{"properties":{"b":true}}],"unevaluatedProperties":false} : {"a":1} {"b":1} : {"a":2} {"c":1}
            {"prefixItems":[true],"unevaluatedItems":false} : [1] [] : [1,2]
            {"contains":{"const":1},"unevaluatedItems":false} : [1] [1,1] : [1,2]
            {"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":true}},"unevaluatedProperties":false} : {"a":1,"b":2} : {"a":1,"c":2}
            {"items":{"$ref":"#"},"type":["array","integer"]} : [1,[2,[]]] : [1,["a"]]
            """##
        #expect(try Cases.wrong(rows, .draft2020) == [])
    }

    @Test func `older drafts have other keywords`() throws {
        let rows = ##"""
            {"$ref":"#/definitions/a","maximum":3,"definitions":{"a":{"minimum":1}}} : 4 1 : 0
            {"items":[{"type":"string"}],"additionalItems":false} : ["a"] [] : ["a",1] [1]
            {"items":[{"type":"string"}],"additionalItems":{"type":"integer"}} : ["a",1] : ["a","b"]
            {"items":{"type":"string"},"additionalItems":false} : ["a","b"] : [1]
            {"dependencies":{"a":["b"]}} : {"a":1,"b":1} {} : {"a":1}
            {"dependencies":{"a":{"required":["b"]}}} : {"a":1,"b":1} {} : {"a":1}
            {"dependentRequired":{"a":["b"]}} : {"a":1} : 
            {"dependentSchemas":{"a":false}} : {"a":1} : 
            {"prefixItems":[false]} : [1] : 
            {"contains":{"const":1},"minContains":0} : [1] : [] [2]
            {"if":{"minimum":5},"then":{"maximum":7}} : 6 4 : 8
            {"exclusiveMinimum":2} : 3 : 2
            {"items":[{"$id":"#a","type":"string"}],"additionalItems":{"$ref":"#a"}} : ["a","b"] : ["a",1]
            """##
        #expect(try Cases.wrong(rows, .draft7) == [])
        let later = ##"""
            {"$ref":"#/$defs/a","maximum":3,"$defs":{"a":{"minimum":1}}} : 2 : 4 0
            {"items":[{"type":"string"}],"additionalItems":false} : ["a"] : ["a",1]
            {"dependencies":{"a":["b"]}} : {"a":1,"b":1} : {"a":1}
            {"dependentRequired":{"a":["b"]}} : {"b":1} : {"a":1}
            {"prefixItems":[false]} : [1] : 
            {"contains":{"const":1},"minContains":0} : [] : 
            {"items":[true],"unevaluatedItems":false} : [1] : [1,2]
            {"items":[{"$anchor":"a","type":"string"}],"additionalItems":{"$ref":"#a"}} : ["a","b"] : ["a",1]
            """##
        #expect(try Cases.wrong(later, .draft2019) == [])
        let openAPI = #"""
            {"contains":false} : [1] : 
            {"dependencies":{"a":["b"]}} : {"a":1} : 
            {"minimum":3} : 3 : 2
            {"maximum":3,"exclusiveMaximum":false} : 3 : 4
            {"type":"integer","nullable":true} : null 1 : "a"
            {"type":"integer","nullable":false} : 1 : null
            """#
        #expect(try Cases.wrong(openAPI, .openAPI30) == [])
    }

    @Test(arguments: [
        (#"{"maxItems": 1}"#, "[1, 2]", "Expected at most 1 item, but there are 2."),
        (#"{"minProperties": 1}"#, "{}", "Expected at least 1 member, but there are 0."),
        (#"{"maxLength": 1}"#, #""ab""#, #"Expected at most 1 character, but "ab" has 2."#),
        (#"{"exclusiveMinimum": 3}"#, "3", "Expected more than 3, but this is 3."),
        (#"{"maximum": 3}"#, "4", "Expected at most 3, but this is 4."),
        (#"{"items": false}"#, "[1]", "No item is accepted here, but there is 1."),
        (#"{"enum": [1]}"#, "2", "Expected 1, but this is 2."),
        (#"{"enum": [1,2,3,4,5,6,7,8]}"#, "0", "Expected one of 1, 2, 3, 4, 5, 6, 7, 8, but this is 0."),
        (
            #"{"enum": [1,2,3,4,5,6,7,8,9,10]}"#, "0",
            "Expected one of 1, 2, 3, 4, 5, 6, 7, 8 or one of 2 others, but this is 0."
        ),
        (#"{"const": {"a": 1}}"#, "[]", "Expected an object of 1, but this is []."),
        (
            #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]",
            #"Expected at most 1 item that matches `contains` ({"const": 1}), but there are more."#
        ),
        (
            #"{"contains": {"const": 1}, "minContains": 2}"#, "[1]",
            #"Expected at least 2 items that match `contains` ({"const": 1}), but there are fewer."#
        ),
        (
            #"{"type": ["number", "boolean"]}"#, #""x""#,
            #"Expected a number or true or false, but this is a string: "x"."#
        ),
        (
            #"{"type": ["object", "string", "integer"]}"#, "null",
            "Expected an object, a string or an integer, but this is null: null."
        ),
        (#"{"type": "string"}"#, "{}", "Expected a string, but this is an object: {}."),
        (#"{"type": "array"}"#, "true", "Expected an array, but this is true or false: true."),
        (#"{"type": "integer"}"#, "1.5", "Expected an integer, but this is a number: 1.5."),
        (#"{"oneOf": [false, true, true]}"#, "1", "Exactly one choice must fit, but the second and the third both do."),
        (
            #"{"oneOf": [{"minimum": 9}, true, false, false, false, false, false, false, false, false, true]}"#, "1",
            "Exactly one choice must fit, but the second and the 11th both do."
        ),
        (#"{"not": {}}"#, #"{"a": 1}"#, "This must not fit the schema under `not`, but it does: an object of 1."),
    ])
    func `a breach has its numbers and its words`(_ schema: String, _ value: String, _ sentence: String) throws {
        #expect(try Cases.report(schema, value).breaches.map(\.text) == [sentence])
    }

    @Test func `a long value is cut between characters`() throws {
        func text(_ count: Int) throws -> String? {
            let value = "\"" + String(repeating: "é", count: count) + "\""
            return try Cases.report(#"{"const": 1}"#, value).breaches.first?.text
        }
        #expect(try text(29) == "Expected 1, but this is \"\(String(repeating: "é", count: 29))\".")
        #expect(try text(30) == "Expected 1, but this is \"\(String(repeating: "é", count: 29))….")
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, "Expected a string, but this is an integer."), ("false", "Nothing is accepted here."),
        (#"{"minimum": 3}"#, "Expected at least 3."), (#"{"const": "a"}"#, "Expected \"a\"."),
        (#"{"anyOf": [{"minimum": 5}, {"multipleOf": 2}]}"#, "None of the 2 choices fits."),
        (#"{"not": {}}"#, "This must not fit the schema under `not`, but it does."),
    ])
    func `a sentence without the value ends earlier`(_ schema: String, _ sentence: String) throws {
        let report = try Cases.schema(schema).report(on: try Cases.tree("1"), quotesValues: false)
        #expect(report.breaches.map(\.text) == [sentence])
    }

    @Test(arguments: [
        (
            #"{"type": 1}"#,
            "The value of `type` must be one of the seven type names, or an array of them; it is left out."
        ),
        (
            #"{"type": ["x"]}"#,
            "The value of `type` must be one of the seven type names, or an array of them; it is left out."
        ),
        (#"{"minLength": -1}"#, "The value of `minLength` must be a whole number of at least 0; it is left out."),
        (#"{"maxItems": 1.5}"#, "The value of `maxItems` must be a whole number of at least 0; it is left out."),
        (#"{"minimum": "1"}"#, "The value of `minimum` must be a number; it is left out."),
        (#"{"multipleOf": 0}"#, "The value of `multipleOf` must be a number greater than 0; it is left out."),
        (#"{"enum": 1}"#, "The value of `enum` must be an array; it is left out."),
        (#"{"pattern": 1}"#, "The value of `pattern` must be a string; it is left out."),
        (#"{"allOf": {}}"#, "The value of `allOf` must be an array of schemas; it is left out."),
        (
            #"{"patternProperties": []}"#,
            "The value of `patternProperties` must be an object of schemas; it is left out."
        ),
        (#"{"items": 5}"#, "A schema is an object, true or false; this is none of them and is left out."),
    ])
    func `a malformed keyword is named with what it must be`(_ schema: String, _ text: String) throws {
        #expect(try Cases.schema(schema).notices.map(\.text) == [text])
    }

    @Test func `a keyword without effect is named`() throws {
        let schema = try Cases.schema(#"{"type": "string", "nullable": true}"#, .openAPI31)
        #expect(
            schema.notices.map(\.text) == ["`nullable` has no effect since OpenAPI 3.1; add \"null\" to `type`."])
        #expect(schema.notices.map(\.kind) == [.withoutEffect])
    }
}
