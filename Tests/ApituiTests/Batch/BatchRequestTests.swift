import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import TerminalUI
@testable import Workspace
@testable import apitui

@Suite struct BatchRequestTests {
    private static func read(_ text: String) throws(BatchLineError) -> BatchRequest { try read(Array(text.utf8)) }

    private static func read(_ bytes: [UInt8]) throws(BatchLineError) -> BatchRequest {
        // In the middle of a larger buffer, as in production.
        var reader = BatchRequestReader([1, 2, 3] + bytes + [4, 5], 3..<3 + bytes.count)
        return try reader.read()
    }

    private static func fault(_ text: String) -> BatchLineError? {
        do throws(BatchLineError) {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    private static func withMember(_ member: String) -> String {
        #"{"id":"i","method":"GET","url":"http://h/",\#(member)}"#
    }

    private static func options(_ member: String) throws -> RequestOptions {
        try read(withMember(member)).draft.options
    }

    @Test func `three members are enough, and all else is the engine's default`() throws {
        let request = try Self.read(#"{"id":"1","method":"GET","url":"http://h/x"}"#)
        let log = RequestLogOptions(name: "1")
        #expect(
            request.draft == RequestDraft(method: "GET", url: "http://h/x", options: RequestOptions(log: log)))
        #expect(request.id == Array(#""1""#.utf8))
    }

    @Test func `null is the same as absent`() throws {
        let members = BatchMember.allCases.filter { ![.id, .method, .url].contains($0) }
        let nulls = members.map { "\"\($0.rawValue)\":null" }.joined(separator: ",")
        #expect(
            try Self.read(Self.withMember(nulls)).draft
                == RequestDraft(
                    method: "GET", url: "http://h/", options: RequestOptions(log: RequestLogOptions(name: "i"))))
    }

    @Test func `every member reaches the draft`() throws {
        let request = try Self.read(
            #"""
            {"id":"1","method":"PUT","url":"https://h/","headers":[["A","b"],["a","é"],["A",""]],"body":"t€xt",
            "cache":"no-store","timeout":5.25,"connectTimeout":2,"followRedirects":false,"maxRedirects":3,
            "maxBodyBytes":1000,"insecure":true,"caFile":"/ca.pem","proxy":"http://p:1","retries":2,"retryUnsafe":true}
            """#)
        let draft = request.draft
        #expect(draft.method == "PUT")
        #expect(draft.url == "https://h/")
        #expect(
            draft.headers.fields == [
                HeaderField("A", "b"), HeaderField(nameBytes: [0x61], valueBytes: [0xE9]), HeaderField("A", ""),
            ])
        #expect(draft.body == .bytes(Array("t€xt".utf8)))
        #expect(draft.options.cacheMode == .noStore)
        #expect(draft.options.timeouts.total == .milliseconds(5250))
        #expect(draft.options.timeouts.connect == .seconds(2))
        #expect(draft.options.timeouts.dns == .seconds(2))
        #expect(draft.options.timeouts.tls == .seconds(2))
        #expect(draft.options.followRedirects == false)
        #expect(draft.options.maxRedirects == 3)
        #expect(draft.options.maxBodyBytes == 1000)
        #expect(draft.options.verifiesTLS == false)
        #expect(draft.options.caFile == "/ca.pem")
        #expect(draft.options.proxy == .url("http://p:1"))
        #expect(draft.options.retry == RetryPolicy.ofBatch(retries: 2, repeatsUnsafe: true))
    }

    @Test func `the proxy is none, the environment's or a URL`() throws {
        #expect(try Self.options(#""proxy":null"#).proxy == .none)
        #expect(try Self.options(#""proxy":"env""#).proxy == .environment)
        #expect(try Self.options(#""proxy":"socks5://h:1""#).proxy == .url("socks5://h:1"))
    }

    @Test(arguments: CacheMode.allCases)
    func `every cache mode has its name`(mode: CacheMode) throws {
        #expect(try Self.options("\"cache\":\"\(mode.rawValue)\"").cacheMode == mode)
    }

    @Test func `whole numbers may be written as other languages write them`() throws {
        #expect(try Self.options(#""maxRedirects":3.0"#).maxRedirects == 3)
        #expect(try Self.options(#""maxBodyBytes":1e3"#).maxBodyBytes == 1000)
        #expect(try Self.options(#""timeout":1e-9"#).timeouts.total == .nanoseconds(1))
        #expect(try Self.options(#""timeout":3"#).timeouts.total == .seconds(3))
        #expect(try Self.options(#""retries":0"#).retry == nil)
    }

    @Test func `a body is text or Base64, and an empty one is none`() throws {
        #expect(try Self.read(Self.withMember(#""bodyBase64":"AP+A""#)).draft.body == .bytes([0, 0xFF, 0x80]))
        #expect(try Self.read(Self.withMember(#""bodyBase64":"YWI=","body":null"#)).draft.body == .bytes([0x61, 0x62]))
        #expect(try Self.read(Self.withMember(#""body":"""#)).draft.body == .none)
        #expect(try Self.read(Self.withMember(#""bodyBase64":"""#)).draft.body == .none)
        #expect(
            try Self.read(Self.withMember(#""body":"a\u0000\ud83d\ude00""#)).draft.body == .bytes(Array("a\0😀".utf8)))
    }

    @Test(arguments: [
        #""a""#, "7", "-1.50", "1e400", "12345678901234567890", #""\u0041é\/\ud800""#, #""""#,
    ])
    func `the id is repeated as it was written`(id: String) throws {
        #expect(try Self.read(#"{"method":"GET","url":"http://h/","id":\#(id)}"#).id == Array(id.utf8))
        #expect(Self.fault(#"{"method":"GET","id":\#(id)}"#)?.id == Array(id.utf8))
    }

    @Test(arguments: ["true", "null", "[1]", "{}"])
    func `no other value is an id`(id: String) {
        let fault = Self.fault(#"{"id":\#(id),"method":"GET","url":"http://h/"}"#)
        #expect(fault?.id == .some(nil))
        #expect(fault?.text.hasPrefix("id ") == true)
    }

    @Test(arguments: [
        (#""method":5"#, "method"), (#""url":["http://h/"]"#, "url"), (#""headers":{"a":"b"}"#, "headers"),
        (#""headers":[["a"]]"#, "headers"), (#""headers":[["a","b","c"]]"#, "headers"),
        (#""headers":["a"]"#, "headers"),
        (#""headers":[["a",1]]"#, "headers"), (#""headers":[[null,"a"]]"#, "headers"),
        (#""headers":[["X-Wide","\u0100"]]"#, "X-Wide"), (#""headers":[["X-Wide","\ud800"]]"#, "X-Wide"),
        (#""body":{"a":1}"#, "body"), (#""body":"\udc00""#, "body"), (#""body":"a","bodyBase64":"YQ==""#, "bodyBase64"),
        (#""bodyBase64":"YQ""#, "bodyBase64"), (#""bodyBase64":"Y-__""#, "bodyBase64"),
        (#""bodyBase64":"YR==""#, "bodyBase64"),
        (#""bodyBase64":"=""#, "bodyBase64"), (#""bodyBase64":"====""#, "bodyBase64"),
        (#""bodyBase64":"Y Q=""#, "bodyBase64"),
        (#""cache":"often""#, "cache"), (#""cache":true"#, "cache"), (#""timeout":0"#, "timeout"),
        (#""timeout":-1"#, "timeout"), (#""timeout":"5""#, "timeout"), (#""timeout":1e999"#, "timeout"),
        (#""connectTimeout":0"#, "connectTimeout"), (#""connectTimeout":[]"#, "connectTimeout"),
        (#""followRedirects":1"#, "followRedirects"), (#""maxRedirects":-1"#, "maxRedirects"),
        (#""maxRedirects":1.5"#, "maxRedirects"), (#""maxRedirects":"3""#, "maxRedirects"),
        (#""maxRedirects":1001"#, "maxRedirects"), (#""maxBodyBytes":-1"#, "maxBodyBytes"),
        (#""maxBodyBytes":99999999999999999999"#, "maxBodyBytes"), (#""insecure":"yes""#, "insecure"),
        (#""caFile":1"#, "caFile"), (#""proxy":"""#, "proxy"), (#""proxy":false"#, "proxy"),
        (#""retries":-1"#, "retries"),
        (#""retries":true"#, "retries"), (#""retryUnsafe":0"#, "retryUnsafe"), (#""timeout":1,"timeout":2"#, "timeout"),
        (#""url":"http://other/""#, "url"),
    ])
    func `an error in a member names the member`(member: String, name: String) throws {
        // Placed after the valid members, or in their place.
        let replaced = ["method", "url"].contains(name) && !member.contains("other")
        let text =
            replaced
            ? #"{\#(member),"method":"GET","id":"i","url":"http://h/"}"#.replacing(
                name == "method" ? #","method":"GET""# : #","url":"http://h/""#, with: "")
            : Self.withMember(member)
        let fault = try #require(Self.fault(text))
        #expect(fault.id == Array(#""i""#.utf8))
        #expect(fault.text.contains(name))
        let error = fault.error(line: 12)
        #expect(error.category == .requestBuild)
        #expect(error.sentence.hasPrefix("Line 12: "))
    }

    @Test(arguments: ["id", "method", "url"])
    func `a missing member is reported`(name: String) {
        let members = ["id": #""id":"i""#, "method": #""method":"GET""#, "url": #""url":"http://h/""#]
        let fault = Self.fault("{\(members.filter { $0.key != name }.values.joined(separator: ","))}")
        #expect(fault?.text == "\(name) is missing")
        #expect((fault?.id == .some(nil)) == (name == "id"))
    }

    @Test(arguments: [
        ("nonsense", nil), ("[1,2]", nil), ("\"id\"", nil), ("12", nil), ("{", nil), (#"{"id":"i""#, #""i""#),
        (#"{"id":"i","method":"GE"#, #""i""#), (#"{"id":"i"} x"#, #""i""#), (#"{"id":"i","a":[[}"#, #""i""#),
        (#"{"url":x,"id":"i"}"#, nil), (#"{"id":"i\x"}"#, nil), ("\0", nil), (#"{"id":"a\#u{0}"}"#, nil),
    ])
    func `a line that is not JSON is answered, with its id if that came before`(text: String, id: String?) throws {
        let fault = try #require(Self.fault(text))
        #expect(fault.id == id.map { Array($0.utf8) })
        #expect(fault.text.contains("JSON") && fault.text.contains("column"))
    }

    @Test func `bytes that are not UTF-8 are refused, with the id if that is fine`() {
        let good = Array(#"{"id":"i","method":"GET","url":"http://h/","body":""#.utf8) + [0xE9] + Array("\"}".utf8)
        #expect(throws: BatchLineError.self) { try Self.read(good) }
        do throws(BatchLineError) { _ = try Self.read(good) } catch {
            #expect(error.id == Array(#""i""#.utf8))
            #expect(error.text.contains("UTF-8"))
        }
        let bad = Array(#"{"id":""#.utf8) + [0xE9] + Array(#"","method":"GET","url":"http://h/"}"#.utf8)
        do throws(BatchLineError) { _ = try Self.read(bad) } catch { #expect(error.id == nil) }
    }

    @Test func `unknown members are ignored and named`() throws {
        let bytes = Array(Self.withMember(#""timeOut":5,"x":{"id":"no"}"#).utf8)
        var reader = BatchRequestReader(bytes, 0..<bytes.count)
        let request = try reader.read()
        #expect(request.id == Array(#""i""#.utf8))
        #expect(request.draft.options.timeouts.total == .seconds(60))
        #expect(reader.unknownNames == [#""timeOut""#, #""x""#])
    }

    @Test(arguments: ["time", "u", "bodyBase6", "timeouts", ""])
    func `what only begins like a member's name is unknown`(name: String) throws {
        let bytes = Array(Self.withMember("\"\(name)\":5").utf8)
        var reader = BatchRequestReader(bytes, 0..<bytes.count)
        let request = try reader.read()
        let log = RequestLogOptions(name: "i")
        #expect(
            request.draft == RequestDraft(method: "GET", url: "http://h/", options: RequestOptions(log: log)))
        #expect(reader.unknownNames == ["\"\(name)\""])
    }

    @Test func `a name may be written with escapes`() throws {
        #expect(try Self.read(#"{"\u0069d":1,"m\u0065thod":"GET","url":"http://h/"}"#).id == Array("1".utf8))
    }

    @Test func `of a line that is too long the id is read from its beginning`() {
        let bytes = Array(#"{"id":5,"method":"POST","body":"xxxxxx"#.utf8)
        var reader = BatchRequestReader(bytes, 0..<bytes.count)
        let fault = reader.readTooLong(limit: 64 << 20)
        #expect(fault.id == Array("5".utf8))
        #expect(fault.text.contains("64 MiB"))
    }

    @Test func `any bytes give a request or an error whose id is JSON`() throws {
        var random = SeededGenerator(seed: 5)
        let seed = Array(
            #"{"id":"é1","method":"GET","url":"http://h/","headers":[["A","b"]],"body":"x\u00e9","timeout":1.5,"retries":2}"#
                .utf8)
        for round in 0..<3000 {
            var bytes = round.isMultiple(of: 3) ? [] : seed
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let byte = UInt8.random(in: 0...255, using: &random)
                let at = Int.random(in: 0...bytes.count, using: &random)
                if at < bytes.count, Bool.random(using: &random) {
                    bytes[at] = byte
                } else {
                    bytes.insert(byte, at: at)
                }
            }
            let id: [UInt8]?
            do throws(BatchLineError) { id = try Self.read(bytes).id } catch { id = error.id }
            guard let id else { continue }
            let text = try #require(String(validating: id, as: UTF8.self))
            var json = JSONCursor(id)
            let value = try json.value()
            let rest = try json.next()
            #expect(rest == .end && [.string, .number].contains(value.kind), "\(text)")
        }
    }

    // MARK: - Retries

    @Test(arguments: [429, 500, 502, 503, 504])
    func `these statuses are tried again`(status: Int) { #expect(Self.isRetried(Self.error(status: status))) }

    @Test(arguments: [400, 401, 404, 408, 425, 501, 505, 599])
    func `no other status is`(status: Int) { #expect(!Self.isRetried(Self.error(status: status))) }

    @Test(arguments: ErrorCategory.allCases)
    func `of all other failures only a lost connection is`(category: ErrorCategory) {
        #expect(!Self.isRetried(EngineError(category: category, sentence: "", hint: "")))
        #expect(Self.isRetried(EngineError(category: category, sentence: "", hint: "", isConnectionLoss: true)))
    }

    @Test func `a method that is not idempotent is repeated only where that was asked for`() {
        let loss = EngineError(category: .connect, sentence: "", hint: "", isConnectionLoss: true)
        #expect(!Self.isRetried(loss, method: .post))
        #expect(!Self.isRetried(loss, method: .patch))
        #expect(Self.isRetried(loss, method: .delete))
        #expect(Self.isRetried(loss, method: .post, repeatsUnsafe: true))
    }

    private static func error(status: Int) -> EngineError {
        EngineError(
            category: status < 500 ? .clientError : .serverError, sentence: "", hint: "", status: status)
    }

    private static func isRetried(_ error: EngineError, method: HTTPMethod = .get, repeatsUnsafe: Bool = false) -> Bool
    {
        let policy = RetryPolicy.ofBatch(retries: 1, repeatsUnsafe: repeatsUnsafe)
        let attempt = RetryPolicy.Attempt(retries: 0, method: method, error: error, timeLeft: .seconds(60))
        if case .retry = policy.decision(after: attempt, random: 0.5) { return true }
        return false
    }
}
