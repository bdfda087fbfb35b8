import TestSupport
import Testing

@testable import NetEngine

/// Processing what servers and files send takes steps in proportion to its length, whatever it contains.
@Suite(.longComputation) struct GrowthTests {
    /// A hostile input of any size.
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var text: @Sendable (Int) -> String
        var testDescription: String { name }

        init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
            self.name = name
            self.text = text
        }
    }

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

    /// Values of header fields.
    static let values: [Shape] = [
        Shape("directives") { lines($0) { "x\($0)=1, " } }, Shape("commas") { String(repeating: ",", count: $0) },
        Shape("quotes") { String(repeating: "\"", count: $0) },
        Shape("escaped quotes in a quote that nothing closes") { "\"" + String(repeating: "\\\"", count: $0) },
        Shape("backslashes between quotes") { String(repeating: "\"\\\\", count: $0) },
        Shape("semicolons") { "a/b" + String(repeating: ";", count: $0) },
        Shape("parameters") { "a/b" + lines($0) { ";p\($0)=v" } },
        Shape("parameters with quotes") { "a/b" + String(repeating: ";p=\"x", count: $0) },
        Shape("equals signs") { String(repeating: "=", count: $0) },
        Shape("blanks") { "a" + String(repeating: " \t", count: $0) + "b" },
        Shape("field names") { "no-cache=\"" + lines($0) { "f\($0)," } + "\"" },
        Shape("schemes") { lines($0) { "s\($0) a=b, " } }, Shape("tags") { lines($0) { "\"t\($0)\", " } },
        Shape("slashes") { String(repeating: "/", count: $0) }, Shape("dots") { String(repeating: "/../a", count: $0) },
        Shape("percents") { String(repeating: "%2", count: $0) },
    ]

    @Test(arguments: values)
    func `a field is read in linear time, whatever it means`(shape: Shape) throws {
        let url = try HTTPURL.parse("http://a.test/b/c")
        let growth = Growth(of: 300) {
            shape.text($0)
        } _: { value in
            func fields(_ name: String) -> HeaderFields { [HeaderField(name, value)] }
            _ = CacheControl(fields("Cache-Control"))
            _ = VaryKey(response: fields("Vary"), request: fields("Accept"))
            _ = EntityTag.list([Array(value.utf8)], names: Array("\"x\"".utf8))
            _ = ContentType(value)
            _ = AuthenticationChallenge.read(value)
            _ = SetCookieField(Array(value.utf8), now: 0)
            _ = try? url.resolve(value)
            _ = try? HTTPURL.parse("http://a.test/\(value)")
            _ = StoredFields.storable(fields("Connection"), control: CacheControl(fields("Cache-Control")))
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 3000), "\(growth)")
    }

    @Test func `fields that a response keeps out of the cache are found in linear time`() {
        let growth = Growth(of: 100) { count in
            HeaderFields(
                [HeaderField("Cache-Control", "no-cache=\"" + Self.lines(count) { "x-\($0)," } + "\"")]
                    + (0..<count).map { HeaderField("X-\($0 + count / 2)", "v") })
        } _: { fields in
            _ = StoredFields.storable(fields, control: CacheControl(fields))
            _ = StoredFields.renewed(fields, by: fields, isPart: false, decodedCodings: [])
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a jar takes the cookies of one response in linear time, and keeps 50 of a domain`() throws {
        let url = try HTTPURL.parse("http://a.b.c.d.test/")
        for (name, make) in [
            ("names", { (index: Int) in "n\(index)=v" }), ("one name", { _ in "n=v" }),
            ("paths", { "n=v; Path=/\($0)" }),
            ("domains", { "n\($0)=v; Domain=\(["d.test", "c.d.test", "b.c.d.test"][$0 % 3])" }),
            ("attributes", { _ in "n=v" + String(repeating: "; a=b", count: 20) }),
        ] as [(String, (Int) -> String)] {
            let growth = Growth(of: 300) { count in
                HeaderFields((0..<count).map { HeaderField("Set-Cookie", make($0)) })
            } _: { fields in
                let jar = CookieJar(now: { 1000 })
                jar.store(fields, from: url)
                _ = jar.cookieField(for: url)
                #expect(jar.cookies.count <= 200)
            }
            #expect(growth.isLinear, "\(name): \(growth)")
            #expect(growth.counts(atLeast: 3000), "\(name): \(growth)")
        }
    }

    @Test func `a cookie file is read in linear time`() {
        for line in ["a.test\tFALSE\t/\tFALSE\t0\tn\tv\n", "#HttpOnly_x\n", "\t\t\t\n"] {
            let growth = Growth(of: 300) {
                Array(String(repeating: line, count: $0).utf8)
            } _: {
                _ = NetscapeCookies.read($0)
            }
            #expect(growth.isLinear, "\(line): \(growth)")
        }
    }

    /// Heads, line by line.
    @Test(arguments: [
        Shape("fields") { lines($0) { "X-\($0): v\r\n" } },
        Shape("fields of one name") { lines($0) { _ in "X: v\r\n" } },
        Shape("a field of many lines") { "X: v\r\n" + lines($0) { _ in " w\r\n" } },
        Shape("fields of two lines") { lines($0) { "X-\($0): v\r\n\tw\r\n" } },
        Shape("lines without a colon") { lines($0) { _ in "x\r\n" } },
        Shape("lengths") { lines($0) { _ in "Content-Length: 1\r\n" } },
    ])
    func `a head is put together in linear time`(shape: Shape) {
        func read(_ head: String) -> HeadAssembler {
            var assembler = HeadAssembler()
            for line in ("HTTP/1.1 200 OK\r\n" + head + "\r\n").split(separator: "\n") {
                _ = Array((line.hasSuffix("\n") ? line : line + "\n").utf8).withUnsafeBytes { assembler.add($0) }
            }
            return assembler
        }
        let growth = Growth(of: 300, shape.text) { head in
            WorkMeter.count(head.utf8.count)
            let assembler = read(head)
            _ = try? assembler.declaredLength()
            _ = CacheControl(HeaderFields(assembler.fields))
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a field of many lines is joined with spaces, in trailers too`() {
        var assembler = HeadAssembler()
        func add(_ line: String) { _ = Array(line.utf8).withUnsafeBytes { assembler.add($0) } }
        for line in ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", " 2\r\n", "\t 3\r\n"] { add(line) }
        #expect(assembler.hasFields)
        #expect(assembler.fields.map(\.value) == ["1 2 3"])
        for line in ["B: 4\r\n", "C:\r\n", "  5\r\n", "\r\n"] { add(line) }
        #expect(assembler.fields.map(\.name) == ["A", "B", "C"])
        #expect(assembler.fields.map(\.value) == ["1 2 3", "4", " 5"])
        for line in ["T: 6\r\n", " 7\r\n", "U: 8\r\n"] { add(line) }
        #expect(assembler.trailers.map(\.value) == ["6 7", "8"])
    }

    /// Bodies.
    @Test(arguments: [
        Shape("brackets") { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
        Shape("objects") { "[" + String(repeating: "{\"a\":\"b\"},", count: $0) + "1]" },
        Shape("members") { "{" + lines($0) { "\"m\($0)\":\($0)," } + "\"z\":0}" },
        Shape("members of one name") { "{" + String(repeating: "\"a\":1,", count: $0) + "\"a\":2}" },
        Shape("escapes") { "{\"a\":\"" + String(repeating: "\\u0041\\n", count: $0) + "\"}" },
        Shape("form fields") { lines($0) { "a\($0)=b&" } }, Shape("plus signs") { String(repeating: "+", count: $0) },
        Shape("elements") { "<r>" + String(repeating: "<a b='c'>d</a>", count: $0) + "</r>" },
        Shape("elements in elements") { String(repeating: "<a>", count: $0) + String(repeating: "</a>", count: $0) },
        Shape("attributes") { "<r " + lines($0) { "a\($0)='b' " } + "/>" },
        Shape("namespaces") { "<r>" + lines($0) { "<p\($0):a xmlns:p\($0)='u:\($0)'/>" } + "</r>" },
        Shape("references") { "<r>" + String(repeating: "&amp;", count: $0) + "</r>" },
        Shape("entities") { "<!DOCTYPE r [" + lines($0) { "<!ENTITY e\($0) 'x'>" } + "]><r>&e0;</r>" },
        Shape("sections") { "<r>" + String(repeating: "<![CDATA[a]]>", count: $0) + "</r>" },
    ])
    func `a body is read in linear time, whatever it is taken for`(shape: Shape) {
        let growth = Growth(of: 100) { count in
            Array(shape.text(count).utf8)
        } _: { body in
            func response(_ type: String) -> Response {
                Response(
                    status: 200, reason: [], httpVersion: nil, headers: [HeaderField("Content-Type", type)],
                    rawHead: [],
                    body: body, wireBodyByteCount: nil, isComplete: true)
            }
            _ = JSONSearch.firstError(in: body)
            _ = FlatJSON(body)
            _ = JSONSearch.locate([.member("z"), .element(3)], in: body)
            _ = try? FormDecoder().decode(response("application/x-www-form-urlencoded"))
            _ = try? XMLTreeDecoder().decode(response("application/xml"))
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 1000), "\(growth)")
    }
}
