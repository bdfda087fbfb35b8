import TestSupport
import Testing

@testable import NetEngine

/// How the cache reads fields: directives, ranges, validators, dates.
@Suite struct CacheReadingTests {
    private static func described(_ control: CacheControl) -> String {
        var words: [String] = []
        func add(_ name: String, _ delta: CacheControl.Delta) {
            if delta.isPresent { words.append("\(name) \(delta.value.map { "\($0)" } ?? "unreadable")") }
        }
        add("max-age", control.maxAge)
        add("s-maxage", control.sharedMaxAge)
        add("min-fresh", control.minFresh)
        switch control.maxStale {
        case .none: break
        case .seconds(let seconds): words.append("max-stale \(seconds)")
        case .any: words.append("max-stale any")
        }
        if let window = control.staleWhileRevalidate { words.append("while \(window)") }
        if let window = control.staleIfError { words.append("error \(window)") }
        let flags = [
            ("no-store", control.noStore), ("no-cache", control.noCache), ("only-if-cached", control.onlyIfCached),
            ("must-revalidate", control.mustRevalidate), ("proxy-revalidate", control.proxyRevalidate),
            ("must-understand", control.mustUnderstand), ("public", control.isPublic), ("private", control.isPrivate),
            ("immutable", control.immutable),
        ]
        words += flags.filter { $0.1 }.map { $0.0 }
        if !control.noCacheFields.isEmpty { words.append("without \(control.noCacheFields.joined(separator: "+"))") }
        return words.joined(separator: "; ")
    }

    private static let directives: FilledTable = #"""
        max-age -> max-age unreadable
        max-age=5, max-age=9 -> max-age 5
        max-age=x, max-age=9 -> max-age unreadable
        max-age=1000000000001 -> max-age 1000000000000
        s-maxage=9, s-maxage=5 -> s-maxage 5
        s-maxage=5, s-maxage -> s-maxage unreadable
        min-fresh=5, min-fresh=9 -> min-fresh 9
        min-fresh=9, min-fresh=5 -> min-fresh 9
        min-fresh=x, min-fresh=9 -> min-fresh unreadable
        min-fresh=9, min-fresh=x -> min-fresh unreadable
        max-stale -> max-stale any
        max-stale, max-stale=5 -> max-stale 5
        max-stale=5, max-stale -> max-stale 5
        max-stale=5, max-stale=9 -> max-stale 5
        max-stale=9, max-stale=5 -> max-stale 5
        max-stale=5, max-stale=x -> 
        max-stale=x, max-stale=5 -> 
        max-stale=x, max-stale -> 
        stale-while-revalidate=5, stale-while-revalidate=9 -> while 5
        stale-while-revalidate -> while 0
        stale-while-revalidate=9, stale-while-revalidate=x -> while 0
        stale-if-error=9, stale-if-error=5 -> error 5
        stale-if-error=-1 -> error 0
        stale-if-error = 9 -> error 0
        no-cache="" -> no-cache
        no-cache=", ," -> no-cache
        no-cache="A, b", no-cache=c -> without a+b+c
        private="x" -> private
        PUBLIC, Immutable -> public; immutable
        only-if-cached, must-understand -> only-if-cached; must-understand
        must-revalidate, proxy-revalidate -> must-revalidate; proxy-revalidate
        no-store=1 -> no-store
        =5, max-age=7 -> max-age 7
        max-ages=5 -> 
        """#

    @Test func `of repeated directives the stricter counts, whatever their order`() {
        let text = Self.directives.filled { Self.described(CacheControl([HeaderField("Cache-Control", $0)])) }
        #expect(text == Self.directives.text)
        let lines = CacheControl([HeaderField("cache-control", "max-age=9"), HeaderField("Cache-Control", "public")])
        #expect(lines.directives.map(\.name) == ["max-age", "public"])
        #expect(lines.directives.map(\.value) == ["9", nil])
    }

    private static let ranges: FilledTable = """
        bytes=0-4 -> closed(first: 0, last: 4)
        BYTES=4-4 -> closed(first: 4, last: 4)
        bytes=5-4 -> nil
        bytes=5- -> from(5)
        bytes=-5 -> suffix(5)
        bytes=-0 -> nil
        bytes=- -> nil
        bytes= -> nil
        bytes -> nil
        bytes0-4 -> nil
        bytez=0-4 -> nil
        items=0-4 -> nil
        bytes=,0-1, -> closed(first: 0, last: 1)
        bytes= 0-4 -> closed(first: 0, last: 4)
        bytes=0-1,2-3 -> nil
        bytes=0 -4 -> nil
        bytes=a-4 -> nil
        bytes=-a -> nil
        bytes=4-a -> nil
        bytes=1-2-3 -> nil
        bytes=1152921504606846976- -> from(1152921504606846976)
        bytes=1152921504606846977- -> from(1152921504606846976)
        """

    @Test func `a range is one range of bytes, or none`() {
        let text = Self.ranges.filled { ByteRange(Array($0.utf8)).map { "\($0)" } }
        #expect(text == Self.ranges.text)
    }

    /// The range, and what is stored: bytes of a whole, or a part and the bytes that are there.
    private static let slices: FilledTable = """
        0-4 | 5 -> 0..<5 bytes 0-4/5
        2-9 | 5 -> 2..<5 bytes 2-4/5
        4-4 | 5 -> 4..<5 bytes 4-4/5
        5-9 | 5 -> nil
        4- | 5 -> 4..<5 bytes 4-4/5
        5- | 5 -> nil
        -5 | 5 -> 0..<5 bytes 0-4/5
        -6 | 5 -> 0..<5 bytes 0-4/5
        -1 | 5 -> 4..<5 bytes 4-4/5
        -1 | 0 -> nil
        4-9 | 4-9/10 6 -> 0..<6 bytes 4-9/10
        3-5 | 4-9/10 6 -> nil
        9-9 | 4-9/10 6 -> 5..<6 bytes 9-9/10
        8-12 | 4-9/10 6 -> 4..<6 bytes 8-9/10
        10-12 | 4-9/10 6 -> nil
        4- | 4-9/10 6 -> 0..<6 bytes 4-9/10
        3- | 4-9/10 6 -> nil
        9- | 4-9/10 6 -> 5..<6 bytes 9-9/10
        10- | 4-9/10 6 -> nil
        -6 | 4-9/10 6 -> 0..<6 bytes 4-9/10
        -7 | 4-9/10 6 -> nil
        -1 | 4-9/10 6 -> 5..<6 bytes 9-9/10
        6-8 | 4-8/10 5 -> 2..<5 bytes 6-8/10
        6-9 | 4-8/10 5 -> nil
        6- | 4-8/10 5 -> nil
        -1 | 4-8/10 5 -> nil
        6- | 4-9/* 6 -> nil
        5-8 | 4-9/* 6 -> 1..<5 bytes 5-8/*
        -9 | 0-4/5 5 -> 0..<5 bytes 0-4/5
        0-0 | 0-4/5 0 -> nil
        """

    @Test func `a slice holds all that is asked for, up to the end of the whole`() throws {
        let text = Self.slices.filled { row in
            let columns = row.columns
            guard let range = ByteRange(Array("bytes=\(columns[0])".utf8)) else { return "no range" }
            let stored = columns[1].split(separator: " ")
            let slice: RangeSlice?
            if stored.count == 1 {
                slice = RangeSlice(range, ofWhole: Int(stored[0]) ?? 0)
            } else {
                let headers: HeaderFields = [HeaderField("Content-Range", "bytes \(stored[0])")]
                slice = try RangeSlice(range, of: #require(ContentRange(headers)), count: Int(stored[1]) ?? 0)
            }
            return slice.map { "\($0.bytes) \($0.contentRange.text)" }
        }
        #expect(text == Self.slices.text)
    }

    private static func validators(_ etag: String?, modified: Int64?, date: Int64? = 1000) -> Validators {
        var headers = HeaderFields()
        if let etag { headers.append(HeaderField("ETag", etag)) }
        if let modified { headers.append(HeaderField("Last-Modified", HTTPDate.text(modified))) }
        if let date { headers.append(HeaderField("Date", HTTPDate.text(date))) }
        let moment = Timestamp(microsecondsSince1970: 1_000_000_000)
        return Validators(headers, age: AgeSource(headers, requestTime: moment, responseTime: moment))
    }

    @Test func `a date is strong once a minute has passed since it`() {
        #expect(Self.validators(nil, modified: 940).isLastModifiedStrong)
        #expect(!Self.validators(nil, modified: 941).isLastModifiedStrong)
        #expect(!Self.validators(nil, modified: 940, date: nil).isLastModifiedStrong)
    }

    @Test func `a condition of a range has a strong validator, the tag first`() {
        func text(_ validators: Validators) -> String? {
            validators.forIfRange.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text(Self.validators(#" "a" "#, modified: 1)) == #""a""#)
        #expect(text(Self.validators(#"W/"a""#, modified: 1)) == nil)
        #expect(text(Self.validators(nil, modified: 1)) == "Thu, 01 Jan 1970 00:00:01 GMT")
        #expect(text(Self.validators("", modified: 1)) == "Thu, 01 Jan 1970 00:00:01 GMT")
        #expect(text(Self.validators(nil, modified: 999)) == nil)
        #expect(Self.validators("", modified: nil).isEmpty)
        #expect(!Self.validators(nil, modified: 999).isEmpty)
    }

    @Test func `only strong validators say that two responses have the same bytes`() {
        let cases =
            [
                (#""a""#, 1, #""a""#, 2, true), (#""a""#, 1, #""b""#, 1, false), (#"W/"a""#, 1, #"W/"a""#, 1, false),
                (nil, 1, nil, 1, true), (nil, 1, nil, 2, false), (nil, 999, nil, 999, false),
                (#""a""#, 1, nil, 1, false),
                (nil, 1, #""a""#, 1, false),
            ] as [(String?, Int64, String?, Int64, Bool)]
        for (tag, modified, otherTag, otherModified, isSame) in cases {
            let (a, b) = (
                Self.validators(tag, modified: modified), Self.validators(otherTag, modified: otherModified)
            )
            #expect(a.isSameStrongly(as: b) == isSame, "\(tag ?? "-") \(modified), \(otherTag ?? "-") \(otherModified)")
        }
    }

    @Test func `a list of tags names a tag, any tag, or none`() {
        func names(_ lines: [String], _ tag: String?) -> Bool {
            EntityTag.list(lines.map { Array($0.utf8) }, names: tag.map { Array($0.utf8) })
        }
        #expect(names([#""x""#, #"W/"a""#], #""a""#))
        #expect(!names([#""x""#], #""a""#))
        #expect(names([#""x", *"#], nil))
        #expect(!names([#""x", "*""#], nil))
        #expect(!names([], #""a""#))
        #expect(EntityTag.matchesStrongly([1], [1]) && !EntityTag.matchesStrongly([1], [2]))
        #expect(!EntityTag.matchesStrongly(Array(#"W/"a""#.utf8), Array(#"W/"a""#.utf8)))
    }

    @Test func `a year of two digits is at most fifty years ahead`() {
        let cases: [(String, Int64)] = [
            ("Sunday, 01-Jan-73 00:00:00 GMT", 3_250_454_400), ("Tuesday, 01-Jan-74 00:00:00 GMT", 126_230_400),
        ]
        for (text, seconds) in cases {
            // November 2023.
            #expect(HTTPDate.seconds(text, now: 1_700_000_000) == seconds)
            #expect(HTTPDate.strictSeconds(Array(text.utf8), now: 1_700_000_000) == seconds)
        }
    }

    @Test func `dates outside of four digits of a year are cut to them`() {
        #expect(HTTPDate.text(.min) == "Sat, 01 Jan 0000 00:00:00 GMT")
        #expect(HTTPDate.text(.max) == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate.text(253_402_300_799) == "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    private static let strict: FilledTable = """
        Sun, 06 Nov 1994 08:49:37 GMT -> 784111777
        sUN, 06 nOV 1994 08:49:37 gmt -> 784111777
        Sun, 06 Nov 1994 08:49:60 GMT -> 784111800
        Sun, 06 Nov 1994 08:49:61 GMT -> nil
        Sun, 06 Nov 1994 08:60:37 GMT -> nil
        Sun, 00 Nov 1994 08:49:37 GMT -> nil
        Sun, 31 Nov 1994 08:49:37 GMT -> nil
        Sun, 06 Nov 1994 08:49:37 GMTx -> nil
        Sun Nov  6 08:49:37 1994 -> 784111777
        Sun Nov 06 08:49:37 1994 -> 784111777
        Sun Nov  6 08:49:37 1994x -> nil
        Sunday, 06-Nov-94 08:49:37 GMT -> 784111777
        Sun, 06-Nov-94 08:49:37 GMT -> nil
        Sunday, 06-Nov-1994 08:49:37 GMT -> nil
        """

    @Test func `a date of a cache has exactly one of three forms`() {
        let text = Self.strict.filled { row in
            HTTPDate.strictSeconds(Array(row.utf8), now: 1_700_000_000).map { "\($0)" }
        }
        #expect(text == Self.strict.text)
        #expect(HTTPDate.strictSeconds(Array(" Sun Nov  6 08:49:37 1994\t".utf8), now: 0) == 784_111_777)
        // Only letters have a lower case: this control character differs from a colon by the same bit.
        let control = "Sun, 06 Nov 1994 08\u{1a}49:37 GMT"
        #expect(HTTPDate.strictSeconds(Array(control.utf8), now: 1_700_000_000) == nil)
    }

    private static let weights: FilledTable = """
        de, en;q=0.5 -> de;q=1000,en;q=500
        en;q=0.5, DE ; Q=0.5 , fr -> fr;q=1000,de;q=500,en;q=500
        a;q=1.000 -> a;q=1000
        a;q=1.5 -> a;q=1000
        a;q=0. -> a;q=0
        a;q=0 -> a;q=0
        a;q=0.05 -> a;q=50
        a;q=0.001 -> a;q=1
        a;q=0.1234 -> a;q=0.1234;q=1000
        a;q=2 -> a;q=2;q=1000
        a;q=.5 -> a;q=.5;q=1000
        a;q=01 -> a;q=01;q=1000
        a;q=0.x -> a;q=0.x;q=1000
        a;x=1;q=0.5;y=2 -> a;x=1;y=2;q=500
        """

    @Test func `weights are numbers, the heaviest first`() {
        let text = Self.weights.filled { row in
            FieldNormalisation.value(of: "accept-language", in: [HeaderField("Accept-Language", row)])
        }
        #expect(text == Self.weights.text)
    }

    private static let preferences: FilledTable = """
        de | de;q=1000 -> true
        DE | de;q=1000 -> true
        de-AT | de-at;q=1000 -> true
        de-at | de;q=1000 -> false
        den | de;q=1000 -> false
        de | de-at;q=1000 -> false
        de | de;q=500,en;q=499 -> true
        de | de;q=500,en;q=500 -> false
        en | de;q=500,en;q=499 -> false
        de | de;q=0 -> false
        * | *;q=1000 -> false
        de |  -> false
        """

    @Test func `a language is wanted before all others, or not`() {
        let text = Self.preferences.filled { row in
            let columns = row.columns
            return "\(LanguagePreference.prefers(columns[0], in: columns.count > 1 ? columns[1] : ""))"
        }
        #expect(text == Self.preferences.text)
    }

    private static let codings: FilledTable = """
        chunked -> nil
        gzip, chunked -> gzip
        chunked, GZip;q=1 -> gzip
        x-gzip -> x-gzip
        compress -> compress
        x-compress -> x-compress
        deflate -> deflate
        identity, br -> nil
        "gzip" -> nil
        """

    @Test func `a registered transfer coding that was not undone is found`() {
        let text = Self.codings.filled { TransferCodings.leftOver([HeaderField("Transfer-Encoding", $0)]) }
        #expect(text == Self.codings.text)
    }
}
