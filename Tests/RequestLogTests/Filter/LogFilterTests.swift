import Base
import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import RequestLog

/// What terms of the filter language mean.
@Suite struct LogFilterTests {
    @Test(
        "terms find rows",
        arguments: [
            ("status:5xx", "status:2xx"), ("status:>=400", "status:>=200"), ("status>=400", "status<400"),
            ("status:500..599", "status:200..299"), ("status:404,500", "status:404,200"), ("status:none", "status:any"),
            ("method:POST", "method:get"), ("method:POST,PUT", "method:PUT,GET"), ("method!=GET", "method!=POST"),
            ("host:web.*", "host:api.*"), ("host:web", "host:EXAMPLE"), ("host=example.com", "host=api.example.com"),
            ("path:/users", "path:/ord"), ("path:/ord*s?", "path:/ord*s"), ("url:http://", "url:https://api"),
            ("name:get", "name:\"list orders\""), ("name:x,get", "name:x,orders"), ("env:prod", "env:dev"),
            ("env:none", "-env:none"), ("tag:*", "tag:none"), ("category:tls", "category:none"),
            ("cache:hit", "cache:hit,miss"), ("source:run", "source:send"), ("process:other", "process:apitui"),
            ("type:html", "type:json"), ("time>500ms", "time<500ms"), ("time>=1s", "time:10ms..1s"),
            ("time<=19ms", "time<=20ms"),
            ("time:21ms", "time:20ms"), ("ttfb>15ms", "ttfb:10ms"), ("size>1MB", "size>1k"),
            ("size:1.3KB", "size:1.2KB"),
            ("req.size>0", "req.size:0"), ("id:2", "id:1..3"), ("pid:1", "pid:4711"), ("is:failed", "-is:failed"),
            ("is:pending", "!is:running"), ("is:slow", "NOT is:slow"), ("is:cached", "is:here"),
            ("users", "orders"), ("404", "200"), ("/^nothing/", "/ord.rs$/"), ("/ORDERS/c", "/ORDERS/"),
            ("url~/api\\.x/", "url~^https:.*com"), ("method~/g.x/", "method:/g.t/"), ("method*=x", "method*=E"),
            ("orders users", "orders list"), ("users OR nothing", "users OR orders"),
            ("-(users OR orders)", "-(users nothing)"), ("(users OR orders) -list", "(users OR orders) env:dev"),
            ("orders AND NOT orders", "orders AND list"), ("scheme:http", "scheme:https"),
            // DevTools.
            ("status-code:404", "status-code:200"), ("domain:*.org", "domain:*.com"),
            ("mime-type:text/html", "mime-type:application/json"),
            ("larger-than:10k", "larger-than:100"), ("smaller-than:1k", "smaller-than:10k"),
            ("larger-than:1234", "larger-than:1233"), ("smaller-than:1234", "smaller-than:1235"),
            // mitmproxy.
            ("~m POST", "~m GET"), ("~d web.*", "~d ^api.*"), ("~u nothing", "~u /orders"), ("~c 404", "~c 200"),
            ("~t html", "~t json"), ("~q", "~s"), ("~e", "!~e"), ("~m GET & ~c 404", "~m GET & ~c 200"),
            ("~m POST | ~c 404", "~m POST | ~c 200"), ("! (~m GET | ~c 404)", "! ~m POST"), ("-~all", "~all"),
        ])
    func rows(missed: String, found: String) throws {
        let row = FilterRows.row()
        #expect(try !filter(missed).condition.matches(row))
        #expect(try filter(found).condition.matches(row))
    }

    @Test("a row failed as a run says it: a failed check, or an error that no check asked for")
    func failed() throws {
        func finds(_ change: (inout LogRow) -> Void) throws -> Bool {
            var row = FilterRows.row()
            change(&row)
            return try filter("is:failed").condition.matches(row)
        }
        #expect(try finds { $0.checksFailed = 1 })
        #expect(try !finds { $0.checksFailed = 0 })
        #expect(try finds { $0.category = .connect })
        #expect(try !finds { ($0.category, $0.isErrorExpected, $0.checksFailed) = (.connect, true, 0) })
        #expect(try finds { ($0.category, $0.isErrorExpected, $0.checksFailed) = (.clientError, true, 1) })
    }

    @Test(
        "times are relative to now, in the zone of the user",
        arguments: [
            ("since:10m", 599, true), ("since:10m", 601, false), ("until:10m", 601, true), ("until:10m", 599, false),
            // Midnight of the zone was 12 h 15 min ago.
            ("since:today", 44_100, true), ("since:today", 44_101, false), ("before:today", 44_101, true),
            ("before:today", 44_100, false), ("until:yesterday", 44_101, true), ("until:today", 0, true),
            ("since:2026-11-21", 44_100, true), ("started:yesterday", 44_101, true),
            ("started:yesterday", 44_100, false),
            ("since:saturday", 44_100, true), ("since:sun", 518_400, true), ("since:12:14", 60, true),
            ("since:12:14", 61, false), ("started:12:14", 1, true), ("started:12:14", 0, false),
            ("since:2026-11-21T10:14:30Z", 30, true), ("since:2026-11-21T10:14:30Z", 31, false),
            ("since:2026-11-21T11:14:30+01:00", 31, false), ("started:2026-11", 0, true), ("started:2026-10", 0, false),
            ("started:2026-11-20..2026-11-21", 44_101, true), ("started>2026-11-20", 44_101, false),
        ])
    func times(text: String, secondsAgo: Int64, isFound: Bool) throws {
        #expect(try filter(text).condition.matches(FilterRows.row(secondsAgo: secondsAgo)) == isFound)
    }

    @Test(
        "a time is meant as clocks showed it then, also where they were changed since",
        arguments: [
            // Clocks are set back on 2026-10-25 at 03:00, which is 01:00 UTC.
            ("2026-10-24", "2026-10-23T22:00:00Z", 24), ("2026-10-25", "2026-10-24T22:00:00Z", 25),
            ("2026-10-26", "2026-10-25T23:00:00Z", 24), ("2026-10", "2026-09-30T22:00:00Z", 745),
            ("2026-10-25T01:00", "2026-10-24T23:00:00Z", 0), ("2026-11-21", "2026-11-20T23:00:00Z", 24),
        ])
    func summerTime(text: String, start: String, hours: Int64) throws {
        let zone = LocalZone { $0 < 1_792_890_000 ? 7200 : 3600 }
        let period = try #require(LogMoment.read(text, now: FilterRows.now, zone: zone))
        #expect(Formatting.iso8601(period.lowerBound).prefix(19) + "Z" == start)
        let length = period.upperBound.microsecondsSince1970 - period.lowerBound.microsecondsSince1970 + 1
        #expect(length / 3_600_000_000 == hours)
        #expect(zone.civil(period.lowerBound).iso8601.hasPrefix(text.prefix(10)))
    }

    @Test(
        "a collection is a path, whose slashes begin no pattern",
        arguments: [
            ("collection:/home/ada", true), ("collection:/ada/", true), ("collection:/home/bob", false),
            ("collection:/da/", false),
        ])
    func collections(text: String, isFound: Bool) throws {
        var row = FilterRows.row()
        row.collection = "/home/ada/shop"
        #expect(try filter(text).condition.matches(row) == isFound)
    }

    @Test(
        "what is below none, or above what a Double counts, is written so that it is read again",
        arguments: ["size<0", "time<0ms", "status<0", "time>222222600d", "time>9007199254740993us"])
    func extremes(text: String) throws {
        let condition = try filter(text).condition
        #expect(try filter(condition.text).condition == condition, "\(condition.text)")
    }

    @Test("a glob that begins with a slash is written so that it is read as one")
    func slashedGlobs() throws {
        let condition = try filter(#"name:"/a"*b"#).condition
        #expect(try filter(condition.text).condition == condition, "\(condition.text)")
    }

    @Test("the log says which rows were slow")
    func slow() throws {
        let condition = try filter("is:slow").condition
        var row = FilterRows.row(time: .seconds(2))
        #expect(!condition.matches(row))
        row.isSlow = true
        #expect(condition.matches(row))
    }

    @Test(
        "headers and bodies are those of the stored exchange",
        arguments: [
            ("header.content-type", "header.x-missing"), ("header.content-type:json", "header.content-type:xml"),
            ("req.header.host:8080", "res.header.host:8080"),
            ("has-response-header:x-set-item", "has-response-header:host"),
            ("header:\"x-set-item: a=1\"", "header:\"x-set-item: c\""), ("~hs x-set", "~hq x-set"),
            ("~h host", "~h nothing"),
            ("body:PAID", "body:nothing"), ("req.body:a1", "res.body:a1"), ("body~/90+71\\d+,/", "body~/90+72/"),
            ("~b paid", "~bq paid"), ("~bs paid", "~bs a1"),
        ])
    func exchanges(found: String, missed: String) throws {
        let exchange = ExchangeFixtures.exchange()
        let row = FilterRows.row()
        #expect(try filter(found).condition.needsExchange)
        #expect(try filter(found).condition.matches(row, exchange: exchange))
        #expect(try !filter(missed).condition.matches(row, exchange: exchange))
        #expect(try !filter(found).condition.matches(row))
    }

    @Test(
        "the filter is said in plain words",
        arguments: [
            ("status:5xx method:POST host:api.*", "status 500 to 599 and method POST and host api.*"),
            ("status:404,500 -is:cached", "(status 404 or 500) and not cached"),
            ("time>500ms OR size>=1MB", "time above 500ms or size at least 1MB"),
            ("-(a b) OR method!=GET", "not (text a and text b) or method not GET"),
            ("since:10m path:\"/a b\" env:none", "since 10m ago and path \"/a b\" and env none"),
            ("url~/x+/c is:here ~q", "url matching /x+/c and sent by this process and no response"),
            ("header.etag res.body:x larger-than:1k", "header etag and response body x and size above 1k"),
            ("", ""),
        ])
    func words(text: String, words: String) throws {
        #expect(try filter(text).words == words)
    }

    @Test(
        "a bad term is named with its place and a suggestion",
        arguments: [
            ("a stauts:5xx", 2..<8, "There is no key 'stauts'. Did you mean status?", "status"),
            (
                "status:5yx", 7..<10,
                "'5yx' cannot be read here; write for example status:404, status:5xx, status>=400 or status:500..599.",
                nil
            ),
            ("category:tsl", 9..<12, "There is no category 'tsl'. Did you mean tls?", "tls"),
            ("is:pined", 3..<8, "There is no is:pined. Did you mean is:pinned?", "pinned"),
            (
                "since:soon", 6..<10,
                "'soon' is not a time; write for example since:10m, since:today or since:2026-11-20.", nil
            ),
            (
                "since:2026-02-30", 6..<16,
                "'2026-02-30' is not a time; write for example since:10m, since:today or since:2026-11-20.", nil
            ),
            ("page=2", 0..<4, "There is no key 'page'. To search for the text, put it in quotation marks.", nil),
            ("method:", 0..<7, "method: needs a value.", nil),
            ("method:GET,", 0..<11, "method: needs a value.", nil),
            ("method>GET", 0..<7, "method cannot be used with >; write method:VALUE.", nil),
            (
                "time:1s..200ms", 5..<14,
                "'1s..200ms' cannot be read here; write for example time>500ms, time<1.5s or time:200ms..1s.", nil
            ),
            ("a (b", 2..<3, "The closing parenthesis is missing.", nil),
            ("a ) b", 2..<3, "This parenthesis closes nothing; put it in quotation marks to search for it.", nil),
            ("a ()", 2..<4, "There is nothing between these parentheses.", nil),
            ("a OR", 2..<4, "A term is missing after OR.", nil),
            ("OR a", 0..<2, "A term is missing before OR; put it in quotation marks to search for it.", nil),
            ("a AND", 2..<5, "A term is missing after AND.", nil),
            ("NOT", 0..<3, "A term is missing after NOT.", nil),
            ("name:\"x", 5..<7, "The closing quotation mark is missing.", nil),
            ("/(/", 0..<3, "The pattern cannot be used: a ) is missing, at its character 2.", nil),
            (
                "~x", 0..<2,
                "There is no ~x here. ~m ~d ~u ~c ~b ~bq ~bs ~h ~hq ~hs ~t ~q ~s ~e are known, and keys such as method:POST.",
                nil
            ),
        ] as [(String, Range<Int>, String, String?)])
    func errors(text: String, range: Range<Int>, sentence: String, replacement: String?) throws {
        let error = try #require(problem(text))
        #expect(error.range == range)
        #expect(error.sentence == sentence)
        #expect(error.replacement == replacement)
    }

    @Test("what looks like a key but is an address, or a path, is text")
    func addresses() throws {
        #expect(try filter("localhost:8080/orders").words == "text localhost:8080/orders")
        #expect(try filter("https://api.example.com/orders").condition.matches(FilterRows.row()))
        #expect(try filter("/orders").words == "text \"/orders\"")
        #expect(try filter("header.a(b:c)").words.hasPrefix("text "))
        #expect(try filter("path:/orders/").words == "path \"/orders/\"")
    }

    @Test("saved filters are used by name, and none contains itself")
    func saved() throws {
        let saved = ["bad": "status:>=400", "post": "method:POST saved:bad", "loop": "saved:loop", "wrong": "status:x"]
        #expect(try filter("-saved:post", saved: saved).words == "not (method POST and status at least 400)")
        #expect(
            problem("saved:loop", saved: saved)?.sentence.hasSuffix("The saved filter 'loop' contains itself.") == true)
        let wrong = try #require(problem("a saved:wrong", saved: saved))
        #expect(wrong.range == 8..<13)
        #expect(wrong.sentence.hasPrefix("The saved filter 'wrong' cannot be read: 'x' cannot be read here"))
        #expect(problem("saved:bd", saved: saved)?.replacement == "bad")
        #expect(problem("saved:zzz", saved: saved)?.sentence == "There is no saved filter 'zzz'.")
    }

    @Test("saved filters that name each other many times are an error soon")
    func savedGrowth() throws {
        var saved = ["f0": "~all"]
        for number in 1...40 { saved["f\(number)"] = "saved:f\(number - 1) saved:f\(number - 1)" }
        #expect(problem("saved:f40", saved: saved)?.sentence.contains("at most 300 conditions") == true)
    }
}
