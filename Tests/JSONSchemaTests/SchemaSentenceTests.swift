import JSONPath
import Pattern
import TestSupport
import Testing

@testable import JSONSchema

/// The words of reports and notices, and the places that they name.
@Suite struct SchemaSentenceTests {
    /// What a report of `schema | value` says.
    private func said(
        _ input: String, _ dialect: SchemaDialect = .draft2020, _ options: SchemaOptions = SchemaOptions(),
        quotesValues: Bool = true, _ part: (SchemaReport) -> [SchemaBreach] = \.breaches
    ) throws -> String {
        let parts = input.split(separator: " | ")
        let schema = try Cases.schema(String(parts[0]), dialect, options)
        return Cases.lines(part(schema.report(on: try Cases.tree(String(parts[1])), quotesValues: quotesValues)))
    }

    @Test func `each breach names its value, its keyword and what was expected`() throws {
        let rows = ##"""
            {"properties":{"a":{"$ref":"#/$defs/f"}},"$defs":{"f":false}} | {"a":1} -> $['a'] properties /properties: The member `a` is not accepted here.
            {"patternProperties":{"^x-":false}} | {"x-a":1} -> $['x-a'] patternProperties /patternProperties: The member `x-a` is not accepted here.
            {"items":{"$ref":"#/$defs/f"},"$defs":{"f":false}} | [1,2] -> $[*] items /items: No item is accepted here, but there is 1.
            {"prefixItems":[false,true]} | [[1]] -> $[0] false /prefixItems/0: Nothing is accepted here, but there is an array of 1.
            {"prefixItems":[true,{"type":"string"}]} | [1,2] -> $[1] type /prefixItems/1/type: Expected a string, but this is an integer: 2.
            {"unevaluatedItems":false} | [1] -> $[0] unevaluatedItems /unevaluatedItems: No item is accepted here, but there is 1.
            {"unevaluatedProperties":false} | {"a":1} -> $['a'] unevaluatedProperties /unevaluatedProperties: The member `a` is not described, and no others are accepted.
            {"unevaluatedProperties":{"type":"string"}} | {"a":1} -> $['a'] type /unevaluatedProperties/type: Expected a string, but this is an integer: 1.
            {"additionalProperties":{"not":{}}} | {"a":1} -> $['a'] not /additionalProperties/not: This must not fit the schema under `not`, but it does: 1.
            {"dependencies":{"a":["b"]}} | {"a":1} -> $ dependentRequired /dependencies: The member `b` is missing; it must be there if `a` is.
            {"dependentSchemas":{"a":{"required":["b"]}}} | {"a":1} -> $ required /dependentSchemas/a/required/0: The member `b` is missing.
            {"required":["b","a"]} | {} -> $ required /required/0: The member `b` is missing. / $ required /required/1: The member `a` is missing.
            {"required":["a","a"]} | {} -> $ required /required/0: The member `a` is missing.
            {"required":["a"],"allOf":[{"required":["a"]}]} | {} -> $ required /required/0: The member `a` is missing. / $ required /allOf/0/required/0: The member `a` is missing.
            {"minProperties":3} | {"a":1} -> $ minProperties /minProperties: Expected at least 3 members, but there is 1.
            {"maxProperties":1} | {"a":1,"b":2} -> $ maxProperties /maxProperties: Expected at most 1 member, but there are 2.
            {"minItems":1} | [] -> $ minItems /minItems: Expected at least 1 item, but there are 0.
            {"maxItems":0} | [1,2] -> $ maxItems /maxItems: Expected at most 0 items, but there are 2.
            {"minLength":1} | "" -> $ minLength /minLength: Expected at least 1 character, but "" has 0.
            {"maxLength":2} | "äöü" -> $ maxLength /maxLength: Expected at most 2 characters, but "äöü" has 3.
            {"minLength":3,"pattern":"^b"} | "a" -> $ minLength /minLength: Expected at least 3 characters, but "a" has 1. / $ pattern /pattern: Expected text that matches ^b, but this is "a".
            {"minimum":3,"multipleOf":2} | 1 -> $ minimum /minimum: Expected at least 3, but this is 1.
            {"exclusiveMinimum":3,"minimum":2} | 2.5 -> $ exclusiveMinimum /exclusiveMinimum: Expected more than 3, but this is 2.5.
            {"exclusiveMaximum":3,"maximum":4} | 3.0 -> $ exclusiveMaximum /exclusiveMaximum: Expected less than 3, but this is 3.0.
            {"multipleOf":2.50} | 1e0 -> $ multipleOf /multipleOf: Expected a multiple of 2.50, but this is 1e0.
            {"type":["null","boolean","number","string","array"]} | {} -> $ type /type: Expected an array, a string, a number, true or false or null, but this is an object: {}.
            {"type":["integer","number"]} | "a" -> $ type /type: Expected a number, but this is a string: "a".
            {"type":"null"} | false -> $ type /type: Expected null, but this is true or false: false.
            {"enum":[]} | 1 -> $ enum /enum: Nothing is accepted here, because `enum` is empty, but there is 1.
            {"enum":["a"]} | {"b":1} -> $ enum /enum: Expected "a", but this is an object of 1.
            {"enum":[null,true,[],{},[1],{"a":1}]} | 1 -> $ enum /enum: Expected one of null, true, [], {}, an array of 1, an object of 1, but this is 1.
            {"const":[1,2]} | [1] -> $ const /const: Expected an array of 2, but this is an array of 1.
            {"const":"a"} | null -> $ const /const: Expected "a", but this is null.
            {"uniqueItems":true} | [[1],2,[1]] -> $[2] uniqueItems /uniqueItems: All items must differ, but this one equals an earlier one: an array of 1 ($[0]).
            {"properties":{"a":{"uniqueItems":true}}} | {"a":[0,"x","x","x"]} -> $['a'][2] uniqueItems /properties/a/uniqueItems: All items must differ, but this one equals an earlier one: "x" ($['a'][1]).
            {"contains":{"type":"string"},"maxContains":1} | ["a","b"] -> $ maxContains /maxContains: Expected at most 1 item that matches `contains` ({"type":"string"}), but there are more.
            {"contains":{"type":"string"},"minContains":2,"maxContains":5} | ["a"] -> $ contains /contains: Expected at least 2 items that match `contains` ({"type":"string"}), but there are fewer.
            {"contains":true,"maxContains":2} | [1,2,3] -> $ maxContains /maxContains: Expected at most 2 items that match `contains` (true), but there are more.
            {"propertyNames":{"pattern":"^a$"}} | {"b":1} -> $['b'] pattern /propertyNames/pattern: Expected text that matches ^a$, but this is the name `b`.
            {"propertyNames":{"type":"integer"}} | {"b":1} -> $['b'] type /propertyNames/type: Expected an integer, but this is a string: the name `b`.
            {"propertyNames":false} | {"b":1} -> $['b'] false /propertyNames: Nothing is accepted here, but there is the name `b`.
            {"propertyNames":{"enum":["a","c"]}} | {"b":1} -> $['b'] enum /propertyNames/enum: Expected one of "a", "c", but this is the name `b`.
            {"propertyNames":{"minLength":2}} | {"b":1} -> $['b'] minLength /propertyNames/minLength: Expected at least 2 characters, but the name `b` has 1.
            {"if":{"type":"integer"},"then":{"minimum":3},"else":{"minLength":3}} | 1 -> $ minimum /then/minimum: Expected at least 3, but this is 1.
            {"if":{"type":"integer"},"then":{"minimum":3},"else":{"minLength":3}} | "a" -> $ minLength /else/minLength: Expected at least 3 characters, but "a" has 1.
            {"properties":{"a'b":{"type":"string"},"c/d~":{"type":"string"}}} | {"a'b":1,"c/d~":2} -> $['a\'b'] type /properties/a'b/type: Expected a string, but this is an integer: 1. / $['c/d~'] type /properties/c~1d~0/type: Expected a string, but this is an integer: 2.
            """##
        #expect(FilledTable(rows).filled { try said($0) } == rows)
    }

    @Test func `breaches are in the order of the keywords and of the value`() throws {
        let rows = ##"""
            {"required":["x"],"properties":{"a":{"type":"string"}},"minProperties":2,"dependentRequired":{"a":["c"]}} | {"a":1} -> $ required /required/0: The member `x` is missing. / $['a'] type /properties/a/type: Expected a string, but this is an integer: 1. / $ minProperties /minProperties: Expected at least 2 members, but there is 1. / $ dependentRequired /dependentRequired: The member `c` is missing; it must be there if `a` is.
            {"items":{"type":"string"},"minItems":3,"contains":{"const":"x"},"uniqueItems":true} | [1,1] -> $[*] type /items/type: Expected a string, but this is an integer: 1. / $ minItems /minItems: Expected at least 3 items, but there are 2. / $ contains /contains: Expected at least 1 item that matches `contains` ({"const":"x"}), but there are fewer. / $[1] uniqueItems /uniqueItems: All items must differ, but this one equals an earlier one: 1 ($[0]).
            {"const":1,"enum":[2],"$ref":"#/$defs/a","allOf":[{"minimum":9}],"not":{"type":"integer"},"$defs":{"a":{"maximum":2}}} | 5 -> $ const /const: Expected 1, but this is 5. / $ enum /enum: Expected 2, but this is 5. / $ maximum /$defs/a/maximum: Expected at most 2, but this is 5. / $ minimum /allOf/0/minimum: Expected at least 9, but this is 5. / $ not /not: This must not fit the schema under `not`, but it does: 5.
            {"properties":{"b":{"const":1},"a":{"const":1}},"patternProperties":{"^a":{"const":2}},"propertyNames":{"const":"c"}} | {"a":0,"b":0} -> $['a'] const /properties/a/const: Expected 1, but this is 0. / $['a'] const /patternProperties/^a/const: Expected 2, but this is 0. / $['a'] const /propertyNames/const: Expected "c", but this is the name `a`. / $['b'] const /properties/b/const: Expected 1, but this is 0. / $['b'] const /propertyNames/const: Expected "c", but this is the name `b`.
            {"items":{"items":{"const":1}}} | [[1,0],[1,0,0],[0]] -> $[*][*] const /items/items/const: Expected 1, but this is 0.
            {"allOf":[{"items":{"$ref":"#/$defs/x"}},{"prefixItems":[{"const":9}],"items":{"$ref":"#/$defs/x"}}],"$defs":{"x":{"type":"integer"}}} | [1,2,"a"] -> $[2] type /$defs/x/type: Expected an integer, but this is a string: "a". / $[0] const /allOf/1/prefixItems/0/const: Expected 9, but this is 1.
            {"allOf":[{"prefixItems":[{"const":9}],"items":{"$ref":"#/$defs/x"}},{"items":{"$ref":"#/$defs/x"}}],"$defs":{"x":{"type":"integer"}}} | [9,"a","b"] -> $[*] type /$defs/x/type: Expected an integer, but this is a string: "a".
            {"items":{"items":{"const":1}}} | [[1,0,0]] -> $[0][*] const /items/items/const: Expected 1, but this is 0.
            {"items":{"properties":{"a":{"const":1},"b":{"const":1}}}} | [{"a":0},{"b":0},{"a":2}] -> $[*]['a'] const /items/properties/a/const: Expected 1, but this is 0. / $[1]['b'] const /items/properties/b/const: Expected 1, but this is 0.
            """##
        #expect(FilledTable(rows).filled { try said($0) } == rows)
    }

    @Test func `sentences without the value say the rest`() throws {
        let rows = #"""
            {"type":["string","null"]} | [1] -> $ type /type: Expected a string or null, but this is an array.
            {"minLength":3} | "ab" -> $ minLength /minLength: Expected at least 3 characters, but the text has 2.
            {"maxLength":1} | "ab" -> $ maxLength /maxLength: Expected at most 1 character, but the text has 2.
            {"propertyNames":{"maxLength":1}} | {"ab":1} -> $['ab'] maxLength /propertyNames/maxLength: Expected at most 1 character, but the name `ab` has 2.
            {"pattern":"^b"} | "ab" -> $ pattern /pattern: Expected text that matches ^b.
            {"minItems":2} | [1] -> $ minItems /minItems: Expected at least 2 items, but there is 1.
            {"enum":[1,2]} | 3 -> $ enum /enum: Expected one of 1, 2.
            {"enum":[]} | 3 -> $ enum /enum: Nothing is accepted here, because `enum` is empty.
            {"uniqueItems":true} | [1,1] -> $[1] uniqueItems /uniqueItems: All items must differ, but this one equals an earlier one ($[0]).
            {"items":false} | ["secret"] -> $[0] items /items: No item is accepted here.
            {"unevaluatedItems":false} | ["secret"] -> $[0] unevaluatedItems /unevaluatedItems: No item is accepted here.
            {"prefixItems":[false]} | ["secret"] -> $[0] false /prefixItems/0: Nothing is accepted here.
            {"additionalProperties":false} | {"a":1} -> $['a'] additionalProperties /additionalProperties: The member `a` is not described, and no others are accepted.
            {"exclusiveMaximum":3} | 3 -> $ exclusiveMaximum /exclusiveMaximum: Expected less than 3.
            {"format":"uuid"} | "x" -> $ format /format: Expected a UUID.
            """#
        let options = SchemaOptions(assertsFormats: true)
        #expect(FilledTable(rows).filled { try said($0, options: options) } == rows)
    }

    private func said(_ input: String, options: SchemaOptions) throws -> String {
        try said(input, .draft2020, options, quotesValues: false)
    }

    @Test func `formats that count are breaches with their words`() throws {
        let rows = #"""
            {"format":"uuid"} | "x" -> $ format /format: Expected a UUID, but this is "x".
            {"format":"int32"} | 3000000000 -> $ format /format: Expected an integer of 32 bits (int32), but this is 3000000000.
            {"format":"int32"} | 1.5 -> $ format /format: Expected an integer of 32 bits (int32), but this is 1.5.
            {"format":"int64","maximum":5} | 9 -> $ maximum /maximum: Expected at most 5, but this is 9.
            {"format":"date","minLength":3} | "x" -> $ minLength /minLength: Expected at least 3 characters, but "x" has 1. / $ format /format: Expected a date such as 2024-05-31 (date), but this is "x".
            {"propertyNames":{"format":"ipv4"}} | {"x":1} -> $['x'] format /propertyNames/format: Expected an IPv4 address, but this is the name `x`.
            """#
        let options = SchemaOptions(assertsFormats: true)
        #expect(FilledTable(rows).filled { try said($0, .draft2020, options) } == rows)
        let warned = try rows.split(separator: "\n").map { row in
            let input = row[..<(row.firstRange(of: " -> ")?.lowerBound ?? row.endIndex)]
            return try said(String(input), .draft2020, SchemaOptions(), \.warnings)
        }
        #expect(
            warned == [
                #"$ format /format: Expected a UUID, but this is "x"."#,
                "$ format /format: Expected an integer of 32 bits (int32), but this is 3000000000.",
                "$ format /format: Expected an integer of 32 bits (int32), but this is 1.5.", "",
                #"$ format /format: Expected a date such as 2024-05-31 (date), but this is "x"."#,
                "$['x'] format /propertyNames/format: Expected an IPv4 address, but this is the name `x`.",
            ])
    }

    @Test func `exclusive bounds of OpenAPI 3_0 take their number from the other keyword`() throws {
        let rows = #"""
            {"minimum":3,"exclusiveMinimum":true} | 3 -> $ exclusiveMinimum /exclusiveMinimum: Expected more than 3, but this is 3.
            {"maximum":3,"exclusiveMaximum":true} | 4 -> $ exclusiveMaximum /exclusiveMaximum: Expected less than 3, but this is 4.
            {"minimum":3,"exclusiveMinimum":false} | 2 -> $ minimum /minimum: Expected at least 3, but this is 2.
            {"type":"string","nullable":true} | 1 -> $ type /type: Expected a string or null, but this is an integer: 1.
            """#
        #expect(FilledTable(rows).filled { try said($0, .openAPI30) } == rows)
    }

    // MARK: Choices

    @Test func `the choice that was meant is explained, or all are, nearest first`() throws {
        let rows = ##"""
            {"anyOf":[{"type":"string"},{"type":"array"}]} | 1 -> $ anyOf /anyOf: None of the 2 choices fits: 1.
            {"oneOf":[{"type":"string"},{"type":"array"},false]} | 1 -> $ oneOf /oneOf: None of the 3 choices fits: 1.
            {"anyOf":[{"type":"string"}]} | 1 -> $ type /anyOf/0/type: Expected a string, but this is an integer: 1.
            {"oneOf":[]} | 1 -> $ oneOf /oneOf: None of the 0 choices fits: 1.
            {"anyOf":[{"type":"string"},{"type":"integer","minimum":5}]} | 1 -> $ minimum /anyOf/1/minimum: Expected at least 5, but this is 1.
            {"oneOf":[{"$ref":"#/$defs/s"},{"minimum":5}],"$defs":{"s":{"type":"string"}}} | 1 -> $ minimum /oneOf/1/minimum: Expected at least 5, but this is 1.
            {"anyOf":[{"properties":{"k":{"enum":["a","b"]},"x":{"type":"string"}}},{"properties":{"k":{"enum":["c"]},"x":{"type":"string"}}}]} | {"k":"c","x":1} -> $['x'] type /anyOf/1/properties/x/type: Expected a string, but this is an integer: 1.
            {"anyOf":[{"allOf":[{"properties":{"k":{"const":"a"}}}],"required":["z"]},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"k":{"const":"b"},"x":{"type":"string"}}}}} | {"k":"b","x":1} -> $['x'] type /$defs/b/properties/x/type: Expected a string, but this is an integer: 1.
            {"anyOf":[{"required":["m","q"]},{"required":["n","p"]}]} | {"n":1} -> $ required /anyOf/1/required/1: The member `p` is missing.
            {"anyOf":[{"required":["m"]},{"not":{"required":["n"]}}]} | {"n":1} -> $ not /anyOf/1/not: This must not fit the schema under `not`, but it does: an object of 1.
            {"oneOf":[{"pattern":"(?=a)"},true,{"type":"string"}]} | "x" -> $ oneOf /oneOf: Exactly one choice must fit, but the second and the third both do.
            {"oneOf":[true,false,true,true]} | {"a":1} -> $ oneOf /oneOf: Exactly one choice must fit, but the first and the third both do.
            """##
        #expect(FilledTable(rows).filled { try said($0) } == rows)
        let orders = #"""
            {"anyOf":[{"minimum":5,"not":{}},{"minimum":5}]} | 1 -> 1:1 0:2
            {"anyOf":[{"minimum":5},{"minimum":5,"not":{}}]} | 1 -> 0:1 1:2
            {"anyOf":[{"anyOf":[{"type":"string"}]},{"minimum":5,"not":{}}]} | 1 -> 1:2 0:1
            {"anyOf":[{"const":5},{"minimum":5,"not":{},"allOf":[{"minimum":6}]}]} | 1 -> 1:3 0:1
            {"anyOf":[{"properties":{"a":{"type":"string"}}},{"required":["b","c"],"properties":{"a":true}}]} | {"a":1} -> 0:1 1:2
            {"anyOf":[{"minimum":5},{"minimum":6},{"minimum":7}]} | 1 -> 0:1 1:1 2:1
            """#
        #expect(
            FilledTable(orders).filled { input in
                let parts = input.split(separator: " | ")
                let report = try Cases.report(String(parts[0]), String(parts[1]))
                return report.breaches.flatMap(\.choices).map { "\($0.branch):\($0.breaches.count)" }.joined(
                    separator: " ")
            } == orders)
    }

    @Test func `a choice has its place and breaches with theirs`() throws {
        let schema = #"{"properties": {"a": {"anyOf": [{"minimum": 5}, {"not": {"type": "integer"}}]}}}"#
        let breach = try #require(try Cases.report(schema, #"{"a": 1}"#).breaches.first)
        #expect(breach.choices.map(\.schema.pointer) == ["/properties/a/anyOf/0", "/properties/a/anyOf/1"])
        for choice in breach.choices {
            #expect(Array(schema.utf8)[choice.schema.offset] == UInt8(ascii: "{"))
            #expect(choice.schema.uri == "api.json" && choice.schema.document == 0)
            #expect(choice.breaches.map(\.offset) == [6] && choice.breaches.map(\.path) == ["$['a']"])
        }
        #expect(
            breach.choices.map { Cases.lines($0.breaches) } == [
                "$['a'] minimum /properties/a/anyOf/0/minimum: Expected at least 5, but this is 1.",
                "$['a'] not /properties/a/anyOf/1/not: This must not fit the schema under `not`, but it does: 1.",
            ])
    }

    @Test func `ten choices are explained, with twenty breaches each, and two hundred in one report`() throws {
        func choices(_ schema: String, _ value: String) throws -> [[SchemaBreach.Choice]] {
            try Cases.report(schema, value).breaches.map(\.choices)
        }
        func minimums(_ count: Int) -> String {
            (0..<count).map { "{\"minimum\":\(100 + $0)}" }.joined(separator: ",")
        }
        for (count, shown) in [(9, 9), (10, 10), (11, 10), (12, 10)] {
            let found = try choices("{\"anyOf\":[\(minimums(count))]}", "1")
            #expect(found.map { $0.map(\.branch) } == [Array(0..<shown)])
        }
        let names = { (count: Int) in (0..<count).map { "\"n\($0)\"" }.joined(separator: ",") }
        let wide = try choices(
            "{\"oneOf\":[{\"required\":[\(names(25))]},{\"required\":[\(names(19))]},{\"required\":[\(names(20))]}]}",
            "{}")
        #expect(wide.map { $0.map(\.branch) } == [[1, 0, 2]])
        #expect(wide.map { $0.map(\.breaches.count) } == [[19, 20, 20]])
        let members = (0..<22).map { "\"m\($0)\":1" }.joined(separator: ",")
        let many = try choices("{\"additionalProperties\":{\"anyOf\":[\(minimums(10))]}}", "{\(members)}")
        #expect(many.map(\.count) == Array(repeating: 10, count: 20) + [0, 0])
    }

    private static let discriminated = ##"""
        {"discriminator":{"propertyName":"k","mapping":{"x":"#/$defs/a","y":"b","z":"#/$defs/none","v":5}},"oneOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}],"$defs":{"a":{"required":["p"]},"b":{"required":["q"]}}}
        """##

    @Test func `a discriminator says which choice was meant`() throws {
        let rows = #"""
            {"k":"x"} -> $ required /$defs/a/required/0: The member `p` is missing.
            {"k":"a"} -> $ required /$defs/a/required/0: The member `p` is missing.
            {"k":"y"} -> $ required /$defs/b/required/0: The member `q` is missing.
            {"k":"b"} -> $ required /$defs/b/required/0: The member `q` is missing.
            {"k":"a","k":"b"} -> $ required /$defs/b/required/0: The member `q` is missing.
            {"\u006b":"\u0062"} -> $ required /$defs/b/required/0: The member `q` is missing.
            {"k":"z"} -> $ oneOf /oneOf: The discriminator `k` is "z", which names none of the choices a, b, x, y.
            {"k":"v"} -> $ oneOf /oneOf: The discriminator `k` is "v", which names none of the choices a, b, x, y.
            {"k":""} -> $ oneOf /oneOf: The discriminator `k` is "", which names none of the choices a, b, x, y.
            {"k":5} -> $ oneOf /oneOf: None of the 2 choices fits: an object of 1.
            {} -> $ oneOf /oneOf: None of the 2 choices fits: {}.
            """#
        for dialect in [SchemaDialect.openAPI31, .openAPI30] {
            #expect(FilledTable(rows).filled { try said("\(Self.discriminated) | \($0)", dialect) } == rows)
        }
        #expect(
            try said("\(Self.discriminated) | {\"k\":\"z\"}", .draft2020)
                == "$ oneOf /oneOf: None of the 2 choices fits: an object of 1.")
        #expect(
            try said("\(Self.discriminated) | {\"k\":\"z\"}", .openAPI31, quotesValues: false)
                == "$ oneOf /oneOf: The discriminator `k` is a value, which names none of the choices a, b, x, y.")
        let any = Self.discriminated.replacing("oneOf", with: "anyOf")
        #expect(try said("\(any) | {\"k\":\"y\"}", .openAPI31).hasPrefix("$ required /$defs/b/"))
        #expect(try said("\(any) | {\"k\":\"z\"}", .openAPI31).hasPrefix("$ anyOf /anyOf: The discriminator `k` is"))
    }

    @Test func `eight names of choices are listed`() throws {
        func text(_ count: Int) throws -> String {
            let mapping = (0..<count).map { "\"m\($0)\":\"#/$defs/a\"" }.joined(separator: ",")
            let schema =
                "{\"discriminator\":{\"propertyName\":\"k\",\"mapping\":{\(mapping)}},\"oneOf\":[{\"$ref\":\"#/$defs/a\"}],\"$defs\":{\"a\":{\"required\":[\"p\"]}}}"
            return try said("\(schema) | {\"k\":1,\"k\":\"z\"}", .openAPI31)
        }
        #expect(try text(7).hasSuffix("none of the choices a, m0, m1, m2, m3, m4, m5, m6."))
        #expect(try text(8).hasSuffix("none of the choices a, m0, m1, m2, m3, m4, m5, m6."))
        #expect(try text(6).hasSuffix("none of the choices a, m0, m1, m2, m3, m4, m5."))
    }

    // MARK: What is not checked

    @Test func `what is not checked says why`() throws {
        let rows = ##"""
            {"pattern":"(?=a)"} | "b" -> $ pattern /pattern: This pattern is not checked: looking ahead or behind is not possible here: it cannot be matched in linear time.
            {"pattern":"(?=a)"} | 1 -> 
            {"patternProperties":{"x":true,"(":true}} | {} -> $ patternProperties /patternProperties: This pattern is not checked: a ) is missing.
            {"patternProperties":{"(":true}} | [] -> 
            {"$ref":"#/nowhere"} | 1 -> $ $ref /$ref: The reference #/nowhere leads to nothing that is known here; nothing is checked for it.
            {"items":{"$dynamicRef":"#nowhere"}} | [1,2] -> $[*] $dynamicRef /items/$dynamicRef: The reference #nowhere leads to nothing that is known here; nothing is checked for it.
            {"anyOf":[{"$ref":"#a"},{"type":"string"}]} | "a" -> $ $ref /anyOf/0/$ref: The reference #a leads to nothing that is known here; nothing is checked for it.
            """##
        #expect(FilledTable(rows).filled { try said($0, .draft2020, SchemaOptions(), \.unchecked) } == rows)
        #expect(
            try said(##"{"$recursiveRef":"#/a"} | 1"##, .draft2019, SchemaOptions(), \.unchecked)
                == "$ $recursiveRef /$recursiveRef: The reference #/a leads to nothing that is known here; nothing is checked for it."
        )
        for (digits, isChecked) in [(1000, true), (1001, false)] {
            let number = String(repeating: "7", count: digits)
            let text = try said("{\"multipleOf\":\(number)} | 5", .draft2020, SchemaOptions(), \.unchecked)
            #expect(
                text
                    == (isChecked
                        ? ""
                        : "$ multipleOf /multipleOf: This number has too many digits to divide by; it is not checked."))
            #expect(try said("{\"multipleOf\":\(number)} | \"a\"", .draft2020, SchemaOptions(), \.unchecked) == "")
            #expect(try Cases.isValid("{\"multipleOf\":\(number)}", "5") == !isChecked)
        }
    }

    @Test func `a thousand notices are kept, and the keyword is named without its own`() throws {
        func schema(_ count: Int) throws -> Schema {
            let members = (0..<count).map { "\"p\($0)\":{\"type\":1}," }.joined()
            return try Cases.schema("{\"properties\":{\(members)\"z\":{\"pattern\":\"(\"}}}")
        }
        #expect(try schema(998).notices.count == 999)
        #expect(try schema(999).notices.count == 1000)
        let full = try schema(1000)
        #expect(full.notices.count == 1000 && full.notices.allSatisfy { $0.kind == .malformed })
        let report = full.report(on: try Cases.tree(#"{"z":"b"}"#))
        #expect(report.unchecked.map(\.text) == ["The keyword `pattern` is not checked."])
    }

    @Test func `warnings are in the order of the value, of all schemas that accept it`() throws {
        let rows = ##"""
            {"properties":{"a":{"format":"uuid"}},"patternProperties":{"^b":{"format":"ipv4"}},"additionalProperties":{"format":"ipv6"}} | {"c":"z","b":"y","a":"x"} -> $['c'] format /additionalProperties/format: Expected an IPv6 address, but this is "z". / $['b'] format /patternProperties/^b/format: Expected an IPv4 address, but this is "y". / $['a'] format /properties/a/format: Expected a UUID, but this is "x".
            {"properties":{"a":{"format":"uuid"}},"patternProperties":{"a":{"format":"ipv4"}},"propertyNames":{"format":"ipv6"}} | {"a":"x"} -> $['a'] format /properties/a/format: Expected a UUID, but this is "x". / $['a'] format /patternProperties/a/format: Expected an IPv4 address, but this is "x". / $['a'] format /propertyNames/format: Expected an IPv6 address, but this is the name `a`.
            {"prefixItems":[{"format":"uuid"}],"items":{"format":"ipv4"}} | ["x","y","z"] -> $[0] format /prefixItems/0/format: Expected a UUID, but this is "x". / $[*] format /items/format: Expected an IPv4 address, but this is "y".
            {"if":{"format":"uuid"},"then":{"format":"ipv4"},"else":{"format":"ipv6"}} | "x" -> $ format /if/format: Expected a UUID, but this is "x". / $ format /then/format: Expected an IPv4 address, but this is "x".
            {"if":{"type":"integer","format":"int32"},"then":{"format":"ipv4"},"else":{"format":"uuid"}} | "x" -> $ format /else/format: Expected a UUID, but this is "x".
            {"format":"uuid","allOf":[{"format":"ipv4"},{"format":"ipv6"}]} | "x" -> $ format /format: Expected a UUID, but this is "x". / $ format /allOf/0/format: Expected an IPv4 address, but this is "x". / $ format /allOf/1/format: Expected an IPv6 address, but this is "x".
            {"anyOf":[{"format":"uuid"},{"type":"integer"},{"format":"ipv4"}]} | "x" -> $ format /anyOf/0/format: Expected a UUID, but this is "x". / $ format /anyOf/2/format: Expected an IPv4 address, but this is "x".
            {"oneOf":[{"type":"integer","format":"int32"},{"format":"uuid"}]} | "x" -> $ format /oneOf/1/format: Expected a UUID, but this is "x".
            {"not":{"type":"integer","format":"uuid"}} | "x" -> 
            {"dependentSchemas":{"a":{"properties":{"b":{"format":"uuid"}}},"c":{"properties":{"b":{"format":"ipv4"}}}}} | {"a":1,"b":"x"} -> $['b'] format /dependentSchemas/a/properties/b/format: Expected a UUID, but this is "x".
            {"properties":{"a":{"$ref":"#/$defs/d"},"b":{"$ref":"#/$defs/d"}},"$defs":{"d":{"format":"uuid"}}} | {"a":"x","b":"y"} -> $['a'] format /$defs/d/format: Expected a UUID, but this is "x". / $['b'] format /$defs/d/format: Expected a UUID, but this is "y".
            {"items":{"format":"int32"}} | [1,3000000000,1.5,-2147483649] -> $[*] format /items/format: Expected an integer of 32 bits (int32), but this is 3000000000.
            {"properties":{"a":true},"unevaluatedProperties":{"format":"uuid"}} | {"a":"x","b":"y"} -> $['b'] format /unevaluatedProperties/format: Expected a UUID, but this is "y".
            {"prefixItems":[true],"unevaluatedItems":{"format":"uuid"}} | ["x","y","z"] -> $[*] format /unevaluatedItems/format: Expected a UUID, but this is "y".
            {"unevaluatedItems":{"format":"uuid"},"unevaluatedProperties":{"format":"ipv4"}} | ["x"] -> $[0] format /unevaluatedItems/format: Expected a UUID, but this is "x".
            {"format":"uuid"} | 5 -> 
            {"format":"int32"} | "x" -> 
            {"format":"foo"} | "x" -> 
            """##
        #expect(FilledTable(rows).filled { try said($0, .draft2020, SchemaOptions(), \.warnings) } == rows)
    }

    // MARK: Notices

    private func notices(_ schema: String, _ dialect: SchemaDialect) throws -> String {
        try Cases.schema(schema, dialect).notices.map { "\($0.kind) \($0.place.pointer): \($0.text)" }.joined(
            separator: " / ")
    }

    @Test func `each keyword says what it must be`() throws {
        let groups: [(String, [String], [String])] = [
            (
                "a whole number of at least 0",
                [
                    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
                ], ["-1", "1.5", "null", "\"1\"", "1e-1", "[]"]
            ),
            ("a number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], ["true", "\"1\"", "null"]),
            ("a number greater than 0", ["multipleOf"], ["0", "-1", "0.0", "\"1\"", "true"]),
            ("a string", ["pattern", "$ref", "$dynamicRef"], ["1", "null", "{}"]),
            ("an array of schemas", ["allOf", "anyOf", "oneOf", "prefixItems"], ["{}", "true", "null"]),
            ("an object of schemas", ["properties", "patternProperties"], ["[]", "true", "null"]),
            ("an array of names", ["required"], ["{}", "true", "\"a\""]),
            ("an array", ["enum"], ["{}", "1"]),
            ("one of the seven type names, or an array of them", ["type"], ["\"foo\"", "null", "1", "{}"]),
        ]
        for (wanted, keywords, values) in groups {
            for keyword in keywords {
                for value in values {
                    #expect(
                        try notices("{\"items\":{\"\(keyword)\":\(value)}}", .draft2020)
                            == "malformed /items/\(keyword): The value of `\(keyword)` must be \(wanted); it is left out."
                    )
                }
            }
        }
        for keyword in ["minContains", "maxContains"] {
            #expect(
                try notices("{\"contains\":true,\"\(keyword)\":-1}", .draft2019)
                    == "malformed /\(keyword): The value of `\(keyword)` must be a whole number of at least 0; it is left out."
            )
            #expect(try notices("{\"\(keyword)\":-1}", .draft2020) == "")
            #expect(try notices("{\"contains\":true,\"\(keyword)\":-1}", .draft7) == "")
        }
        for value in ["null", "1", "\"a\"", "[]"] {
            #expect(
                try notices("{\"not\":\(value)}", .draft7)
                    == "malformed /not: A schema is an object, true or false; this is none of them and is left out.")
        }
    }

    @Test func `a notice names what is wrong, with its place`() throws {
        let rows = ##"""
            {"type":["string",1,2]} -> malformed /type/1: The value of `type` must be one of the seven type names, or an array of them; it is left out.
            {"items":[true]} -> malformed /items: A schema is an object, true or false; this is none of them and is left out.
            {"allOf":[true,1]} -> malformed /allOf/1: A schema is an object, true or false; this is none of them and is left out.
            {"properties":{"a":1,"b":true}} -> malformed /properties/a: A schema is an object, true or false; this is none of them and is left out.
            {"$ref":"#/a b"} -> unresolved /$ref: The reference #/a b leads to nothing that is known here; nothing is checked for it.
            {"$dynamicRef":"x"} -> unresolved /$dynamicRef: The reference x leads to nothing that is known here; nothing is checked for it.
            {"$ref":"#"} -> endless : This schema refers to itself without going into the value; the reference that closes the circle is left out.
            {"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"not":{"$ref":"#/$defs/a"}}},"items":{"$ref":"#/$defs/a"}} -> endless /$defs/a: This schema refers to itself without going into the value; the reference that closes the circle is left out.
            {"if":{"$ref":"#"}} -> endless : This schema refers to itself without going into the value; the reference that closes the circle is left out.
            {"dependentSchemas":{"a":{"$ref":"#"}}} -> endless : This schema refers to itself without going into the value; the reference that closes the circle is left out.
            {"items":{"$ref":"#"},"unevaluatedProperties":{"$ref":"#"},"contains":{"$ref":"#"},"propertyNames":{"$ref":"#"}} -> 
            {"pattern":"a(","items":{"pattern":"a("}} -> notChecked /pattern: This pattern is not checked: a ) is missing. / notChecked /items/pattern: This pattern is not checked: a ) is missing.
            {"patternProperties":{"(":true,"a":true}} -> notChecked /patternProperties/(: This pattern is not checked: a ) is missing.
            {"type":"string","nullable":true} -> 
            {"dependentRequired":[],"dependentSchemas":[],"format":1,"$anchor":1,"then":5} -> 
            """##
        #expect(FilledTable(rows).filled { try notices($0, .draft2020) } == rows)
        #expect(
            try notices(#"{"items":{"nullable":false}}"#, .openAPI31)
                == "withoutEffect /items/nullable: `nullable` has no effect since OpenAPI 3.1; add \"null\" to `type`.")
        #expect(try notices(#"{"nullable":true}"#, .openAPI30) == "")
        #expect(
            try notices(#"{"const":1,"patternProperties":5,"propertyNames":5,"contains":5,"if":5}"#, .openAPI30) == "")
        #expect(try notices(#"{"unevaluatedItems":5,"unevaluatedProperties":5,"prefixItems":5}"#, .draft7) == "")
        #expect(try notices(#"{"$dynamicRef":5,"$recursiveRef":5}"#, .draft7) == "")
        #expect(
            try notices(#"{"$dynamicRef":5}"#, .draft2019) == "" && notices(#"{"$recursiveRef":5}"#, .draft2020) == "")
    }

    @Test func `a long reference is cut after 200 bytes`() throws {
        for (count, wanted) in [
            (200, String(repeating: "x", count: 200)), (201, String(repeating: "x", count: 200) + "…"),
        ] {
            let text = try notices("{\"$ref\":\"\(String(repeating: "x", count: count))\"}", .draft2020)
            #expect(
                text
                    == "unresolved /$ref: The reference \(wanted) leads to nothing that is known here; nothing is checked for it."
            )
        }
    }

    // MARK: Limits

    @Test func `a name is shown up to 60 bytes`() throws {
        for (count, wanted) in [(60, String(repeating: "n", count: 60)), (61, String(repeating: "n", count: 60) + "…")]
        {
            let text = try said("{\"required\":[\"\(String(repeating: "n", count: count))\"]} | {}")
            #expect(text == "$ required /required/0: The member `\(wanted)` is missing.")
        }
    }

    @Test func `a thousand breaches are listed, of ten thousand that are found`() throws {
        for count in [999, 1000, 1001] {
            let members = (0..<count).map { "\"m\($0)\":1" }.joined(separator: ",")
            let report = try Cases.report(#"{"additionalProperties":{"type":"string"}}"#, "{\(members)}")
            #expect(report.breaches.count == min(count, 1000))
            #expect(report.isCut == (count > 1000))
            let warned = try Cases.report(#"{"propertyNames":{"format":"date"}}"#, "{\(members)}")
            #expect(warned.warnings.count == min(count, 1000) && warned.verdict == .valid)
        }
        for count in [10_000, 10_001] {
            let items = "[1" + String(repeating: ",1", count: count - 1) + "]"
            let report = try Cases.report(#"{"items":{"type":"string"}}"#, items)
            #expect(report.breaches.map(\.count) == [10_000])
            #expect(report.isCut == (count > 10_000))
        }
    }

    @Test func `a long path ends in an ellipsis`() throws {
        let name = String(repeating: "a", count: 1000)
        func breach(_ levels: Int) throws -> SchemaBreach? {
            let value = String(repeating: "{\"\(name)\":", count: levels) + "1" + String(repeating: "}", count: levels)
            return try Cases.report(##"{"type":"object","additionalProperties":{"$ref":"#"}}"##, value).breaches.first
        }
        let short = try #require(try breach(3))
        #expect(short.path == "$" + String(repeating: "['\(name)']", count: 3))
        #expect(short.pointer == String(repeating: "/\(name)", count: 3))
        let long = try #require(try breach(5))
        #expect(long.path == "$" + String(repeating: "['\(name)']", count: 4) + "…")
        #expect(long.pointer == String(String(repeating: "/\(name)", count: 4).prefix(4000)) + "…")
        #expect(long.schema.pointer == "/type")
    }

    @Test func `values are nested 1500 levels deep at most`() throws {
        let schema = try Cases.schema(##"{"items":{"$ref":"#"}}"##)
        let evaluating = try Cases.schema(##"{"prefixItems":[{"$ref":"#"}],"unevaluatedItems":false}"##)
        func arrays(_ levels: Int) throws -> JSONTree {
            try Cases.tree(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
        }
        let tooDeep = SchemaVerdict.undecided("the value, or the schema, is nested more than 1500 levels deep")
        #expect(schema.verdict(on: try arrays(1500)) == .valid)
        #expect(schema.verdict(on: try arrays(1501)) == tooDeep)
        let report = schema.report(on: try arrays(1501))
        #expect(report.verdict == tooDeep && report.breaches.isEmpty && report.warnings.isEmpty)
        #expect(evaluating.verdict(on: try arrays(1000)) == .valid)
    }

    @Test func `a pattern that takes more steps than are left ends the check`() throws {
        let schema = try Cases.schema(#"{"pattern":"^(a|b)*c$"}"#)
        let text = try Cases.tree("\"" + String(repeating: "ab", count: 2000) + "\"")
        #expect(schema.verdict(on: text) == .invalid)
        #expect(
            schema.verdict(on: text, budget: QueryBudget(steps: 100))
                == .undecided("the pattern ^(a|b)*c$ takes too many steps"))
        #expect(schema.verdict(on: text, budget: QueryBudget()) == .invalid)
        let long = "^(a|b)*" + String(repeating: "c", count: 94)
        let cut = try Cases.schema("{\"pattern\":\"\(long)\"}")
        #expect(
            cut.report(on: text, budget: QueryBudget(steps: 100)).verdict
                == .undecided("the pattern \(long.prefix(100)) takes too many steps"))
    }
}
