import NetEngine
import Testing

/// Decoding forms into types.
@Suite struct FormDecodableTests {
    enum Kind: String, Codable { case tea, coffee }

    struct Order: Codable, Sendable, Equatable {
        var id: Int
        var name: String
        var price: Double
        var isPaid: Bool
        var kind: Kind
        var tags: [String]
        var numbers: [Int8]?
        var note: String?
    }

    private let type = "application/x-www-form-urlencoded"

    private func decode<T: Decodable & Sendable>(_ body: String, as type: T.Type = T.self) throws -> T {
        try FormFormat().decode(type, from: answer(body, type: self.type))
    }

    private func fault<T: Decodable & Sendable>(_ body: String, as type: T.Type) throws -> DecodingFault {
        let error = try #require(failure(.form(type), answer(body, type: self.type)))
        #expect(error.category == .decoding)
        #expect(error.sentence.hasPrefix("The body is not a form as expected"), "\(error.sentence)")
        return try #require(error.decodingFault)
    }

    @Test func `fields become members, repeated names a list`() throws {
        let order: Order = try decode(
            "tags=a+b&id=7&price=1.50&name=Earl%20Grey&isPaid=true&kind=tea&tags=%26&numbers=-1&more=x")
        #expect(
            order
                == Order(
                    id: 7, name: "Earl Grey", price: 1.5, isPaid: true, kind: .tea, tags: ["a b", "&"], numbers: [-1],
                    note: nil))
    }

    @Test func `names that look nested are names`() throws {
        let fields = try decode("user%5Bname%5D=a&user.age=3", as: [String: String].self)
        #expect(fields == ["user[name]": "a", "user.age": "3"])
    }

    @Test func `a field without a value is an empty text`() throws {
        #expect(try decode("a&b=", as: [String: String].self) == ["a": "", "b": ""])
        struct One: Codable, Sendable, Equatable { var a: String? }
        #expect(try decode("b=1", as: One.self) == One(a: nil))
        #expect(try decode("a=", as: One.self) == One(a: ""))
    }

    struct Number: Codable, Sendable { var n: UInt8 }
    struct Flag: Codable, Sendable { var f: Bool }
    struct List: Codable, Sendable { var l: [Int] }
    struct Nested: Codable, Sendable { var o: Number }

    @Test func `an error names the field and its place`() throws {
        let number = try fault("x=1&n=300", as: Number.self)
        #expect(number.reason == "expected UInt8, found \"300\"")
        #expect(number.path == "$.n")
        #expect(number.position?.byteOffset == 4)
        #expect(try fault("m=1", as: Number.self).reason == "the field \"n\" is missing")
        #expect(try fault("n=1&n=2", as: Number.self).reason == "expected one field of this name, found 2")
        #expect(try fault("f=yes", as: Flag.self).reason == "expected Bool, found \"yes\"")
        let list = try fault("l=1&l=x", as: List.self)
        #expect(list.path == "$.l[1]")
        #expect(list.position?.byteOffset == 4)
        #expect(
            try fault("o=1", as: Nested.self).reason == "expected an object, but a field of a form is text")
        #expect(try fault("a=1", as: [String].self).reason == "a form is not a list")
        #expect(try fault("a=1", as: Int.self).reason == "a form is not a single value")
    }

    struct Numbers: Codable, Sendable {
        var a: Int16
        var b: Int32
        var c: Int64
        var d: UInt16
        var e: UInt32
        var f: UInt64
        var g: UInt
        var h: Float
    }

    @Test func `each number is read up to its limits`() throws {
        let largest = [
            "32767", "2147483647", "9223372036854775807", "65535", "4294967295", "18446744073709551615", "0",
        ]
        let beyond = [
            "32768", "2147483648", "9223372036854775808", "65536", "4294967296", "18446744073709551616", "-1", "x",
        ]
        let types = ["Int16", "Int32", "Int64", "UInt16", "UInt32", "UInt64", "UInt", "Float"]
        func form(_ values: [String]) -> String {
            zip("abcdefgh", values).map { "\($0)=\($1)" }.joined(separator: "&")
        }
        let good = largest + ["0.5"]
        let read: Numbers = try decode(form(good))
        #expect(
            [read.a == .max, read.b == .max, read.c == .max, read.d == .max, read.e == .max, read.f == .max]
                .allSatisfy { $0 } && read.g == 0 && read.h == 0.5)
        for (index, value) in beyond.enumerated() {
            var values = good
            values[index] = value
            let fault = try fault(form(values), as: Numbers.self)
            #expect(fault.reason == "expected \(types[index]), found \"\(value)\"")
        }
    }

    @Test func `a list of objects is refused at its first field`() throws {
        struct Objects: Codable, Sendable { var l: [Number] }
        let fault = try fault("l=1&l=2", as: Objects.self)
        #expect(fault.reason == "expected an object, but a field of a form is text")
        #expect(fault.path == "$.l[0]" && fault.position?.byteOffset == 0)
    }

    @Test func `a type that asks for more than there is gets an error with the place`() throws {
        enum Key: String, CodingKey { case l }
        struct Pair: Decodable, Sendable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .l)
                for _ in 0..<2 { _ = try list.decode(Int.self) }
            }
        }
        let short = try fault("l=1", as: Pair.self)
        #expect(short.reason == "there are no more fields")
        #expect(short.path == "$.l[1]" && short.position?.byteOffset == 0)
        #expect(throws: Never.self) { try decode("l=1&l=2", as: Pair.self) }

        struct Child: Decodable, Sendable {
            init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self).superDecoder() }
        }
        #expect(try fault("l=1", as: Child.self).reason == "a form has no level above its fields")
    }

    @Test func `what is not a form is refused`() {
        #expect(failure(.form(Number.self), answer("{}", type: "application/json"))?.category == .decoding)
    }
}
