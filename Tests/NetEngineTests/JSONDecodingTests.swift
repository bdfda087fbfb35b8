import Foundation
import Testing

@testable import NetEngine

/// Decoding JSON into types, and where an error is located.
@Suite struct JSONDecodingTests {
    struct User: Decodable, Sendable, Equatable {
        var id: Int
        var userName: String?
        var tags: [String]?
    }

    private func fault<T: Decodable & Sendable>(
        _ body: String, as type: T.Type = User.self, decoder: JSONDecoder = JSONDecoder()
    ) throws -> DecodingFault {
        let error = try #require(failure(JSONBodyDecoder(type, decoder: decoder), answer(body)))
        #expect(error.category == .decoding)
        let fault = try #require(error.decodingFault)
        #expect(fault.response.body == Array(body.utf8), "the response is kept")
        return fault
    }

    @Test func `a body becomes a value, with the settings of the decoder`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try JSONBodyDecoder(User.self, decoder: decoder).decode(answer(#"{"id":1,"user_name":"u"}"#))
        #expect(value == User(id: 1, userName: "u"))
    }

    @Test(arguments: [[0xEF, 0xBB, 0xBF] as [UInt8] + Array("[1]".utf8), [0xFF, 0xFE, 91, 0, 49, 0, 93, 0]])
    func `a byte order mark is understood`(_ body: [UInt8]) throws {
        #expect(try JSONBodyDecoder([Int].self).decode(answer(body)) == [1])
    }

    @Test func `a wrong type is located by its path`() throws {
        let fault = try fault("[\n  {\"id\": 1},\n  {\"é\": [0, {\"id\": 3}], \"id\": \"two\"}\n]", as: [User].self)
        #expect(fault.path == "$[1].id")
        #expect(fault.reason == "expected Int, found a string")
        #expect(fault.position?.line == 3)
        #expect(fault.position?.column == 31)
        #expect(fault.position?.byteOffset == 46)
        #expect(
            fault.description.split(separator: "\n") == [
                "$[1].id, line 3, column 31 (byte 46): expected Int, found a string",
                "  {\"é\": [0, {\"id\": 3}], \"id\": \"two\"}", "                              ^",
            ])
    }

    @Test func `a missing member is located by the object that lacks it`() throws {
        let fault = try fault(#"{"users":[{"id":1},{"ID":2}]}"#, as: [String: [User]].self)
        #expect(fault.path == "$.users[1]")
        #expect(fault.reason == "the member \"id\" is missing")
        #expect(fault.position?.byteOffset == 19)
    }

    @Test func `null where a value is needed is reported`() throws {
        let fault = try fault(#"{"id":null}"#)
        #expect(fault.path == "$.id")
        #expect(fault.reason == "expected Int, found null")
        #expect(fault.position?.column == 7)
    }

    @Test func `a renamed member is found in the bytes`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let fault = try fault(#"{"id":1,"user_name":5}"#, decoder: decoder)
        #expect(fault.path == "$.userName")
        #expect(fault.position?.byteOffset == 20)
    }

    @Test func `a member that the decoder knows without its hyphen is found in the bytes`() throws {
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            let key = path[path.count - 1]
            return key.stringValue == "user-name" ? Name(stringValue: "userName") : key
        }
        let fault = try fault(#"{"id":1,"user-name":5}"#, decoder: decoder)
        #expect(fault.path == "$.userName")
        #expect(fault.position?.byteOffset == 20)
    }

    @Test func `a member whose name has escapes is found in the bytes`() throws {
        let fault = try fault(#"{"\u0069d":"two"}"#)
        #expect(fault.path == "$.id")
        #expect(fault.position?.byteOffset == 11)
    }

    @Test(arguments: [
        (#"{"a":[1,1.5]}"#, "$.a[1]", 8, "the number 1.5 does not fit into Int"),
        (#"{"a":[99999999999999999999]}"#, "$.a[0]", 6, "the number 99999999999999999999 does not fit into Int"),
    ])
    func `a number that does not fit is located`(_ body: String, path: String, offset: Int, reason: String) throws {
        let fault = try fault(body, as: [String: [Int]].self)
        #expect(fault.path == path && fault.position?.byteOffset == offset && fault.reason == reason)
    }

    @Test func `a number that fits into none of the types of integers is located`() throws {
        func reason<T: Decodable & Sendable>(_ type: T.Type) throws -> String {
            try fault(#"{"a":[1.5]}"#, as: [String: [T]].self).reason
        }
        let reasons = [
            try reason(Int8.self), try reason(Int16.self), try reason(Int32.self), try reason(Int64.self),
            try reason(UInt.self), try reason(UInt8.self), try reason(UInt16.self), try reason(UInt32.self),
            try reason(UInt64.self),
        ]
        let names = ["Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]
        #expect(reasons == names.map { "the number 1.5 does not fit into \($0)" })
    }

    /// In each kind of place that a decoder has, and read by a type of the program.
    @Test func `a number that does not fit is located wherever it is`() throws {
        struct Pair: Decodable, Sendable {
            init(from decoder: any Decoder) throws {
                let members = try decoder.container(keyedBy: CodingKeys.self)
                _ = try? members.decode(Int8.self, forKey: .first)
                var list = try members.nestedUnkeyedContainer(forKey: .list)
                _ = try list.decode(Pairless.self)
                _ = try list.decodeIfPresent(Decimal.self)
            }
            enum CodingKeys: CodingKey { case first, list }
        }
        struct Pairless: Decodable {
            init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(UInt8?.self) }
        }
        #expect(try fault("1.5", as: Int.self).path == "$")
        #expect(try fault(#"{"first":300,"list":[256,0]}"#, as: Pair.self).path == "$.list[0]")
        #expect(try fault(#"{"first":300,"list":[1,1e400]}"#, as: Pair.self).path == "$.list[1]")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let date = try fault(#"{"day":1e400}"#, as: [String: Date].self, decoder: decoder)
        #expect(date.path == "$.day" && date.reason == "the number 1e400 does not fit into Date")
    }

    /// A decoder has other methods for these than for all others.
    @Test func `integers of 128 bits are located, and do not hide others`() throws {
        struct Large: Decodable, Sendable {
            var id: Int128
            var limit: UInt128?
            var all: [UInt128]
            var day: Date
        }
        func found(_ body: String) throws -> [String] {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let fault = try fault(body, as: Large.self, decoder: decoder)
            return [fault.path, fault.reason]
        }
        #expect(try found(#"{"id":1.5,"all":[],"day":""}"#) == ["$.id", "the number 1.5 does not fit into Int128"])
        #expect(
            try found(#"{"id":1,"all":[2,-1],"day":""}"#) == ["$.all[1]", "the number -1 does not fit into UInt128"])
        #expect(try found(#"{"id":1,"limit":-2,"all":[],"day":""}"#)[0] == "$.limit")
        #expect(try found(#"{"id":1,"limit":2,"all":[3],"day":"soon"}"#)[0] == "$.day")
    }

    @Test func `an invalid date is located below keys that are data, whatever is done to names of members`() throws {
        struct Days: Decodable, Sendable { var allDays: [String: [String: Date]] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let body = #"{"all_days":{"day_one":{"a_b":"soon"}}}"#
        let fault = try fault(body, as: Days.self, decoder: decoder)
        #expect(fault.path == "$.allDays.day_one.a_b")
        #expect(fault.position?.byteOffset == 30)
    }

    @Test func `an invalid date is located`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let fault = try fault(#"{"a":["soon"]}"#, as: [String: [Date]].self, decoder: decoder)
        #expect(fault.path == "$.a[0]")
        #expect(fault.position?.byteOffset == 6)
        #expect(!fault.reason.contains("number"))
    }

    @Test func `a type of the program gives its own reason`() throws {
        enum Size: Int, Decodable, Sendable { case small = 1 }
        let fault = try fault(#"{"a":3}"#, as: [String: Size].self)
        #expect(fault.path == "$.a")
        #expect(fault.reason.contains("3") && !fault.reason.contains("fit"))
    }

    @Test(arguments: [
        ("", 0, "there is no value"), ("  ", 2, "there is no value"),
        (#"{"id":1"#, 7, "the text ends inside an object"),
        ("[1,]x", 3, "a value is expected here"), ("{\"id\":\n 01}", 9, "a number may not begin with 0"),
        (#"{"id":1} x"#, 9, "nothing more is expected after the value"), ("<html>", 0, "a value is expected here"),
        (#"{"id":"a"#, 8, "the text ends inside a string"),
        (#"{"id":tru}"#, 9, "only true, false and null are written without quotes"),
        (#"["\q"]"#, 3, "there is no such escape"), ("{id:1}", 1, "a name in double quotes is expected here"),
        (#"["\ud800x"]"#, 2, "half of a surrogate pair is missing"),
        ("[1 2]", 3, "a comma or ] is expected here"), (#"{"a" 1}"#, 5, "a colon is expected here"),
        ("[1.]", 3, "a digit is expected here"),
        (#"["\u12g4"]"#, 6, "four hexadecimal digits are expected after \\u"),
    ])
    func `what is not JSON is located by the byte`(_ body: String, _ offset: Int, _ reason: String) throws {
        let fault = JSONSearch.firstError(in: Array(body.utf8))
        #expect(fault?.offset == offset)
        #expect(fault?.reason == reason)
    }

    @Test func `a body that is not JSON at all is located by the byte`() throws {
        let fault = try fault("{\"id\":1,\n \"x\" 2}")
        #expect(fault.reason == "a colon is expected here")
        #expect(fault.position?.line == 2)
        #expect(fault.position?.column == 6)
        #expect(try self.fault("[]").reason == "expected an object, found an array")
    }

    @Test func `invalid UTF-8 is located by the byte`() throws {
        let error = try #require(failure(.json([String].self), answer([91, 34, 0xC3, 0x28, 34, 93])))
        #expect(error.decodingFault?.position?.byteOffset == 2)
    }

    @Test func `after a byte order mark the offset still counts in the body`() throws {
        let error = try #require(failure(.json([Int].self), answer([0xEF, 0xBB, 0xBF] + Array("[x]".utf8))))
        #expect(error.decodingFault?.position?.byteOffset == 4)
    }

    @Test func `the sentence says all in one line, the hint names the media type`() throws {
        let error = try #require(failure(.json(User.self), answer(#"{"id":"x"}"#, type: "text/html")))
        #expect(
            error.sentence
                == "The body is not JSON as expected, at $.id, line 1, column 7 (byte 6): expected Int, found a string."
        )
        #expect(error.hint.contains("\"text/html\""))
    }

    @Test func `a hundred thousand brackets are an error, not a crash`() throws {
        let body = String(repeating: "[", count: 100_000)
        #expect(JSONSearch.firstError(in: Array(body.utf8))?.offset == JSONReader.recursionDepth)
        #expect(try fault(body, as: [Int].self).position?.byteOffset == JSONReader.recursionDepth)
    }

    /// The reader is the stricter one, because it reads everything; the texts are made by breaking a valid one at every
    /// byte.
    @Test func `what JSONDecoder refuses, the reader refuses too`() {
        struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
        let good = Array(#"{"a":[1,-2.5e+3,true,null,"x\n\u00e9"],"b":{"c":""}}"#.utf8)
        #expect(JSONSearch.firstError(in: good) == nil)
        for index in good.indices {
            var cut = good
            cut.remove(at: index)
            for text in [cut, Array(good[..<index]), good[..<index] + [44] + good[index...]] {
                let isJSON = (try? JSONDecoder().decode(Anything.self, from: Data(text))) != nil
                if !isJSON {
                    #expect(JSONSearch.firstError(in: text) != nil, "\(String(decoding: text, as: UTF8.self))")
                }
            }
        }
    }
}
