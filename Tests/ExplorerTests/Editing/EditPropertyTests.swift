import TestSupport
import Testing

@testable import HTTPFormat

/// Every edit changes exactly the expected lines: on generated files with all constructs, in all forms.
struct EditPropertyTests {
    /// One file for each seed and form; the same on every run.
    private static let seeds = 0..<16

    @Test(.longComputation, arguments: GeneratedFile.Form.allCases)
    func `the reader reads what was written`(form: GeneratedFile.Form) {
        for seed in 0..<150 {
            let file = FileGenerator.file(seed: seed, form)
            let document = HTTPDocument(bytes: file.bytes)
            guard document.requests.count == file.requests.count else {
                Issue.record(
                    "seed \(seed), \(form): \(document.requests.count) requests, not \(file.requests.count)\n\(text(file))"
                )
                return
            }
            for (read, made) in zip(document.requests, file.requests) {
                if let fault = fault(read, made, file) {
                    Issue.record("seed \(seed), \(form), line \(read.line): \(fault)\n\(text(file))")
                    return
                }
            }
            #expect(document.definitions.map(\.name) == file.definitions.map(\.name), "seed \(seed), \(form)")
            #expect(document.definitions.map(\.rawValue) == file.definitions.map(\.value), "seed \(seed), \(form)")
            #expect(!document.kinds.contains(.unknown), "seed \(seed), \(form)\n\(text(file))")
        }
    }

    private func text(_ file: GeneratedFile) -> String { file.lines.map(\.text).joined(separator: "\n") }

    private func fault(_ read: SavedRequest, _ made: GeneratedRequest, _ file: GeneratedFile) -> String? {
        guard read.line == made.requestLine + 1 else { return "line \(read.line), not \(made.requestLine + 1)" }
        guard read.lines == made.block.lowerBound + 1..<made.block.upperBound + 1 else {
            return "lines \(read.lines), not \(made.block)"
        }
        guard read.title == made.title?.text else { return "title \(read.title ?? "-")" }
        guard read.name == made.name?.text else { return "name \(read.name ?? "-")" }
        guard made.curl == nil else { return read.curl == made.curl?.written ? nil : "curl \(read.curl ?? [])" }
        guard read.method == (made.target.method.map { $0.uppercased() } ?? "GET") else {
            return "method \(read.method)"
        }
        guard read.target == made.target.whole else { return "target \(read.target), not \(made.target.whole)" }
        let parameters = read.parameters.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
        guard parameters == made.target.shown else { return "parameters \(parameters), not \(made.target.shown)" }
        let headers = read.headers.map { [$0.name, $0.value, $0.isEnabled ? "on" : "off"] }
        let madeHeaders = made.headers.map { [$0.name, $0.wholeValue, $0.isEnabled ? "on" : "off"] }
        guard headers == madeHeaders else { return "headers \(headers), not \(madeHeaders)" }
        let body = made.body.map { file.lines[$0].text }.joined(separator: "\n")
        return read.body.text == body ? nil : "body \(read.body.text), not \(body)"
    }

    /// Reports only the first errors, not thousands.
    private func expect(_ file: GeneratedFile, _ cases: [EditCase], seed: Int, form: GeneratedFile.Form) -> Int {
        var oracle = EditOracle(file, seed: seed, form: form)
        var faults = 0
        for edit in cases {
            guard let fault = oracle.fault(edit) else { continue }
            faults += 1
            if faults < 3 { Issue.record("\(fault)") }
        }
        return faults
    }

    @Test(.longComputation, arguments: GeneratedFile.Form.allCases)
    func `an edit of a request changes exactly the foretold lines`(form: GeneratedFile.Form) {
        var faults = 0
        for seed in Self.seeds where faults < 4 {
            let file = FileGenerator.file(seed: seed, form)
            let index = seed % file.requests.count
            faults += expect(file, RequestEditCases.all(file, index), seed: seed, form: form)
        }
    }

    @Test(.longComputation, arguments: GeneratedFile.Form.allCases)
    func `an edit of whole requests, names and variables changes exactly the foretold lines`(form: GeneratedFile.Form) {
        var faults = 0
        for seed in Self.seeds where faults < 4 {
            let file = FileGenerator.file(seed: seed + 5_000, form)
            let other = FileGenerator.file(seed: seed + 9_000, form, requests: 1...1)
            faults += expect(file, FileEditCases.all(file, other: other), seed: seed + 5_000, form: form)
        }
    }

    @Test func `a file that is not UTF-8 is never changed`() {
        for seed in 0..<20 {
            let file = FileGenerator.file(seed: seed, .lf)
            let bytes =
                file.bytes + Array("\n### other\n# caf".utf8) + [0xE9, 0x0A] + Array("GET http://a.test\n".utf8)
            let document = HTTPDocument(bytes: bytes)
            #expect(document.isReadOnly)
            let other = FileGenerator.file(seed: seed + 1, .lf, requests: 1...1)
            for edit in RequestEditCases.all(file, 0) + FileEditCases.all(file, other: other) {
                let result = try? edit.perform(document)
                #expect(result == nil || result?.bytes == bytes, "seed \(seed): \(edit.name)")
            }
        }
    }
}
