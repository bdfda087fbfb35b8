import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing
import Workspace

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
            case 2: .multipart((0..<Int.random(in: 0...3, using: &random)).map { _ in part() })
            case 3:
                .graphQL(
                    query: text(), variables: Bool.random(using: &random) ? "{\"a\": 1}" : text(),
                    operationName: Bool.random(using: &random) ? nil : text())
            case 4: .bytes(Array(text().utf8), contentType: nil)
            case 5:
                .text(
                    text(),
                    contentType: ["application/json", "text/plain", "text/markdown", "application/xml"].randomElement(
                        using: &random))
            default: .text(text(), contentType: nil)
            }
        }

        mutating func part() -> ImportedPart {
            var part = ImportedPart(name: text(), content: .text(text()))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: part.content = .bytes(Array(text().utf8))
            case 1: part.content = .file(path: text())
            default: break
            }
            if Bool.random(using: &random) { part.contentType = text() }
            if Bool.random(using: &random) { part.fileName = text() }
            part.headers = rows()
            part.isEnabled = Int.random(in: 0..<4, using: &random) > 0
            return part
        }

        mutating func options() -> ImportedOptions {
            ImportedOptions(
                proxy: Bool.random(using: &random) ? text() : nil, tags: [text(), text()],
                outputFile: Bool.random(using: &random) ? text() : nil)
        }

        mutating func login() -> ImportedLogin {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: .request(.basic(user: text(), password: text()))
            case 1: .request(.digest(user: text(), password: text()))
            case 2: .request(.bearer(token: text()))
            case 3: .request(.apiKey(name: text(), value: text(), inQuery: Bool.random(using: &random)))
            case 4: .request(.other(text()))
            case 5:
                .oauth2(
                    ImportedOAuth2(
                        name: text(), grant: .password, tokenURL: text(), clientID: text(), user: text(),
                        password: text(), scope: text()))
            default: .none
            }
        }

        mutating func variables() -> [ImportedVariable] {
            (0..<Int.random(in: 0...2, using: &random)).map { _ in
                ImportedVariable(name: text(), value: text(), isSecret: Bool.random(using: &random))
            }
        }

        mutating func request() -> ImportedRequest {
            var request = plainRequest()
            request.leftovers = Bool.random(using: &random) ? [text()] : []
            return request
        }

        private mutating func plainRequest() -> ImportedRequest {
            ImportedRequest(
                name: text(), description: text(),
                method: ["GET", "POST", "patch", "QUERY", ""].randomElement(using: &random) ?? "",
                url: "https://a.test/" + text(),
                parameters: rows(),
                headers: rows().map {
                    ImportedRow(
                        "X-" + ($0.name.first?.isLetter == true ? "A" : $0.name), $0.value, isEnabled: $0.isEnabled)
                },
                body: body(), login: login(), options: options(), variables: variables(),
                dependencies: Bool.random(using: &random) ? [text()] : [],
                checks: [ImportedCheck("status == 200"), ImportedCheck("body $.a == \(text())x")],
                captures: [
                    ImportedCapture(variable: "v", expression: "body.$.a"),
                    ImportedCapture(variable: text(), expression: "body.$.a[?@.b == '\(text())']"),
                    ImportedCapture(variable: text(), expression: "headers.X"),
                ],
                scripts: [ImportedScript(.afterResponse, text())], isLiteral: Bool.random(using: &random))
        }
    }

    @Test(arguments: 1...40)
    func `whatever a source holds, the file has its requests and no more`(seed: Int) {
        var source = Source(random: SeededGenerator(seed: UInt64(seed)))
        let requests = (0..<20).map { _ in source.request() }
        var collection = ImportedCollection(kind: .postman, name: source.text(), items: requests.map { .request($0) })
        collection.shared = ImportedDefaults(
            login: source.login(), headers: source.rows(), variables: source.variables(),
            scripts: [ImportedScript(.beforeRequest, source.text())])
        collection.description = source.text()
        collection.environments = [
            ImportedEnvironment(
                name: source.text(), variables: [ImportedVariable(name: source.text(), value: source.text())])
        ]
        let files = collection.files()
        let document = ImportedText.documents(files).first
        let kept = files.notices.count { $0.text.hasPrefix("The request cannot be written") }
        #expect(document?.requests.count == requests.count - kept)
        #expect(kept == 0, "\(files.notices.map(\.text))\n\(ImportedText.text(files))")
        #expect(document?.notices.filter { $0.severity == .error } == [])
        for (request, read) in zip(requests, document?.requests ?? []) where kept == 0 {
            let method = request.method.isEmpty ? "GET" : request.method
            if case .graphQL = request.body {
            } else {
                #expect(read.method == method.uppercased() || read.method == method)
            }
            #expect(read.target.hasPrefix("https://a.test/"))
            #expect(read.assertions.first?.text == "status == 200" && read.assertions.count == 2)
            #expect(!read.captures.isEmpty)
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

    @Test func `of three braces the inner two are a reference`() {
        #expect(ReferenceNames.references(in: "{{{a}}} {{{{b}}}}") == ["a", "b"])
        var names = ReferenceNames(taken: ["base url"])
        #expect(names.text("{{{base url}}}") == "{{{base_url}}}")
    }

    @Test func `a reference keeps its spaces in a URL, and no other space stays`() throws {
        let request = ImportedRequest(
            name: "R", method: "GET", url: "https://a.test/{{$randomInt 1 10}}/a b",
            parameters: [ImportedRow("?q", "1")])
        let files = ImportedCollection(kind: .postman, name: "c", items: [.request(request)]).files()
        #expect(ImportedText.text(files).contains("GET https://a.test/{{$randomInt 1 10}}/a%20b??q=1\n"))
    }

    @Test func `what has no counterpart is a comment`() {
        var request = ImportedRequest(name: "R", method: "GET", url: "https://a.test/")
        request.leftovers = ["cookie \"a\" exists", "@x = 1\n### no"]
        let text = ImportedText.text(ImportedCollection(kind: .hurl, name: "c", items: [.request(request)]).files())
        #expect(
            text.contains(
                """
                # Hurl would do this with the response; there is nothing like it here:
                # | cookie "a" exists
                # | @x = 1
                # | ### no
                GET https://a.test/
                """), "\(text)")
    }

    @Test func `another order of folders is said once, wherever they are`() {
        func folder(_ name: String, _ items: [ImportedItem]) -> ImportedItem {
            .folder(ImportedFolder(name: name, items: items))
        }
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        func notices(_ items: [ImportedItem]) -> [String] {
            ImportedText.notices(ImportedCollection(kind: .postman, name: "c", items: items).files())
        }
        let said = [
            "changed: Folders have numbers before their names: they are shown, and run, in the order of their names."
        ]
        let swapped = [folder("b", [request]), folder("a", [request])]
        #expect(notices(swapped) == said)
        #expect(notices([folder("x", [folder("y", swapped)]), folder("z", swapped)]) == said)
        #expect(
            notices([folder("a", [folder("a", [request]), folder("b", [request])]), folder("B", [request])]) == [])
    }

    @Test func `folders that are not in the order of their names have numbers, and no others`() {
        func folder(_ name: String, _ items: [ImportedItem]) -> ImportedItem {
            .folder(ImportedFolder(name: name, items: items))
        }
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        func paths(_ items: [ImportedItem], _ kind: ImportKind = .postman) -> [String] {
            ImportedCollection(kind: kind, name: "c", items: items).files().files.map(\.path)
        }
        let flow = ["Setup", "Create", "Teardown", "Assert"].map { folder($0, [request]) }
        #expect(paths(flow) == ["01 Setup.http", "02 Create.http", "03 Teardown.http", "04 Assert.http"])
        #expect(paths(flow + [request], .bruno).last == "05 c.http")
        #expect(paths(flow, .openapi) == ["Assert.http", "Create.http", "Setup.http", "Teardown.http"])
        #expect(paths([folder("b", flow), folder("c", flow)]).first == "b/01 Setup.http")
        #expect(paths([folder("b", flow), folder("a", [folder("x", [request])])]).last == "02 a/x.http")
        #expect(paths([folder("e", []), folder("a", [request]), folder("b", [request])]) == ["a.http", "b.http"])
        let hundred = paths((1...100).reversed().map { folder("f\($0)", [request]) })
        #expect(hundred.first == "001 f100.http" && hundred.last == "100 f1.http")
    }

    @Test func `another order of requests and the folders beside them is said`() {
        let request = ImportedItem.request(ImportedRequest(name: "R", method: "GET", url: "https://a.test/"))
        func folder(_ name: String, _ items: [ImportedItem]) -> ImportedItem {
            .folder(ImportedFolder(name: name, items: items))
        }
        func notices(_ items: [ImportedItem]) -> [String] {
            ImportedText.notices(ImportedCollection(kind: .postman, name: "c", items: items).files())
        }
        let said = [
            "changed: Requests and the folders beside them are run in another order: folders go before files, and both by their names."
        ]
        let numbered = [
            "changed: Folders have numbers before their names: they are shown, and run, in the order of their names."
        ]
        #expect(notices([request, folder("d", [request])]) == [])
        #expect(notices([request, folder("a", [request])]) == numbered)
        #expect(notices([folder("d", [request]), request]) == numbered)
        #expect(notices([request, folder("d", [request]), request]) == said)
        #expect(notices([request, folder("d", [folder("e", [request])])]) == said)
        #expect(notices([folder("x", [folder("y", [request, folder("a", [request])])])]) == numbered)
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
