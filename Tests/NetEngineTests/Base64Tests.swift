import Foundation
import TestSupport
import Testing

@testable import NetEngine

@Suite struct Base64Tests {
    @Test func `any bytes come back as they were`() {
        var random = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var text: [UInt8] = []
            Base64.encode(bytes, to: &text)
            #expect(String(decoding: text, as: UTF8.self) == Data(bytes).base64EncodedString())
            #expect(Base64.decode(text) == bytes)
        }
    }

    @Test(arguments: [
        "Y", "YQ", "YQ=", "YQ===", "=", "==", "====", "Y===", "YR==", "YWJ=", "Y=Q=", "YQ==YQ==", "Y\nQ=", "Y-__",
    ])
    func `what is not Base64 is refused`(text: String) { #expect(Base64.decode(Array(text.utf8)) == nil) }

    @Test(
        arguments: [
            ("YWJj", "abc"), ("YW\r\nJj\n", "abc"), ("YQ==", "a"), ("YR==", "a"), ("YWI=", "ab"), ("", ""), ("YQ", nil),
            ("YQ=", nil),
            ("YQ===", nil), ("YWJjZ", nil), ("YWJj====", nil), ("YQ==YQ==", nil), ("Y Q==", nil),
        ] as [(String, String?)])
    func `Base64 in lines is whole or nothing`(text: String, expected: String?) {
        #expect(Base64.decode(lines: text.utf8).map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: [("YW5uOnM=", "ann:s"), ("YW5uOnM", "ann:s"), ("YW5u*OnM=", "ann"), ("", ""), ("Y", "")])
    func `the beginning of a text is read up to what is not Base64`(text: String, expected: String) {
        #expect(String(decoding: Base64.decodeBeginning(Array(text.utf8)), as: UTF8.self) == expected)
    }
}
