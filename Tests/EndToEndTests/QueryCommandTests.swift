import Dispatch
import Glibc
import TestSupport
import Testing

/// `apitui query` as a script sees it: its output, its exit statuses, and its error messages.
@Suite struct QueryCommandTests {
    private func query(_ arguments: [String], input: String = "", files: [(String, [UInt8])] = []) async throws
        -> ProgramRun
    {
        let home = try TemporaryFolder()
        for (name, bytes) in files { try home.write(bytes, to: name) }
        return try await ProgramRun.run(
            BuiltProgram.path, ["query"] + arguments, environment: BuiltProgram.environment(home: home),
            folder: home.path, input: Array(input.utf8))
    }

    private let shop = #"{"z": 1.00, "items": [{"name":"tea","price":12.50,"id":12345678901234567890}], "z": -0.0e5}"#

    @Test func `matches are one array, with the document's numbers and order`() async throws {
        let run = try await query(["$..*"], input: shop)
        #expect(run.status == 0)
        #expect(
            run.text == #"[1.00,[{"name":"tea","price":12.50,"id":12345678901234567890}],-0.0e5,"#
                + #"{"name":"tea","price":12.50,"id":12345678901234567890},"tea",12.50,12345678901234567890]"# + "\n")
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `of members of one name the last is selected by it, and a wildcard selects them all`() async throws {
        #expect(try await query(["$.z"], input: shop).text == "[-0.0e5]\n")
        #expect(try await query(["$.*", "--paths"], input: shop).text == #"["$['z']","$['items']","$['z']"]"# + "\n")
    }

    @Test func `paths are normalised`() async throws {
        let run = try await query(["$..[?@.price > 10].name", "--paths"], input: shop)
        #expect(run.text == #"["$['items'][0]['name']"]"# + "\n")
    }

    @Test(arguments: [
        ("-10::-1", "[]"), ("10::-1", "[3,2,1]"), ("::-1", "[3,2,1]"), ("-1:-10:-1", "[3,2,1]"), ("-3::-1", "[1]"),
        ("-10:2", "[1,2]"), ("1:10", "[2,3]"), ("10:", "[]"), (":-10", "[]"), ("0:0:-1", "[]"),
    ])
    func `a slice may reach beyond both ends of an array`(slice: String, matches: String) async throws {
        #expect(try await query(["$[\(slice)]"], input: "[1,2,3]").text == matches + "\n")
    }

    @Test func `nothing found is an empty array and a success`() async throws {
        let run = try await query(["$.none", "-"], input: shop)
        #expect(run.status == 0 && run.text == "[]\n")
    }

    @Test func `an error in the query is shown with a caret, and is status 2`() async throws {
        let run = try await query(["$[?@.ä=1]"], input: shop)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(
            run.errorText == """
                apitui: this is not a JSONPath query (RFC 9535): a comma or ] is expected here, at character 7.
                  $[?@.ä=1]
                        ^

                """)
    }

    @Test func `a long query is cut around its error, and its control characters do nothing`() async throws {
        let long = try await query([
            "$" + String(repeating: ".name", count: 100) + "!" + String(repeating: "x", count: 90)
        ])
        let lines = long.errorText.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("x…") && lines[1].count <= 80)
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let column = lines[2].distance(from: lines[2].startIndex, to: caret)
        #expect(lines[1][lines[1].index(lines[1].startIndex, offsetBy: column)] == "!")
        let hostile = try await query(["$['\u{1B}[2J"])
        #expect(!hostile.errorOutput.contains(0x1B))
        #expect(try await query([""]).errorText.contains("a query begins with $, at character 1"))
    }

    @Test(
        "input that is not JSON is reported with its place and status 2",
        arguments: [
            ("", "standard input:1:1: there is nothing to query: the input is empty."),
            (" \n ", "standard input:2:2: there is nothing to query: the input is empty."),
            (
                "{\"a\":\n tru}",
                "standard input:2:5: this is not JSON: only true, false and null are written without quotes."
            ),
            (
                "{\"a\":1}\n{\"a\":2}\n",
                "standard input:2:1: nothing more is expected after the value; the input must be one JSON text"
            ),
            ("[1,]", "standard input:1:4: this is not JSON: a value is expected here."),
            ("{'a':1}", "standard input:1:2: this is not JSON: a name in double"),
            ("[1", "standard input:1:3: this is not JSON: the text ends inside an array."),
            ("[01]", "standard input:1:3: this is not JSON: a number may not begin with 0."),
            ("[\"é\" x]", "standard input:1:6: this is not JSON: a comma or ] is expected here."),
        ])
    func refusesOther(_ input: String, _ message: String) async throws {
        let run = try await query(["$"], input: input)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errorText.contains(message), "\(run.errorText)")
    }

    @Test func `byte order marks and UTF-16 are read, and files are named in errors`() async throws {
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(#"{"a":"é"}"#.utf8)
        let units = Array(#"{"a":"é😀"}"#.utf16)
        let little = units.reduce(into: [UInt8]([0xFF, 0xFE])) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
        let big = units.reduce(into: [UInt8]([0xFE, 0xFF])) { $0 += [UInt8($1 >> 8), UInt8($1 & 0xFF)] }
        let files = [
            ("m.json", marked), ("l.json", little), ("b.json", big), ("x.json", Array("[\"\u{7F}\"".utf8 + [0xFF])),
        ]
        #expect(try await query(["$.a", "m.json"], files: files).text == "[\"é\"]\n")
        #expect(try await query(["$.a", "l.json"], files: files).text == "[\"é😀\"]\n")
        #expect(try await query(["$.a", "b.json"], files: files).text == "[\"é😀\"]\n")
        let bad = try await query(["$.a", "x.json"], files: files)
        #expect(bad.status == 2)
        #expect(bad.errorText == "apitui: x.json:1:5: this is not JSON: this byte is not valid UTF-8.\n")
        let odd = try await query(["$", "o.json"], files: [("o.json", [0xFF, 0xFE, 0x31])])
        #expect(odd.status == 2 && odd.errorText.contains("not valid UTF-16"))
        #expect(try await query(["$", "none.json"]).errorText == "apitui: none.json: there is no such file.\n")
        #expect(try await query(["$", "/"]).errorText == "apitui: /: it is a folder.\n")
        #expect(try await query(["$.a", "/dev/stdin"], input: #"{"a":1}"#).text == "[1]\n")
    }

    @Test func `a reader that leaves early ends it silently`() async throws {
        let home = try TemporaryFolder()
        try home.write("[" + String(repeating: "[1,2,3],", count: 100_000) + "0]", to: "big.json")
        let run = try await ProgramRun.run(
            "/bin/bash",
            ["-c", "'\(BuiltProgram.path)' query '$..*' big.json | head -c 4; echo \" ${PIPESTATUS[0]}\""],
            environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.text == "[[1, 141\n")
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `a query that cannot end is given up with a reason, and is status 1`() async throws {
        let run = try await query(["$[?search(@, '(a{1000}){1000}')]"], input: #"["a"]"#)
        #expect(run.status == 1)
        #expect(run.errorText.contains("cannot be used: the pattern is too large with its repetitions written out"))
    }
}
