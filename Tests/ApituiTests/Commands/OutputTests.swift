import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace
@testable import apitui

@Suite struct OutputTests {
    @Test func `JSON keeps order, digits and escapes what it must`() {
        let value: JSONOutput = [
            "z": 1, "a": .number("1.00"), "t": "q\"\\\n\u{1}é", "n": nil, "l": [true, false], "e": .object([]),
        ]
        #expect(value.text == #"{"z":1,"a":1.00,"t":"q\"\\\n\u0001é","n":null,"l":[true,false],"e":{}}"#)
    }

    @Test func `every category has a distinct exit status`() {
        let statuses = ErrorCategory.allCases.map { ExitStatus($0) }
        #expect(Set(statuses).count == ErrorCategory.allCases.count)
        #expect(statuses.allSatisfy { $0.rawValue >= 10 })
        #expect(ExitStatus(.requestBuild).rawValue == 10)
        #expect(ExitStatus(.timeout).rawValue == 16)
        #expect(ExitStatus(.internal).rawValue == 27)
    }

    @Test func `who may trust a certificate reads how that is written here`() {
        func text(_ remedy: EngineError.Remedy?, _ reader: ErrorHint.Reader) -> String {
            var error = EngineError(category: .tls, sentence: "Not trusted.", hint: "Check the port.")
            error.remedy = remedy
            return ErrorHint.text(error, for: reader)
        }
        for reader in [ErrorHint.Reader.screen, .command] {
            #expect(text(.trustServer, reader).contains("line # @no-reject-unauthorized above"))
            #expect(text(.trustServer, reader).contains("--insecure"))
            // The check of a proxy cannot be switched off.
            #expect(!text(.trustProxy, reader).contains("unauthorized"))
            #expect(text(.trustProxy, reader).contains("--cacert FILE"))
        }
        #expect(text(.trustServer, .batch).contains("\"insecure\" to true"))
        #expect(text(nil, .screen) == "Check the port.")
        var error = EngineError(category: .tls, sentence: "Not trusted.", hint: "")
        error.remedy = .trustServer
        #expect(ExchangeSummary.sentence(error).string.contains("# @no-reject-unauthorized"))
    }

    @Test func `a failure that a check asks for is not reported as one`() {
        let draft = RequestDraft(url: "http://127.0.0.1:9/")
        let exchange = Exchange(
            id: ExchangeID(rawValue: 1), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(),
            error: EngineError(category: .timeout, phase: .connect, sentence: "Too late.", hint: "Wait longer."))
        func last(_ isAskedFor: Bool) -> String? {
            ExchangeSummary.lines(exchange, .revealed, isAskedFor: isAskedFor).last?.string
        }
        #expect(last(false) == "apitui: timeout (connect): Too late. Wait longer.")
        #expect(last(true) == "as a check asks: timeout (connect): Too late.")
    }

    @Test func `-v and JSON show interim responses before the response`() {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
        let response = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http1_1, headers: [], rawHead: [],
            interimHeads: [Array(hints.utf8)], body: [], wireBodyByteCount: 0, isComplete: true)
        let exchange = ExchangeFixtures.exchange(hops: [ExchangeFixtures.hop(response: response)])
        #expect(
            ExchangeHeads.verbose(exchange, .revealed).map(\.string).suffix(5) == [
                "< HTTP/1.1 103 Early Hints", "< Link: </a.css>", "< ", "< HTTP/1.1 200 OK", "< ",
            ])
        let json = ExchangeJSON().document(exchange, file: nil, line: 0, id: "a").text
        #expect(json.contains(#""interimHeads":["HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"]"#))
    }

    @Test func `the table names every number and every category`() {
        for status in ExitStatus.allCases { #expect(ExitStatus.table.contains("\(status.rawValue) ")) }
        for category in ErrorCategory.allCases where category != .cancelled {
            #expect(ExitStatus.table.contains("\(ExitStatus(category).rawValue) "))
            #expect(ExitStatus.table.contains(category.rawValue))
        }
    }
}
