import Base
import NetEngine
import Testing

@testable import RequestLog

/// What a filter is read as, written in the one form that every condition has.
@Suite struct CanonicalFilterTests {
    /// Lines `filter -> what it is`.
    private static func check(_ table: String, _ said: (String) throws -> String) throws {
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " -> ", maxSplits: 1)
            let text = String(parts[0])
            #expect(try said(text) == parts[1], "\(text)")
        }
    }

    private static func checkConditions(_ table: String) throws { try check(table) { try filter($0).condition.text } }

    @Test func `numbers are ranges, both of whose ends belong to them`() throws {
        try Self.checkConditions(
            """
            status:404 -> status:404
            Status:404 -> status:404
            status:40x -> status:400..409
            status:5XX -> status:500..599
            status:4** -> status:400..499
            status:4?? -> status:400..499
            code:200 -> status:200
            status-code=200 -> status:200
            status==200 -> status:200
            status!=200 -> -status:200
            status!=200,404 -> -(status:200 OR status:404)
            status:200,404 -> (status:200 OR status:404)
            status>5xx -> status>=600
            status>=5xx -> status>=500
            status<5xx -> status<=499
            status<=5xx -> status<=599
            status:>=400 -> status>=400
            status:<=400 -> status<=400
            status:200..3xx -> status:200..399
            status:404..404 -> status:404
            status:none -> -status:any
            status!=none -> status:any
            status=any -> status:any
            time>500ms -> time>=500001us
            time>=500ms -> time>=500000us
            time<1.5s -> time<=1499999us
            time<=1.5s -> time<=1500000us
            time:20ms -> time:20000us..20999us
            time:1.5s -> time:1500000us..1599999us
            time:250 -> time:250000us..250999us
            time:7us -> time:7us
            duration:1m -> time:60000000us..119999999us
            time:200ms..1s -> time:200000us..1000000us
            time>=2h -> time>=7200000000us
            time>=3d -> time>=259200000000us
            time>=1w -> time>=604800000000us
            time>=2sec -> time>=2000000us
            time>=2min -> time>=120000000us
            first-byte>1s -> ttfb>=1000001us
            size>1MB -> size>=1000001
            size:1.2KB -> size:1200..1299
            size:1KiB -> size:1024..2047
            size:7 -> size:7
            size:10k..20k -> size:10000..20000
            res.size:0 -> size:0
            size:none -> -size:any
            size<0 -> size<0
            request-size<=1k -> req.size<=1000
            larger-than:1k -> size>=1001
            smaller-than:1k -> size<=999
            smaller-than:0 -> size<0
            larger-than:1k,5k -> (size>=1001 OR size>=5001)
            line:12 -> line:12
            attempts>1 -> attempts>=2
            redirects>=1 -> redirects>=1
            id:1..3 -> id:1..3
            id:3..3 -> id:3
            id<3 -> id<=2
            pid!=7 -> -pid:7
            """)
    }

    @Test func `times are moments in UTC, from the first to the last microsecond that is meant`() throws {
        try Self.checkConditions(
            """
            since:10m -> started>=2026-11-21T10:05:00.000000Z
            after:now -> started>=2026-11-21T10:15:00.000000Z
            since:2026-11-20 -> started>=2026-11-19T22:00:00.000000Z
            until:2026-11-20 -> started<=2026-11-20T21:59:59.999999Z
            until:10m -> started<=2026-11-21T10:05:00.000000Z
            until:yesterday -> started<=2026-11-20T21:59:59.999999Z
            before:2026-11-20 -> started<=2026-11-19T21:59:59.999999Z
            before:10m -> started<=2026-11-21T10:04:59.999999Z
            since:Saturday -> started>=2026-11-20T22:00:00.000000Z
            since:fri -> started>=2026-11-19T22:00:00.000000Z
            since:sun -> started>=2026-11-14T22:00:00.000000Z
            since:2026-11-20T10:15-0530 -> started>=2026-11-20T15:45:00.000000Z
            since:2026-11-20T10:15:30+02:00 -> started>=2026-11-20T08:15:30.000000Z
            since:2026-11-20t10:15z -> started>=2026-11-20T10:15:00.000000Z
            since:"2026-11-20 10:15" -> started>=2026-11-20T08:15:00.000000Z
            started:10:15 -> started:2026-11-21T08:15:00.000000Z..2026-11-21T08:15:59.999999Z
            started:10:15:30 -> started:2026-11-21T08:15:30.000000Z..2026-11-21T08:15:30.999999Z
            started:10:15:30.25 -> started:2026-11-21T08:15:30.250000Z..2026-11-21T08:15:30.259999Z
            started:10:15:30.123456 -> started:2026-11-21T08:15:30.123456Z
            date:2026-11 -> started:2026-10-31T22:00:00.000000Z..2026-11-30T21:59:59.999999Z
            started:2026-12 -> started:2026-11-30T22:00:00.000000Z..2026-12-31T21:59:59.999999Z
            started>2026-11-20 -> started>=2026-11-20T22:00:00.000000Z
            started>=2026-11-20 -> started>=2026-11-19T22:00:00.000000Z
            started<2026-11-20 -> started<=2026-11-19T21:59:59.999999Z
            started<=2026-11-20 -> started<=2026-11-20T21:59:59.999999Z
            started<10m -> started<=2026-11-21T10:04:59.999999Z
            started:2026-11-20..today -> started:2026-11-19T22:00:00.000000Z..2026-11-21T21:59:59.999999Z
            started!=today -> -started:2026-11-20T22:00:00.000000Z..2026-11-21T21:59:59.999999Z
            since:99999w -> started>=1970-01-01T00:00:00.000000Z
            """)
    }

    @Test(arguments: [
        "24:00", "10:60", "10:15:60", "10:15:30.", "10:15:30.1234567", "1:15", "2026-00", "2026-13", "2026-11-00",
        "2026-11-31", "2026-1-1", "2026-11T10:15", "2026-11-20T", "2026-11-20T10:15+24:00", "2026-11-20T10:15+02:60",
        "2026-11-20T10:15x", "10", "10 m", "tod", "su", "", "-1d",
    ])
    func `what is no time is not read as one`(text: String) {
        #expect(LogMoment.read(text, now: FilterRows.now, zone: 0) == nil)
    }

    @Test func `texts are whole where they are words, and parts where they are longer`() throws {
        try Self.checkConditions(
            #"""
            method:get -> method:get
            method==GET -> method:GET
            method:G* -> method:G*
            method:G?T -> method:G?T
            method*=E -> method*=E
            method!=GET,PUT -> -(method:GET OR method:PUT)
            method!~G -> -method~/G/
            host:api -> host:api
            domain=api -> host=api
            host:a?i -> host:a?i
            host:"a*" -> host:"a*"
            path:/a?b -> path:"/a?b"
            path:/a*b -> path:"/a"*b
            path:/x/ -> path:"/x/"
            path~/x/ -> path~/x/
            file:a?b -> file:"a?b"
            folder:/a/b -> collection:"/a/b"
            url~/api\.x/ -> url~/api\.x/
            url~"a b" -> url~"/a b/"
            url~"/a b/c" -> url~"/a b/c"
            name:/x/ -> name~/x/
            name:/x/i -> name~/x/
            name:/X/C -> name~/X/c
            name:/x/y -> name:"/x/y"
            name:/a/,b -> (name~/a/ OR name:b)
            name:"/x/" -> name:"/x/"
            request~x -> name~/x/
            name:none -> -name:*
            name:none,a -> (-name:* OR name:a)
            name!=none -> name:*
            name:"none" -> name:"none"
            name*=none -> name:"none"
            environment:dev,prod -> (env:dev OR env:prod)
            env=dev -> env:dev
            tag:* -> tag:*
            tag:any -> tag:"any"
            run:x -> run:x
            program:a -> process:a
            source:Screen -> source:Screen
            error:tls -> category:tls
            category:none -> -category:*
            phase:dns -> phase:dns
            cache:HIT -> cache:HIT
            content-type:json -> type:json
            mime-type:text/html -> type:text/html
            scheme:https -> url:https://*
            scheme!=http -> -url:http://*
            """#)
    }

    @Test func `numbers beyond all that there can be are the largest that is written exactly`() throws {
        try Self.checkConditions(
            #"""
            size<22222260t -> size<=899999999999999999
            size>22222260t -> size>=900000000000000000
            size:22222260t -> size:900000000000000000
            size:123456789012345678 -> size:123456789012345678
            time>9223372036854775806us -> time>=900000000000000000us
            id>999999999999999999 -> id>=900000000000000000
            """#)
    }

    @Test func `headers, bodies and flags have their own keys`() throws {
        try Self.checkConditions(
            #"""
            header.etag -> header.etag
            req.header.host -> req.header.host
            response-header.etag -> res.header.etag
            header.x-a:1 -> header.x-a:1
            header.X-A=1 -> header.X-A=1
            header:"a: b" -> header:"a: b"
            request-header:x -> req.header:x
            res.header:x -> res.header:x
            has-header:a,b -> (header.a OR header.b)
            has-request-header:host -> req.header.host
            has-response-header:host -> res.header.host
            has-header:a/b,"c d" -> (has-header:a/b OR has-header:"c d")
            has-header:a~b -> has-header:"a~b"
            has-header:a*b,c!d -> (has-header:"a*b" OR has-header:"c!d")
            has-request-header:"" -> has-request-header:""
            has-response-header:a(b) -> has-response-header:"a(b)"
            body:x -> body:x
            body!=x -> -body=x
            request-body:x -> req.body:x
            response-body~/x/c -> res.body~/x/c
            is:pending -> is:pending
            is:running -> is:pending
            is:error -> is:failed
            is:aborted -> is:aborted
            is:from-cache -> is:cached
            is:redirect -> is:redirected
            is:resent -> is:resent
            is:pinned -> is:pinned
            is:cut -> is:truncated
            is:insecure -> is:unverified
            is:no-log -> is:unlogged
            IS:SLOW -> is:slow
            is:checks-failed -> is:checks-failed
            is:here -> is:process-4711
            is:process-7 -> is:process-7
            is!=slow -> -is:slow
            is:slow,pinned -> (is:slow OR is:pinned)
            """#)
    }

    @Test func `a word is searched in names, URLs and, if it has up to three digits, in statuses`() throws {
        try Self.checkConditions(
            #"""
            a -> (name:a OR url:a)
            404 -> (name:404 OR url:404 OR status:404)
            0 -> (name:0 OR url:0 OR status:0)
            4040 -> (name:4040 OR url:4040)
            "status:5xx" -> (name:status:5xx OR url:status:5xx)
            it's -> (name:"it's" OR url:"it's")
            'a b' -> (name:"a b" OR url:"a b")
            "a\"b\\" -> (name:"a\"b\\" OR url:"a\"b\\")
            "a\b" -> (name:"a\\b" OR url:"a\\b")
            a,b -> (name:"a,b" OR url:"a,b")
            fn(x) -> (name:"fn(x)" OR url:"fn(x)")
            (fn(x)) -> (name:"fn(x)" OR url:"fn(x)")
            localhost:8080 -> (name:localhost:8080 OR url:localhost:8080)
            http://h/x -> (name:http://h/x OR url:http://h/x)
            header. -> (name:header. OR url:header.)
            method -> (name:method OR url:method)
            /x+/ -> (name~/x+/ OR url~/x+/)
            /x/c -> (name~/x/c OR url~/x/c)
            /a\/b/ -> (name~/a\/b/ OR url~/a\/b/)
            // -> (name:"//" OR url:"//")
            ORDER -> (name:ORDER OR url:ORDER)
            a&b -> (name:a&b OR url:a&b)
            """#)
    }

    @Test func `terms are joined by and, or, not and parentheses`() throws {
        try Self.checkConditions(
            """
            is:slow is:here -> is:slow is:process-4711
            is:slow AND is:pinned -> is:slow is:pinned
            is:slow && is:pinned -> is:slow is:pinned
            is:slow & is:pinned -> is:slow is:pinned
            is:slow OR is:pinned -> (is:slow OR is:pinned)
            is:slow || is:pinned -> (is:slow OR is:pinned)
            is:slow | is:pinned -> (is:slow OR is:pinned)
            is:slow OR(is:pinned) -> (is:slow OR is:pinned)
            is:slow is:cut OR is:pinned -> ((is:slow is:truncated) OR is:pinned)
            is:slow (is:cut OR is:pinned) -> is:slow (is:truncated OR is:pinned)
            (is:slow) -> is:slow
            ( is:slow ) is:cut -> is:slow is:truncated
            -is:slow -> -is:slow
            ! is:slow -> -is:slow
            NOT is:slow -> -is:slow
            NOT -is:slow -> is:slow
            !!!is:slow -> -is:slow
            -(is:slow is:pinned) -> -(is:slow is:pinned)
            is:slow or is:cut -> is:slow (name:or OR url:or) is:truncated
            """)
    }

    @Test func `terms of mitmproxy are those of its manual`() throws {
        try Self.checkConditions(
            #"""
            ~m POST -> method*=POST
            ~d ^api -> host~/^api/
            ~u /orders -> url:"/orders"
            ~t text/html -> type:text/html
            ~ts json -> type:json
            ~b "a b" -> body:"a b"
            ~bq x -> req.body:x
            ~bs x -> res.body:x
            ~h host -> header:host
            ~hq host -> req.header:host
            ~hs host -> res.header:host
            ~comment x -> tag*=x
            ~c 404 -> status:404
            ~c 4xx -> status:400..499
            ~q -> -status:any
            ~s -> status:any
            ~e -> category:* -(category:client-error OR category:server-error OR category:unexpected-status)
            ~marked -> is:pinned
            ~replay -> is:resent
            ~http is:slow -> ~all is:slow
            -~all -> -~all
            """#)
    }

    @Test func `a filter is said in words, in which each comparison has its own`() throws {
        let table = #"""
            status!=5xx -> status not 500 to 599
            status:none -> status unknown
            status:any -> status known
            status<400 -> status below 400
            status<=400 -> status at most 400
            time:200ms..1s -> time 200ms to 1s
            started:today -> started today
            line:3 -> line 3
            is:unlogged -> not logged
            is:checks-failed -> with failed checks
            is:process-7 -> sent by process 7
            is!=slow -> not slow
            is:slow,pinned -> slow or pinned
            is:slow,pinned is:cut -> (slow or pinned) and truncated
            host=a -> host exactly a
            method*=E -> method with E
            name:a* -> name a*
            name!~x -> name not matching /x/
            name!=a,b -> name not exactly a or exactly b
            tag:none -> tag none
            until:today -> until today
            before:10m -> before 10m ago
            larger-than:1k,2k -> size above 1k or 2k
            smaller-than:1k -> size below 1k
            header:x -> header line x
            req.header.host:x -> request header host x
            res.header.etag -> response header etag
            has-header:etag -> has-header etag
            req.body:x -> request body x
            scheme:http -> scheme http
            /x/c -> name or URL matching /x/c
            ~e -> failed without an error status
            ~m GET -> method GET
            ~d ^a -> host matching /^a/
            ~c 404 -> status 404
            ~marked -> pinned
            ~replay -> resent
            ~all -> anything
            ~comment x -> tag x
            ~hq x -> request header line x
            ~s -> a response
            """#
        try Self.check(table) { try filter($0).words }
    }
}
