import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Import

/// What is written is read again as the same request.
@Suite struct RoundTripTests {
    private static let texts = [
        "a", "", "two words", "ü", "a&b=c", "{{x}}", "{{ x y }}", "#no", "### no", "//x", "> {% x %}", "< file",
        "?? status == 1",
        "@x = y", "HTTP/1.1 200 OK", "GET https://b.test/", "--part", "a\nb", "\n\na\n\n", "a\r\nb", "\u{1B}[2J",
        "\\{\\{x\\}\\}",
        "}}{{", "{{", "{% %}", "# @name evil", "%41%zz", "'\"`$(x)", " lead", "trail ", "\t", "::", "# X: y", "&a=b",
        "?a=b",
        "import x.http", "run #x", "NOP", "proto < x", "{{@js", "\u{2028}", "curl https://c.test",
    ]

    private struct Source {
        var random: SeededGenerator

        mutating func text() -> String {
            (0..<Int.random(in: 1...2, using: &random)).map { _ in
                RoundTripTests.texts.randomElement(using: &random) ?? ""
            }
            .joined(separator: Bool.random(using: &random) ? "\n" : "")
        }

        mutating func rows() -> [ImportedRow] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                ImportedRow(text(), text(), isEnabled: Int.random(in: 0..<4, using: &random) > 0)
            }
        }

        mutating func body() -> ImportedBody {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: .none
            case 1: .form(rows())
            case 2:
                .multipart(
                    rows().map { ImportedPart(name: $0.name, content: .text($0.value), isEnabled: $0.isEnabled) })
            case 3: .graphQL(query: text(), variables: "{\"a\": 1}", operationName: nil)
            case 4: .bytes(Array(text().utf8), contentType: nil)
            case 5:
                .text(
                    text(),
                    contentType: ["application/json", "text/plain", "text/markdown", "application/xml"].randomElement(
                        using: &random))
            default: .text(text(), contentType: nil)
            }
        }

        mutating func request() -> ImportedRequest {
            ImportedRequest(
                name: text(), description: text(),
                method: ["GET", "POST", "patch", "QUERY", ""].randomElement(using: &random) ?? "",
                url: "https://a.test/" + text(),
                parameters: rows(),
                headers: rows().map {
                    ImportedRow(
                        "X-" + ($0.name.first?.isLetter == true ? "A" : $0.name), $0.value, isEnabled: $0.isEnabled)
                },
                body: body(), checks: [ImportedCheck("status == 200")],
                captures: [ImportedCapture(variable: "v", expression: "body.$.a")],
                scripts: [ImportedScript(.afterResponse, text())], isLiteral: Bool.random(using: &random))
        }
    }

    @Test(arguments: 1...40)
    func `whatever a source holds, the file has its requests and no more`(seed: Int) {
        var source = Source(random: SeededGenerator(seed: UInt64(seed)))
        let requests = (0..<20).map { _ in source.request() }
        var collection = ImportedCollection(kind: .postman, name: source.text(), items: requests.map { .request($0) })
        collection.shared.variables = [ImportedVariable(name: source.text(), value: source.text())]
        collection.environments = [
            ImportedEnvironment(
                name: source.text(), variables: [ImportedVariable(name: source.text(), value: source.text())])
        ]
        let files = collection.files()
        let document = ImportedText.documents(files).first
        let kept = files.notices.count { $0.text.hasPrefix("The request cannot be written") }
        #expect(document?.requests.count == requests.count - kept)
        withKnownIssue("Some bodies of hostile text are kept as a comment, with a notice.", isIntermittent: true) {
            #expect(kept == 0, "\(files.notices.map(\.text))")
        }
        #expect(document?.notices.filter { $0.severity == .error } == [])
        for (request, read) in zip(requests, document?.requests ?? []) where kept == 0 {
            let method = request.method.isEmpty ? "GET" : request.method
            if case .graphQL = request.body {
            } else {
                #expect(read.method == method.uppercased() || read.method == method)
            }
            #expect(read.target.hasPrefix("https://a.test/"))
            #expect(read.assertions.map(\.text) == ["status == 200"] && read.captures.count == 1)
            #expect(
                read.name.map {
                    $0.utf8.allSatisfy { $0 == Byte.underscore || LineText.isLetter($0) || LineText.isDigit($0) }
                } == true)
        }
    }

    /// A text body that arrives byte for byte, in the line or by its file.
    @Test(arguments: texts)
    func `a text body is the same, wherever it is written`(text: String) throws {
        let request = ImportedRequest(
            name: "R", method: "POST", url: "https://a.test/",
            body: .text(text, contentType: "application/octet-stream"), isLiteral: true)
        let files = ImportedCollection(kind: .har, name: "c", items: [.request(request)]).files()
        let read = try #require(ImportedText.documents(files).first?.requests.first)
        if read.body.text.hasPrefix("< ./") {
            let file = try #require(files.files.first { "< ./\($0.path)" == read.body.text })
            #expect(String(decoding: file.bytes, as: UTF8.self) == text)
        } else {
            #expect(read.body.text == text)
        }
    }

    @Test func `a secret is written nowhere but in the private file`() {
        let secret = "correct-horse-battery"
        let request = ImportedRequest(
            name: "R", method: "POST", url: "https://a.test/", parameters: [ImportedRow("api_key", secret)],
            headers: [
                ImportedRow("X-Api-Key", secret), ImportedRow("Cookie", "sid=\(secret)"),
                ImportedRow("Authorization", "Token \(secret)"),
            ],
            body: .form([ImportedRow("password", secret)]))
        var collection = ImportedCollection(kind: .postman, name: "c", items: [.request(request)])
        collection.environments = [
            ImportedEnvironment(name: "dev", variables: [ImportedVariable(name: "token", value: secret)])
        ]
        let files = collection.files()
        for file in files.files {
            #expect(file.isPrivate == String(decoding: file.bytes, as: UTF8.self).contains(secret), "\(file.path)")
        }
    }

    @Test func `names of variables that the dialect cannot read are others everywhere`() throws {
        let request = ImportedRequest(
            name: "R", method: "GET", url: "{{base url}}/x", headers: [ImportedRow("A", "{{ base url }}")])
        var collection = ImportedCollection(kind: .postman, name: "c", items: [.request(request)])
        collection.shared.variables = [ImportedVariable(name: "base url", value: "https://a.test")]
        let text = ImportedText.text(collection.files())
        #expect(
            text.contains("GET {{base_url}}/x\nA: {{base_url}}\n") && text.contains(#""base_url": "https://a.test""#))
    }

    @Test func `the work grows with the requests`() {
        let growth = Growth(of: 100) { count in
            ImportedCollection(
                kind: .postman, name: "c",
                items: (0..<count).map { _ in
                    .folder(
                        ImportedFolder(
                            name: "same",
                            items: [.request(ImportedRequest(name: "same", method: "GET", url: "https://a.test/{{x}}"))]
                        ))
                })
        } _: { collection in
            _ = collection.files()
        }
        #expect(growth.isLinear, "\(growth)")
    }
}
