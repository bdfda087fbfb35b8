import Base
import JSONSchema
import NetEngine
import Testing

@testable import DescriptionDrafts

/// Which texts are ids, words, numbers and secrets, and how texts are written.
@Suite struct DraftWordsTests {
    @Test func `a segment of a path is an id if it is made for the occasion`() {
        let a = String(repeating: "a", count: 80)
        let table =
            [
                ("", nil), ("7", "numbers"), ("0123", "numbers"), ("6f2c1b4e-8a2d-4c1f-9b7e-2d5a1c3e4f60", "UUIDs"),
                ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "ULIDs"), ("71ARZ3NDEKTSV4RRFFQ69G5FAV", "ULIDs"),
                ("81ARZ3NDEKTSV4RRFFQ69G5FAV", "ids"), ("2026-11-23", "dates"), ("0123456789abcdef", "hashes"),
                ("0123456789abcde", nil), ("abcdefabcdefabcd", nil), ("a@b.c", "e-mail addresses"), ("@a.b", nil),
                ("a@b", nil), (a, nil), (a + "a", "ids"), ("a1b2c3d4", "ids"), ("a1b2c3d", nil), ("ab12cd34", "ids"),
                ("abc123de", nil), ("a1b2-c3d4", nil), ("eyJaaaaaaaaaaaaaaaaaa", "ids"), ("eyJaaaaaaaaaaaaaaaaa", nil),
                ("aBcDeFgHiJkLmNoP", "ids"), ("getUserAccountSettings", nil), ("aBcDeFgHiJkLmNo", nil),
            ] as [(String, String?)]
        for (text, kind) in table {
            #expect(IdentifierText.kind(ofSegment: Array(text.utf8))?.rawValue == kind, "\(text)")
        }
    }

    @Test func `the name of a member is made if it is a number or a long id`() {
        let made = [
            "17", "0", "2026-01-01", "a@b.example", "6f2c1b4e-8a2d-4c1f-9b7e-2d5a1c3e4f60", "ab12cd34ef",
            "0ABCDEFGHJKMNPQRSTVWXYZABC",
        ]
        let other = ["", "1a", "a@b.c", "name", "ab12cd34e", "internationalization", "line_2"]
        #expect((made + other).filter { IdentifierText.isMadeName(Array($0.utf8)) } == made)
    }

    @Test func `what a text announces as a secret is one, unless it is a short word`() {
        func isAnnounced(_ segment: String, _ text: String) -> Bool {
            IdentifierText.isAnnounced(Array(segment.utf8), after: Array(text.utf8))
        }
        #expect(isAnnounced("Ab-cd", "invites") && isAnnounced("Ab", "resetToken"))
        #expect(isAnnounced(String(repeating: "a", count: 21), "reset"))
        #expect(!isAnnounced(String(repeating: "a", count: 20), "reset"))
        #expect(!isAnnounced("ab-c_d", "invites") && !isAnnounced("", "reset") && !isAnnounced("Ab", "users"))
        #expect(!isAnnounced("Ab", "reset-" + String(repeating: "a", count: 54)))
    }

    @Test func `names are words, in any spelling`() {
        let table = [
            "apiKey": "api key", "API-KEY": "api key", "api_key": "api key", "HTTPServer": "httpserver",
            "userID2x": "user id2x", "": "", "--a--b--": "a b", "aB": "a b", "A1B": "a1 b",
        ]
        for (name, words) in table { #expect(NameWords.words(name).joined(separator: " ") == words, "\(name)") }
        #expect(NameWords.pascal(["user", "id"]) == "UserId" && NameWords.camel(["user", "id"]) == "userId")
        #expect(NameWords.camel([]) == "" && NameWords.singular(["of", "users"]) == ["of", "user"])
    }

    @Test func `words in the plural have a singular`() {
        let table = """
            users user, categories category, ties tie, classes class, wishes wish, matches match, boxes box, statuses status
            houses house, causes cause, people person, news news, status status, analysis analysis, address address
            buses bus, addresses address, cases case, viruses virus, warehouses warehouse, databases database, uses use
            gases gas, caches cache, menus menu, excuses excuse, heroes hero, quizzes quiz, analyses analysis, bus bus
            series series, children child, user user, is is, movies movie, indices index, metadata metadata
            """
        for pair in table.split(whereSeparator: { ",\n".contains($0) }) {
            let words = pair.split(separator: " ").map(String.init)
            #expect(NameWords.singular(words[0]) == words[1], "\(pair)")
            #expect(NameWords.isPlural([words[0]]) == (words[0] != words[1]), "\(pair)")
        }
        #expect(!NameWords.isPlural([]))
    }

    @Test func `a text stands for a number if it is written like one`() {
        let integers = ["0", "-0", "-12", "12", String(repeating: "1", count: 18)]
        let others = ["", "-", "01", "+1", String(repeating: "1", count: 19), "1.0", "a", "1e5", " 1"]
        #expect((integers + others).filter { ScalarText.isInteger(Array($0.utf8)) } == integers)
        let numbers = ["1", "1.5", "-0.5", "0.0", "1.00", "1." + String(repeating: "0", count: 38)]
        let texts = ["", ".5", "1.", "1e5", "01.5", "1.5.5", "-.5", "1." + String(repeating: "0", count: 39)]
        #expect((numbers + texts).filter { ScalarText.isNumber(Array($0.utf8)) } == numbers)
    }

    @Test func `long and random texts look secret`() {
        let secret = [
            "7", "a-123456789012", String(repeating: "a", count: 25), "abcdefghijkl1234", "a@b.c",
        ]
        let other = [
            "word", "a-12345678901", String(repeating: "a", count: 24), "abcdefghijklm123", "abcdefghijk1234",
            "two-words",
        ]
        #expect((secret + other).filter { ScalarText.looksSecret(Array($0.utf8)) } == secret)
    }

    @Test func `names of credentials are those of the API alone`() {
        let fields = ["x-api-key", "x-auth-token", "x-csrf-token", "x-tenant", "x-refresh-token", "idempotency-key"]
        #expect(fields.filter { SecretWords.isCredential(field: $0) } == ["x-api-key", "x-auth-token"])
        let queries = [
            "api_key", "key", "auth", "access_token", "page_token", "q", "keys", "password", "refresh_token", "code",
        ]
        #expect(
            queries.filter { SecretWords.isCredential(query: $0) } == ["api_key", "key", "auth", "access_token"])
        let names = ["state", "", "kind", "token", "email", "userName", "zip", "access_token", "id"]
        #expect(names.filter { SecretWords.mayListValues(of: $0) } == ["state", "", "kind"])
    }

    @Test func `segments that come before resources are prefixes`() {
        let prefixes = ["api", "APIs", "rest", "services", "public", "v1", "V2.1", "v123456"]
        let others = ["v", "v1234567", "version", "x1", "", "users", "vv", "1"]
        #expect((prefixes + others).filter { DraftPath.isPrefix($0) } == prefixes)
    }

    @Test func `a status has its registered name, or that of its class`() {
        let names = [100, 199, 200, 204, 299, 304, 399, 404, 418, 429, 499, 500, 599].map(ReasonPhrase.of)
        #expect(
            names == [
                "Continue", "Informational response", "OK", "No Content", "Success", "Not Modified", "Redirection",
                "Not Found", "Client error", "Too Many Requests", "Client error", "Internal Server Error",
                "Server error",
            ])
    }

    @Test func `YAML is written in blocks`() {
        let value: JSONOutput = .object([
            ("a", .object([])), ("b", []), ("c", [1, .object([("d", 2), ("e", [3])]), [4, 5], [], .object([])]),
            ("f", .object([("g", nil)])), ("12", true),
        ])
        #expect(
            String(decoding: YAMLText.write(value), as: UTF8.self) == """
                a: {}
                b: []
                c:
                  - 1
                  - d: 2
                    e:
                      - 3
                  - - 4
                    - 5
                  - []
                  - {}
                f:
                  g: null
                "12": true

                """)
        #expect(String(decoding: YAMLText.write("x"), as: UTF8.self) == "x\n")
    }

    @Test func `texts of YAML are in quotation marks where they could mean something else`() {
        let long = String(repeating: "a", count: 200)
        let plain = ["a b", "a:b", "/a/{b}", "_x", "a$b+c", "a-b.c", "yess", long]
        let quoted = [
            ("yes", #""yes""#), ("Null", #""Null""#), ("y", #""y""#), ("ON", #""ON""#), ("a: b", #""a: b""#),
            ("a:", #""a:""#), ("12", #""12""#), ("-x", #""-x""#), ("", #""""#), ("a ", #""a ""#), (" a", #"" a""#),
            ("a#b", #""a#b""#), ("é", #""é""#), ("a\nb", #""a\nb""#), ("a\tb", #""a\tb""#), ("\u{7F}", #""\u007F""#),
            ("\u{202E}", #""\u202E""#), ("\u{FEFF}", #""\uFEFF""#), ("\u{A0}", #""\u00A0""#),
            ("\u{1F600}", "\"\u{1F600}\""),
            ("\u{E0001}", #""\U000E0001""#), ("\"\\", #""\"\\""#), ("a,b", #""a,b""#), (long + "a", "\"\(long)a\""),
        ]
        for text in plain { #expect(written(text) == text) }
        for (text, expected) in quoted { #expect(written(text) == expected, "\(text)") }
    }

    private func written(_ text: String) -> String {
        String(decoding: YAMLText.write(.string(text)).dropLast(), as: UTF8.self)
    }

    private func facts(_ texts: [String]) -> TextFacts {
        texts.reduce(into: TextFacts()) { $0.add(scalar: Array($1.utf8)) }
    }

    @Test func `the format of texts is that of all of them`() {
        let table =
            [
                (["2026-01-01T00:00:00Z"], "date-time"), (["2026-01-01", "2026-12-31"], "date"),
                (["6f2c1b4e-8a2d-4c1f-9b7e-2d5a1c3e4f60"], "uuid"), (["a@b.example"], "email"), (["https://a"], "uri"),
                (["mailto:a"], nil), (["1.2.3.4"], "ipv4"), (["::1"], "ipv6"), (["1.2.3.4", "::1"], nil), (["a"], nil),
                (["2026-01-01", ""], nil), ([], nil), (["2026-02-30"], nil),
            ] as [([String], String?)]
        for (texts, format) in table { #expect(facts(texts).format?.rawValue == format, "\(texts)") }
    }

    @Test func `values of a parameter are numbers or booleans if all are`() {
        let table = [
            (["1", "-2"], TextFacts.Scalars([.integer, .number])), (["1", "1.5"], [.number]),
            (["true", "false"], [.boolean]), (["true", "1"], []), (["True"], []), (["x"], []), ([], .all),
        ]
        for (texts, scalars) in table { #expect(facts(texts).scalars == scalars, "\(texts)") }
    }

    @Test func `words are listed if there are twenty of them, few different ones, each twice`() {
        func words(_ texts: [String], times: Int) -> [String]? {
            facts((0..<times).flatMap { _ in texts }).words
        }
        #expect(words(["open", "Closed"], times: 10) == ["Closed", "open"])
        #expect(facts(Array(repeating: "a", count: 19)).words == nil)
        #expect(facts(Array(repeating: "a", count: 20)).words == ["a"])
        #expect(facts(Array(repeating: "a", count: 20) + ["b"]).words == nil, "once")
        #expect(facts(Array(repeating: "a", count: 20) + ["b", "b"]).words == ["a", "b"])
        let eight = ["a", "b", "c", "d", "e", "f", "g", "h"]
        #expect(words(eight, times: 3) == eight && words(eight + ["i"], times: 3) == nil)
        for odd in ["1a", "a,b", "", "é", "ab12cd34"] {
            #expect(words(["a", odd], times: 10) == nil, "\(odd)")
        }
        var joined = facts(Array(repeating: "a", count: 10))
        joined.merge(facts(Array(repeating: "b", count: 10)))
        #expect(joined.words == ["a", "b"] && joined.count == 20)
        joined.merge(facts(["1"]))
        #expect(joined.words == nil && joined.scalars == [] && joined.format == nil)
    }

    @Test func `parameters are counted by holder, and named by the first spelling`() {
        var table = ParameterTable()
        func add(_ names: String...) {
            table.add(names.map { NamedValue(name: $0, key: $0.lowercased(), value: [0x61]) })
        }
        add("b", "a")
        add("A", "a")
        add("b")
        #expect(table.sorted.map { "\($0.spelling) \($0.holders) \($0.isRepeated)" } == ["A 2 true", "b 2 false"])
        var other = ParameterTable()
        other.add([NamedValue(name: "B", key: "b", value: [], isFile: true)])
        table.merge(other)
        #expect(table.sorted.map { "\($0.spelling) \($0.holders) \($0.isFile)" } == ["A 2 false", "B 3 true"])
        table.add((0..<198).map { NamedValue(name: "n\($0)", value: []) })
        #expect(table.all.count == 200 && !table.hasTooMany)
        table.add([NamedValue(name: "more", value: [])])
        #expect(table.all.isEmpty && table.hasTooMany)
    }
}
