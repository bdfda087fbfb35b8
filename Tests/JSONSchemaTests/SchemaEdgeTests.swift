import JSONPath
import Testing

@testable import JSONSchema

/// Lists of words and limits, each with the one beside it.
@Suite struct SchemaEdgeTests {
    @Test(
        arguments: [
            ("http://json-schema.org/draft-07/schema#", .draft7), ("http://json-schema.org/draft-07/schema", .draft7),
            ("https://json-schema.org/draft-07/schema", .draft7),
            ("https://json-schema.org/draft/2019-09/schema", .draft2019),
            ("https://json-schema.org/draft/2020-12/schema", .draft2020),
            ("https://json-schema.org/draft/2020-12/schema#", .draft2020),
            ("https://spec.openapis.org/oas/3.0/schema/2021-09-28", .openAPI30),
            ("https://spec.openapis.org/oas/3.1/dialect/base", .openAPI31),
            ("https://spec.openapis.org/oas/3.1/dialect/2024-11-10", .openAPI31),
            ("https://spec.openapis.org/oas/3.2/dialect/2025-09-17", .openAPI31),
            ("http://json-schema.org/draft-06/schema#", nil), ("http://json-schema.org/draft/2020-12/schema", nil),
            ("https://json-schema.org/draft/2020-12/schema#x", nil), ("", nil), ("#", nil),
        ] as [(String, SchemaDialect?)])
    func `a dialect is known by its address`(uri: String, dialect: SchemaDialect?) {
        #expect(SchemaDialect(uri: uri) == dialect)
    }

    @Test func `dialects differ in what they read`() {
        let all = SchemaDialect.allCases
        #expect(all.filter(\.ignoresSiblingsOfReferences) == [.draft7, .openAPI30])
        #expect(all.filter(\.is2020) == [.draft2020, .openAPI31])
        #expect(all.filter(\.isOpenAPI) == [.openAPI30, .openAPI31])
        #expect(all.filter { !$0.hasIdentifiers } == [.openAPI30])
    }

    @Test(arguments: [
        (1, "second"), (2, "third"), (3, "fourth"), (4, "fifth"), (5, "sixth"), (6, "seventh"), (7, "eighth"),
        (8, "ninth"), (9, "tenth"), (10, "11th"), (11, "12th"),
    ])
    func `the choices that both fit are counted in words`(index: Int, word: String) throws {
        let choices = (0...index).map { $0 == 0 || $0 == index ? "true" : "false" }.joined(separator: ",")
        let report = try Cases.report("{\"oneOf\": [\(choices)]}", "1")
        #expect(report.breaches.map(\.text) == ["Exactly one choice must fit, but the first and the \(word) both do."])
    }

    @Test(arguments: [
        (7, "one of 0, 1, 2, 3, 4, 5, 6"), (8, "one of 0, 1, 2, 3, 4, 5, 6, 7"),
        (9, "one of 0, 1, 2, 3, 4, 5, 6, 7 or another one"), (10, "one of 0, 1, 2, 3, 4, 5, 6, 7 or one of 2 others"),
    ])
    func `of many values eight are named`(count: Int, wanted: String) throws {
        let values = (0..<count).map(String.init).joined(separator: ",")
        let report = try Cases.report("{\"enum\": [\(values)]}", "99")
        #expect(report.breaches.map(\.text) == ["Expected \(wanted), but this is 99."])
    }

    @Test func `a name is suggested for one of fewer than a hundred bytes`() throws {
        func text(_ count: Int) throws -> String? {
            let name = String(repeating: "é", count: count)
            let schema = "{\"properties\": {\"\(name)m\": {}}, \"additionalProperties\": false}"
            return try Cases.report(schema, "{\"\(name)\": 1}").breaches.first?.text
        }
        #expect(try text(49)?.hasSuffix("; did you mean `\(String(repeating: "é", count: 30))…`?") == true)
        #expect(try text(50)?.hasSuffix(", and no others are accepted.") == true)
    }

    @Test(arguments: [
        (#"{"multipleOf": 1e-5}"#, "1e-5", true), (#"{"multipleOf": 2}"#, "3", false),
        (#"{"multipleOf": 2}"#, "4.0", true),
        (#"{"multipleOf": 2}"#, "4.5", false), (#"{"multipleOf": 2}"#, "-4", true),
        (#"{"multipleOf": 2}"#, "-3", false),
        (#"{"minimum": -1}"#, "-1.0", true), (#"{"minimum": -1}"#, "-1.5", false), (#"{"minimum": -1}"#, "-0.5", true),
        (#"{"maximum": -1}"#, "-1.0", true), (#"{"maximum": -1}"#, "-0.5", false), (#"{"maximum": -1}"#, "-1.5", true),
        (#"{"exclusiveMinimum": -1}"#, "-1.0", false), (#"{"exclusiveMinimum": -1}"#, "-0.5", true),
        (#"{"exclusiveMinimum": -1}"#, "-1.5", false), (#"{"exclusiveMaximum": -1}"#, "-1.0", false),
        (#"{"exclusiveMaximum": -1}"#, "-1.5", true), (#"{"exclusiveMaximum": -1}"#, "-0.5", false),
        (#"{"exclusiveMaximum": 1}"#, "0.5", true), (#"{"exclusiveMaximum": 1}"#, "1.5", false),
        (#"{"exclusiveMinimum": 1}"#, "1.5", true), (#"{"exclusiveMinimum": 1}"#, "0.5", false),
        (#"{"minimum": 99999999999999999}"#, "99999999999999998", false),
        (#"{"minimum": 99999999999999999}"#, "99999999999999999", true),
        (#"{"maximum": 100000000000000000000}"#, "100000000000000000001", false),
        (#"{"maximum": 100000000000000000000}"#, "100000000000000000000", true),
        (#"{"maximum": 1}"#, "1e0", true), (#"{"maximum": 1}"#, "2e0", false), (#"{"maximum": 1}"#, "20e-1", false),
    ])
    func `numbers are compared exactly, with and without fractions`(schema: String, value: String, isValid: Bool) throws
    {
        #expect(try Cases.isValid(schema, value) == isValid)
    }

    @Test(arguments: [
        ("email", "a@[ipv6:::1]", true), ("email", "a@[IpV6:1::]", true), ("email", "a@[ipv4:1.2.3.4]", false),
        ("email", "a@[]", false), ("email", "\"a\\\\\"@b", true), ("email", "\"a\\\"@b", false),
        ("email", "\"a\u{1}\"@b", false), ("email", "!#$%&'*+-/=?^_`{|}~@b", true), ("email", "a(b@c", false),
        ("email", "a@b.", false), ("ipv6", "1111:2222:3333:4444:5555:6666:123.123.123.123", true),
        ("ipv6", "1111:2222:3333:4444:5555:6666:123.123.123.1234", false), ("ipv6", "1::2:3:4:5:6:7:8", false),
        ("ipv6", "::1.2.3", false), ("hostname", "aa--bb", false), ("hostname", "x---a", false),
        ("hostname", "a--", false),
        ("uuid", "123E4567-E89B-12D3-A456-42661417400g", false),
        ("uuid", "123e4567-e89b-12d3-a4566426614174000", false),
        ("json-pointer", "/a~1", true), ("json-pointer", "/~01~", false), ("relative-json-pointer", "10", true),
        ("relative-json-pointer", "00", false), ("byte", "aGk", false), ("byte", "=aGk", false), ("byte", "a+/9", true),
        ("duration", "P1M", true), ("duration", "PT1S", true), ("duration", "P1W", true), ("duration", "P1WT1H", false),
        ("duration", "PT1M1H", false), ("date", "2100-02-29", false), ("date", "2000-02-29", true),
        ("date", "2024-12-32", false), ("date", "2024-12-00", false), ("date", "2024-00-01", false),
        ("time", "00:59:60+01:00", true), ("time", "23:59:60+00:01", false), ("time", "23:00:61Z", false),
        ("time", "12:00:00-23:59", true), ("time", "12:00:00-24:00", false), ("time", "12:00:00+12:60", false),
    ])
    func `a text is of a format or not`(format: String, text: String, isValid: Bool) throws {
        let known = try #require(SchemaFormat(name: format))
        #expect(Array(text.utf8).withUnsafeBufferPointer { known.accepts($0) } == isValid)
    }

    @Test func `the formats that others recognise are those of schemas`() {
        let samples: [(TextFormat, String, String)] = [
            (.dateTime, "2024-05-31T12:00:00Z", "2024-05-31"), (.date, "2024-05-31", "2024-05-32"),
            (.uuid, "123e4567-e89b-12d3-a456-426614174000", "123e4567"), (.email, "a@b", "a"), (.uri, "a:b", "a"),
            (.ipv4, "1.2.3.4", "::1"), (.ipv6, "::1", "1.2.3.4"),
        ]
        #expect(samples.map { $0.0.rawValue } == TextFormat.allCases.map(\.rawValue))
        for (format, good, bad) in samples {
            #expect(Array(good.utf8).withUnsafeBufferPointer { format.accepts($0) }, "\(good)")
            #expect(!Array(bad.utf8).withUnsafeBufferPointer { format.accepts($0) }, "\(bad)")
        }
    }
}
