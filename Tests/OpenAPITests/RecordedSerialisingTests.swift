import Base
import NetEngine
import TestSupport
import Testing

@testable import OpenAPI

/// How values are written in each style and as each kind of body, as it was recorded (`Recorded`).
@Suite struct RecordedSerialisingTests {
    private static let values: [JSONOutput] = [
        .null, "", "a b", "a/b?c=d&e,f;g.h|i#%41%zz+[ä]", true, .number("1.50"), [], ["x"],
        ["a", "", "b c", .null, 5, "d,e;f"],
        [["x"]], [:], .object([("R", 100), ("k y", "a=b,c"), ("n", .null), ("e", "")]), .object([("o", ["x"])]),
        "line\r\nbreak; a",
    ]

    private static let names = ["color", "a b[c]"]

    @Test func `each style writes what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        for style in ParameterStyle.allCases {
            for location in [Parameter.Location.path, .query, .header, .cookie, .formData]
            where style.isAllowed(in: location) {
                for explodes in [false, true] {
                    var text = ""
                    for (number, value) in Self.values.enumerated() {
                        var last = ""
                        for allowsReserved in [false, true] {
                            for name in Self.names {
                                let styled = StyledValue(
                                    name: name, style: style, explodes: explodes, location: location,
                                    allowsReserved: allowsReserved)
                                var written = ""
                                do throws(SerialisingFailure) {
                                    written = Printed.escaped("\(try styled.pieces(of: value))")
                                } catch { written = "! \(error.reason)" }
                                if written != last {
                                    text += "\(number) \(name)\(allowsReserved ? ", reserved" : ""): \(written)\n"
                                }
                                last = written
                            }
                        }
                    }
                    parts.append(("\(style.rawValue) \(location.rawValue)\(explodes ? " explode" : "")", text))
                }
            }
        }
        try Recorded.expect(parts, in: "openapi/styles")
    }

    private static let parameters = """
        {name: p, in: path, required: true, schema: {}}
        {name: p, in: path, required: true, style: label, schema: {}}
        {name: p, in: query, schema: {}}
        {name: p, in: query, style: deepObject, schema: {}}
        {name: p, in: query, content: {application/json: {}}}
        {name: p, in: query, content: {text/plain: {}}}
        {name: p, in: query, content: {application/x-www-form-urlencoded: {}}}
        {name: p, in: header, schema: {}}
        {name: p, in: header, content: {application/json: {}}}
        {name: p, in: cookie, schema: {}}
        {name: p, in: cookie, style: cookie, schema: {}}
        {name: p, in: cookie, content: {application/json: {}}}
        {name: p, in: path, required: true, content: {application/json: {}}}
        {name: p, in: querystring, content: {application/x-www-form-urlencoded: {}}}
        {name: p, in: querystring, content: {application/json: {}}}
        {name: p, in: querystring, schema: {}}
        """

    private static let media = """
        application/json: {}
        application/vnd.x+json: {}
        application/x-ndjson: {}
        application/json-seq: {}
        text/plain: {}
        application/xml: {}
        application/octet-stream: {}
        application/x-www-form-urlencoded: {}
        application/x-www-form-urlencoded: {encoding: {R: {style: form, explode: false}, o: {style: pipeDelimited}, 'k y': {contentType: text/plain}, e: {allowReserved: true}}}
        application/x-www-form-urlencoded: {encoding: {o: {contentType: application/json}, R: {contentType: application/xml}}}
        multipart/form-data: {}
        multipart/form-data: {encoding: {R: {contentType: 'text/csv, text/plain', headers: {X-A: {schema: {const: 1}}}}, o: {style: form}, e: {contentType: image/png}}}
        multipart/mixed: {}
        """

    private static func description(_ inner: String) throws -> Description {
        try Description.read(
            Array("openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {'/x/{p}': {post: {\(inner)}}}\n".utf8))
    }

    @Test func `parameters and bodies are written as was recorded`() throws {
        var parts = try Recorded.parts(of: Self.parameters) { line in
            let description = try Self.description("parameters: [\(line)]")
            let operation = description.open(try #require(description.operations.first))
            var text = operation.notices.map { "\($0.kind) \($0.text)\n" }.joined()
            for (number, value) in Self.values.enumerated() {
                var maker = SampleMaker(description)
                var values = OperationRequest.Values()
                for parameter in operation.parameters {
                    values.parameters[.init(parameter.name, parameter.location)] = value
                }
                let request = OperationRequest(operation, server: "https://a.example", values: values, maker: &maker)
                text +=
                    "\(number): \(Printed.escaped(request.url)) \(Printed.escaped("\(request.headers.map { "\($0.name): \($0.value)" })"))"
                text += request.missing.map { " ! \($0.text)" }.joined() + "\n"
            }
            return text
        }
        parts += try Self.media.split(separator: "\n").map { line in
            let description = try Self.description("requestBody: {content: {\(line)}}")
            let operation = description.open(try #require(description.operations.first))
            let media = try #require(operation.body?.content.first)
            var text = operation.notices.map { "\($0.kind) \($0.text)\n" }.joined()
            for (number, value) in Self.values.enumerated() {
                do throws(SerialisingFailure) {
                    switch try BodyContent(value, as: media, isFile: { $0 == "e" }) {
                    case .nothing: text += "\(number): nothing\n"
                    case .bytes(let bytes):
                        text += "\(number): \(Printed.escaped(String(decoding: bytes, as: UTF8.self)))\n"
                    case .parts(let parts): text += "\(number): parts\n\(Printed(parts).text)"
                    }
                } catch { text += "\(number): ! \(error.reason)\n" }
            }
            return (String(line), text)
        }
        try Recorded.expect(parts, in: "openapi/values")
    }
}
