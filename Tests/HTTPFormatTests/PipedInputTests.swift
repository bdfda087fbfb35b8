import NetEngine
import Testing

@testable import HTTPFormat

/// Bodies that are piped into curl, as a copy of a request has them.
@Suite struct PipedInputTests {
    private func transfer(_ text: String) throws -> CurlCommands.Transfer {
        let commands = CurlCommands(Array(text.utf8), movesBodies: true)
        #expect(commands.strayLine == nil && commands.transfers.count == 1)
        return try #require(commands.transfers.first)
    }

    @Test(arguments: [
        Array("a\r\n\u{0}%\\'-".utf8), [0xFF, 0x00, 0x0A], Array("-n it's 100 %\t".utf8), [],
        (0...255).map { UInt8($0) },
    ])
    func `what we write is read back`(bytes: [UInt8]) {
        let text = Array("\(ShellText.printf(bytes)) | curl http://h/".utf8)
        let input = PipedInput(text, from: 0)
        #expect(input?.bytes == bytes)
        #expect(input.map { String(decoding: text[$0.end...], as: UTF8.self) } == "curl http://h/")
    }

    @Test func `bytes that are not text go to a file`() throws {
        let transfer = try transfer(
            #"printf '\377\000' | curl -L http://h/ -H 'Content-Type: image/png' --data-binary @-"#)
        #expect(transfer.problem == nil && transfer.remarks.isEmpty)
        #expect(transfer.lines == ["POST http://h/", "Content-Type: image/png", "", "< ./body"])
        #expect(transfer.moved == [0: [0xFF, 0]])
    }

    @Test func `a text is written into the request, in braces too`() throws {
        let pipe = #"{ printf '{"a": "'; printf %s "$NAME"; printf '"}'; }"#
        let transfer = try transfer("$ \(pipe) | curl -L http://h/ \\\n  --json @-")
        #expect(transfer.lines?.last == #"{"a": "$NAME"}"#)
        #expect(transfer.remarks == ["Shell variables are sent as they are written."])
    }

    @Test func `line breaks are left out where curl leaves them out`() throws {
        #expect(try transfer(#"printf 'a=1\r\n&b=2\n' | curl -L http://h/ -d @-"#).lines?.last == "a=1&b=2")
    }

    @Test func `a file among other data is refused, with what to do`() throws {
        let transfer = try transfer("{ printf a; cat -- f.png; printf b; } | curl http://h/ --data-binary @-")
        #expect(transfer.lines == nil)
        #expect(
            transfer.problem
                == "The body of this curl command cannot be written in a request file: it joins a file with other data. Put all of it into one file."
        )
    }

    @Test(arguments: [
        "echo a | curl http://h/", "printf a || curl http://h/", "printf '%d' 1 | curl http://h/",
        "printf a; curl http://h/",
        "{ printf a | curl http://h/", "printf 'a | curl http://h/", "cat f | curl http://h/",
        "printf '\\q' | curl http://h/",
    ])
    func `any other command is not read`(text: String) {
        #expect(CurlCommands(Array(text.utf8)).strayLine == 1)
    }

    @Test(arguments: ["-T -", "-T .", "-F 'a=@-'", "-F 'a=<-'"])
    func `what is piped into a file's place is refused, with what to do`(option: String) throws {
        let transfer = try transfer("printf a | curl http://h/ \(option)")
        #expect(transfer.problem == "What is piped into -T or -F is not read: put it into a file, and name that.")
    }

    @Test func `bytes for the URL that are not text are named`() throws {
        let transfer = try transfer(#"printf '\377' | curl -L -G http://h/ -d @-"#)
        #expect(
            transfer.remarks == ["What is piped into curl, which it would add to the URL, is not text and is left out."]
        )
    }

    @Test func `a command with a pipe follows another one on the same line`() {
        let commands = CurlCommands(Array("curl -L http://h/1; printf 'x' | curl -L http://h/2 -d @-".utf8))
        #expect(commands.transfers.map { $0.lines?.first } == ["GET http://h/1", "POST http://h/2"])
        #expect(commands.transfers.flatMap(\.remarks) == [])
    }

    @Test func `several commands keep their lines`() {
        let text = "printf 'a\\n' | curl http://h/1 \\\n  -d @-\ncurl http://h/2\n"
        #expect(CurlCommands(Array(text.utf8)).transfers.map(\.line) == [1, 3])
    }

    /// A copied request: what `CurlWriter` writes is a request of the same body.
    @Test func `a copied command is a request again`() throws {
        let body: [UInt8] = Array("a\u{1}b\r\n".utf8) + [0xFF]
        let request = PreparedRequest(
            method: .post, url: try HTTPURL.parse("http://h/x"), headers: HeaderFields([]), body: .bytes(body),
            options: RequestOptions(decodesContent: false))
        let transfer = try transfer(CurlWriter(request).text)
        #expect(transfer.moved == [0: body] && transfer.problem == nil)
    }
}
