import Testing

@testable import OpenAPI

/// Small texts of descriptions: scalars of YAML, exact decimals, templates of paths, names of media types.
@Suite struct ScalarTextTests {
    @Test(
        arguments: [
            ("", "null"), ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", nil),
            ("nul", nil), ("nulls", nil), ("~~", nil), ("true", "true"), ("True", "true"), ("TRUE", "true"),
            ("tRUE", nil), ("yes", nil), ("false", "false"), ("False", "false"), ("FALSE", "false"), ("off", nil),
            ("n", nil), ("0", "0"), ("00", "0"), ("007", "7"), ("-0", "-0"), ("+1", "1"), ("-12", "-12"), ("1.", "1"),
            ("1.50", "1.50"), (".5", "0.5"), ("-.5", "-0.5"), ("+.5", "0.5"), (".", nil), ("-", nil), ("+", nil),
            ("1e5", "1e5"), ("1E+5", "1E+5"), ("1.5e-3", "1.5e-3"), ("1e", nil), ("1e+", nil), ("1e5.0", nil),
            ("1_000", nil), ("12:30", nil), ("1 2", nil), ("0x1F", "31"), ("0o17", "15"), ("0x", nil), ("0xG", nil),
            ("0o8", nil), ("0x-1", nil), ("-0x1F", nil), ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
            (".inf", nil), ("-.inf", nil), (".nan", nil), ("1.2.3", nil), ("2026-11-26", nil), ("word", nil),
        ] as [(String, String?)])
    func `a plain scalar is a null, a boolean or a number by the core schema of YAML`(text: String, json: String?) {
        let literal = Array(text.utf8).withUnsafeBufferPointer { YAMLScalar.literal($0) }
        #expect(literal.map { String(decoding: $0, as: UTF8.self) } == json)
    }

    @Test(
        arguments: [
            ("1.50", 15, 1), ("100", 100, 0), ("1e2", 100, 0), ("1.5E1", 15, 0), ("1.5e-3", 15, 4), ("-0.5", -5, 1),
            ("0", 0, 0), ("0.000", 0, 0), ("-0", 0, 0), ("1.25e1", 125, 1), ("0.00000000000000000001", 1, 20),
        ] as [(String, Int, Int)])
    func `a decimal is exact, without zeros at its end`(text: String, units: Int, scale: Int) {
        let decimal = ExactDecimal(text)
        #expect(decimal?.units == Int128(units) && decimal?.scale == scale)
    }

    @Test func `a decimal has 24 digits and 20 places at most`() {
        let nines = String(repeating: "9", count: 24)
        #expect(ExactDecimal(nines).map { String($0.units) } == nines && ExactDecimal(nines + "9") == nil)
        #expect(ExactDecimal("000" + nines) != nil, "zeros in front are no digits")
        #expect(ExactDecimal("1e23") != nil && ExactDecimal("1e24") == nil && ExactDecimal("1e41") == nil)
        #expect(ExactDecimal("1e-20") != nil && ExactDecimal("1e-21") == nil)
        #expect(ExactDecimal("0.000000000000000000001") == nil)
        for text in ["x", "1x", "1e", "1ex", "--1", "+1"] { #expect(ExactDecimal(text) == nil, "\(text)") }
        #expect(ExactDecimal("1.5")?.units(at: 3) == 1500 && ExactDecimal("1.5")?.units(at: 1) == 15)
        #expect(ExactDecimal("1.5")?.units(at: 0) == 15, "never fewer places than it has")
        #expect(ExactDecimal(nines)?.units(at: 20) == nil)
    }

    @Test(
        arguments: [
            (15, 1, "1.5"), (150, 2, "1.5"), (5, 3, "0.005"), (-5, 1, "-0.5"), (100, 0, "100"), (0, 3, "0"),
            (-1234, 2, "-12.34"), (12, 2, "0.12"), (1000, 3, "1"),
        ])
    func `a decimal is written as JSON`(units: Int, scale: Int, text: String) {
        #expect(ExactDecimal.text(Int128(units), scale: scale) == text)
    }

    @Test(
        arguments: [
            ("/pets/{petId}", [.text("/pets/"), .parameter("petId")]), ("", []), ("/a", [.text("/a")]),
            ("{a}{b}", [.parameter("a"), .parameter("b")]), ("/a{b", [.text("/a{b")]), ("/a}b", [.text("/a}b")]),
            ("/{a}.{b}/c", [.text("/"), .parameter("a"), .text("."), .parameter("b"), .text("/c")]),
            ("/{}", [.text("/"), .parameter("")]), ("}{a}", [.text("}"), .parameter("a")]),
            ("/{a}/{b", [.text("/"), .parameter("a"), .text("/{b")]), ("/é/{ü}", [.text("/é/"), .parameter("ü")]),
        ] as [(String, [PathTemplate.Part])])
    func `a template is texts and the parameters between them`(template: String, parts: [PathTemplate.Part]) {
        let read = PathTemplate(template)
        #expect(read.parts == parts)
        #expect(read.parameters == parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } })
    }

    @Test func `templates that differ in names alone have one shape`() {
        #expect(PathTemplate("/a/{b}/c").shape == PathTemplate("/a/{x}/c").shape)
        #expect(PathTemplate("/a/{b}/c").shape != PathTemplate("/a/{b}/d").shape)
        #expect(PathTemplate("/a/{b}").shape == "/a/{}")
    }

    @Test(
        arguments: [
            ("application/json", "json"), ("APPLICATION/JSON; charset=utf-8", "json"), ("application/hal+json", "json"),
            ("*/*", "json"), ("application/*", "json"), ("application/jsonl", "lines"),
            ("application/x-ndjson", "lines"), ("application/json-seq", "lines"), ("text/plain", "text"),
            ("text/html", "text"), ("application/xml", "text"), ("image/svg+xml", "text"), ("application/yaml", "text"),
            ("image/png", ""), ("application/octet-stream", ""), ("application/jsonx", ""), ("json", ""),
            ("text/*", "text"), ("multipart/form-data", ""),
        ])
    func `the name of a media type says what a value is`(name: String, kind: String) {
        let type = MediaTypeName(name)
        #expect([type.isJSON, type.isJSONLines, type.isText] == [kind == "json", kind == "lines", kind == "text"])
    }
}
