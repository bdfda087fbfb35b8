import Base
import Contract
import NetEngine
import OpenAPI
import TestSupport
import Testing

/// XML bodies, compared with their schemas by the `xml` object.
@Suite struct XMLCheckTests {
    private func check(
        _ schema: String, _ body: String, components: String = "{}", version: String = "3.1.0"
    ) throws -> ContractReport {
        let api = try described(
            """
            {openapi: \(version), paths: {/a: {get: {responses: {'200': {description: a, content: {application/xml:
            {schema: \(schema)}}}}}}}, components: {schemas: \(components)}}
            """)
        return ContractCheck(api).check(
            api.operations[0], status: 200, headers: ["Content-Type": "application/xml"],
            body: .whole(Array(body.utf8)),
            method: "GET")
    }

    @Test(arguments: [
        ("{properties: {n: {type: integer}}}", "<a><n> +07 </n></a>", "<a><n>x</n></a>"),
        ("{properties: {b: {type: boolean}}}", "<a><b>1</b></a>", "<a><b>yes</b></a>"),
        ("{required: [s], properties: {s: {type: string}}}", "<a><s>1</s></a>", "<a/>"),
        ("{properties: {s: {type: string, enum: [x]}}}", "<a><s>x</s></a>", "<a><s>y</s></a>"),
        ("{properties: {id: {type: integer, xml: {attribute: true}}}}", "<a id='1'/>", "<a id='x'/>"),
        (
            "{required: [id], properties: {id: {type: integer, xml: {attribute: true, name: ID}}}}", "<a ID='1'/>",
            "<a id='1'/>"
        ),
        ("{properties: {s: {type: string, xml: {name: t}, minLength: 2}}}", "<a><t>ab</t></a>", "<a><t>a</t></a>"),
        (
            "{properties: {l: {type: array, items: {type: integer}}}}", "<a><l>1</l><l>2</l></a>",
            "<a><l>1</l><l>b</l></a>"
        ),
        (
            "{properties: {l: {type: array, minItems: 2, items: {type: integer, xml: {name: i}}, xml: {wrapped: true}}}}",
            "<a><l><i>1</i><i>2</i></l></a>", "<a><l><i>1</i></l></a>"
        ),
        (
            "{properties: {l: {type: array, items: {type: integer, xml: {name: i}}, xml: {wrapped: true, name: w}}}}",
            "<a><w><i>1</i></w></a>", "<a><w><j>1</j></w></a>"
        ),
        (
            "{type: array, items: {properties: {n: {type: integer}}}, xml: {name: list}}",
            "<list><x><n>1</n></x></list>", "<list><x><n>y</n></x></list>"
        ),
        ("{xml: {name: pet}, properties: {}}", "<pet/>", "<dog/>"),
        (
            "{allOf: [{xml: {name: pet}, properties: {n: {type: integer}}}, {xml: {name: dog}}]}",
            "<pet><n>1</n></pet>", "<dog><n>1</n></dog>"
        ),
        (
            "{xml: {name: pet, namespace: 'urn:a'}, properties: {}}", "<p:pet xmlns:p='urn:a'/>", "<pet/>"
        ),
        ("{additionalProperties: false, properties: {a: {}}}", "<x><a/></x>", "<x><b/></x>"),
        ("{additionalProperties: {type: integer}}", "<x><b>1</b></x>", "<x><b>c</b></x>"),
        ("{properties: {s: {type: string}}}", "<a><s>t</s></a>", "<a><s><t/></s></a>"),
        ("{properties: {s: {type: integer}}}", "<a><s>1</s></a>", "<a><s>1</s><s>2</s></a>"),
        ("{properties: {n: {anyOf: [{type: integer}, {type: 'null'}]}}}", "<a><n>1</n></a>", "<a><n>x</n></a>"),
        ("{properties: {n: {type: integer, const: -7}}}", "<a><n>-007</n></a>", "<a><n>007</n></a>"),
        ("{properties: {n: {type: integer, const: 0}}}", "<a><n>+00</n></a>", "<a><n>01</n></a>"),
        ("{properties: {n: {type: number, const: 1.5}}}", "<a><n> 01.50\n</n></a>", "<a><n>1,5</n></a>"),
        ("{properties: {n: {type: number, const: 0.5}}}", "<a><n>00.5</n></a>", "<a><n>5</n></a>"),
        ("{properties: {b: {type: boolean, const: false}}}", "<a><b> 0 </b></a>", "<a><b>1</b></a>"),
        ("{properties: {s: {type: string, const: ' a '}}}", "<a><s> a </s></a>", "<a><s>a</s></a>"),
        ("{properties: {id: {type: integer, xml: {nodeType: attribute}}}}", "<a id='1'/>", "<a id='x'/>"),
        (
            "{properties: {l: {type: array, items: {type: integer, xml: {name: i}}, xml: {nodeType: element}}}}",
            "<a><l><i>1</i></l></a>", "<a><l><i>b</i></l></a>"
        ),
        (
            "{properties: {l: {type: array, items: {type: integer}, xml: {wrapped: true}}}}",
            "<a><l><l>1</l></l></a>", "<a><l><x>1</x></l></a>"
        ),
        (
            "{properties: {l: {type: array, items: {type: integer}, xml: {name: w}}}}",
            "<a><w>1</w><w>2</w></a>", "<a><w>1</w><w>b</w></a>"
        ),
        (
            "{properties: {n: {type: [integer, 'null']}}}",
            "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><n xsi:nil='1'>x</n></a>",
            "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><n xsi:nil='0'>x</n></a>"
        ),
    ])
    func `elements and attributes are compared with their schemas`(_ schema: String, _ good: String, _ bad: String)
        throws
    {
        let kept = try check(schema, good)
        #expect(kept.findings.last?.text == "The body is valid.", "\(kept.findings)")
        let broken = try check(schema, bad)
        #expect(broken.broken.contains { $0.kind == .body }, "\(broken.findings)")
    }

    @Test func `a breach has the place of its element`() throws {
        let report = try check(
            "{properties: {pet: {type: array, items: {properties: {id: {type: integer}}}}}}",
            "<pets>\n<pet><id>1</id></pet>\n<pet><id>x</id></pet></pets>")
        let place = try #require(report.broken.first?.place)
        #expect(place.line == 3 && place.column == 6 && place.path == "/pets/pet[2]/id", "\(place)")
        #expect(report.broken.first?.source?.pointer.hasSuffix("/properties/id/type") == true)
    }

    @Test func `a breach in a list that several schemas describe is of the first of them`() throws {
        let list = "{type: array, items: {type: integer, xml: {name: i}}, xml: {wrapped: true}}"
        let report = try check(
            "{allOf: [{properties: {l: \(list)}}, {properties: {l: {description: a}}}]}", "<a><l><j>1</j></l></a>")
        let breach = try #require(report.broken.first)
        #expect(breach.text == "The element 'j' is not documented there; the description has 'i'.")
        #expect(breach.source?.pointer.hasSuffix("/allOf/0/properties/l") == true, "\(breach)")
    }

    @Test func `an empty list is no element, and an empty value can be null`() throws {
        let schema = "{required: [l], properties: {l: {type: array, items: {type: integer}}}}"
        #expect(try check(schema, "<a/>").verdict == .kept)
        let nullable = "{properties: {n: {type: [integer, 'null']}}}"
        let nothing = "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><n xsi:nil='true'/></a>"
        #expect(try check(nullable, nothing).verdict == .kept)
        #expect(try check("{properties: {n: {type: integer}}}", nothing).verdict == .broken)
    }

    @Test func `the name of a component is only a warning`() throws {
        let reference = "{$ref: '#/components/schemas/Pet'}"
        let report = try check(reference, "<dog/>", components: "{Pet: {properties: {n: {}}}}")
        #expect(report.verdict == .kept)
        #expect(report.warnings.map(\.text) == ["The outermost element is 'dog', and its schema is called 'Pet'."])
        #expect(try check(reference, "<Pet/>", components: "{Pet: {properties: {n: {}}}}").warnings.isEmpty)
    }

    @Test(arguments: [
        ("{oneOf: [{properties: {a: {}}}, {properties: {b: {}}}]}", "'oneOf' and 'anyOf'"),
        ("{properties: {x: {}}, patternProperties: {'^a': {}}}", "'patternProperties'"),
        ("{$ref: '#/components/schemas/None'}", "in its schema"),
        ("{properties: {t: {xml: {nodeType: text}}}}", "'nodeType'"),
    ])
    func `what cannot be applied to XML is not checked`(_ schema: String, _ words: String) throws {
        let report = try check(schema, "<a><ab/></a>")
        let last = try #require(report.findings.last)
        #expect(last.verdict == .notChecked && last.text.contains(words), "\(last.text)")
    }

    @Test func `a body that is not XML is broken at its place`() throws {
        let report = try check("{}", "<a>\n<b></a>")
        #expect(report.broken.first?.text.hasPrefix("The body is not XML: ") == true)
        #expect(report.broken.first?.place?.line == 2)
        let circle = "{P: {properties: {p: {$ref: '#/components/schemas/P'}, n: {type: integer}}}}"
        let deep = String(repeating: "<p>", count: 300) + String(repeating: "</p>", count: 300)
        let report2 = try check("{$ref: '#/components/schemas/P'}", deep, components: circle)
        #expect(report2.findings.last?.text.contains("nested deeper") == true, "\(report2.findings)")
    }

    @Test func `the work grows with the body`() throws {
        let schema =
            "{properties: {pet: {type: array, items: {properties: {id: {type: integer}, name: {type: string}}}}}}"
        let api = try described(
            "{openapi: 3.1.0, paths: {/a: {get: {responses: {'200': {description: a, content: {application/xml: {schema: \(schema)}}}}}}}}"
        )
        let growth = Growth {
            Array(("<a>" + String(repeating: "<pet><id>1</id><name>Rex</name></pet>", count: $0) + "</a>").utf8)
        } _: { body in
            _ = ContractCheck(api).check(
                api.operations[0], status: 200, headers: ["Content-Type": "application/xml"], body: .whole(body),
                method: "GET")
        }
        #expect(growth.isLinear && growth.counts(atLeast: 1_000), "\(growth)")
    }

    @Test func `any text is checked without a crash`() throws {
        let parts = [
            "<a>", "</a>", "<b x='1'>", "</b>", "<l/>", "1", "&lt;", "<![CDATA[x]]>", "<!-- -->", "<?x?>", " ", "\u{0}",
        ]
        let schema = """
            {properties: {b: {type: object, properties: {x: {xml: {attribute: true}, type: integer}}}, l: {type: array,
            items: {type: integer}}}, additionalProperties: {type: string}}
            """
        for seed in UInt64(1)...15 {
            var random = SeededGenerator(seed: seed)
            for _ in 0..<20 {
                let text = (0..<Int.random(in: 0..<10, using: &random)).map { _ in
                    parts[Int.random(in: 0..<parts.count, using: &random)]
                }
                _ = try check(schema, "<a>" + text.joined() + "</a>")
            }
        }
    }
}
