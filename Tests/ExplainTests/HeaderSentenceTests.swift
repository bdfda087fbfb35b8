import NetEngine
import Testing

@testable import Explain

/// The sentences about the values of headers, whole and in their order.
@Suite struct HeaderSentenceTests {
    /// 2023-11-14 22:13:20 UTC.
    private static let now: Int64 = 1_700_000_000

    /// - Parameter lines: headers, the one that is explained first.
    private func details(_ lines: String, isRequest: Bool = false, status: Int? = nil) -> String {
        let headers = HeaderFields(
            lines.split(separator: " && ").map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                return HeaderField(String(line[..<colon]), String(line[colon...].dropFirst().drop { $0 == " " }))
            })
        let message = MessageContext(headers: headers, isRequest: isRequest, status: status, now: Self.now)
        return headers.first.map { Explanation.header($0, in: message).details.joined(separator: " ") } ?? ""
    }

    private func check(_ table: String, isRequest: Bool = false) {
        for row in table.split(separator: "\n") {
            let parts = (row + " ").split(separator: " => ", omittingEmptySubsequences: false)
            let expected = parts.count > 1 ? String(parts[1].dropLast()) : ""
            #expect(details(String(parts[0]), isRequest: isRequest) == expected, "\(row)")
        }
    }

    @Test func `headers of caches`() {
        check(
            #"""
            Age: 30 => It was in caches for 30 s before it came here.
            Age: x => Not a number of seconds: caches ignore it.
            Expires: 0 => Not a date: stale already.
            Expires: Tue, 14 Nov 2023 22:23:20 GMT => It becomes stale at that moment: in 10 min.
            Expires: Tue, 14 Nov 2023 22:03:20 GMT => It becomes stale at that moment: 10 min ago.
            Expires: 0 && Cache-Control: max-age=5 => max-age is there too, so Expires counts for nothing.
            Expires: 0 && Cache-Control: public => Not a date: stale already.
            ETag: abc => Without quotes it is not a valid ETag; servers compare it as it is.
            ETag: "a" => Strong: the same ETag means the same bytes, so a download can be continued with it.
            ETag: W/"a" => Weak (W/): the same in meaning, not byte for byte. Good for 304, but not for If-Match and for continuing a download.
            If-Match: * => *: only if the resource exists.
            If-None-Match: * => *: only if the resource does not exist, so PUT creates and never replaces.
            If-None-Match: "a" => One version named by ETag.
            If-None-Match: W/"b", "c" => 2 versions named by ETag.
            If-Match: "a", W/"b" => 2 versions named by ETag. A weak ETag never matches here: expect 412.
            Last-Modified: x => Not a date: of no use to caches.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT => It changed 24 h ago.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT && Date: Tue, 14 Nov 2023 22:13:20 GMT => It changed 24 h ago. No lifetime is given, so a cache guesses a tenth of the time since then: 8640 s (2 h) fresh.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT && Date: Tue, 14 Nov 2023 22:13:20 GMT && Expires: 0 => It changed 24 h ago.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT && Date: Tue, 14 Nov 2023 22:13:20 GMT && Cache-Control: no-store => It changed 24 h ago.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT && Date: Tue, 14 Nov 2023 22:13:20 GMT && Cache-Control: no-cache => It changed 24 h ago.
            Last-Modified: Mon, 13 Nov 2023 22:13:20 GMT && Date: Mon, 13 Nov 2023 22:13:20 GMT => It changed 24 h ago.
            If-Modified-Since: Mon, 13 Nov 2023 22:13:20 GMT => The date is 24 h ago.
            If-Unmodified-Since: x => Not a date: the server ignores the condition.
            Date: x => Not a date.
            Date: Tue, 14 Nov 2023 22:13:20 GMT => The response was made now.
            Date: Tue, 14 Nov 2023 22:14:20 GMT => The response was made in 60 s.
            Date: Tue, 14 Nov 2023 22:14:21 GMT => The server's clock is 61 s ahead of this machine's.
            Vary: * => *: it depends on more than headers, so no cache can use it again.
            Vary: => Empty: it varies by nothing.
            Vary: Accept => A cache may use it only for requests with the same Accept.
            Vary: Accept, User-Agent => A cache may use it only for requests with the same Accept, User-Agent. Nearly every user has another value of it, so a shared cache will rarely help.
            """#)
    }

    @Test func `directives of a response`() {
        check(
            """
            Cache-Control: s-maxage=120 => s-maxage=120: fresh for 120 s (2 min) in shared caches. Together: stored by any cache; no lifetime is given, so a cache may guess one.
            Cache-Control: max-age=0 => max-age=0: fresh for 0 s. Together: stored by any cache; stale at once, so the server is asked every time.
            Cache-Control: max-age=-1 => max-age=-1: not a number of seconds, so stale at once. Together: stored by any cache; stale at once.
            Cache-Control: no-cache => no-cache: ask the server before every use. Together: stored by any cache; the server is asked before every use.
            Cache-Control: public && Expires: 0 => public: every cache may store it. Together: stored by any cache; fresh until Expires.
            Cache-Control: max-age=5, stale-while-revalidate=60, stale-if-error=90 => max-age=5: fresh for 5 s. stale-while-revalidate=60: for 60 s after that usable at once, while a new one is fetched. stale-if-error=90: for 90 s after that usable if the server fails. Together: stored by any cache; used for 5 s without asking; then for 60 s more while a new one is fetched; for 90 s more if the server fails.
            Cache-Control: max-age=5, must-revalidate, stale-if-error=90 => max-age=5: fresh for 5 s. must-revalidate: never use it stale. stale-if-error=90: for 90 s after that usable if the server fails. Together: stored by any cache; used for 5 s without asking; never used stale.
            """)
    }

    @Test func `each directive by itself`() {
        func meanings(_ isRequest: Bool, _ table: String) {
            for row in table.split(separator: "\n") {
                let parts = row.split(separator: " => ")
                let control = CacheControl([HeaderField("Cache-Control", String(parts[0]))])
                let found = control.directives.map { CacheControlMeaning.meaning(of: $0, isRequest: isRequest) }
                #expect(found.joined(separator: " ") == parts[1], "\(row)")
            }
        }
        meanings(
            false,
            """
            s-maxage=x => s-maxage=x: not a number of seconds.
            stale-while-revalidate => stale-while-revalidate: needs a number of seconds.
            stale-if-error=x => stale-if-error=x: needs a number of seconds.
            private => private: only the cache of one user may store it.
            proxy-revalidate => proxy-revalidate: shared caches never use it stale.
            must-understand => must-understand: store it only if the status is understood.
            no-transform => no-transform: nobody may change the body.
            immutable => immutable: it does not change while it is fresh.
            private="A" => private=A: these headers are for one user only: A.
            no-cache="B" => no-cache=B: these headers must be confirmed before use: B.
            """)
        meanings(
            true,
            """
            max-age=60 => max-age=60: nothing older than 60 s.
            no-cache => no-cache: take nothing from a cache without asking.
            max-stale => max-stale: however stale, it is accepted.
            max-stale=60 => max-stale=60: stale by up to 60 s is accepted.
            min-fresh=60 => min-fresh=60: must stay fresh for 60 s.
            min-fresh => min-fresh: needs a number of seconds.
            only-if-cached => only-if-cached: only what is stored, without asking the server.
            """)
    }

    @Test func `headers about the body`() {
        check(
            #"""
            Content-Type: image/x-foo => image/x-foo: A picture.
            Content-Type: audio/x-foo => audio/x-foo: Sound.
            Content-Type: video/x-foo => video/x-foo: A film.
            Content-Type: font/x-foo => font/x-foo: A font.
            Content-Type: model/x-foo => model/x-foo: A model in three dimensions.
            Content-Type: foo/bar => foo/bar: Not a type of the list of this program.
            Content-Type: foo/bar; charset=x => foo/bar: Not a type of the list of this program. charset=x: the encoding of the text.
            Content-Type: foo/a+json => foo/a+json: JSON, as the suffix +json says (RFC 6839 §3).
            Content-Type: foo/a+zip => foo/a+zip: a ZIP archive, as the suffix +zip says (RFC 6839 §3).
            Content-Type: multipart/x; boundary=b => multipart/x: Several parts. boundary=b: the line that divides the parts.
            Content-Type: multipart/x => multipart/x: Several parts. Without a boundary the parts cannot be found.
            Content-Type: text => Not a media type: it should be type/subtype.
            Accept-Language: de;q=0.5, en, fr;q=0, *;q=0.1 => en (q=1) de (q=0.5) * (q=0.1): anything fr (not wanted)
            Accept: */* => */* (q=1): anything
            Accept: a/b, c/d;q=x => a/b (q=1) c/d (q=1)
            Content-Encoding: foo => foo: not a known coding.
            Transfer-Encoding: foo => foo: not requested as a transfer coding, so it is not decoded here.
            Content-Length: 5 => 5 B on the wire.
            Content-Length: 5 && Content-Encoding: br => 5 B on the wire. Compressed; decoded it is another size.
            Content-Length: => Not a number of bytes: the message cannot be read safely.
            Content-Disposition: inline => inline: to be shown.
            Content-Disposition: Attachment; filename=a.txt => attachment: to be saved. filename: suggested name a.txt.
            Content-Disposition: foo => foo: taken as attachment.
            Content-Disposition: attachment; filename="a\\b" => attachment: to be saved. filename: suggested name a\b. The name holds a path; only its last part may be used.
            Content-Range: bytes 0-499/999 => 500 B from byte 0 to 499 of 999 B.
            Content-Range: bytes 0-499/* => 500 B from byte 0 to 499, of an unknown length.
            Content-Range: bytes */1234 => The range cannot be satisfied; the whole is 1234 bytes.
            Content-Range: x => Not a correct range of bytes: it is ignored.
            Range: bytes=0-9, -5,7- => Bytes 0 to 9, both included. The last 5 bytes. From byte 7 to the end.
            Range: bytes=1-2-3 => 1-2-3: not a range.
            Range: Bytes=1-2 => Bytes 1 to 2, both included.
            Range: lines=1 => Not in bytes; servers ignore it.
            Accept-Ranges: none => Parts cannot be requested.
            Accept-Ranges: bytes =>
            """#)
    }

    @Test func `logins and rules for browsers`() {
        let basic = "Basic: user and password in Base64, readable by whoever sees the header. Only over https."
        let bearer = "Bearer: whoever has the token may use it. It is often a JWT with its own expiry."
        check(
            """
            Cookie: a=1 => 1 cookie of this host.
            Cookie: a=1; b=2 => 2 cookies of this host.
            Authorization: basic dTpw => \(basic)
            Authorization: Bearer x => \(bearer)
            Authorization: Digest x => Digest: a hash over password, nonce and request; the password itself is not sent.
            Authorization: Negotiate x => Negotiate: Kerberos or NTLM of a Windows domain.
            Authorization: NTLM x => NTLM: the login of a Windows domain, bound to the connection; needs HTTP/1.1.
            Authorization: DPoP x => DPoP: a token that is bound to a key; the header DPoP proves it.
            Authorization: AWS4-HMAC-SHA256 x => AWS Signature 4: a signature over the request with the secret key of an access key id.
            Authorization: Token x => Token: a key of the server's own kind.
            Proxy-Authorization: s3cret => A scheme that this program does not know, or a token without one.
            WWW-Authenticate: Bearer realm="x", error="e", scope="s" => \(bearer) realm=x: what the login is for. error=e: what is wrong. scope=s: what the token must permit.
            Proxy-Authenticate: New x=1, Basic realm="a" => New: a scheme that this program does not know. \(basic) realm=a: what the login is for.
            Strict-Transport-Security: max-age=60 => Browsers use only https for 60 s. For this host only, not for those below it.
            Strict-Transport-Security: max-age="31536000"; includeSubDomains; preload => Browsers use only https for 31536000 s (365 d). Also for all hosts below this one. preload: asks to be in the list that browsers carry.
            Strict-Transport-Security: max-age=60; preload => Browsers use only https for 60 s. For this host only, not for those below it. preload: asks to be in the list that browsers carry, which wants at least a year.
            Strict-Transport-Security: max-age=0 => max-age=0: browsers forget that this host wants https.
            Strict-Transport-Security: max-age=-1 => Without a valid max-age browsers ignore it.
            X-Content-Type-Options: NoSniff =>
            X-Content-Type-Options: x => Only nosniff has a meaning; this value is ignored.
            X-Frame-Options: deny => Nobody may show it in a frame.
            X-Frame-Options: SameOrigin => Only pages of the same origin may show it in a frame.
            X-Frame-Options: x => Browsers do not know this value and ignore it.
            Access-Control-Allow-Origin: * => Scripts of every site may read it, without cookies.
            Access-Control-Allow-Origin: null => null: pages without an origin, such as a sandboxed frame, which anybody can make. Not safe.
            Access-Control-Allow-Origin: https://a && Vary: origin => Scripts of this site may read it.
            Access-Control-Allow-Origin: https://a => Scripts of this site may read it. Without Vary: Origin a cache may give it to other sites too.
            """)
    }

    @Test func `what to do next, and what was done`() {
        check(
            #"""
            Retry-After: 60 => Wait for 60 s.
            Retry-After: soon => Neither a number of seconds nor a date: clients ignore it.
            Link: <a>; rel=next, <b> => next: a no relation: b
            Link: </a;rel=x>; rel=next, </b;rel=x> => next: /a;rel=x no relation: /b;rel=x
            Link: </a,b>; rel=next, </"c,d>; rel=prev => next: /a,b prev: /"c,d
            Connection: close, Keep-Alive, upgrade, X-A => close: the connection ends after this message, so the next request opens a new one. keep-alive: the connection stays; in HTTP/1.1 it does anyway. upgrade: another protocol is asked for or agreed on. X-A: this header is for this connection only.
            Server-Timing: db;dur=5;desc="D", c => db (D) took 5 ms. c happened.
            Alt-Svc: clear => clear: forget all alternatives.
            Alt-Svc: h3=":443", h2=":8443"; ma=60 => h3=":443", to be remembered for 86400 s (24 h). h2=":8443", to be remembered for 60 s.
            Alt-Svc: h3=":443"; ma=-5 => h3=":443", to be remembered for 0 s.
            Sunset: Tue, 14 Nov 2023 22:14:20 GMT => It ends in 60 s.
            Sunset: x => Not a date.
            Deprecation: true => Deprecated already.
            Deprecation: @1700000060 => Deprecated from Tue, 14 Nov 2023 22:14:20 GMT on: in 60 s.
            RateLimit-Reset: 30 => In 30 s.
            X-RateLimit-Reset: 1700000030 => A moment: in 30 s.
            X-RateLimit-Reset: -1 =>
            Access-Control-Max-Age: 60 => A preflight may be remembered for 60 s.
            Access-Control-Max-Age: x =>
            Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03 => Trace 4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7. It is recorded (sampled).
            Traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02 => Trace 4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7. It is not recorded.
            Traceparent: 00-4bf92f-00f067aa0ba902b7-01 => Not of the form version-trace-span-flags.
            X-Unknown: 1 =>
            """#)
        let places = [200, 201, 202, 301, 308, 302, 303, 399, 400].map { details("Location: /x", status: $0) }
        #expect(
            places == [
                "", "The resource that was made.", "Where to ask for the outcome.", "The new place, for good.",
                "The new place, for good.", "The place for this once.", "The place for this once.",
                "The place for this once.", "",
            ])
    }

    @Test func `a cookie says how long, for whom and over what`() {
        let open = "Also over http: anybody on the way can read it. Scripts of the page can read it."
        check(
            """
            Set-Cookie: a=1 => a: until the session ends. For exactly this host. \(open) Without SameSite browsers take Lax.
            Set-Cookie: a=1; Domain=x.example; Max-Age=60; SameSite=Strict => a: for 60 s. For x.example and all hosts below it. \(open) SameSite=Strict: only with requests of the site itself.
            Set-Cookie: a=1; Max-Age=0; SameSite=None => a: deleted, because it ends in the past. For exactly this host. \(open) SameSite=None without Secure: browsers refuse it.
            Set-Cookie: a=1; Secure; HttpOnly; SameSite=None => a: until the session ends. For exactly this host. Secure: over https only. HttpOnly: scripts cannot read it. SameSite=None: also with requests of other sites.
            Set-Cookie: __Secure-a=1; SameSite=Lax => __Secure-a: until the session ends. For exactly this host. \(open) SameSite=Lax: from other sites only when a link is followed. __Secure- needs Secure: it is refused.
            Set-Cookie: __Host-a=1; Secure; SameSite=Lax => __Host-a: until the session ends. For exactly this host. Secure: over https only. Scripts of the page can read it. SameSite=Lax: from other sites only when a link is followed. __Host- needs Secure, Path=/ and no Domain: it is refused.
            Set-Cookie: __Host-a=1; Secure; Path=/; SameSite=Lax => __Host-a: until the session ends. For exactly this host. For / and what is below. Secure: over https only. Scripts of the page can read it. SameSite=Lax: from other sites only when a link is followed.
            """)
    }

    @Test func `times are in seconds and in the largest unit that says enough`() {
        let spans: [Int64] = [0, 119, 120, 7_199, 7_200, 172_799, 172_800]
        #expect(
            spans.map(HeaderValue.seconds) == [
                "0 s", "119 s", "120 s (2 min)", "7199 s (119 min)", "7200 s (2 h)", "172799 s (47 h)",
                "172800 s (2 d)",
            ])
        let moments: [(Int64, Int64)] = [(10, 10), (70, 10), (10, 70), (10, 0), (.min, .max)]
        #expect(
            moments.map { HeaderValue.distance(to: $0, from: $1) } == [
                "now", "in 60 s", "60 s ago", "Thu, 01 Jan 1970 00:00:10 GMT", "now",
            ])
    }

    @Test func `a status that is not registered is explained by its class, with what caches do`() {
        let texts = [199, 299, 399, 499, 599, 600].map { Explanation.status($0).text }
        let start = "A status that is not registered. A client treats it by its class: "
        #expect(
            texts.map { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : $0 } == [
                "a note before the final response.", "a success, as 200.", "a redirect, as 300.",
                "an error of the request, as 400.", "an error of the server, as 500.", "outside of what HTTP defines.",
            ])
        #expect(Explanation.status(299).heading == "299" && Explanation.status(299).source == "RFC 9110 §15")
        #expect(Explanation.status(199).details == [])
    }

    @Test func `a header that is not known says whose it may be`() {
        func text(_ name: String) -> String {
            let field = HeaderField(name, "1")
            return Explanation.header(field, in: MessageContext(headers: [field], isRequest: false, now: 0)).text
        }
        #expect(text("X-Foo") == "A header that no standard knows; the server or something on the way defines it.")
        #expect(text("x-foo") == text("X-Foo"))
        #expect(text("Foo") == "This header is not in the list of this program; it may be one of the server's own.")
    }

    @Test func `lines of a report are one line each without their style`() {
        let lines: [ReportLine] = [
            .heading("a"), .fact("name", "text"), .fact("", "text"), .text("b"), .warning("c"), .gap,
        ]
        #expect(lines.map(\.plain) == ["a", "name: text", "text", "b", "c", ""])
        #expect(
            Term.Kind.allCases.map(\.title) == [
                "status", "header", "Cache-Control directive", "error category", "timing phase", "TLS", "HTTP/2",
                "media type", "content coding", "method", "cache", "cookie attribute", "notice of lint",
            ])
    }

    @Test func `where a header comes from is said by its origin and its name`() {
        func reason(_ origin: HeaderField.Origin, _ name: String = "A", _ value: String = "1") -> String {
            HeaderOrigins.reason(HeaderField(name, value, origin: origin))
        }
        #expect(
            [
                reason(.environment), reason(.auth), reason(.cookie), reason(.cache), reason(.engine, "accept"),
                reason(.engine, "Accept-Encoding", "identity"), reason(.engine, "Transfer-Encoding"),
                reason(.engine, "User-Agent"), reason(.engine, "content-type", "application/json"),
                reason(.engine, "Other"),
            ] == [
                "a default of the environment", "made by the login; it never follows a redirect to another server",
                "from the cookie jar: the cookies that fit host, path and scheme",
                "a condition of the cache, which has a stored response to confirm",
                "added, because the request has none: anything is accepted",
                "added, because the request wants a range: a part of compressed bytes could not be decoded",
                "added: the length of the body is not known in advance", "added, because the request has none",
                "added: GraphQL is sent as JSON", "added by the program",
            ])
    }

    @Test func `a server's own timings have names, lengths and words`() {
        let headers = HeaderFields([
            HeaderField("Server-Timing", "db;dur=53.2;desc=\"query, all\", miss"),
            HeaderField("server-timing", "a;dur=-1"),
            HeaderField("Server-Timing", (0..<30).map { "n\($0)" }.joined(separator: ",")),
        ])
        let entries = ServerTimingEntry.all(in: headers)
        #expect(entries.count == 20)
        #expect(entries.prefix(3).map(\.title) == ["db (query, all)", "miss", "a"])
        #expect(entries.prefix(3).map(\.duration) == [.microseconds(53_200), nil, nil])
    }

    @Test func `lists are the headers whose members are chosen one by one`() {
        let names = [
            "Accept", "CACHE-CONTROL", "te", "If-None-Match", "Content-Type", "Range", "Authorization", "Cookie",
        ]
        #expect(names.filter(Glossary.isList) == ["Accept", "CACHE-CONTROL", "te", "If-None-Match"])
        #expect(Glossary.choices(of: "Transfer-Encoding").map(\.value).sorted() == ["chunked", "gzip"])
        #expect(!Glossary.choices(of: "Accept-Encoding").contains { $0.value == "chunked" })
        #expect(!Glossary.choices(of: "Content-Encoding").contains { ["chunked", "identity"].contains($0.value) })
        #expect(Glossary.choices(of: "Proxy-Authorization").map(\.value) == ["Bearer ", "Basic ", "Digest "])
        #expect(
            Glossary.choices(of: "Content-Type").map(\.value).prefix(2) == [
                "application/json", "application/x-www-form-urlencoded",
            ])
        #expect(Glossary.choices(of: "accept").last?.value == "*/*" && Glossary.choices(of: "X-Other").isEmpty)
        #expect(
            Glossary.choices(of: "Cache-Control").map(\.value) == [
                "no-cache", "no-store", "max-age=0", "max-stale", "min-fresh=0", "only-if-cached", "no-transform",
                "stale-if-error=0",
            ])
        #expect(Glossary.methods.prefix(5).map(\.name) == ["GET", "POST", "PUT", "PATCH", "DELETE"])
    }
}
