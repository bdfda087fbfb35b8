import ArgumentParser
import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace
@testable import apitui

/// A URL with curl's flags as the curl command and the body that it becomes, and the flags' own advice.
@Suite struct TypedCommandTests {
    private static func typed(
        _ flags: [String], url: String = "http://h/", input: [UInt8] = Array("in".utf8)
    ) throws -> TypedRequest {
        try TypedRequest(url, try CurlFlags.parse(flags)) { () throws(CommandFailure) in input }
    }

    @Test func `each flag is a word of one curl command, in a fixed order`() throws {
        let rows: [(flags: [String], command: String)] = [
            ([], "curl $'http://h/'"), (["-X", "PUT"], "curl $'http://h/' $'-X' $'PUT'"),
            (["-H", "A: b", "-H", "C: d"], "curl $'http://h/' $'-H' $'A: b' $'-H' $'C: d'"),
            (
                ["-m", "5", "-L", "-A", "x", "-u", "a:b", "-I", "-F", "f=1", "-H", "A: b", "-X", "PUT"],
                "curl $'http://h/' $'-X' $'PUT' $'-H' $'A: b' $'-F' $'f=1' $'-I' $'-u' $'a:b' $'-A' $'x' $'-L' $'-m' $'5'"
            ), (["-H", #"A: it's \ b"#], #"curl $'http://h/' $'-H' $'A: it\'s \\ b'"#),
            (["-b", "a=1; b=2", "-b", "c=3"], "curl $'http://h/' $'-b' $'a=1; b=2; c=3'"),
            (["-A", "a\r\nb"], #"curl $'http://h/' $'-A' $'a\r\nb'"#),
            (["-d", "a=1"], "curl $'http://h/' $'--data-raw' $''"),
            (["-G", "-d", "a=1"], "curl $'http://h/' $'-G' $'--data-raw' $'a=1'"),
            (
                ["-d", "{{x}}"],
                "curl $'http://h/' $'--data-raw' $'{{x}}' $'-H' $'Content-Type: text/plain'"
            ),
            (
                ["-d", "{{x}}", "-H", "content-type: a/b"],
                "curl $'http://h/' $'-H' $'content-type: a/b' $'--data-raw' $'{{x}}'"
            ),
            (
                ["--data-urlencode", "a=b c"],
                "curl $'http://h/' $'--data-urlencode' $'a=b c' $'-H' $'Content-Type: text/plain'"
            ),
            (
                ["-d", "@-", "-d", "{{v}}"],
                "curl $'http://h/' $'--data-raw' $'in' $'--data-raw' $'{{v}}' $'-H' $'Content-Type: text/plain'"
            ), (["-G", "-d", "@-"], "curl $'http://h/' $'-G' $'--data-raw' $'in'"),
        ]
        for (flags, command) in rows { #expect(try Self.typed(flags).command == command, "\(flags)") }
        for (url, shown) in [("h:80/x", "http://h:80/x"), ("{{b}}/x", "{{b}}/x"), ("HTTPS://h", "HTTPS://h")] {
            #expect(try Self.typed([], url: url).command == "curl $'\(shown)'")
        }
    }

    @Test func `data are joined by ampersands in the order in which they were typed`() throws {
        func body(_ flags: [String], input: String = "in") throws -> String? {
            try Self.typed(flags, input: Array(input.utf8)).body.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try body([]) == nil && body(["-X", "POST"]) == nil)
        #expect(try body(["-d", "a=1", "--data-raw", "@b", "-d", "c"]) == "a=1&@b&c")
        #expect(try body(["--data-binary", "x", "--data-ascii", "y"]) == "x&y")
        #expect(try body(["-d", ""]) == "")
        #expect(try body(["-d", "@-"], input: "x\r\ny\0z\n") == "xyz", "line breaks and NUL are left out")
        #expect(try body(["--data-binary", "@-"], input: "x\r\ny\0z\n") == "x\r\ny\0z\n")
        #expect(try body(["-d", "@-"], input: "{{v}}") == "{{v}}", "of a file nothing is a variable")
        #expect(
            try body(["-d", "{{v}}"]) == nil && body(["--data-urlencode", "a"]) == nil
                && body(["-G", "-d", "a"]) == nil)
        let refused =
            "Data from a file must be UTF-8 without {{ where it is sent with -G, --data-urlencode or {{variables}}."
        for (flags, input) in [
            (["-G", "-d", "@-"], Array("{{v}}".utf8)), (["-d", "@-", "-d", "{{v}}"], [0xFF]),
            (["-d", "@-", "--data-urlencode", "a"], [0xC3]),
        ] {
            let failure = #expect(throws: CommandFailure.self) { try Self.typed(flags, input: input) }
            #expect(failure?.sentences.map(\.string) == [refused], "\(flags)")
        }
    }

    @Test func `the draft gets the body and the type that were typed, and no place in a file`() throws {
        var draft = RequestDraft(
            method: "POST", url: "http://h/",
            headers: [HeaderField("Content-Type", "text/plain"), HeaderField("A", "b")],
            body: .none)
        draft.options.log = RequestLogOptions(name: "n", file: "f", line: 1, environment: "dev")
        let bytes = try Self.typed(["-d", "x"]).completed(draft)
        #expect(bytes.body == .bytes([0x78]) && bytes.headers == draft.headers)
        #expect(bytes.options.log == RequestLogOptions(environment: "dev"))
        let text = try Self.typed(["-d", "{{x}}"]).completed(draft)
        #expect(text.body == .none)
        #expect(
            text.headers.fields == [
                HeaderField("A", "b"), HeaderField("Content-Type", "application/x-www-form-urlencoded"),
            ])
        #expect(try Self.typed([]).completed(draft).headers == draft.headers)
    }

    @Test func `the first flag of curl that was given is named`() throws {
        let all: [(String, [String])] = [
            ("-X", ["-X", "A"]), ("-H", ["-H", "A: b"]), ("-d", ["-d", "x"]), ("--data-raw", ["--data-raw", "x"]),
            ("--data-binary", ["--data-binary", "x"]), ("--data-urlencode", ["--data-urlencode", "x"]),
            ("-F", ["-F", "a=b"]), ("-G", ["-G"]), ("-I", ["-I"]), ("-u", ["-u", "a"]), ("-A", ["-A", "a"]),
            ("-b", ["-b", "a=b"]), ("-L", ["-L"]), ("-m", ["-m", "1"]),
        ]
        for (name, words) in all { #expect(try CurlFlags.parse(words).given == name) }
        #expect(try CurlFlags.parse([]).given == nil)
        #expect(try CurlFlags.parse(["-m", "1", "-L", "-H", "A: b"]).given == "-H", "in the order of the table")
    }

    @Test func `a command that a browser copied is taken, and what it need not say is named`() throws {
        let flags = try CurlFlags.parse(
            ["-H", "accept: */*", "-b", "sid=1; t=2", "--data-raw", "{}", "--compressed", "-fsS"])
        #expect(
            flags.unneeded == [
                "--compressed is not needed: a compressed body is asked for and decoded.",
                "-f is not needed: a status of 400 or more is a failure, and its body is printed.",
                "-s is not needed: the body alone goes to standard output; 2>/dev/null leaves out the summary.",
                "-S is not needed: errors are shown.",
            ])
        #expect(try CurlFlags.parse(["-sS", "--compressed"]).given == nil, "a saved request takes them, too")
        #expect(try CurlFlags.parse([]).unneeded.isEmpty)
        // With it the body would not be decoded.
        let coding = ["-H", "Accept-Encoding: gzip"]
        #expect(try Self.typed(coding + ["--compressed"]).command == "curl $'http://h/'")
        #expect(try Self.typed(coding).command == "curl $'http://h/' $'-H' $'Accept-Encoding: gzip'")
        let error = #expect(throws: (any Error).self) { try CurlFlags.parse(["-b", "jar.txt"]) }
        #expect(
            error.map { CurlFlags.message(for: $0) }
                == "--cookie takes name=value, not 'jar.txt'; --cookies FILE reads cookies from a file.")
    }

    @Test func `each flag of curl that send does not have has its advice`() {
        let table = """
            --fail-with-body -> It is not needed: a status of 400 or more is a failure, and its body is printed.
            -c --cookie-jar -> --cookies FILE reads cookies and keeps them.
            -e --referer -> Write -H 'Referer: URL'.
            -O --remote-name -> Write -o FILE.
            -w --write-out -> --json prints the status, sizes and times.
            -T --upload-file -> Write -X PUT --data-binary @FILE.
            --connect-timeout -> Set the variable APITUI_CONNECT_TIMEOUT, such as 5s, or the setting connect-timeout.
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ")
            for flag in parts[0].split(separator: " ") {
                let said = FlagAdvice.advice(for: "Unknown option '\(flag)'", words: ["send", String(flag)])
                #expect(said == String(parts[1]), "\(flag)")
            }
        }
    }

    // MARK: References

    @Test func `a reference may name a line, also of standard input`() {
        let rows: [(text: String, files: [String], path: String, line: Int?)] = [
            ("-:3", [], "-", 3), ("a.http:x", ["a.http"], "a.http:x", nil), ("a:b:3", ["a:b"], "a:b", 3),
            ("a.http:3", [], "a.http:3", nil), ("a.http:3", ["a.http:3", "a.http"], "a.http:3", nil),
            ("a.http:", ["a.http"], "a.http:", nil),
        ]
        for (text, files, path, line) in rows {
            let reference = RequestReference(text) { files.contains($0) }
            #expect(reference.path == path && reference.line == line && reference.name == nil, "\(text)")
        }
    }

    @Test func `a reference that finds nothing says what there is`() {
        func file(_ text: String) -> CollectionFile {
            CollectionFile(
                path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
                stamp: FileStamp(bytes: []))
        }
        func said(_ reference: String, _ text: String) -> String? {
            let failure = #expect(throws: CommandFailure.self) {
                try RequestReference(reference) { $0 == "x.http" }.find(in: file(text))
            }
            return failure?.sentences.first?.string
        }
        let two = "### a\nGET http://h/1\n\n### twice\nGET http://h/2\n\n### twice\nGET http://h/3\n"
        #expect(said("x.http", "") == "There is no request in x.http.")
        #expect(said("x.http", two) == "There are 3 requests in x.http; name one: a, twice, twice.")
        #expect(said("x.http:99", two) == "There is no request at line 99 of x.http.")
        #expect(said("x.http#b", two) == "There is no request 'b' in x.http; there are: a, twice, twice.")
        #expect(
            said("x.http#twice", two)
                == "2 requests in x.http are called 'twice' (lines 5, 8); use the number of one, as in x.http#2.")
        let many = (1...13).map { "### r\($0)\nGET http://h/\($0)\n\n" }.joined()
        let names = (1...12).map { "r\($0)" }.joined(separator: ", ")
        #expect(said("x.http", many) == "There are 13 requests in x.http; name one: \(names) and 1 more.")
        let twelve = (1...12).map { "### r\($0)\nGET http://h/\($0)\n\n" }.joined()
        #expect(said("x.http", twelve) == "There are 12 requests in x.http; name one: \(names).")
    }
}
