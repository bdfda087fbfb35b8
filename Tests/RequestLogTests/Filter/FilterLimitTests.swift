import Base
import NetEngine
import Testing

@testable import RequestLog

/// What is refused of filters and saved filters, and where their limits are.
@Suite struct FilterLimitTests {
    @Test(
        arguments: [
            ("is:", 0..<3, "is: needs a value."),
            ("status:", 0..<7, "status: needs a value."),
            ("header.a!=", 0..<10, "header.a!= needs a value."),
            (#"name!~"""#, 6..<8, "The pattern is empty, and matches everything."),
            ("status>none", 7..<11, "'none' cannot be compared with >."),
            (
                "size:x", 5..<6,
                "'x' cannot be read here; write for example size>1MB, size<10k or size:10k..20k."
            ),
            (
                "larger-than:x", 12..<13,
                "'x' cannot be read here; write for example size>1MB, size<10k or size:10k..20k."
            ),
            (
                "started:x", 8..<9,
                "'x' cannot be read here; write for example started:today, started>10m or started:2026-11-20..2026-11-22."
            ),
            ("id:x", 3..<4, "'x' cannot be read here; write for example id:3, id>3 or id:3..9."),
            (
                "status:4x", 7..<9,
                "'4x' cannot be read here; write for example status:404, status:5xx, status>=400 or status:500..599."
            ),
            (
                "status:599..500", 7..<15,
                "'599..500' cannot be read here; write for example status:404, status:5xx, status>=400 or status:500..599."
            ),
            ("since>10m", 0..<6, "since cannot be used with >; write since:VALUE."),
            ("larger-than>1k", 0..<12, "larger-than cannot be used with >; write larger-than:VALUE."),
            ("is~slow", 0..<3, "is cannot be used with ~; write is:VALUE."),
            ("saved>x", 0..<6, "saved cannot be used with >; write saved:NAME."),
            ("cache:zzz", 6..<9, "There is no cache 'zzz'. There are hit, revalidated, stale, miss, bypass."),
            (
                "is:zzz", 3..<6,
                "There is no is:zzz. There are pending, failed, aborted, cached, redirected, resent, pinned, truncated, unverified, unlogged, slow, checks-failed, here."
            ),
            ("~m", 0..<2, "~m needs a value."),
            ("~d (", 3..<4, "The pattern cannot be used: a ) is missing, at its character 2."),
            ("\"\"", 0..<2, "There is no text to search for."),
            ("(OR a)", 1..<3, "A term is missing before OR; put it in quotation marks to search for it."),
            ("AND a", 0..<3, "A term is missing before AND; put it in quotation marks to search for it."),
            ("a AND OR b", 2..<5, "A term is missing after AND."),
            ("(a OR )", 3..<5, "A term is missing after OR."),
            ("(- )", 1..<2, "A term is missing after NOT."),
            ("(", 0..<1, "The closing parenthesis is missing."),
            (")", 0..<1, "A term is missing here."),
        ] as [(String, Range<Int>, String)])
    func `what is wrong is said, with its place`(text: String, range: Range<Int>, sentence: String) {
        let error = problem(text)
        #expect(error?.sentence == sentence)
        #expect(error?.range == range)
    }

    @Test func `a filter may be as long and as deep as its limits, and not more`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "is:slow" + String(repeating: ")", count: depth)
        }
        #expect(problem(nested(50)) == nil)
        #expect(problem("(a(b))") == nil, "one closes the word's own, one the group")
        #expect(problem(nested(51))?.sentence == "Parentheses can be nested at most 50 deep.")
        #expect(problem(nested(51))?.range == 50..<51)
        func tests(_ count: Int) -> String { "id:" + (1...count).map(String.init).joined(separator: ",") }
        #expect(problem(tests(300)) == nil)
        let many = "A filter has at most 300 conditions; from here on there are more."
        // ~e stands for four.
        func errors(_ count: Int) -> String { String(repeating: "~e ", count: count) }
        #expect(problem(errors(75)) == nil && problem(errors(76))?.sentence == many)
        #expect(problem(tests(301))?.sentence == many)
        #expect(problem(tests(298) + " a") == nil && problem(tests(299) + " a")?.sentence == many, "a word has two")
        #expect(problem(tests(297) + " 404") == nil && problem(tests(298) + " 404")?.sentence == many, "or three")
        #expect(problem(tests(299) + " ~q") == nil && problem(tests(300) + " ~q")?.sentence == many)
        func long(_ count: Int) -> String { "is:slow" + String(repeating: " ", count: count - 7) }
        #expect(problem(long(100_000)) == nil)
        #expect(problem(long(100_001))?.sentence == "A filter has at most 100000 bytes; this one has 100001.")
    }

    @Test func `saved filters may be as deep in each other as parentheses, and not more`() {
        func chain(_ count: Int) -> [String: String] {
            let last = ("s\(count)", "is:slow")
            return Dictionary(uniqueKeysWithValues: (1..<count).map { ("s\($0)", "saved:s\($0 + 1)") } + [last])
        }
        #expect(problem("saved:s1", saved: chain(50)) == nil)
        let error = problem("saved:s1", saved: chain(51))
        #expect(error?.sentence.hasSuffix(": Saved filters can be nested at most 50 deep.") == true)
        #expect(error?.range == 6..<8)
    }

    // MARK: Completion

    private static func completions(_ text: String) -> [String] {
        LogFilter.completions(for: text, cursor: text.utf8.count, saved: ["none", "slow-posts"]) { key, _ in
            switch key {
            case .name: ["none", "any", "a b", "a..b c", "/x", "plain"]
            case .method: ["GET", "POST"]
            default: []
            }
        }.map(\.text)
    }

    @Test func `each key has the values that are likely for it`() {
        let table = #"""
            status: -> 2xx 3xx 4xx 5xx 404 500 none
            status:n -> none
            status:200,5 -> 5xx 500
            status:2xx,404, -> 3xx 4xx 5xx 500 none
            method:get, -> POST
            name:"none","a b","a -> "any" "a..b c"
            time> -> 100ms 500ms 1s 5s
            ttfb:5 -> 500ms 5s
            size>1 -> 1KB 10KB 100KB 1MB
            req.size:100 -> 100KB
            larger-than: -> 1KB 10KB 100KB 1MB
            smaller-than:1M -> 1MB
            since: -> 10m 1h today yesterday 7d
            before:T -> today
            until:y -> yesterday
            started:t -> today
            scheme:http -> https
            is:S -> slow
            saved: -> none slow-posts
            source:s -> screen send
            source:i -> import
            cache:h -> hit
            category:time -> timeout
            method!=P -> POST
            name: -> "none" "any" "a b" "a..b c" "/x" plain
            name:"a -> "any" "a b" "a..b c"
            -(me -> method:
            re -> req.size: redirects: req.header: res.header: req.body: res.body:
            """#
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ", maxSplits: 1)
            #expect(Self.completions(String(parts[0])).joined(separator: " ") == parts[1], "\(parts[0])")
        }
        #expect(Self.completions("is:") == LogFilterFlag.names)
        for text in ["line:", "id:", "body:", "header:", "nothing:", "xyz"] {
            #expect(Self.completions(text) == [], "\(text)")
        }
    }

    @Test func `a value that is completed is found as it is`() {
        for text in Self.completions("name:") { #expect(problem("name:\(text)") == nil, "\(text)") }
        #expect(Self.completions("name:no") == ["\"none\""])
        for text in Self.completions("status:") { #expect(problem("status:\(text)") == nil, "\(text)") }
    }

    @Test func `only keys that find parts are searched by what is typed so far`() {
        func isByPart(_ text: String) -> Bool? {
            LogFilter.completions(for: text, cursor: text.utf8.count) { _, _ in ["GET", "gate"] }.first?
                .isSearchedByPart
        }
        for text in ["name:g", "host*=g", "url:g", "path:g", "process:g"] { #expect(isByPart(text) == true, "\(text)") }
        for text in ["method:g", "env:g", "name=g", "name!=g", "name~g", "status:4"] {
            #expect(isByPart(text) == false, "\(text)")
        }
    }

    @Test func `keys are suggested in the order of the table, each with what it is for`() {
        let keys = LogFilter.completions(for: "", cursor: 0) { _, _ in [] }
        let names = """
            status method host path url scheme name file line collection env run source process pid category phase cache \
            type tag size req.size larger-than smaller-than time ttfb attempts redirects id since until before started \
            header req.header res.header has-header has-request-header has-response-header body req.body res.body is saved
            """
        #expect(keys.map { String($0.text.dropLast()) }.joined(separator: " ") == names)
        #expect(keys.allSatisfy { $0.text.hasSuffix(":") && !$0.help.isEmpty && $0.range == 0..<0 })
    }

    // MARK: Texts

    @Test func `a glob fits a whole text, whose letters of ASCII may have any case`() {
        let table = """
            a?c|abc yes
            a?c|ac no
            a?|aé yes
            a??|aé no
            *| yes
            | yes
            |a no
            a*|A yes
            *a|ba yes
            *a|ab no
            a*b*c|aXbXc yes
            a*b*c|acb no
            *ab|aab yes
            ?| no
            é|É no
            @|` no
            [|{ no
            a|A yes
            """
        for row in table.split(separator: "\n") {
            let (pair, answer) = (row.prefix { $0 != " " }, row.split(separator: " ").last)
            let parts = pair.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            #expect(LogCondition.TextTest.glob(parts[0]).passes(parts[1]) == (answer == "yes"), "\(row)")
        }
        #expect(LogCondition.TextTest.equals("AbC").passes("aBc") && !LogCondition.TextTest.equals("ab").passes("abc"))
        #expect(LogCondition.TextTest.contains("").passes("") && LogCondition.TextTest.contains("BC").passes("abcd"))
    }

    // MARK: Saved filters

    @Test func `a saved filter that cannot be kept is refused with the reason`() {
        var saved = SavedFilters(Array("bad status:>=400\n".utf8))
        let name = "cannot be the name of a filter: use up to 40 letters, digits, '-', '_' and '.'."
        let long = String(repeating: "x", count: 41)
        #expect(saved.set("", to: "a") == "'' \(name)" && saved.set("a b", to: "a") == "'a b' \(name)")
        #expect(saved.set(long, to: "a") == "'\(long)' \(name)")
        #expect(saved.set("x", to: "a\nb") == "A filter with a line break cannot be saved.")
        #expect(saved.set("x", to: " \t") == "There is no filter to save.")
        #expect(saved.set("x", to: "method:") == "method: needs a value.")
        #expect(saved.set("x", to: "saved:x") == "There is no saved filter 'x'.")
        #expect(saved.set("bad", to: "saved:bad") == "The filter 'bad' would contain itself.")
        #expect(saved.set("x", to: "saved:other", beside: ["other": "is:slow"]) == nil)
        #expect(saved.set(String(repeating: "x", count: 40), to: "a") == nil && saved.set("A-1_.z", to: "a") == nil)
        #expect(saved.names == ["A-1_.z", "bad", "x", String(repeating: "x", count: 40)])
        #expect(saved.forget("none") == "There is no saved filter 'none'." && saved.forget("x") == nil)
        #expect(SavedFilters.savedSentence("x") == "Saved: saved:x finds these rows.")
        #expect(SavedFilters.forgottenSentence("x") == "Forgotten: the filter 'x'.")
    }

    @Test func `lines that cannot be used say why`() {
        let text = "  # mine\r\n \n\tbad\t status:>=400 \r\nbad is:slow\nalone\nno/name x\nlast a\n"
        let saved = SavedFilters(Array(text.utf8))
        #expect(saved.filters == ["bad": "status:>=400", "last": "a"])
        #expect(
            saved.problems.map { "\($0.line): \($0.sentence)" } == [
                "4: There is another filter 'bad' above.",
                "5: A line is a name and a filter, with a space between them.",
                "6: A line is a name and a filter, with a space between them.",
            ])
        #expect(saved.cutLine == nil)
    }

    @Test(arguments: ["dead path:/orders", "dead path:/orders ", "dead", "ba", "bad x"])
    func `a last line without an end is no filter, and stays the last one`(cut: String) {
        var saved = SavedFilters(Array("bad status:>=400\n\(cut)".utf8))
        let problem = "The line has no end, so it may have been cut and is not used. Complete it, or delete it."
        #expect(saved.filters == ["bad": "status:>=400"])
        #expect(saved.problems.map { "\($0.line): \($0.sentence)" } == ["2: \(problem)"])
        #expect(saved.cutLine == saved.problems.first)
        #expect(String(decoding: saved.bytes, as: UTF8.self) == "bad status:>=400\n\(cut)")
        #expect(saved.set("new", to: "is:slow") == nil)
        #expect(String(decoding: saved.bytes, as: UTF8.self) == "bad status:>=400\nnew is:slow\n\(cut)")
        #expect(saved.names == ["bad", "new"] && saved.cutLine?.line == 3)
    }

    @Test func `a filter that was cut is replaced and forgotten by its name`() {
        let cut = SavedFilters(Array("bad is:slow\ndead path:/orders".utf8))
        var replaced = cut
        #expect(replaced.set("dead", to: "path:/orders status:404") == nil)
        #expect(String(decoding: replaced.bytes, as: UTF8.self) == "bad is:slow\ndead path:/orders status:404\n")
        #expect(replaced.names == ["bad", "dead"] && replaced.cutLine == nil)
        var forgotten = cut
        #expect(forgotten.forget("dead") == nil)
        #expect(String(decoding: forgotten.bytes, as: UTF8.self) == "bad is:slow\n" && forgotten.problems == [])
    }

    @Test func `a last line without an end that is no filter anyway is left as it is`() {
        for end in ["# mine", "  ", "\r"] {
            let saved = SavedFilters(Array("bad is:slow\n\(end)".utf8))
            #expect(saved.problems == [] && saved.cutLine == nil && saved.names == ["bad"])
            #expect(String(decoding: saved.bytes, as: UTF8.self) == "bad is:slow\n\(end)")
        }
    }

    // MARK: Days and resending

    @Test func `a moment has the date that is needed beside today`() {
        func shown(_ text: String) -> String? {
            LogMoment.read(text, now: FilterRows.now, zone: 0).map {
                LocalZone(integerLiteral: 3600).dayAndClock($0.lowerBound, now: FilterRows.now)
            }
        }
        #expect(shown("2026-11-21T09:05:07Z") == "10:05:07")
        #expect(shown("2026-11-20T23:00:00Z") == "00:00:00", "it is today there")
        #expect(shown("2026-11-20T22:59:59Z") == "11-20 23:59")
        #expect(shown("2025-11-21T09:05:07Z") == "2025-11-21 10:05")
    }

    @Test func `what cannot be sent again is said in one sentence`() {
        func said(_ reason: StoredResend.Refusal.Reason) -> String { StoredResend.Refusal(reason: reason).sentence }
        #expect(
            said(.unknown(["a"], why: "no file")) == "Nothing was sent: the secret a is not in the log, and no file.")
        #expect(
            said(.unknown(["a", "b", "c"], why: "w"))
                == "Nothing was sent: the secret a (also b, c) is not in the log, and w.")
        #expect(said(.masked("the URL")) == "Nothing was sent: a secret in the URL is not in the log.")
        #expect(
            said(.withinBase64("k", part: "the body"))
                == "Nothing was sent: the body has the secret k within a longer text in Base64, where it cannot be filled in."
        )
        #expect(said(.cutBody) == "Nothing was sent: the log has only the beginning of the body.")
    }
}
