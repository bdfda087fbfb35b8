import Foundation
import TestSupport
import Testing

@testable import NetEngine

/// Values of the program's own types as a query and as a form.
@Suite struct QueryEncodingTests {
    private struct Filter: Codable, Equatable {
        struct Range: Codable, Equatable {
            var from: Int
            var to: Double
        }

        var text = "a b&c=ü"
        var tags = ["y", "x"]
        var isNew = true
        var price: Range? = Range(from: 1, to: 0.1)
        var limit: Int?
        var none: [String] = []
    }

    private static func query(_ value: some Encodable, _ style: QueryStyle = QueryStyle()) throws -> String {
        try [QueryItem](encoding: value, style: style).map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: "&")
    }

    @Test func `members are items by name, and what is nil or empty is left out`() throws {
        #expect(
            try Self.query(Filter())
                == "isNew=true&price[from]=1&price[to]=0.1&tags=y&tags=x&text=a b&c=ü")
        #expect(try Self.query(["b": [Int.max: true], "B": [1: false]]) == "B[1]=false&b[9223372036854775807]=true")
        #expect(try Self.query(Filter?.none) == "")
    }

    @Test(arguments: [
        (QueryStyle(arrays: .brackets), "a[][]=1&a[][]=2&a[][]=3&u[m][n]=4"),
        (QueryStyle(arrays: .indices), "a[0][0]=1&a[0][1]=2&a[1][0]=3&u[m][n]=4"),
        (QueryStyle(arrays: .indices, members: .dots), "a[0][0]=1&a[0][1]=2&a[1][0]=3&u.m.n=4"),
    ])
    func `arrays and objects are written as the style says`(_ style: QueryStyle, _ query: String) throws {
        struct Deep: Encodable {
            var u = ["m": ["n": 4]]
            var a = [[1, 2], [3]]
        }
        #expect(try Self.query(Deep(), style) == query)
    }

    @Test func `dates are ISO 8601 unless the encoder says otherwise`() throws {
        struct Since: Encodable { var startDate = Date(timeIntervalSince1970: 1_700_000_000) }
        #expect(try Self.query(Since()) == "startDate=2023-11-14T22:13:20Z")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        #expect(try [QueryItem](encoding: Since(), encoder: encoder) == [QueryItem("start_date", "1700000000")])
    }

    @Test func `what cannot be expressed is an error that says why`() throws {
        let cases: [(any Encodable, String)] = [
            (
                ["a": [["b": 1]]],
                "Query: the elements of the array \"a\" are objects or arrays, which a repeated name cannot express."
            ),
            ([1, 2], "Query: the value has no members; each item needs a name."),
            (["x": Double.nan], "Query: the value cannot be written: at x: "),
        ]
        for (value, sentence) in cases {
            let error = #expect(throws: EngineError.self) { try Self.query(value) }
            #expect(error?.category == .requestBuild && error?.sentence.hasPrefix(sentence) == true, "\(error as Any)")
        }
        let endpoint = AnyEndpoint(.post, "http://a.test/", body: .form([1, 2]))
        let error = #expect(throws: EngineError.self) { try RequestBuilder().draft(for: endpoint) }
        #expect(error?.sentence == "Body: the value has no members; each item needs a name.")
    }

    @Test func `a form is read back by FormFormat`() throws {
        struct Flat: Codable, Equatable {
            var text = "a b&c=ü+%"
            var tags = ["y", "x"]
            var count = 3
            var isNew = false
        }
        let draft = try RequestBuilder().draft(for: AnyEndpoint(.post, "http://a.test/", body: .form(Flat())))
        #expect(draft.headers["Content-Type"] == "application/x-www-form-urlencoded")
        guard case .bytes(let body) = draft.body else {
            Issue.record("a form is bytes")
            return
        }
        #expect(
            String(decoding: body, as: UTF8.self) == "count=3&isNew=false&tags=y&tags=x&text=a+b%26c%3D%C3%BC%2B%25")
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: draft.headers, rawHead: [], body: body,
            wireBodyByteCount: nil, isComplete: true)
        #expect(try FormFormat().decode(Flat.self, from: response) == Flat())
    }

    @Test func `a deep value costs what it holds`() {
        let growth = Growth { count in
            ["a": (0..<count).map { ["b": $0] }]
        } _: { value in
            _ = try? [QueryItem](encoding: value, style: QueryStyle(arrays: .indices))
        }
        #expect(growth.isLinear && growth.counts(atLeast: 1500), "\(growth)")
    }
}
