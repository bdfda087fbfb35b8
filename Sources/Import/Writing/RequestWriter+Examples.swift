import Base
import Descriptions
import NetEngine
import Workspace

// Example responses, as Postman and OpenCollection save them: each is a file beside the request, named in a comment of it.
extension RequestWriter {
    /// How many files the examples of a request, and of the whole import, may have.
    static let mostExamples = 20
    static let mostExamplesOfAll = 2_000

    mutating func writeExamples() {
        let examples = request.responses.filter(\.isExample)
        guard !examples.isEmpty else { return }
        var lines: [String] = []
        for example in examples {
            guard lines.count < Self.mostExamples, state.exampleCount < Self.mostExamplesOfAll else { break }
            state.exampleCount += 1
            lines.append(line(of: example))
        }
        draft.remarks += lines.flatMap { PlainWords.comment($0) }
        let left = examples.count - lines.count
        if left > 0 {
            note(.lost, "\(left) example response\(left == 1 ? " is" : "s are") left out: there are too many.")
        }
        // One without a body has no file.
        let files = examples.prefix(lines.count).count { !$0.body.isEmpty }
        if files == 0 { return }
        note(
            .changed,
            files == 1
                ? "Its example response is a file beside it, without its headers."
                : "Its \(files) example responses are files beside it, without their headers.")
    }

    /// `Example response 404 Not Found, "No such user": ./showUser.example-404.json`
    private mutating func line(of example: ImportedResponse) -> String {
        var words = ["Example response"]
        if example.status > 0 { words.append(String(example.status)) }
        if !example.reason.isEmpty { words.append(PlainLine.of(example.reason, limit: 80)) }
        let name = PlainLine.of(example.name, limit: 120).trimmingAllWhitespace()
        let what = words.joined(separator: " ") + (name.isEmpty ? "" : ", \"\(name)\"")
        guard !example.body.isEmpty else { return "\(what): without a body" }
        let file = state.add(
            in: place.folder, named: "\(draft.id).example\(example.status > 0 ? "-\(example.status)" : "")",
            ending: ".\(Self.ending(of: example))", else: "example", bytes: example.body)
        return "\(what): ./\(file)"
    }

    private static func ending(of example: ImportedResponse) -> String {
        let type = example.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
        if let type, !type.isEmpty { return MediaExtension.of(ContentType(type)) }
        let first = example.body.first { $0 > Byte.space }
        return first == Byte.openBrace || first == Byte.openBracket ? "json" : "txt"
    }
}
