import NetEngine
import TestSupport

extension ErrorCase {
    private static func malformed(
        _ name: String, _ answer: String, _ sentence: String, underlying: String? = nil, status: Int? = nil,
        body: String? = nil
    ) -> ErrorCase {
        stub(
            name, .raw(answer), .protocol, sentence, underlying: underlying, isRetryable: true, status: status,
            body: body)
    }

    private static let noStatusLine = "The response of HOST does not begin with an HTTP status line."
    private static let chunked = head("Transfer-Encoding: chunked")

    /// Responses that are not HTTP.
    static let malformed: [ErrorCase] = [
        malformed("HTTP/0.9", "just a body", noStatusLine, underlying: "curl 1"),
        malformed("a status that is not a number", "HTTP/1.1 abc OK\r\n\r\n", noStatusLine, underlying: "curl 1"),
        malformed("a version that does not exist", "HTTP/7.3 200 OK\r\n\r\n", noStatusLine, underlying: "curl 1"),
        malformed("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", noStatusLine, underlying: "curl 1"),
        malformed("blank lines first", "\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", noStatusLine, underlying: "curl 1"),
        malformed(
            "two spaces before the status", "HTTP/1.1  200 OK\r\n\r\n",
            "The status line of the response, \"HTTP/1.1  200 OK\", has no valid status.", status: 0),
        malformed(
            "no space after the status", "HTTP/1.1 200OK\r\n\r\n",
            "The status line of the response, \"HTTP/1.1 200OK\", has no valid status.", status: 0),
        malformed(
            "a field without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
            "A header line of the response has no colon.", underlying: "curl 8", status: 200),
        malformed(
            "a fold with nothing before it", "HTTP/1.1 200 OK\r\n X-A: a\r\n\r\n",
            "A header line of the response continues a field that does not exist.", status: 200),
        malformed(
            "a NUL in a field", "HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n",
            "A header of the response contains a NUL byte.", underlying: "curl 8", status: 200),
        malformed(
            "two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 2\r\n\r\nbody",
            "The response cannot be trusted: it has two Content-Lengths, 4 and 2.", status: 200, body: ""),
        malformed(
            "two lengths in one field", head("Content-Length: 4, 2") + "body",
            "The response cannot be trusted: it has two Content-Lengths, 4 and 2.", status: 200, body: ""),
        malformed(
            "length 5abc", head("Content-Length: 5abc") + "body!",
            "The response cannot be trusted: its Content-Length \"5abc\" is not a length.", status: 200, body: ""),
        malformed(
            "length 2^64+5", head("Content-Length: 18446744073709551621") + "body!",
            "The response cannot be trusted: its Content-Length \"18446744073709551621\" is not a length.", status: 200,
            body: ""),
        malformed(
            "a negative length", head("Content-Length: -1") + "body!",
            "The response cannot be trusted: its Content-Length is not a length.", underlying: "curl 8", status: 200),
        malformed(
            "an empty length", head("Content-Length:") + "body!",
            "The response cannot be trusted: its Content-Length is not a length.", underlying: "curl 8", status: 200),
        malformed(
            "a chunk size that is not a number", chunked + "4\r\nhalf\r\nzzz\r\n",
            "The body was cut short or is wrongly framed: Illegal or missing hexadecimal sequence in chunked-encoding.",
            underlying: "curl 56", status: 200, body: "half"),
        malformed(
            "a negative chunk size", chunked + "-4\r\nhalf\r\n",
            "The body was cut short or is wrongly framed: Illegal or missing hexadecimal sequence in chunked-encoding.",
            underlying: "curl 56", status: 200, body: ""),
        malformed(
            "a chunk size beyond 2^64", chunked + "FFFFFFFFFFFFFFFFF\r\nhalf\r\n",
            "The body was cut short or is wrongly framed: Too long hexadecimal number in chunked-encoding.",
            underlying: "curl 56", status: 200, body: ""),
        malformed(
            "a chunk longer than its size", chunked + "2\r\nhalf\r\n0\r\n\r\n",
            "The body was cut short or is wrongly framed: Malformed encoding found in chunked-encoding.",
            underlying: "curl 56", status: 200, body: "ha"),
        malformed(
            "an unknown transfer coding", head("Transfer-Encoding: martian") + "body",
            "The body cannot be decoded: the transfer coding \"martian\" was not asked for.", status: 200, body: "body"),
        malformed(
            "a transfer coding that was not asked for",
            head("Transfer-Encoding: gzip, chunked") + "4\r\nbody\r\n0\r\n\r\n",
            "The body cannot be decoded: the transfer coding \"gzip\" was not asked for.", status: 200, body: "body"),
        malformed(
            "chunks in chunks", head("Transfer-Encoding: chunked, chunked") + "4\r\nbody\r\n0\r\n\r\n",
            "The body cannot be decoded: it is chunked more than once.", status: 200, body: "body"),
        stub(
            "an unknown content coding", .coded("martian", [1, 2, 3]), .protocol,
            "The body cannot be decoded: the content coding \"martian\" is unknown.", isRetryable: true, status: 200,
            body: "\u{1}\u{2}\u{3}"),
        stub(
            "six content codings", .coded("gzip, gzip, gzip, gzip, gzip, gzip", [1]), .protocol,
            "The body cannot be decoded: 6 content codings are stacked.", isRetryable: true, status: 200),
        stub(
            "gzip that is cut", .coded("gzip", Array(gzip.dropLast(9))), .protocol,
            "The body cannot be decoded: the gzip data ends too early.", isRetryable: true, status: 200),
        stub(
            "bytes that are not gzip", .coded("gzip", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), .protocol,
            "The body cannot be decoded", isRetryable: true, status: 200, body: ""),
        stub(
            "bytes that are not brotli", .coded("br", [UInt8](repeating: 0xFF, count: 40)), .protocol,
            "The body cannot be decoded", isRetryable: true, status: 200),
        stub(
            "bytes that are not zstd", .coded("zstd", [UInt8](repeating: 0xFF, count: 40)), .protocol,
            "The body cannot be decoded", isRetryable: true, status: 200),
    ]

    private static let gzip = CodedSample.all.first { $0.coding == "gzip" }?.bytes ?? []

    /// Responses beyond the limits.
    static let tooLarge: [ErrorCase] =
        CodedBomb.all.map { bomb in
            stub(
                "a bomb in \(bomb.coding)", .coded(bomb.coding, bomb.bytes), .tooLarge,
                "The body is larger than the limit of 100000 bytes.", status: 200,
                options: RequestOptions(maxBodyBytes: 100_000))
        } + [
            stub(
                "an endless body of chunks", .endlessBody, .tooLarge, "The body is larger than the limit of 1 MiB.",
                status: 200, options: RequestOptions(maxBodyBytes: 1 << 20)),
            stub(
                "an endless body without a length",
                .steps(.send("HTTP/1.0 200 OK\r\n\r\n"), .sendForever([UInt8](repeating: 65, count: 8192))), .tooLarge,
                "The body is larger than the limit of 1 MiB.", status: 200,
                options: RequestOptions(maxBodyBytes: 1 << 20)),
            stub(
                "one byte too many", .status(200, body: "12345"), .tooLarge,
                "The body is larger than the limit of 4 bytes.", status: 200, body: "1234",
                options: RequestOptions(maxBodyBytes: 4)),
            stub(
                "endless fields", .endlessHeaders, .tooLarge,
                "The headers of the response are larger than 256 KiB.", status: 200),
            stub(
                "a field without an end", .endlessHeaderLine, .tooLarge,
                "A header line of the response is larger than 100 KiB.", underlying: "curl 27"),
            stub(
                "a status line without an end",
                .steps(.send("HTTP/1.1 200 "), .sendForever([UInt8](repeating: 65, count: 4096))), .tooLarge,
                "A header line of the response is larger than 100 KiB.", underlying: "curl 27"),
            stub(
                "a flood of interim responses", .interimFlood, .tooLarge,
                "The server sent more than 64 interim responses (status 1xx)."),
            stub(
                "endless trailers",
                .steps(
                    .send(head("Transfer-Encoding: chunked") + "0\r\n"),
                    .sendForever(Array("X-Filler: 0123456789012345678901234567890\r\n".utf8))), .tooLarge,
                "The headers of the response are larger than 256 KiB.", status: 200),
        ]

    /// Statuses that are not a success, and redirects that lead nowhere.
    static let refusing: [ErrorCase] =
        [400, 401, 403, 404, 408, 409, 418, 425, 429, 451, 499].map { status in
            stub(
                "status \(status)", .status(status), .clientError, phase: nil,
                "The server answered with status \(status).", isRetryable: [408, 425, 429].contains(status),
                status: status, body: "body")
        }
        + [500, 501, 502, 503, 504, 505, 599].map { status in
            stub(
                "status \(status)", .status(status), .serverError, phase: nil,
                "The server answered with status \(status).", isRetryable: ![501, 505].contains(status),
                status: status, body: "body")
        }
        + [300, 305, 399].map { status in
            stub(
                "status \(status)", .status(status), .unexpectedStatus, phase: nil,
                "The server answered with status \(status), which is not a success.", status: status, body: "body")
        }
        + [600, 999].map { status in
            stub(
                "status \(status)", .status(status), .unexpectedStatus, phase: nil,
                "The server answered with status \(status), which is not a final status of HTTP.", status: status,
                body: "body")
        } + [
            stub(
                "a status of two digits", .raw("HTTP/1.1 20 OK\r\n\r\n"), .unexpectedStatus,
                "The status of the response is not a number from 100 to 999.", underlying: "curl 1"),
            stub(
                "a status of four digits", .raw("HTTP/1.1 1000 Much\r\n\r\n"), .unexpectedStatus,
                "The status of the response is not a number from 100 to 999.", underlying: "curl 1"),
            stub(
                "status 099", .raw("HTTP/1.1 099 Low\r\n\r\n"), .unexpectedStatus,
                "The status of the response is not a number from 100 to 999.", underlying: "curl 1"),
            stub(
                "an unasked 101", .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .unexpectedStatus,
                "The server switched protocols (status 101) without being asked.", status: 101),
            stub(
                "an unasked 304", .raw("HTTP/1.1 304 Not Modified\r\n\r\n"), .unexpectedStatus, phase: nil,
                "The server answered with status 304, which is not a success.", status: 304),
            stub(
                "a redirect to ftp", .redirect(to: "ftp://127.0.0.1/x"), .redirect, phase: nil,
                "The redirect cannot be followed", status: 302),
            stub(
                "a redirect to a file", .redirect(to: "file:///etc/passwd"), .redirect, phase: nil,
                "The redirect cannot be followed", status: 302),
            stub(
                "a redirect to a script", .redirect(to: "javascript:alert(1)"), .redirect, phase: nil,
                "The redirect cannot be followed", status: 302),
            stub(
                "a redirect in a circle", .redirect(to: "/"), .redirect, phase: nil,
                "The redirects run in a circle: http://HOST/ was asked for already.", status: 302),
            stub(
                "redirects without an end",
                StubBehaviour {
                    [.send(StubBehaviour.response(302, headers: [("Location", "/\($0.index)")], body: []))]
                },
                .redirect, phase: nil, "More than 10 redirects were sent.", status: 302),
        ]
}
