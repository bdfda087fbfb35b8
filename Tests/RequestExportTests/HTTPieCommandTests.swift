import HTTPFormat
import Testing

@testable import NetEngine
@testable import RequestExport
@testable import Workspace

/// The words of HTTPie's commands; whether HTTPie sends the same is tested where it is installed.
struct HTTPieCommandTests {
    private func lines(_ text: String) throws -> [String] {
        let result = try Exporting.export("# @no-redirect\n\(text)", to: .httpie)
        return result.text.split(separator: "\n").map { line in
            var line = line.drop { $0 == " " }
            if line.hasSuffix(" \\") { line.removeLast(2) }
            return String(line)
        }
    }

    private static let defaults = [
        ShellText.word("User-Agent:\(ProgramVersion.userAgent)"), "'Accept:*/*'",
        ShellText.word("Accept-Encoding:\(ContentCoding.acceptEncoding)"),
    ]

    @Test func `a command has its options, the method and the URL, and the headers`() throws {
        #expect(
            try lines("GET http://localhost/x")
                == ["http --ignore-stdin", "--ignore-netrc", "GET http://localhost/x"] + Self.defaults + [
                    "Content-Type:"
                ])
        let post = try lines("POST http://localhost/x\nContent-Type: text/plain\n\nit's")
        #expect(
            post.prefix(4) == ["http --ignore-stdin", #"--raw 'it'\''s'"#, "--ignore-netrc", "POST http://localhost/x"])
        let hyphen = try lines("POST http://localhost/x\nContent-Type: text/plain\n\n-x")
        #expect(hyphen.prefix(2) == ["http --ignore-stdin", "--raw=-x"])
        #expect(!post.contains("Content-Type:") && post.contains("Content-Type:text/plain"))
    }

    @Test func `values of headers have a backslash before what HTTPie would read`() throws {
        let headers = try lines(
            "GET http://localhost/x\nX-A: =1\nX-B: @file\nX-C: a\\b\nX-D: a=b\nX-E:\nX-F: ;\nX-G: :x\nX-H: plain")
        #expect(
            headers.filter { $0.contains("X-") } == [
                #"'X-A:\=1'"#, #"'X-B:\@file'"#, #"'X-C:a\b'"#, "'X-D:a=b'", "'X-E;'", #"'X-F:\;'"#, #"'X-G:\:x'"#,
                "X-H:plain",
            ])
    }

    @Test(arguments: [
        (
            "GET http://localhost/\nX-A: a\\:b",
            "HTTPie cannot send the header X-A: its value has a backslash before one of : ; = @."
        ),
        ("OPTIONS *\nHost: localhost", "HTTPie cannot send a request to the target *."),
        ("M-SEARCH http://localhost/", "HTTPie cannot send the method M-SEARCH: it takes upper-case letters only."),
    ])
    func `what HTTPie cannot send is refused`(text: String, reason: String) throws {
        let result = try Exporting.export(text, to: .httpie)
        #expect(result.count == 0)
        #expect(result.losses.contains { $0.hasSuffix(reason) }, "\(result.losses)")
    }

    @Test func `settings are options of HTTPie, or losses`() throws {
        let limited = try Exporting.export(
            "# @timeout 5 s\n# @connection-timeout 1500 ms\nGET http://localhost/a.b", to: .httpie)
        #expect(limited.text.contains("--timeout=1.5 ") && limited.text.contains("--path-as-is "))
        #expect(limited.losses.contains { $0.hasSuffix("HTTPie has no limit for the whole exchange.") })
        let lenient = try Exporting.export("# @no-reject-unauthorized\nGET https://x.test/a", to: .httpie)
        #expect(lenient.text.contains("--verify=no ") && lenient.text.contains("--follow "))
        #expect(!lenient.text.contains("--path-as-is"))
        let plain = try Exporting.export("# @no-reject-unauthorized\n# @no-redirect\nGET http://x.test/a", to: .httpie)
        #expect(!plain.text.contains("--verify") && !plain.text.contains("--follow"))
    }

    @Test(arguments: [
        ("x=%41", true), ("x=%C3%A9", false), ("x=%c3%a9", true), ("x=a", false), ("x=%20", false),
    ])
    func `a URL that HTTPie writes in another way is named`(query: String, isNamed: Bool) throws {
        let result = try Exporting.export("GET http://localhost/x?\(query)", to: .httpie)
        #expect(result.losses.contains { $0.hasSuffix(HTTPieWriter.changesURL) } == isNamed, "\(result.losses)")
    }

    @Test(arguments: [("a|b", "1", true), ("a", "x={y}", true), ("a", "x=b\"c", true), ("a:@!$&'()*+,;=", "/?", false)])
    func `what HTTPie encodes in a URL that is sent as it is written is named`(
        path: String, query: String, isNamed: Bool
    ) throws {
        let result = try Exporting.export("# @no-auto-encoding\nGET http://localhost/\(path)?\(query)", to: .httpie)
        #expect(result.losses.contains { $0.hasSuffix(HTTPieWriter.changesURL) } == isNamed, "\(result.losses)")
    }
}
