import Base
import Testing

@testable import OpenAPI

struct StyledValueTests {
    static let color: JSONOutput = ["blue", "black"]
    static let rgb: JSONOutput = .object([("R", 100), ("G", 200)])

    private func text(
        _ value: JSONOutput, _ style: ParameterStyle, _ explodes: Bool, _ location: Parameter.Location,
        reserved: Bool = false
    ) throws -> String {
        try StyledValue(name: "color", style: style, explodes: explodes, location: location, allowsReserved: reserved)
            .pieces(of: value).joined(separator: style == .cookie ? "; " : "&")
    }

    @Test(
        arguments: [
            (.simple, false, .path, "blue,black", "R,100,G,200"), (.simple, true, .path, "blue,black", "R=100,G=200"),
            (.simple, true, .header, "blue,black", "R=100,G=200"),
            (.label, false, .path, ".blue,black", ".R,100,G,200"), (.label, true, .path, ".blue.black", ".R=100.G=200"),
            (.matrix, false, .path, ";color=blue,black", ";color=R,100,G,200"),
            (.matrix, true, .path, ";color=blue;color=black", ";R=100;G=200"),
            (.form, false, .query, "color=blue,black", "color=R,100,G,200"),
            (.form, true, .query, "color=blue&color=black", "R=100&G=200"),
            (.spaceDelimited, false, .query, "color=blue%20black", "color=R%20100%20G%20200"),
            (.pipeDelimited, false, .query, "color=blue%7Cblack", "color=R%7C100%7CG%7C200"),
            (.pipeDelimited, false, .path, "blue%7Cblack", "R%7C100%7CG%7C200"),
            (.spaceDelimited, false, .header, "blue black", "R 100 G 200"),
            (.cookie, false, .cookie, "color=blue,black", "color=R,100,G,200"),
            (.cookie, true, .cookie, "color=blue; color=black", "R=100; G=200"),
        ] as [(ParameterStyle, Bool, Parameter.Location, String, String)])
    func `each row of the table of styles`(
        style: ParameterStyle, explodes: Bool, location: Parameter.Location, array: String, object: String
    ) throws {
        #expect(try text(Self.color, style, explodes, location) == array)
        #expect(try text(Self.rgb, style, explodes, location) == object)
    }

    @Test func `deep objects have their brackets encoded`() throws {
        #expect(try text(Self.rgb, .deepObject, true, .query) == "color%5BR%5D=100&color%5BG%5D=200")
    }

    @Test func `a tab joins the items of tsv`() throws {
        #expect(try text(Self.color, .tabDelimited, false, .query) == "color=blue%09black")
    }

    @Test func `single values and empty ones`() throws {
        #expect(try text("blue", .simple, false, .path) == "blue")
        #expect(try text("blue", .label, false, .path) == ".blue")
        #expect(try text("blue", .matrix, false, .path) == ";color=blue")
        #expect(try text("", .matrix, false, .path) == ";color")
        #expect(try text("", .form, true, .query) == "color=")
        #expect(try text(true, .form, true, .query) == "color=true")
        #expect(try text(.number("19.90"), .form, true, .query) == "color=19.90")
    }

    @Test func `delimiters within data are escaped`() throws {
        #expect(try text(["a,b", "c"], .form, false, .query) == "color=a%2Cb,c")
        #expect(try text("a+b&c=d e", .form, true, .query) == "color=a%2Bb%26c%3Dd%20e")
        #expect(try text("a/b?c#d", .simple, false, .path) == "a%2Fb%3Fc%23d")
        #expect(try text(["a|b"], .pipeDelimited, false, .query) == "color=a%7Cb")
    }

    @Test func `allowReserved keeps what cannot split data`() throws {
        #expect(try text("a/b?c:d", .form, true, .query, reserved: true) == "color=a/b?c:d")
        #expect(try text("a&b+c#d", .form, true, .query, reserved: true) == "color=a%26b%2Bc%23d")
        #expect(try text("%41 %zz", .form, true, .query, reserved: true) == "color=%41%20%25zz")
        #expect(try text("a/b", .simple, false, .path, reserved: true) == "a%2Fb")
        #expect(try text(["a,b"], .form, false, .query, reserved: true) == "color=a%2Cb")
    }

    @Test func `undefined values are left out`() throws {
        #expect(try text(.null, .form, true, .query) == "")
        #expect(try text([nil, "a"], .form, true, .query) == "color=a")
        #expect(try text(.object([("a", nil), ("b", 1)]), .form, true, .query) == "b=1")
        #expect(try text([], .form, true, .query) == "")
    }

    @Test func `what the standard leaves undefined is refused`() {
        #expect(throws: SerialisingFailure.self) { try text(Self.color, .deepObject, true, .query) }
        #expect(throws: SerialisingFailure.self) { try text("a", .deepObject, true, .query) }
        #expect(throws: SerialisingFailure.self) { try text(Self.color, .pipeDelimited, true, .query) }
        #expect(throws: SerialisingFailure.self) { try text(Self.rgb, .spaceDelimited, true, .query) }
        #expect(throws: SerialisingFailure.self) { try text([["a"]], .form, true, .query) }
        #expect(throws: SerialisingFailure.self) { try text(.object([("a", ["b"])]), .deepObject, true, .query) }
    }

    @Test func `headers are not escaped`() throws {
        #expect(try text(["a b", "c/d"], .simple, false, .header) == "a b,c/d")
    }
}
