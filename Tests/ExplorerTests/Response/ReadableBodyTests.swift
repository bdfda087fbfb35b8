import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

private enum Data {
    /// 4 x 4 pixels: two rows of red, two of blue.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0, 0, 4,
        8, 6,
        0, 0, 0, 0xA9, 0xF1, 0x9E, 0x7E, 0, 0, 0, 0x15, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0xC0,
        0xF0,
        0x1F, 0x19, 0x33, 0x60, 0x08, 0xA0, 0xF1, 0x31, 0x05, 0, 0x2C, 0x50, 0x1F, 0xE1, 0x44, 0xD7, 0x52, 0xEE, 0, 0,
        0,
        0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}

/// Bodies that are not JSON, read by their kind.
@Suite struct ReadableBodyTests {
    private static let size = Size(columns: 60, rows: 12)

    private func state(_ type: String, _ body: [UInt8], isComplete: Bool = true) -> ResponsePaneState {
        var state = ResponsePaneState()
        _ = state.show(
            ExchangeFixtures.exchange(
                1, draft: RequestDraft(url: "http://h/"),
                response: ExchangeFixtures.response(
                    headers: [HeaderField("Content-Type", type)], body: body, isComplete: isComplete)),
            label: RequestLabel(method: "GET", url: "http://h/"))
        return state
    }

    private func screen(_ state: ResponsePaneState) -> String {
        var buffer = CellBuffer(size: Self.size)
        ResponsePane.draw(
            state, in: Rect(Self.size), isFocused: false, now: MonotonicTime(nanoseconds: 0), on: &buffer)
        return buffer.dump()
    }

    @Test func `XML is laid out, and shown as it came when that is asked for`() {
        var state = state("application/xml", Array("<a><b>1</b></a>".utf8))
        #expect(state.bodyMode == .pretty)
        #expect(screen(state).contains("Body XML"))
        #expect(screen(state).contains("\n  <b>1</b>"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(screen(state).contains("<a><b>1</b></a>"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .hex)
    }

    @Test func `MessagePack is shown as a tree, and its bytes beside it`() {
        var state = state("application/msgpack", [0x81, 0xA1, 0x61, 0x01])
        #expect(screen(state).contains("Body MessagePack"))
        #expect(screen(state).contains("\"a\": 1"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .hex)
    }

    @Test func `a body that is not of its type says why, and is shown as bytes or text`() {
        let state = state("application/cbor", [0x9F, 0x01])
        #expect(screen(state).contains("Not CBOR: "))
        #expect(state.bodyMode != .pretty)
    }

    @Test func `what ends early is not decoded`() {
        #expect(state("application/xml", Array("<a><b>".utf8), isComplete: false).bodyMode == .raw)
    }

    @Test func `a picture is drawn in half blocks below its facts, and fits the pane`() {
        let png = Data.png
        let state = state("image/png", png)
        #expect(screen(state).contains("Body Image, PNG, 4 x 4 pixels"))
        #expect(screen(state).contains("size          4 x 4 pixels"))
        var buffer = CellBuffer(size: Size(columns: 60, rows: 16))
        ResponsePane.draw(
            state, in: Rect(buffer.size), isFocused: false, now: MonotonicTime(nanoseconds: 0), on: &buffer)
        let rows = buffer.dump().split(separator: "\n", omittingEmptySubsequences: false)
        let top = rows.firstIndex { $0.hasPrefix("▀▀▀▀") }
        #expect(top != nil && rows[(top ?? 0) + 1].hasPrefix("▀▀▀▀"))
        #expect(buffer[0, top ?? 0].style == Style(upper: 0xFF0000, lower: 0xFF0000))
        #expect(buffer[3, (top ?? 0) + 1].style == Style(upper: 0x0000FF, lower: 0x0000FF))
    }

    @Test func `a small file with millions of pixels is not drawn while a key is handled`() {
        var png = Data.png
        (png[17], png[18], png[21], png[22]) = (0, 16, 0, 16)
        var state = ResponsePaneState()
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", "image/png")], body: png))
        let label = RequestLabel(method: "GET", url: "http://h/")
        guard case .prepareBody = state.show(exchange, label: label) else {
            Issue.record("it was prepared at once")
            return
        }
        state.bodyPrepared(ExchangeDocument(exchange))
        #expect(screen(state).contains("size          4100 x 4100 pixels"))
    }

    @Test func `a body of parts is made ready in the background: each may be a picture`() {
        func takesLong(_ type: String) -> Bool {
            ExchangeDocument.takesLong(
                ExchangeFixtures.exchange(
                    response: ExchangeFixtures.response(
                        headers: [HeaderField("Content-Type", type)], body: Array("--b--".utf8))))
        }
        #expect(takesLong("multipart/mixed; boundary=b") && takesLong("Multipart/Form-Data; boundary=b"))
        #expect(!takesLong("text/plain") && !takesLong("message/multipart"))
    }

    @Test func `a body is read in another charset when the user says so, and as found again`() {
        var state = state("text/plain", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
        #expect(!screen(state).contains("Привет"))
        _ = state.read(as: ReadingChoice(charset: TextEncoding(label: "windows-1251")))
        #expect(screen(state).contains("Привет"))
        #expect(screen(state).contains("Read as windows-1251, as chosen; r changes it."))
        _ = state.read(as: ReadingChoice())
        #expect(!screen(state).contains("Привет"))
    }

    @Test func `a charset that was guessed is named, and can be changed`() {
        var state = state("text/plain", Array("caf".utf8) + [0xE9, 0x20, 0x80])
        #expect(screen(state).contains("café €"))
        #expect(screen(state).contains("Read as windows-1252, a guess; r changes it."))
        _ = state.read(as: ReadingChoice(charset: .utf8))
        #expect(screen(state).contains(#"caf\xE9"#))
        #expect(!screen(state).contains("a guess"))
    }

    @Test func `a charset that the body is not in is one sentence`() {
        var state = state("text/plain; charset=utf-8", [0x5A, 0x6F, 0xEB])
        #expect(screen(state).contains("Named UTF-8, but probably windows-1252; r changes it."))
        _ = state.read(as: ReadingChoice(charset: .windows1252))
        #expect(!screen(state).contains("probably"))
    }

    @Test func `a body of another kind than its type says so, and is shown as what it is`() {
        let page = state("image/png", Array("<html>no image</html>".utf8))
        #expect(screen(page).contains("Body HTML"))
        #expect(screen(page).contains("\nNot an image: "), "\(screen(page))")
        let text = state("application/zip", Array("no archive".utf8))
        #expect(screen(text).contains("\nNot a zip archive: "), "\(screen(text))")
    }

    @Test func `stray bytes in a text in UTF-8 stay visible`() {
        let state = state("text/plain", Array("crème brûlée ".utf8) + [0xE9, 0x2E])
        #expect(screen(state).contains(#"crème brûlée \xE9."#))
        #expect(!screen(state).contains("a guess"))
    }

    @Test func `protobuf can be read by another meaning`() {
        // A field of bytes that is a message, and text as well.
        var state = state("application/x-protobuf", [0x0A, 0x02, 0x20, 0x31])
        #expect(screen(state).contains("one of"), "\(screen(state))")
        let first = screen(state)
        _ = state.read(as: ReadingChoice(reading: 1))
        #expect(screen(state).contains("one of"))
        #expect(screen(state) != first)
    }

    @Test func `control characters of a decoded body are visible`() {
        let state = state("text/csv", Array("a,b\n\u{1B}[2J,1\n".utf8))
        #expect(!screen(state).contains("\u{1B}"))
    }

    @Test func `JSON whose header names another charset says that it is read as UTF-8`() {
        let state = state(
            "application/json; charset=windows-1251", Array("[\"".utf8) + [0xEF, 0xF0] + Array("\"]".utf8))
        #expect(screen(state).contains("charset=windows-1251 is ignored: JSON is UTF-8 (RFC 8259)."))
    }
}
