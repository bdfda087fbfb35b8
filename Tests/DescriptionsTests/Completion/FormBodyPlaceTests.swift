import Base
import TestSupport
import Testing

@testable import Descriptions

/// The place of the cursor in a form.
@Suite struct FormBodyPlaceTests {
    /// - Parameter text: `|` stands for the cursor.
    private func place(_ text: String, _ kind: FormBodyPlace.Kind) -> (place: FormBodyPlace?, typed: String) {
        let bytes = Array(text.utf8)
        let offset = bytes.firstIndex(of: Byte.verticalBar) ?? bytes.count
        let whole = Array(bytes[..<offset] + bytes[min(bytes.count, offset + 1)...])
        let place = FormBodyPlace(whole, at: offset, kind)
        return (place, place.map { String(decoding: whole[$0.typed], as: UTF8.self) } ?? "")
    }

    @Test(
        arguments: [
            ("|", .name(others: []), ""), ("na|", .name(others: []), "na"),
            ("a=1&na|", .name(others: ["a"]), "na"), ("a=1\n&b%20c=2&na|", .name(others: ["a", "b c"]), "na"),
            ("na|&a=1", .name(others: ["a"]), "na"), ("a=|", .value(of: "a"), ""), ("a = x|", .value(of: "a"), "x"),
            ("b=2\n& a+b=x|", .value(of: "a b"), "x"), ("a|=1", .name(others: []), "a"),
        ] as [(String, FormBodyPlace.Part, String)])
    func `names and values of a URL-encoded form`(text: String, part: FormBodyPlace.Part, typed: String) {
        let found = place(text, .urlEncoded)
        #expect(found.place?.part == part && found.typed == typed, "\(found)")
        #expect(found.place?.isClosed == text.contains("|="))
    }

    @Test(arguments: ["n|ame", "a=x|y", "a=|x"])
    func `nothing is written into the middle of a word`(text: String) { #expect(place(text, .urlEncoded).place == nil) }

    private static let head = "--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b\n"

    @Test(
        arguments: [
            ("Content-Disposition: form-data; name=\"na|\"\n\n2\n--b--", .name(others: ["a"]), "na", true),
            ("content-disposition: form-data; name=\"na|", .name(others: ["a"]), "na", false),
            ("Content-Disposition: form-data; name=\"n\"\n\nx|\n--b--", .value(of: "n"), "x", false),
            (
                "Content-Disposition: form-data; filename=\"f\"; name=\"n\"\nContent-Type: text/plain\n\n|",
                .value(of: "n"), "", false
            ),
        ] as [(String, FormBodyPlace.Part, String, Bool)])
    func `names and values of a multipart form`(text: String, part: FormBodyPlace.Part, typed: String, isClosed: Bool) {
        let found = place(Self.head + text, .multipart)
        #expect(found.place?.part == part && found.typed == typed && found.place?.isClosed == isClosed, "\(found)")
    }

    @Test(
        arguments: [
            "|", "--b|", "Content-Disposition: form-data; na|", "Content-Disposition: form-data; filename=\"a|\"",
            "Content-Disposition: form-data; name=\"n\"\n\nfirst\nsecond|",
        ])
    func `elsewhere in a multipart form nothing is offered`(text: String) {
        #expect(place(Self.head + text, .multipart).place == nil)
    }

    @Test func `any bytes have a place or none`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let pieces = ["--b", "\n", "=", "&", "name=\"", "\"", "Content-Disposition:", " ", "a", "é", "%2", "\r"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            let bytes = Array(text.utf8)
            for kind in [FormBodyPlace.Kind.urlEncoded, .multipart] {
                let offset = Int.random(in: 0...bytes.count, using: &generator)
                guard let place = FormBodyPlace(bytes, at: offset, kind) else { continue }
                #expect(place.typed.upperBound == offset && place.typed.lowerBound >= 0, "seed \(seed): \(text)")
            }
        }
    }

    @Test(.longComputation, arguments: [FormBodyPlace.Kind.urlEncoded, .multipart])
    func `a long form is read in linear time`(kind: FormBodyPlace.Kind) {
        let growth = Growth { count in
            Array(String(repeating: kind == .urlEncoded ? "a=1&" : Self.head, count: count).utf8)
        } _: { text in
            _ = FormBodyPlace(text, at: text.count, kind)
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
