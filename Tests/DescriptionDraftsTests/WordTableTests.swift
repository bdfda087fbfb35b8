import Testing

@testable import DescriptionDrafts

/// Lists of words, entry by entry.
@Suite struct WordTableTests {
    @Test func `each registered status has its name`() {
        let rows = """
            100 Continue
            101 Switching Protocols
            102 Processing
            103 Early Hints
            104 Informational response
            200 OK
            201 Created
            202 Accepted
            203 Non-Authoritative Information
            204 No Content
            205 Reset Content
            206 Partial Content
            207 Multi-Status
            208 Already Reported
            209 Success
            226 IM Used
            300 Multiple Choices
            301 Moved Permanently
            302 Found
            303 See Other
            304 Not Modified
            305 Use Proxy
            306 Redirection
            307 Temporary Redirect
            308 Permanent Redirect
            400 Bad Request
            401 Unauthorized
            402 Payment Required
            403 Forbidden
            404 Not Found
            405 Method Not Allowed
            406 Not Acceptable
            407 Proxy Authentication Required
            408 Request Timeout
            409 Conflict
            410 Gone
            411 Length Required
            412 Precondition Failed
            413 Content Too Large
            414 URI Too Long
            415 Unsupported Media Type
            416 Range Not Satisfiable
            417 Expectation Failed
            421 Misdirected Request
            422 Unprocessable Content
            423 Locked
            424 Failed Dependency
            425 Too Early
            426 Upgrade Required
            427 Client error
            428 Precondition Required
            429 Too Many Requests
            431 Request Header Fields Too Large
            451 Unavailable For Legal Reasons
            500 Internal Server Error
            501 Not Implemented
            502 Bad Gateway
            503 Service Unavailable
            504 Gateway Timeout
            505 HTTP Version Not Supported
            506 Variant Also Negotiates
            507 Insufficient Storage
            508 Loop Detected
            509 Server error
            511 Network Authentication Required
            """
        let found = rows.split(separator: "\n").map { row in
            let status = Int(row.prefix(3)) ?? 0
            return "\(status) \(ReasonPhrase.of(status))"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test(arguments: [
        ("people", "person"), ("children", "child"), ("men", "man"), ("women", "woman"), ("indices", "index"),
        ("matrices", "matrix"), ("vertices", "vertex"), ("news", "news"), ("series", "series"), ("movies", "movie"),
        ("cookies", "cookie"), ("aliases", "alias"), ("bus", "bus"), ("gas", "gas"), ("buses", "bus"), ("gases", "gas"),
        ("caches", "cache"), ("menus", "menu"), ("excuses", "excuse"), ("heroes", "hero"), ("quizzes", "quiz"),
        ("analyses", "analysis"), ("metadata", "metadata"), ("sms", "sms"), ("dns", "dns"), ("https", "https"),
        ("aws", "aws"), ("ios", "ios"), ("oas", "oas"), ("kubernetes", "kubernetes"), ("cities", "city"),
        ("ties", "tie"),
        ("classes", "class"), ("dishes", "dish"), ("matches", "match"), ("boxes", "box"), ("buzzes", "buzz"),
        ("statuses", "status"), ("houses", "house"), ("causes", "cause"), ("class", "class"), ("status", "status"),
        ("axis", "axis"), ("users", "user"), ("as", "as"), ("ids", "id"), ("user", "user"), ("", ""), ("s", "s"),
    ])
    func `a word has its singular`(plural: String, singular: String) {
        #expect(NameWords.singular(plural) == singular)
    }

    @Test func `a name is read up to two hundred bytes`() {
        let name = String(repeating: "a", count: 199)
        #expect(NameWords.words(name + "bc") == [name + "b"])
        #expect(NameWords.words("apiKey2Go HTTPServer-x__y") == ["api", "key2", "go", "httpserver", "x", "y"])
        #expect(NameWords.words("é-ü") == [] && NameWords.words("aéb") == ["a", "b"])
        #expect(NameWords.camel(["a", "bc", "d"]) == "aBcD" && NameWords.camel([]) == "")
        #expect(
            NameWords.pascal(["a", "bc"]) == "ABc" && NameWords.isPlural(["user", "ids"]) && !NameWords.isPlural([]))
    }

    @Test(arguments: [
        ("0", true, true), ("-1", true, true), ("007", false, false), ("-", false, false), ("", false, false),
        ("123456789012345678", true, true), ("1234567890123456789", false, false), ("-123456789012345678", true, true),
        ("1.5", false, true), ("-0.5", false, true), ("1.", false, false), (".5", false, false), ("00.5", false, false),
        ("1.2.3", false, false), ("1e5", false, false), ("+1", false, false), ("-0", true, true), ("--1", false, false),
    ])
    func `a text is a whole number, or a number`(text: String, isInteger: Bool, isNumber: Bool) {
        #expect(ScalarText.isInteger(Array(text.utf8)) == isInteger)
        #expect(ScalarText.isNumber(Array(text.utf8)) == isNumber)
    }

    @Test func `a number has forty characters at most`() {
        let number = "1." + String(repeating: "5", count: 38)
        #expect(ScalarText.isNumber(Array(number.utf8)) && !ScalarText.isNumber(Array((number + "5").utf8)))
    }
}
