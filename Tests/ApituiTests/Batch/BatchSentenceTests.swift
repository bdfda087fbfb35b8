import Base
import NetEngine
import Testing

@testable import Workspace
@testable import apitui

/// What is said of lines that cannot be sent, and where the limits of their members are.
@Suite struct BatchSentenceTests {
    private static func read(_ text: String, memo: BatchOptionsMemo = BatchOptionsMemo()) -> (
        request: BatchRequest?, error: BatchLineError?, memo: BatchOptionsMemo
    ) {
        let bytes = Array(text.utf8)
        var reader = BatchRequestReader([0x7B] + bytes, 1..<1 + bytes.count, memo: memo)
        do throws(BatchLineError) {
            let request = try reader.read()
            return (request, nil, reader.memo)
        } catch {
            return (nil, error, reader.memo)
        }
    }

    private static func line(_ members: String) -> String {
        #"{"id":"i","method":"GET","url":"http://h/"\#(members.isEmpty ? "" : ",")\#(members)}"#
    }

    private static let form = "Write one JSON object per line; 'apitui batch --help' shows its members."

    /// Lines `what -> what is said`, without empty ones.
    private static func rows(_ table: String) -> [(given: String, said: String)] {
        table.split(separator: "\n").map { row in
            let parts = row.split(separator: " -> ", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
    }

    @Test func `each error in a member has its own sentence`() {
        let table = #"""
            "headers":{"a":"b"} -> headers must be an array of [name, value] pairs of strings
            "headers":[["a","b"],["a"]] -> headers must be an array of [name, value] pairs of strings; [1] is not such a pair
            "headers":[["Ā","b"]] -> headers "Ā" has a character above U+00FF
            "headers":[["a","b"],["\ud800","b"]] -> headers "[1]" has a character above U+00FF
            "body":{"a":1} -> body must be a string or null
            "body":"\udc00" -> body has half of a surrogate pair, which UTF-8 cannot express
            "body":"a","bodyBase64":"YQ==" -> bodyBase64 and body are both given
            "bodyBase64":5 -> bodyBase64 must be a string or null
            "bodyBase64":"YQ" -> bodyBase64 is not Base64
            "cache":"often" -> cache must be one of default, no-store, reload, no-cache, force-cache, only-if-cached
            "cache":true -> cache must be a string or null
            "timeout":0 -> timeout must be a number of seconds above 0, at most 1000000000
            "timeout":1000000001 -> timeout must be a number of seconds above 0, at most 1000000000
            "connectTimeout":"5" -> connectTimeout must be a number of seconds above 0, at most 1000000000
            "followRedirects":1 -> followRedirects must be true or false
            "maxRedirects":1001 -> maxRedirects must be a whole number from 0 to 1000
            "maxRedirects":"3" -> maxRedirects must be a whole number from 0 to 1000
            "maxBodyBytes":1099511627777 -> maxBodyBytes must be a whole number from 0 to 1099511627776
            "retries":1001 -> retries must be a whole number from 0 to 1000
            "retries":-1 -> retries must be a whole number from 0 to 1000
            "insecure":"yes" -> insecure must be true or false
            "caFile":1 -> caFile must be a string or null
            "caFile":"\ud800" -> caFile has half of a surrogate pair, which UTF-8 cannot express
            "proxy":"" -> proxy must be null, "env" or a URL
            "retryUnsafe":0 -> retryUnsafe must be true or false
            "timeout":1,"timeout":1 -> timeout is given twice
            "id":"j" -> id is given twice
            "proxy":"","timeout":0 -> timeout must be a number of seconds above 0, at most 1000000000
            "timeout":0,"headers":1 -> headers must be an array of [name, value] pairs of strings
            "url":"","headers":1 -> url is given twice
            """#
        for (members, said) in Self.rows(table) {
            let error = Self.read(Self.line(members)).error
            #expect(error?.text == said, "\(members)")
            #expect(error?.id == Array(#""i""#.utf8), "\(members)")
        }
    }

    @Test func `a line that is wrong as a whole says what is expected, and where`() {
        let table = #"""
            {"method":"GET","url":"http://h/"} -> id is missing
            {"id":null,"method":"GET","url":"http://h/"} -> id is missing
            {"id":true,"method":"GET","url":"http://h/"} -> id must be a string or a number
            {"id":true} -> id must be a string or a number
            {"id":1} -> url is missing
            {"id":1,"url":null,"method":"GET"} -> url is missing
            {"id":1,"url":"http://h/"} -> method is missing
            {"id":1,"url":"http://h/","method":5} -> method must be a string
            {"id":1,"url":["http://h/"],"method":"GET"} -> url must be a string
            {"id":1,"url":"http://h/","method":""} -> method must not be empty
            [1,2] -> this is not JSON: an object is expected (column 1)
            "id" -> this is not JSON: an object is expected (column 1)
            {"id":"i"} x -> this is not JSON: nothing more is expected after the value (column 12)
            """#
        for (line, said) in Self.rows(table) {
            let error = Self.read(line).error
            #expect(error?.text == said && error?.hint == Self.form, "\(line): \(error?.text ?? "taken")")
        }
    }

    @Test func `an error says what to do about it`() {
        let table = #"""
            "headers":[["X","Ā"]] -> A header is bytes: each character from U+0000 to U+00FF is one byte.
            "body":[] -> Write a JSON body as a string that contains it.
            "body":"a","bodyBase64":"YQ==" -> Give one of them, or neither.
            "bodyBase64":"Y-__" -> Use the alphabet with + and /, padded with = (RFC 4648 §4).
            "bodyBase64":1 -> Write one JSON object per line; 'apitui batch --help' shows its members.
            """#
        for (members, hint) in Self.rows(table) {
            #expect(Self.read(Self.line(members)).error?.hint == hint, "\(members)")
        }
        var bytes = Array(Self.line(#""body":"x""#).utf8)
        bytes[bytes.count - 3] = 0xE9
        var reader = BatchRequestReader(bytes, 0..<bytes.count)
        let invalid = #expect(throws: BatchLineError.self) { try reader.read() }
        #expect(invalid?.text == "this is not UTF-8 (column 52)")
        #expect(invalid?.hint == "Write bodies of other bytes as bodyBase64.")
        var long = BatchRequestReader(bytes, 0..<bytes.count)
        let tooLong = long.readTooLong(limit: 3 << 20)
        #expect(tooLong.text == "it is longer than 3 MiB")
        #expect(
            tooLong.hint == "Send smaller bodies; a saved request can send a file of any size ('apitui send').")
        let error = tooLong.error(line: 7)
        #expect(error.sentence == "Line 7: it is longer than 3 MiB." && error.hint == tooLong.hint)
    }

    @Test func `the ends of the ranges are taken`() {
        func options(_ members: String) -> RequestOptions {
            Self.read(Self.line(members)).request?.draft.options ?? RequestOptions(maxRedirects: -1)
        }
        #expect(options(#""maxRedirects":0"#).maxRedirects == 0)
        #expect(options(#""maxRedirects":1e3"#).maxRedirects == 1000)
        #expect(options(#""maxBodyBytes":0"#).maxBodyBytes == 0)
        #expect(options(#""maxBodyBytes":1099511627776"#).maxBodyBytes == 1 << 40)
        #expect(options(#""timeout":1000000000"#).timeouts.total == .seconds(1_000_000_000))
        #expect(options(#""timeout":1e-10"#).timeouts.total == .nanoseconds(1), "a part of a nanosecond is one")
        #expect(options(#""retries":1000"#).retry == .ofBatch(retries: 1000, repeatsUnsafe: false))
        #expect(options(#""retries":1,"retryUnsafe":false"#).retry == .ofBatch(retries: 1, repeatsUnsafe: false))
        #expect(options(#""retryUnsafe":true"#).retry == nil)
        #expect(options(#""insecure":false"#).verifiesTLS)
        #expect(options(#""followRedirects":true"#).followRedirects)
    }

    @Test func `options are those of the line, whatever the line before it had`() {
        var memo = BatchOptionsMemo()
        var seen: [String] = []
        for members in [
            #""timeout":5"#, #""timeout":5"#, #""timeout":6"#, "", #""maxRedirects":5"#, #""retries":5"#,
            #""timeout":0"#, #""timeout":0"#, #""url":1,"timeout":7"#, #""timeout":7"#, #""timeout":7.0"#,
            #""timeout":5"#,
        ] {
            let (request, error, next) = Self.read(Self.line(members), memo: memo)
            memo = next
            guard let options = request?.draft.options else {
                seen.append(error.map { $0.text.prefix { $0 != " " }.description } ?? "")
                continue
            }
            let seconds = options.timeouts.total?.components.seconds ?? 0
            seen.append("\(seconds) \(options.maxRedirects) \(options.retry?.maxRetries ?? 0)")
        }
        let usual = RequestOptions().maxRedirects
        #expect(
            seen == [
                "5 \(usual) 0", "5 \(usual) 0", "6 \(usual) 0", "60 \(usual) 0", "60 5 0", "60 \(usual) 5", "timeout",
                "timeout", "url", "7 \(usual) 0", "7 \(usual) 0", "5 \(usual) 0",
            ])
    }

    @Test func `the log has the id as text, also where the options are those of the line before`() {
        var memo = BatchOptionsMemo()
        var names: [String?] = []
        for id in [#""a""#, #""b\u0041""#, "7", "1e2", #""\ud800""#, #""""#] {
            let read = Self.read(#"{"id":\#(id),"method":"GET","url":"http://h/"}"#, memo: memo)
            memo = read.memo
            names.append(read.request?.draft.options.log?.name)
        }
        #expect(names == ["a", "bA", "7", "1e2", nil, ""])
    }

    @Test func `of unknown members the first eight are named`() {
        let names = (1...9).map { "\"u\($0)\"" }
        let bytes = Array(Self.line(names.map { "\($0):1" }.joined(separator: ",")).utf8)
        var reader = BatchRequestReader(bytes, 0..<bytes.count)
        #expect((try? reader.read()) != nil)
        #expect(reader.unknownNames == Array(names.prefix(8)))
    }

    @Test func `the members have the names of the help`() {
        let names = """
            id method url headers body bodyBase64 cache timeout connectTimeout followRedirects maxRedirects \
            maxBodyBytes insecure caFile proxy retries retryUnsafe
            """
        #expect(BatchMember.allCases.map(\.name).joined(separator: " ") == names)
    }
}
