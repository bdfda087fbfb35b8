import Base
import JSONPath
import TestSupport
import Testing

@testable import OpenAPI

/// What each keyword of a schema does to a sample, where samples come from, and why there is none.
@Suite struct SampleKeywordTests {
    private func maker(
        _ root: some StringProtocol, version: String = "3.1.0", extent: SampleMaker.Extent = .full
    ) throws -> (maker: SampleMaker, schema: DescriptionValue) {
        let first = version == "2.0" ? "\"swagger\": \"2.0\"" : "\"openapi\": \"\(version)\""
        let description = try Description.read(Array("{\(first), \"paths\": {}, \"root\": \(root)}".utf8))
        return (SampleMaker(description, extent: extent), try #require(description.documents.root["root"]))
    }

    private func shown(
        _ root: some StringProtocol, version: String = "3.1.0", extent: SampleMaker.Extent = .full
    ) throws -> String {
        var (maker, schema) = try maker(root, version: version, extent: extent)
        let sample = maker.sample(of: schema.place)
        return sample.value?.text ?? sample.failure?.reason ?? "nothing"
    }

    @Test(.longComputation) func `each keyword shows in the value, or in the reason why there is none`() throws {
        let table = ##"""
            {"prefixItems":[{"const":1},{"const":2}],"maxItems":1} | [1]
            {"items":[{"const":1},{"const":2}]} | [1,2]
            {"contains":{"const":5},"type":"array"} | [5]
            {"prefixItems":[{"const":1}],"contains":{"const":5}} | [1,5]
            {"prefixItems":[{"const":1}],"items":{"const":3},"minItems":3} | [1,3,3]
            {"allOf":[{"prefixItems":[{"type":"integer"}]}],"prefixItems":[{"minimum":4},{}]} | [4,"string"]
            {"type":"array","items":{"type":"boolean"},"minItems":2,"uniqueItems":true} | [true,false]
            {"type":"array","uniqueItems":true,"minItems":3} | ["string","string1","string2"]
            {"type":"array","minItems":3,"maxItems":2} | minItems is larger than maxItems
            {"type":"array","minItems":1001} | it needs more than 1000 items
            {"required":["z"],"additionalProperties":false} | 'z' is required, and 'additionalProperties' forbids it
            {"required":["z"],"additionalProperties":{"const":3}} | {"z":3}
            {"properties":{"a":{"const":1}},"additionalProperties":{"const":3}} | {"a":1}
            {"properties":{"a":{"const":1}},"additionalProperties":{"const":3},"minProperties":3} | {"a":1,"key1":3,"key2":3}
            {"properties":{"key1":{"const":1}},"minProperties":2} | {"key1":1,"key2":"string"}
            {"type":"object","additionalProperties":false,"minProperties":1} | it needs 1 property, which cannot be made
            {"type":"object","additionalProperties":false,"minProperties":2} | it needs 2 properties, which cannot be made
            {"properties":{"a":{"const":1},"b":{"const":2},"c":{"const":3}},"maxProperties":2} | {"a":1,"b":2}
            {"properties":{"a":{"const":1},"b":{"const":2},"c":{"const":3}},"required":["c"],"maxProperties":2} | {"a":1,"c":3}
            {"properties":{"a":{"const":1},"b":{"const":2}},"required":["b"],"maxProperties":1} | {"b":2}
            {"properties":{"a":{},"b":{}},"required":["a","b"],"maxProperties":1} | more properties are required than 'maxProperties' allows
            {"properties":{"a":false,"b":{"const":2}}} | {"b":2}
            {"properties":{"a":false},"required":["a"]} | its schema is 'false', which nothing fulfils
            {"$ref":"#/none"} | the reference '#/none' leads nowhere: there is no 'none'
            {"type":"integer","format":"int32","minimum":2147483647} | 2147483647
            {"type":"integer","format":"int32","minimum":2147483648} | no number is within its bounds
            {"type":"integer","format":"int32","maximum":-2147483648} | -2147483648
            {"type":"integer","format":"int64","minimum":9223372036854775807} | 9223372036854775807
            {"type":"integer","minimum":2.5} | 3
            {"type":"number","minimum":2.5} | 2.5
            {"type":"number"} | 1
            {"type":["integer","string"]} | "string"
            {"type":["boolean","integer"]} | 1
            {"type":["object","array"]} | {}
            {"minLength":2} | "string"
            {"minimum":2} | 2
            {"maximum":0} | 0
            {"exclusiveMaximum":1,"type":"integer"} | 0
            {"exclusiveMinimum":1,"type":"integer"} | 2
            {"multipleOf":7} | 7
            {"format":"date"} | "2025-01-01"
            {"contentEncoding":"base64"} | "ZXhhbXBsZQ=="
            {"contentEncoding":"base32"} | "string"
            {"type":"string","minLength":3,"maxLength":2} | minLength is larger than maxLength
            {"allOf":[{"minLength":8},{"minLength":7}],"maxLength":8} | "ngstring"
            {"oneOf":[]} | "string"
            {"oneOf":[{"$ref":"#/none"},{"const":2}]} | 2
            {"anyOf":[{"$ref":"#/none"}]} | the reference '#/none' leads nowhere: there is no 'none'
            {"type":["foo","integer"]} | 1
            {"type":"foo"} | "string"
            {"maxLength":-1,"minLength":-1} | "string"
            {"$dynamicRef":"#/root/$defs/a","$defs":{"a":{"const":5}}} | 5
            {"allOf":[true,{"const":4}]} | 4
            {"allOf":[{},false]} | its schema is 'false', which nothing fulfils
            {"minItems":2} | ["string","string"]
            {"maxItems":5} | ["string"]
            {"uniqueItems":false,"type":"array","minItems":2} | ["string","string"]
            {"multipleOf":0.5} | 0.5
            {"enum":[null,1]} | null
            {"enum":[]} | "string"
            {"type":"null"} | null
            {"type":["null","integer"],"minimum":3,"maximum":2} | null
            """##
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            #expect(try shown(parts[0]) == parts[1], "\(row)")
        }
        #expect(try shown(#"{"type":"array","items":{"const":1},"minItems":1000}"#).utf8.count == 2_001)
    }

    @Test func `some keywords depend on the version`() throws {
        let table = """
            {"type":"integer","maximum":0,"exclusiveMaximum":true} | 3.0.0 -1 | 2.0 -1 | 3.1.0 0
            {"type":"integer","minimum":3,"exclusiveMinimum":true} | 3.0.0 4 | 2.0 4 | 3.2.0 3
            {"type":"integer","exclusiveMinimum":4} | 3.0.0 1 | 2.0 1 | 3.1.0 5
            {"type":"integer","exclusiveMaximum":-4} | 3.0.0 1 | 2.0 1 | 3.1.0 -5
            {"type":"integer","minimum":3,"maximum":2,"nullable":true} | 3.0.0 null | 3.1.0 no number is within its bounds
            {"type":"integer","minimum":3,"maximum":2,"x-nullable":true} | 2.0 null | 3.0.0 no number is within its bounds
            {"type":"file"} | 2.0 "string"
            {"name":"a","required":true,"type":"integer"} | 2.0 1
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            for part in parts.dropFirst() {
                let version = part.prefix { $0 != " " }
                #expect(try shown(parts[0], version: String(version)) == part.dropFirst(version.count + 1), "\(row)")
            }
        }
    }

    @Test func `a minimal value has an optional member only where too few are there`() throws {
        let table = """
            {"properties":{"a":{"const":1},"b":{"const":2}}} | {}
            {"properties":{"a":{"const":1},"b":{"const":2}},"minProperties":1} | {"a":1}
            {"properties":{"a":{"const":1},"b":{"const":2}},"minProperties":2,"required":["b"]} | {"b":2,"a":1}
            {"properties":{"a":false,"b":{"const":2}},"minProperties":1} | {"b":2}
            {"additionalProperties":{"const":1}} | {}
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ")
            #expect(try shown(parts[0], extent: .minimal) == parts[1], "\(row)")
        }
    }

    @Test func `a value says where it comes from`() throws {
        let table = """
            {"const":1,"example":1} constant
            {"type":"integer","default":1} standard
            {"type":"integer","enum":[1]} enumeration
            {"type":"integer","example":1,"default":2} schemaExample
            {"type":"integer"} made
            {"type":"integer","example":"x","enum":[1]} enumeration
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " ")
            var (maker, schema) = try maker(parts[0])
            #expect("\(maker.sample(of: schema.place).origin)" == parts[1], "\(row)")
        }
    }

    @Test func `the branch that the user chose comes first, and the others after it`() throws {
        var (maker, schema) = try maker(#"{"oneOf":[{"const":1},{"const":2},{"const":3}]}"#)
        let group = try #require(schema["oneOf"]).place
        var found: [String] = []
        for index in [0, 2, 1, 3] {
            maker.chosen = [group: index]
            let sample = maker.sample(of: schema.place)
            found.append((sample.value?.text ?? "") + " " + sample.branches.map { "\($0.index)/\($0.count)" }.joined())
        }
        #expect(found == ["1 0/3", "3 2/3", "2 1/3", "1 0/3"])
    }

    @Test func `examples of a parameter and of a body go before those of their schema`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.2.0
                paths:
                  /a:
                    post:
                      parameters:
                        - {name: a, in: query, schema: {type: integer, example: 1}, examples: {bad: {value: x}, good: {value: 2}}}
                        - {name: b, in: query, content: {application/json: {schema: {const: 3}, example: 4}}}
                        - {name: c, in: query, schema: {type: integer, default: x}, example: y}
                        - {name: d, in: query, content: {application/json: {itemSchema: {const: 5}}}}
                        - {name: e, in: query, content: {application/json: {}}}
                        - {name: f, in: query, schema: {const: 1}, examples: {f: {externalValue: u}, g: {serializedValue: s}}}
                      requestBody: {content: {application/xml: {schema: {type: object}, example: <a/>}}}
                """.utf8))
        let operation = description.open(description.operations[0])
        var maker = SampleMaker(description)
        let samples = operation.parameters.map { maker.sample(of: $0) }
        #expect(samples.map { $0.value?.text ?? "-" } == ["2", "4", "1", "5", "-", "\"s\""])
        #expect(
            samples.map { "\($0.origin)" } == [
                "example(Optional(\"good\"))", "example(nil)", "made", "constant", "made", "example(Optional(\"g\"))",
            ])
        #expect(
            samples.map { $0.rejected.map(\.text).joined(separator: " ") } == [
                "The example 'bad' is not valid against its own schema.", "",
                "The example is not valid against its own schema. The default is not valid against its own schema.",
                "", "", "",
            ])
        #expect(samples[4].failure?.reason == "the description gives no schema")
        #expect(samples[5].serialized == "s")
        let body = maker.sample(of: try #require(operation.body?.content.first))
        #expect(body.serialized == "<a/>" && body.origin == .example(nil))
    }

    @Test func `a text as example is the body as it is written, but not of JSON and not of a form of parts`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.1.0
                paths:
                  /a:
                    post:
                      requestBody:
                        content:
                          application/xml: {schema: {type: object}, example: <a/>}
                          application/json: {schema: {type: object}, example: <b/>}
                          application/hal+json: {schema: {type: object}, example: <c/>}
                          multipart/form-data: {schema: {type: object}, example: <d/>}
                """.utf8))
        var maker = SampleMaker(description)
        var shown: [String] = []
        for media in description.open(description.operations[0]).body?.content ?? [] {
            let sample = maker.sample(of: media)
            let text = sample.serialized ?? sample.value?.text ?? "-"
            shown.append("\(media.name): \(text), \(sample.rejected.count) rejected")
        }
        #expect(
            shown == [
                "application/xml: <a/>, 0 rejected", "application/json: {}, 1 rejected",
                "application/hal+json: {}, 1 rejected", "multipart/form-data: {}, 1 rejected",
            ])
    }

    @Test func `the fields of a form of Swagger 2 are a value of their own, and files are known`() throws {
        let description = try Description.read(
            Array(
                """
                swagger: '2.0'
                paths:
                  /a:
                    post:
                      parameters:
                        - {name: f, in: formData, type: file}
                        - {name: n, in: formData, type: integer, required: true}
                        - {name: l, in: formData, type: array, items: {type: string}}
                """.utf8))
        let media = try #require(description.open(description.operations[0]).body?.content.first)
        var minimal = SampleMaker(description)
        var full = SampleMaker(description, extent: .full)
        #expect(minimal.sample(of: media).value?.text == #"{"n":1}"#)
        #expect(full.sample(of: media).value?.text == #"{"f":"string","n":1,"l":["string"]}"#)
        #expect(minimal.files(of: media) == ["f"])
    }

    @Test func `files of a form are binary by format or by their media type`() throws {
        let description = try Description.read(
            Array(
                """
                openapi: 3.1.0
                paths: {/a: {post: {requestBody: {content: {multipart/form-data: {schema: {properties: {
                  a: {format: binary}, b: {contentMediaType: image/png}, c: {type: array, items: {format: binary}},
                  d: {contentMediaType: image/png, contentEncoding: base64}, e: {type: string}, f: {format: byte},
                  g: {$ref: '#/components/schemas/G'}, h: {allOf: [{format: binary}]}}}}}}}}}
                components: {schemas: {G: {format: binary}}}
                """.utf8))
        let media = try #require(description.open(description.operations[0]).body?.content.first)
        #expect(SampleMaker(description).files(of: media).sorted() == ["a", "b", "c", "g", "h"])
    }

    @Test func `a text has its format, its length and its variant`() throws {
        let table = """
            date-time | 2025-01-01T09:30:00Z | 2025-01-02T09:30:00Z
            date | 2025-01-01 | 2025-01-02
            time | 09:30:01Z | 09:30:02Z
            duration | P1D | P2D
            email | user@example.com | user1@example.com
            idn-email | user@example.com | user1@example.com
            hostname | example.com | example1.com
            ipv4 | 192.0.2.1 | 192.0.2.2
            ipv6 | 2001:db8::1 | 2001:db8::2
            uri | https://example.com/ | https://example.com/1
            url | https://example.com/ | https://example.com/1
            uri-reference | /example | /example1
            uri-template | https://example.com/{id} | https://example.com/{id}1
            json-pointer | /example | /example1
            relative-json-pointer | 0 | 1
            regex | ^example$ | ^example1$
            byte | ZXhhbXBsZQ== | ZXhhbXBsZTE=
            base64url | ZXhhbXBsZQ | ZXhhbXBsZTE
            char | a | b
            int64 | 1 | 2
            password | string | string1
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " | ").map(String.init)
            let made = try (0...1).map { try StringSample(formats: [parts[0]]).make(variant: $0).get() }
            #expect(made == Array(parts.dropFirst()), "\(row)")
        }
        let dates = try [8, 9, 27, 28].map { try StringSample(formats: ["date"]).make(variant: $0).get() }
        #expect(dates == ["2025-01-09", "2025-01-10", "2025-01-28", "2025-01-01"])
        #expect(try StringSample(formats: ["char"]).make(variant: 26).get() == "a")
        #expect(try StringSample(formats: ["ipv4"]).make(variant: 254).get() == "192.0.2.1")
    }

    @Test func `of the fields of a form without a value the first says why`() throws {
        let description = try Description.read(
            Array(
                """
                swagger: '2.0'
                paths:
                  /a:
                    post:
                      consumes: [application/x-www-form-urlencoded]
                      parameters:
                        - {name: a, in: formData, type: string, required: true, minLength: 3, maxLength: 2}
                        - {name: b, in: formData, type: boolean, required: true}
                        - {name: c, in: formData, type: string, required: true, maxLength: 2, pattern: '^abc$'}
                        - {name: d, in: formData, type: boolean}
                """.utf8))
        let operation = description.open(description.operations[0])
        var maker = SampleMaker(description, extent: .minimal)
        let sample = maker.sample(of: try #require(operation.body?.content.first))
        #expect(sample.failure?.reason == "minLength is larger than maxLength")
        #expect(sample.value?.text == #"{"b":true}"#)
    }

    @Test func `a text is as long as it must be, with the number of its variant at the end`() throws {
        func made(_ least: Int, _ most: Int?, _ variant: Int = 0, _ formats: [String] = []) throws -> String {
            try StringSample(minLength: least, maxLength: most, formats: formats).make(variant: variant).get()
        }
        #expect(
            try [made(6, nil), made(7, nil), made(10, nil), made(0, 3), made(0, 3, 1), made(0, 6), made(0, 6, 2)]
                == ["string", "gstring", "ringstring", "ing", "ng1", "string", "tring2"])
        #expect(try made(20, nil, 0, ["email"]) == "useraaaa@example.com")
        #expect(try made(0, 8, 0, ["byte"]) == "eGFtcGxl")
        #expect(try made(0, 3, 0, ["date"]) == "ing", "a format that is too long is left")
        #expect(try made(0, nil, 0, ["date", "email"]) == "2025-01-01", "the first that fits")
        #expect(try made(12, nil, 0, ["date", "email"]) == "user@example.com")
    }

    @Test func `why a text cannot be made is one clause`() {
        func reason(_ sample: StringSample) -> String {
            if case .failure(let failure) = sample.make(variant: 0) { failure.reason } else { "made" }
        }
        #expect(reason(StringSample(minLength: 3, maxLength: 2)) == "minLength is larger than maxLength")
        #expect(reason(StringSample(minLength: 1 << 20)) == "made")
        #expect(reason(StringSample(minLength: 1 << 20 + 1)) == "it must be longer than 1048576 characters")
        #expect(
            reason(StringSample(maxLength: 2, patterns: ["^abc$"]))
                == "no text was found that matches the pattern '^abc$' with this length")
        #expect(
            reason(StringSample(patterns: ["^a$", "^b$"])) == "no text was found that matches all of its patterns")
        #expect(reason(StringSample(patterns: ["("])).hasPrefix("the pattern '(' cannot be followed here: "))
    }

    @Test func `a number is the nearest to 1, another one for each variant, and a bound where nothing else is exact`() {
        struct Row {
            var integer = false
            var min: String?, above: String?, max: String?, below: String?
            var multiples: [String] = []
            var variant = 0
            var made: String?
        }
        let rows = [
            Row(made: "1"), Row(variant: 1, made: "1.001"), Row(above: "0", below: "1", made: "0.999"),
            Row(min: "0", max: "0.5", made: "0.5"), Row(min: "7.5", made: "7.5"), Row(above: "7.5", made: "7.5001"),
            Row(integer: true, max: "3", variant: 3, made: "0"),
            Row(integer: true, min: "1", max: "3", variant: 3, made: "1"),
            Row(integer: true, max: "-3", variant: 1, made: "-4"),
            Row(integer: true, min: "-2.5", max: "-1.5", made: "-2"),
            Row(integer: true, above: "-3", below: "-1", made: "-2"),
            Row(integer: true, max: "2.5", variant: 1, made: "2"), Row(multiples: ["0"], made: "1"),
            Row(integer: true, multiples: ["-3"], made: "3"), Row(multiples: ["0.25"], variant: 2, made: "0.75"),
            Row(min: "1e-30", made: "1e-30"), Row(above: "1e-30", made: nil), Row(multiples: ["1e-30"], made: "1e-30"),
            Row(multiples: ["1e-30", "2"], made: nil), Row(above: "1e-30", max: "5", made: "5"),
            Row(min: "1", max: "1", made: "1"), Row(min: "1", below: "1", made: nil),
        ]
        for row in rows {
            var sample = NumberSample(isInteger: row.integer, multiples: row.multiples)
            sample.minimums = [(row.min, false), (row.above, true)].compactMap { value, isExclusive in
                value.map { .init(value: $0, isExclusive: isExclusive) }
            }
            sample.maximums = [(row.max, false), (row.below, true)].compactMap { value, isExclusive in
                value.map { .init(value: $0, isExclusive: isExclusive) }
            }
            #expect(sample.make(variant: row.variant) == row.made, "\(row)")
        }
    }
}
