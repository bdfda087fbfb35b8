import Foundation
import TestSupport
import Testing

/// What the readers of `FuzzTarget` make of the corpus and of the cases in `Cases`: each word, place and sentence, as they were recorded
/// (`Recorded`).
@Suite struct ReadingTests {
    private static func corpus(_ target: FuzzTarget) throws -> [ReadingCases.Input] {
        let folder = ReadingCases.folder.appending(path: "Corpus/\(target.rawValue)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            ReadingCases.Input(
                name: "Corpus/\(name)", bytes: Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases.filter { $0 != .contentCoding })
    func `what is read is what was recorded`(target: FuzzTarget) throws {
        let inputs = try Self.corpus(target) + ReadingCases.inputs(target.rawValue)
        try Recorded.expect(inputs.map { ($0.name, Reading.text(target, $0.bytes)) }, in: "readings/\(target.rawValue)")
    }

    @Test func `edits of request files write what was recorded`() throws {
        try Recorded.expect(EditReading.parts("edits"), in: "readings/edits")
    }

    @Test func `versions of a file are merged as was recorded`() throws {
        try Recorded.expect(EditReading.merges("merges"), in: "readings/merges")
    }

    @Test func `the small parts of a request file are read as was recorded`() throws {
        try Recorded.expect(ReadingCases.parts("syntax", SyntaxReading.text), in: "readings/syntax")
    }

    private static let furtherFiles: [(file: String, target: FuzzTarget)] = [
        ("request-file-2", .requestFile), ("request-file-3", .requestFile), ("handler-2", .handler),
        ("handler-3", .handler), ("import-postman", .imports), ("import-others", .imports),
    ]

    @Test(arguments: furtherFiles)
    func `what is read of further cases is what was recorded`(file: String, target: FuzzTarget) throws {
        let inputs = try ReadingCases.inputs(file)
        try Recorded.expect(inputs.map { ($0.name, Reading.text(target, $0.bytes)) }, in: "readings/\(file)")
    }

    @Test func `folders of other tools are imported as was recorded`() throws {
        try Recorded.expect(ImportReading.folders("import-folders"), in: "readings/import-folders")
    }

    @Test func `the small parts of other tools' files are read as was recorded`() throws {
        try Recorded.expect(ReadingCases.parts("import-parts", ImportPartReading.text), in: "readings/import-parts")
    }

    @Test func `the parts of curl commands are read as was recorded`() throws {
        try Recorded.expect(ReadingCases.parts("curl-parts", CurlPartReading.text), in: "readings/curl-parts")
    }
}
