import Glibc
import TestSupport
import Testing

@testable import NetEngine

/// The sentences and hints of errors, and what is decided by an error.
@Suite struct ErrorWordsTests {
    @Test func `a timeout says which limit passed and while what`() throws {
        let url = try HTTPURL.parse("http://h/x")
        let proxy = try ProxyServer("http://p:3128")
        func sentences(_ proxy: ProxyServer?) -> String {
            Phase.allCases.map {
                EngineError.timeout($0, isTotal: false, limit: .milliseconds(1500), url: url, proxy: proxy).sentence
            }.joined(separator: "\n")
        }
        #expect(
            sentences(nil) == """
                The queue limit of 1.5 s passed before work began.
                The dns limit of 1.5 s passed while the name h was looked up.
                The connect limit of 1.5 s passed while connecting to h:80.
                The tls limit of 1.5 s passed during the TLS handshake with h:80.
                The send limit of 1.5 s passed while the request was sent to h:80.
                The first-byte limit of 1.5 s passed while waiting for the first byte from h:80.
                The receive limit of 1.5 s passed while receiving the response from h:80.
                The total limit of 1.5 s passed between two requests.
                """)
        #expect(
            sentences(proxy) == """
                The queue limit of 1.5 s passed before work began.
                The dns limit of 1.5 s passed while the name of the proxy p was looked up.
                The connect limit of 1.5 s passed while connecting to the proxy http://p:3128.
                The tls limit of 1.5 s passed during the TLS handshake with the proxy http://p:3128.
                The send limit of 1.5 s passed while the request was sent to the proxy http://p:3128.
                The first-byte limit of 1.5 s passed while waiting for the first byte from the proxy http://p:3128.
                The receive limit of 1.5 s passed while receiving the response from the proxy http://p:3128.
                The total limit of 1.5 s passed between two requests.
                """)
        let total = EngineError.timeout(.wait, isTotal: true, limit: nil, url: url)
        #expect(total.sentence == "The total limit passed while waiting for the first byte from h:80.")
        #expect(total.hint == "Try again, or raise the total timeout.")
        #expect(total.phase == .wait)
        let phase = EngineError.timeout(.wait, isTotal: false, limit: nil, url: url)
        #expect(phase.hint == "Try again, or raise the first-byte timeout.")
        let offline = EngineError.noNetworkInTime("h", limit: .seconds(5), phase: .queue)
        #expect(
            offline.sentence
                == "The total limit of 5 s passed while h could not be reached, because this machine has no network.")
    }

    private static let statuses: FilledTable = """
        199 -> unexpected-status: The server answered with status 199, which is not a final status of HTTP. Look at the status and the headers of the response.
        200 -> nil
        299 -> nil
        300 -> unexpected-status: The server answered with status 300, which is not a success. Look at the status and the headers of the response.
        304 -> unexpected-status: The server answered with status 304, which is not a success. It answers a condition of the request, such as If-None-Match; without one the whole response comes.
        399 -> unexpected-status: The server answered with status 399, which is not a success. Look at the status and the headers of the response.
        400 -> client-error: The server answered with status 400. Look at the body of the response for the reason.
        499 -> client-error: The server answered with status 499. Look at the body of the response for the reason.
        500 -> server-error: The server answered with status 500. Try again later, or look at the logs of the server.
        599 -> server-error: The server answered with status 599. Try again later, or look at the logs of the server.
        600 -> unexpected-status: The server answered with status 600, which is not a final status of HTTP. Look at the status and the headers of the response.
        """

    @Test func `each class of statuses has its category and its words`() {
        let text = Self.statuses.filled { row in
            EngineError.status(Int(row) ?? 0).map { "\($0.category.rawValue): \($0)" }
        }
        #expect(text == Self.statuses.text)
        #expect(EngineError.status(404)?.status == 404)
        #expect(
            "\(EngineError.unwantedStatus(204, accepted: 200...200))"
                == "The server answered with status 204; this request succeeds with 200 only. Widen the success statuses of the request if 204 is right too."
        )
        #expect(
            EngineError.unwantedStatus(204, accepted: 200...201).sentence
                == "The server answered with status 204; this request succeeds with 200 to 201 only.")
    }

    private static let retries: FilledTable = """
        client-error 408 -> true
        client-error 425 -> true
        client-error 429 -> true
        client-error 409 -> false
        server-error 500 -> true
        server-error 501 -> false
        server-error 505 -> false
        server-error 599 -> true
        proxy 407 -> false
        proxy 499 -> false
        proxy 500 -> true
        unexpected-status 302 -> false
        decoding 200 -> false
        timeout 200 -> true
        """

    @Test func `an error is worth another try by its status, else by its category`() throws {
        let text = Self.retries.filled { row in
            let words = row.split(separator: " ").map { String($0) }
            let category = try #require(ErrorCategory(rawValue: words[0]))
            return "\(EngineError(category, "x.", status: Int(words[1])).isRetryable)"
        }
        #expect(text == Self.retries.text)
        let retryable = ErrorCategory.allCases.filter { EngineError($0, "x.").isRetryable }
        #expect(retryable == [.offline, .dns, .connect, .proxy, .timeout, .protocol, .serverError, .cancelled])
    }

    private static let sizes: FilledTable = """
        0 -> 0 bytes
        1023 -> 1023 bytes
        1024 -> 1 KiB
        1025 -> 1025 bytes
        1536 -> 1536 bytes
        1048576 -> 1 MiB
        1049600 -> 1025 KiB
        1073741824 -> 1 GiB
        3221225472 -> 3 GiB
        """

    @Test func `sizes are in the largest unit that comes out even`() {
        #expect(Self.sizes.filled { EngineError.byteCount(Int($0) ?? -1) } == Self.sizes.text)
    }

    @Test func `a text in a sentence has forty characters at most`() {
        let forty = String(repeating: "é", count: 40)
        #expect(EngineError.cut(forty) == forty)
        #expect(EngineError.cut(forty + "x") == String(repeating: "é", count: 39) + "…")
        #expect(EngineError.quoted("a\"b") == "\"a\"b\"")
        #expect("A sentence.".withoutFullStop == "A sentence" && "...".withoutFullStop == "..")
    }

    private static let steps: FilledTable = #"""
        name -> .name
        a1 -> .a1
        _x -> ._x
        é -> .é
        odd name -> ['odd name']
        1a -> ['1a']
        a-b -> ['a-b']
        it's -> ['it\'s']
        a\b -> ['a\\b']
         -> ['']
        """#

    @Test func `a step into a value is written as in a JSONPath`() {
        #expect(Self.steps.filled { DecodingStep.member($0).description } == Self.steps.text)
        #expect(DecodingStep.element(3).description == "[3]")
    }

    @Test func `a decoding failure names path, place and reason, and shows the place`() {
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "text/plain")], body: Array(#"{"a":"é"}"#.utf8))
        let place = TextPosition(byteOffset: 5, in: response.body)
        let fault = DecodingFault(
            reason: "expected Int, found a string", codingPath: [.member("a"), .element(0)], position: place,
            response: response)
        #expect(
            fault.description == """
                $.a[0], line 1, column 6 (byte 5): expected Int, found a string
                {"a":"é"}
                     ^
                """)
        let error = EngineError.decoding("JSON", fault)
        #expect(
            error.sentence
                == "The body is not JSON as expected, at $.a[0], line 1, column 6 (byte 5): expected Int, found a string."
        )
        #expect(error.hint == #"Compare the body with what the request expects. The server calls it "text/plain"."#)
        let plain = EngineError.decoding(
            "a form", DecodingFault(reason: "it is empty", response: ExchangeFixtures.response(headers: [])))
        #expect(plain.sentence == "The body is not a form as expected: it is empty.")
        #expect(plain.hint == "Compare the body with what the request expects.")
        #expect(plain.decodingFault?.description == "$: it is empty")
    }

    @Test func `the long form has status and the server's own words`() {
        let fault = APIFault(status: "7", message: nil, response: ExchangeFixtures.response())
        let error = EngineError(
            category: .api, sentence: "No.", hint: "", status: 200, detail: .api(fault))
        #expect(error.debugDescription == "No. [api, status 200]\nIn the body: status 7, message none")
        #expect(error.description == "No.")
        #expect(error.recoverySuggestion == nil)
    }

    @Test func `faults are equal if nothing that they say differs`() {
        func fault(
            _ reason: String = "r", _ path: [DecodingStep] = [.member("a")], at offset: Int? = 1, status: Int = 200,
            body: String = "abc"
        ) -> DecodingFault {
            let bytes = Array(body.utf8)
            return DecodingFault(
                reason: reason, codingPath: path, position: offset.map { TextPosition(byteOffset: $0, in: bytes) },
                response: ExchangeFixtures.response(status: status, body: bytes))
        }
        #expect(fault() == fault() && fault().hashValue == fault().hashValue)
        let others = [
            fault("other"), fault("r", [.element(0)]), fault("r", []), fault(at: 2), fault(at: nil),
            fault(status: 201), fault(body: "abd"),
        ]
        #expect(others.map { $0 == fault() } == [Bool](repeating: false, count: 7))
        func api(_ status: String? = "s", _ message: String? = "m", body: String = "abc") -> APIFault {
            APIFault(
                status: status, message: message, response: ExchangeFixtures.response(body: Array(body.utf8)))
        }
        #expect(api() == api() && api().hashValue == api().hashValue)
        let failures = [api("t"), api(nil), api("s", "n"), api("s", nil), api(body: "abd")]
        #expect(failures.map { $0 == api() } == [Bool](repeating: false, count: 5))
    }

    /// Offset in a row of sixty letters, and the excerpt around it.
    @Test func `an excerpt has thirty characters on either side`() {
        func shown(_ offset: Int, of count: Int) -> String {
            let position = TextPosition(byteOffset: offset, in: [UInt8](repeating: 97, count: count))
            let letters = position.excerpt.count { $0 == "a" }
            let ends = "\(position.excerpt.hasPrefix("…"))-\(position.excerpt.hasSuffix("…"))"
            return "\(letters) \(ends) \(position.excerptColumn)"
        }
        #expect(shown(30, of: 60) == "60 false-false 31")
        #expect(shown(31, of: 60) == "59 true-false 32")
        #expect(shown(29, of: 60) == "59 false-true 30")
        #expect(shown(50, of: 100) == "60 true-true 32")
        let controls = TextPosition(byteOffset: 3, in: Array("é\t\u{200B}b\rc".utf8))
        #expect(controls.excerpt == "é  b" && controls.excerptColumn == 3)
        #expect(controls.replacing(excerpt: "x").excerptColumn == 2)
    }

    @Test func `redirects that are not followed say where they lead`() throws {
        let secret = EngineError.secretBody(status: 307, to: try HTTPURL.parse("http://u:p@b/x"))
        #expect(
            "\(secret)"
                == "The redirect was not followed: its status 307 would send the body, which holds a secret, to another server, http://b:80. If that server may have it, write http://b:80 into the URL of the request and send it again."
        )
        #expect(EngineError.tooManyRedirects(limit: 1).sentence == "More than 1 redirect was sent.")
        #expect(EngineError.byteCount(1) == "1 byte" && EngineError.byteCount(2) == "2 bytes")
        #expect(EngineError.tooManyRedirects(limit: 3).sentence == "More than 3 redirects were sent.")
        let loop = EngineError.redirectLoop(try HTTPURL.parse("http://u:p@b/x"))
        #expect(loop.sentence == "The redirects run in a circle: http://b/x was asked for already.")
    }

    @Test func `a shortage of descriptors is told apart from other failures`() {
        #expect([EMFILE, ENFILE, EIO].map { DescriptorShortage.isMeant(by: $0) } == [true, true, false])
        #expect(DescriptorShortage.clause(ENFILE) == "the system has no file descriptor left")
        #expect(DescriptorShortage.clause(EMFILE).hasPrefix("this program has no file descriptor left (its limit is "))
        let shortage = EngineError.cannotStart(ENFILE)
        #expect(shortage.category == .connect && shortage.underlying?.code == Int(ENFILE))
        #expect(shortage.sentence == "The engine cannot start: the system has no file descriptor left.")
        let other = EngineError.cannotStart(EAGAIN)
        #expect(other.category == .internal && other.underlying?.domain == .errno)
        #expect(other.hint.hasPrefix("Too few threads or too little memory: "))
    }

    @Test func `a body that no file can keep says how far it came`() {
        func text(_ code: Int32, held: Int?) -> String {
            let error = EngineError(SpooledBody.Failure(folders: ["/a", "/b"], code: code, held: held))
            let words = error.sentence.replacing(error.underlying?.text ?? "", with: "WHY")
            return "\(error.category.rawValue) \(error.phase?.rawValue ?? "-"): \(words)"
        }
        #expect(
            text(ENOSPC, held: 2048)
                == "too-large receive: The body is too large for the disk: 2 KiB of it came, and there is no more room in /a, nor in /b."
        )
        #expect(text(EIO, held: 2048) == "internal receive: The body cannot be kept in /a, nor in /b: WHY.")
        #expect(text(EIO, held: nil) == "internal -: No file for a large body can be made in /a, nor in /b: WHY.")
    }

    @Test func `a request that is not sent again says why`() {
        func sentence(
            _ reason: RetryPolicy.GiveUpReason, retryAfter: String? = nil, honours: Bool = true
        ) -> String? {
            let headers = HeaderFields(retryAfter.map { [HeaderField("Retry-After", $0)] } ?? [])
            return RetryPolicy(honoursRetryAfter: honours).sentence(
                of: reason, .post, ExchangeFixtures.response(status: 503, headers: headers))
        }
        #expect(sentence(.notWorthIt) == nil && sentence(.noRetriesLeft, retryAfter: "9") == nil)
        #expect(sentence(.unsafeMethod) == "It was not sent again: POST is not idempotent.")
        #expect(sentence(.bodyIsGone) == "It was not sent again: the body can be read only once.")
        #expect(sentence(.noTimeLeft) == "It was not sent again: the wait before that would pass the time limit.")
        #expect(
            sentence(.noTimeLeft, retryAfter: "90")
                == "It was not sent again: the server asks to wait 90 s (Retry-After), which is longer than the time limit leaves."
        )
        #expect(
            sentence(.noTimeLeft, retryAfter: "90", honours: false)
                == "It was not sent again: the wait before that would pass the time limit.")
        #expect(
            sentence(.waitTooLong, retryAfter: "121")
                == "It was not sent again: the server asks to wait 121 s (Retry-After), which is longer than 120 s.")
        #expect(sentence(.waitTooLong) == "It was not sent again: the server asks for too long a wait.")
    }
}
