import Pattern
import Testing

@testable import OpenAPI

struct StringSampleTests {
    @Test(arguments: [
        "^[a-z]{3}-\\d{4}$", "^\\+?[1-9]\\d{1,14}$", "abc", "^a|b$", "^(foo|bar)+$", "[^\\s]+", "^$", "\\bword\\b",
        "^[A-Z][a-z]+( [A-Z][a-z]+)*$", "^\\p{L}+$", "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}$", "a.c$", "^.{5,10}$",
        "^[\\u4e00-\\u9fff]+$", "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$",
        "^#?([a-f0-9]{6}|[a-f0-9]{3})$", "^[^/]+/[^/]+$", "x$", "^[!-/]{2}$", "^[\\u4e00-\\u4e10]+$",
    ])
    func `a text is made for each pattern`(source: String) throws {
        let pattern = try Pattern(source, syntax: .common(ignoresCase: false))
        for variant in 0..<3 {
            let text = try #require(PatternSample.make(pattern, lengths: 0...100, variant: variant))
            #expect(try pattern.isFound(in: Array(text.utf8)), "\(text)")
        }
    }

    @Test func `lengths hold, in code points`() throws {
        for (source, lengths) in [
            ("^[é]+$", 5...5), ("end$", 10...12), ("^st", 40...50), ("b", 7...7), ("^a{2,9}$", 6...20),
        ] {
            let made = StringSample(minLength: lengths.lowerBound, maxLength: lengths.upperBound, patterns: [source])
            let text = try made.make(variant: 0).get()
            #expect(lengths.contains(text.unicodeScalars.count), "\(text)")
        }
        #expect(try StringSample(minLength: 20).make(variant: 0).get().utf8.count == 20)
        #expect(try StringSample(maxLength: 3).make(variant: 0).get().utf8.count == 3)
        #expect(try StringSample(maxLength: 0).make(variant: 0).get() == "")
        #expect(try StringSample(minLength: 7, maxLength: 7).make(variant: 0).get().utf8.count == 7)
        #expect(try StringSample(minLength: 5000).make(variant: 3).get().utf8.count == 5000)
    }

    @Test func `patterns are joined with formats and with each other`() throws {
        #expect(
            try StringSample(patterns: ["@example\\.com$"], formats: ["email"]).make(variant: 0).get()
                == "user@example.com")
        #expect(try StringSample(patterns: ["^[a-z]+$", "^.{4}$"]).make(variant: 0).get().count == 4)
    }

    @Test func `what cannot be made is told`() {
        let bad = [
            StringSample(minLength: 5, maxLength: 2), StringSample(patterns: ["(?=a)b"]),
            StringSample(maxLength: 2, patterns: ["^abc$"]), StringSample(minLength: 1 << 30),
            StringSample(patterns: ["^a$", "^b$"]), StringSample(patterns: ["^.{0,262144}$"]),
        ]
        for sample in bad { #expect(throws: SampleFailure.self) { try sample.make(variant: 0).get() } }
    }

    @Test func `formats have fixed values, and a UUID comes from its place`() throws {
        #expect(try StringSample(formats: ["date-time"]).make(variant: 0).get() == "2025-01-01T09:30:00Z")
        #expect(try StringSample(formats: ["ipv4"]).make(variant: 1).get() == "192.0.2.2")
        #expect(try StringSample(minLength: 30, formats: ["uri"]).make(variant: 0).get().utf8.count == 30)
        #expect(try StringSample(formats: ["byte"]).make(variant: 0).get() == "ZXhhbXBsZQ==")
        let one = try StringSample(formats: ["uuid"], seed: "/a").make(variant: 0).get()
        let two = try StringSample(formats: ["uuid"], seed: "/b").make(variant: 0).get()
        #expect(one != two)
        #expect(try StringSample(formats: ["uuid"], seed: "/a").make(variant: 0).get() == one)
        let form = try Pattern(
            "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$", syntax: .iRegexp)
        #expect(try form.isFound(in: Array(one.utf8)))
    }
}
