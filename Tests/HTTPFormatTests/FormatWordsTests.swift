import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat

/// Lists of words and sentences of the format, each of them.
@Suite struct FormatWordsTests {
    @Test func `a phase has its name and that of httpYac`() {
        let table = #"""
            total -> total
            queue -> queue
            dns -> dns
            connect -> connect
            tls -> tls
            send -> send
            wait -> wait
            receive -> receive
            firstByte -> wait
            FIRST-BYTE -> wait
            Download -> receive
            TCP -> connect
            request -> send
            ttfb -> none
            first byte -> none
            -> none
            """#
        #expect(TextTable.differences(table) { CheckPhase(word: $0)?.rawValue ?? "none" } == [])
        let phases: [(word: String, isKnown: Bool)] = [
            ("firstByte", true), ("download", true), ("request", true), ("tcp", true), ("tls", true), ("total", true),
            ("", true), ("dns", false), ("queue", false), ("connect", false), ("send", false), ("receive", false),
            ("wait", false),
        ]
        for (word, isKnown) in phases {
            #expect(CheckSyntax("duration \(word) < 5").differences.isEmpty == isKnown, "\(word)")
        }
    }

    @Test(arguments: [
        "ws", "wss", "grpc", "grpcs", "mqtt", "mqtts", "amqp", "amqps", "kafka", "rsocket", "ftp",
    ])
    func `a target of another protocol is not supported, in any letter case`(scheme: String) throws {
        func unsupported(_ line: String) throws -> String? {
            try #require(HTTPDocument(bytes: Array("\(line)\n".utf8)).requests.first).unsupported
        }
        #expect(try unsupported("GET \(scheme)://h/") == "The protocol of \(scheme):// is not supported")
        #expect(try unsupported("GET \(scheme.uppercased())://h/") == "The protocol of \(scheme):// is not supported")
        #expect(try unsupported("GET http://\(scheme)/") == nil && unsupported("GET {{\(scheme)}}://h/") == nil)
    }

    @Test(arguments: [
        "WS", "WSS", "WEBSOCKET", "SSE", "EVENTSOURCE", "GRPC", "GRPCS", "MQTT", "MQTTS", "AMQP", "AMQPS", "KAFKA",
        "RSOCKET",
    ])
    func `a request of another protocol is not supported`(method: String) throws {
        let request = try #require(HTTPDocument(bytes: Array("\(method) http://h/\n".utf8)).requests.first)
        #expect(request.unsupported == "The protocol \(method) is not supported")
    }

    @Test func `an edit that would be read as something else is refused with what to do`() throws {
        let option = try #require(RequestOption.table.first)
        let header = "The header line would be read as something else; edit the file instead."
        let parameters = "The parameters would be read as something else; edit the target instead."
        let file = "The file would be read as something else; edit it instead."
        let edits: [(HTTPDocument.Edit, String)] = [
            (.setMethod("get"), "get would not be read as a method: write capital letters."),
            (.setTarget("x"), "This target would be read as something else; write it so that it looks like a URL."),
            (.setParameter(0, name: "a", value: "b"), parameters), (.addParameter(name: "a", value: "b"), parameters),
            (.removeParameter(0), parameters), (.toggleParameter(0), parameters),
            (.setHeader(0, name: "a", value: "b"), header), (.addHeader(name: "a", value: "b"), header),
            (.removeHeader(0), header), (.toggleHeader(0), header),
            (.setBody("x"), "The body would be read as something else; put it into a separate file: < file"),
            (.setTitle(""), "The request would still have a title; edit the file instead."),
            (.setTitle("#"), "The title cannot begin or end with # or spaces."),
            (.setName("x"), "The name would be read as something else; edit the file instead."),
            (
                .writeCaptures,
                "A variable of the script would be read as something else; write its line yourself."
            ), (.setBodyComments(sent: true), file), (.setOption(option, nil), file), (.convertCurl, file),
        ]
        for (edit, sentence) in edits { #expect(RequestEditor.refusal(edit) == sentence) }
    }

    @Test func `what is expected of a body is said in words`() {
        let kinds: [(BodyExpectation, String)] = [
            (.anything, "anything"), (.graphQL, "a GraphQL response without errors"), (.xml, "XML"),
            (.envelope(EnvelopeFormat(successValues: [.text("b"), .text("a")])), "envelope: status is \"a\" or \"b\""),
        ]
        for (kind, words) in kinds { #expect(ExpectationSyntax.words(kind).hasPrefix(words)) }
    }

    @Test(arguments: [
        "client", "client_credentials", "code", "authorization_code", "device", "device_code", "password", "implicit",
        "hybrid", "token_exchange",
    ])
    func `each flow of httpYac after OAuth2 makes a login of it, wherever it is`(flow: String) {
        func problem(_ value: String) -> String? {
            ForeignLogin.problem(name: Array("Authorization".utf8), value: Array(value.utf8))
        }
        let sentence =
            "This login is httpYac's (oauth2) and would be sent as text; write Bearer {{$auth.token(\"name\")}} "
            + "and describe the login under Security.Auth in an environment file"
        #expect(problem("OAuth2 \(flow)") == sentence && problem("oauth2 x \(flow.uppercased())") == sentence)
        #expect(problem("OAuth2 \(flow)s") == nil)
    }

    @Test(arguments: ["\"", "'", "[", "]", "{", "}", "(", ")", "=", ":"])
    func `a name that logs hide has none of the signs of other notations`(sign: String) {
        var parts = HiddenParts()
        let isAdded = parts.add("a\(sign)b")
        #expect(!isAdded && parts.isEmpty)
        let isPath = parts.add("$")
        #expect(!isPath && parts.isEmpty)
        let isName = parts.add("a-b.c_d")
        #expect(isName && parts.names == ["a-b.c_d"])
    }
}
