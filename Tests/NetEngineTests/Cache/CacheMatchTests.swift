import TestSupport
import Testing

@testable import NetEngine

/// Which stored response is meant by a request or a 304, why, and how it is served. Values only, no server.
@Suite struct CacheMatchTests {
    private static func stored(
        _ headers: HeaderFields, for request: HeaderFields = [], status: Int = 200, id: Int64 = 1,
        at seconds: Int64 = 0,
        count: Int = 10, codings: [String] = [], authorization: String? = nil, requestedRange: String? = nil
    ) -> StoredResponse {
        let moment = Timestamp(microsecondsSince1970: seconds * 1_000_000)
        return StoredResponse(
            id: StoredResponse.ID(rawValue: id), key: CacheKey(text: "http://a/"), status: status,
            reason: Array("OK".utf8), httpVersion: .http1_1, headers: headers, requestTime: moment,
            responseTime: moment, vary: VaryKey(response: headers, request: request), authorization: authorization,
            decodedCodings: codings, wireBodyByteCount: count, bodyByteCount: count,
            part: status == 206 ? ContentRange(headers) : nil,
            requestedRange: requestedRange.map { Array($0.utf8) })
    }

    private static func request(
        _ headers: HeaderFields = [], method: HTTPMethod = .get, url: String = "http://a/",
        _ options: RequestOptions = RequestOptions()
    ) throws -> PreparedRequest {
        PreparedRequest(
            method: method, url: try HTTPURL.parse(url), headers: headers, body: .none, options: options)
    }

    private static func why(
        _ stored: StoredResponse, _ headers: HeaderFields = [], decodes: Bool = true, mode: CacheMode = .default
    ) throws -> String {
        var options = RequestOptions(decodesContent: decodes)
        options.cacheMode = mode
        let request = CacheRequest(try request(headers, options))
        let match = VariantMatch(stored, for: request)
        return "\(match.isSelected ? match.form == nil ? "selected" : "matches" : "other"): \(match.why)"
    }

    @Test func `a stored response says why it is or is not for a request`() throws {
        let foo: HeaderFields = [HeaderField("Foo", "1")]
        let vary: HeaderFields = [HeaderField("Vary", "Foo")]
        #expect(try Self.why(Self.stored([])) == "matches: it matches")
        #expect(try Self.why(Self.stored([HeaderField("Vary", "*")])) == "other: Vary: * matches no other request")
        #expect(try Self.why(Self.stored(vary), foo) == #"other: Vary: foo was absent, is "1""#)
        #expect(try Self.why(Self.stored(vary, for: foo)) == #"other: Vary: foo was "1", is absent"#)
        let secret: HeaderFields = [HeaderField("Cookie", "a=b")]
        #expect(
            try Self.why(Self.stored([HeaderField("Vary", "Cookie")]), secret) == "other: Vary: cookie differs")
        let coded = Self.stored([], codings: ["gzip"])
        #expect(
            try Self.why(coded, decodes: false)
                == "other: it was stored decoded, and the request wants the coded bytes")
        #expect(try Self.why(coded) == "matches: it matches")
    }

    /// Cache-Control, and whether another user gets the response.
    private static let users: FilledTable = """
        max-age=9 -> false
        public -> true
        s-maxage=0 -> true
        must-revalidate -> true
        private, proxy-revalidate -> false
        private, max-age=9, must-revalidate -> false, private says that it is for one user
        public, private -> false, private says that it is for one user
        private="x-a", s-maxage=9 -> false, private says that it is for one user
        """

    /// The same without asking the server, whatever the age.
    private static let usersWithoutAsking: FilledTable = """
        max-age=9 -> false
        public -> true
        public, must-revalidate -> true
        s-maxage=9 -> false, only public says that it is for all without asking the server
        max-age=9, must-revalidate -> false, only public says that it is for all without asking the server
        private, must-revalidate -> false, private says that it is for one user
        """

    @Test func `a response to one user is for all only if it says so`() {
        func verdict(_ row: String, _ mode: CacheMode) throws -> String {
            let stored = Self.stored([HeaderField("Cache-Control", row)], authorization: "of another")
            let words = try Self.why(stored, mode: mode)
            let refusal = "other: Authorization differs, and "
            guard words.hasPrefix(refusal) else { return "\(words == "matches: it matches")" }
            let clause = words.dropFirst(refusal.count)
            let usual = "neither public, s-maxage nor must-revalidate says that it is for all"
            return clause == usual ? "false" : "false, \(clause)"
        }
        for mode in [CacheMode.default, .noCache, .reload] {
            #expect(Self.users.filled { try verdict($0, mode) } == Self.users.text)
        }
        for mode in [CacheMode.forceCache, .onlyIfCached] {
            #expect(Self.usersWithoutAsking.filled { try verdict($0, mode) } == Self.usersWithoutAsking.text)
        }
    }

    /// Of a response to a request with cookies, asked for with others: as in `usersWithoutAsking`.
    private static let cookies: FilledTable = """
        default | max-age=9 -> true
        default | s-maxage=9 -> true
        default | private, max-age=9 -> false, private says that it is for one user
        no-cache | private -> false, private says that it is for one user
        reload | no-cache -> true
        force-cache | max-age=9 -> false, only public says that it is for all without asking the server
        force-cache | must-revalidate -> false, only public says that it is for all without asking the server
        force-cache | private -> false, private says that it is for one user
        force-cache | public -> true
        only-if-cached | no-cache -> false, only public says that it is for all without asking the server
        only-if-cached | public, max-age=9 -> true
        """

    @Test func `what is for one user, or taken whatever its age, is for the same cookies only`() throws {
        let own: HeaderFields = [HeaderField("Cookie", "sid=one; theme=dark")]
        let proof = try #require(CacheRequest(try Self.request(own)).authorization)
        #expect(!proof.contains("one"))
        let others: [HeaderFields] = [
            [], [HeaderField("Cookie", "")], [HeaderField("Cookie", "sid=two; theme=dark")],
            [HeaderField("Cookie", "sid=one")],
            [HeaderField("Cookie", "sid=one; theme=dark"), HeaderField("Cookie", "a=b")],
        ]
        for headers in others {
            let text = Self.cookies.filled { row in
                let columns = row.columns
                let mode = try #require(CacheMode(rawValue: columns[0]))
                let stored = Self.stored([HeaderField("Cache-Control", columns[1])], authorization: proof)
                let words = try Self.why(stored, headers, mode: mode)
                let refusal = "other: Cookie differs, and "
                #expect(try Self.why(stored, own, mode: mode) == "matches: it matches")
                return words.hasPrefix(refusal)
                    ? "false, \(words.dropFirst(refusal.count))" : "\(words == "matches: it matches")"
            }
            #expect(text == Self.cookies.text, "\(headers)")
        }
        // Stored by a program that did not look at cookies.
        let old = Self.stored([HeaderField("Cache-Control", "private")])
        #expect(try Self.why(old, own) == "other: Cookie differs, and private says that it is for one user")
        #expect(try Self.why(old) == "matches: it matches")
    }

    @Test func `of a login and cookies each counts for itself`() throws {
        let login = HeaderField("Authorization", "Bearer a")
        let cookie = HeaderField("Cookie", "sid=one")
        func why(_ headers: HeaderFields, _ control: String) throws -> String {
            let proof = CacheRequest(try Self.request([login, cookie])).authorization
            return try Self.why(Self.stored([HeaderField("Cache-Control", control)], authorization: proof), headers)
        }
        #expect(try why([cookie, login], "private") == "matches: it matches")
        #expect(try why([login], "max-age=9") == "matches: it matches")
        let one = "private says that it is for one user"
        #expect(try why([login], "private") == "other: Cookie differs, and \(one)")
        let noSign = "neither public, s-maxage nor must-revalidate says that it is for all"
        #expect(try why([cookie], "private") == "other: Authorization differs, and \(noSign)")
        #expect(try why([cookie], "private, s-maxage=9") == "other: Authorization differs, and \(one)")
        #expect(try why([cookie], "s-maxage=9") == "matches: it matches")
    }

    @Test func `of several Authorization headers each counts`() throws {
        func proof(_ values: [String]) throws -> String? {
            CacheRequest(try Self.request(HeaderFields(values.map { HeaderField("Authorization", $0) }))).authorization
        }
        let one = try proof(["Bearer a", "Bearer b"])
        let same = try proof(["Bearer a", "Bearer b"])
        #expect(one == same)
        for others in [["Bearer b"], ["Bearer c", "Bearer b"], ["Bearer a"]] {
            let other = try proof(others)
            #expect(other != one, "\(others)")
        }
    }

    @Test(arguments: [nil, "sha256:00", "marked sha256:00"], [nil, "sha256:11"])
    func `credentials are stored as one text`(login: String?, cookies: String?) {
        var credentials = CacheCredentials(text: login)
        credentials.cookies = cookies
        #expect(CacheCredentials(text: credentials.text) == credentials && credentials.login == login)
        #expect((credentials.text == nil) == (login == nil && cookies == nil))
    }

    @Test func `a response to a request with a secret header is for that secret only`() throws {
        func field(_ name: String, _ value: String, isSecret: Bool = true) -> HeaderField {
            HeaderField(name, value, isSecret: isSecret)
        }
        func why(_ sent: HeaderFields, _ headers: HeaderFields, _ control: String = "max-age=9") throws -> String {
            let proof = CacheRequest(try Self.request(sent)).authorization
            return try Self.why(Self.stored([HeaderField("Cache-Control", control)], authorization: proof), headers)
        }
        let key: HeaderFields = [field("X-Key", "one")]
        let others: [HeaderFields] = [
            [], [field("X-Key", "two")], [field("X-Other", "one")], [field("X-Key", "one", isSecret: false)],
            [field("X-Key", "one"), field("X-Other", "x")], [field("X-Key", "one"), field("Authorization", "one")],
            [field("Authorization", "one")], [field("X-Ke", "yone")],
        ]
        let clause = "neither public, s-maxage nor must-revalidate says that it is for all"
        for headers in others {
            #expect(try why(key, headers) == "other: a header with a secret differs, and \(clause)")
            #expect(try why(headers, key) == "other: a header with a secret differs, and \(clause)")
        }
        #expect(try why(key, key) == "matches: it matches")
        #expect(try why(key, [field("x-KEY", "one"), HeaderField("Accept", "a/b")]) == "matches: it matches")
        #expect(try why(key, [], "public, max-age=9") == "matches: it matches")
        // A mark makes no other login of it.
        let marked: HeaderFields = [field("Authorization", "Bearer a")]
        let plain: HeaderFields = [field("Authorization", "Bearer a", isSecret: false)]
        #expect(try why(marked, plain) == "matches: it matches" && why(plain, marked) == "matches: it matches")
        #expect(try why(marked, []) == "other: Authorization differs, and \(clause)")
        #expect(CacheRequest(try Self.request(key)).subject(200, []).hasAuthorization == false)
        #expect(CacheRequest(try Self.request(marked)).subject(200, []).hasAuthorization)
        #expect(CacheRequest(try Self.request([HeaderField("Accept", "a/b")])).authorization == nil)
        #expect(CacheRequest(try Self.request(key)).authorization?.contains("one") == false)
    }

    @Test func `a header is a credential by its name, and by the interceptor that added it`() throws {
        func proof(_ field: HeaderField) throws -> String? { CacheRequest(try Self.request([field])).authorization }
        let pairs = [
            (HeaderField("X-Api-Key", "one"), HeaderField("X-Api-Key", "two")),
            (HeaderField("x-auth-token", "one"), HeaderField("X-Auth-Token", "two")),
            (HeaderField("X-Key", "one", origin: .auth), HeaderField("X-Key", "two", origin: .auth)),
        ]
        let refusal = "other: a header with a secret differs, and neither public, s-maxage nor must-revalidate"
        for (own, other) in pairs {
            let stored = Self.stored([HeaderField("Cache-Control", "max-age=9")], authorization: try proof(own))
            #expect(try Self.why(stored, [own]) == "matches: it matches")
            #expect(try Self.why(stored, [other]).hasPrefix(refusal), "\(own.name)")
            #expect(try Self.why(stored).hasPrefix(refusal), "\(own.name)")
            #expect(try proof(own)?.contains("one") == false)
        }
        // An interceptor's Authorization is the same login as a typed one, and cookies count for themselves.
        let login = HeaderField("Authorization", "Bearer a")
        #expect(try proof(HeaderField("Authorization", "Bearer a", origin: .auth)) == proof(login))
        #expect(try proof(HeaderField("Cookie", "sid=one"))?.hasPrefix("cookies ") == true)
        #expect(try proof(HeaderField("Accept", "a/b", origin: .engine)) == nil)
    }

    @Test func `a range is served from what holds all of it`() throws {
        func why(_ stored: StoredResponse, _ range: String, ifRange: String? = nil) throws -> String {
            let condition = ifRange.map { [HeaderField("If-Range", $0)] } ?? []
            return try Self.why(stored, HeaderFields([HeaderField("Range", range)] + condition))
        }
        let whole = Self.stored([HeaderField("ETag", "\"a\"")])
        #expect(try why(whole, "bytes=0-4") == "matches: it holds the range")
        #expect(try why(whole, "bytes=10-") == "selected: the range lies outside its 10 bytes")
        #expect(try why(whole, "bytes=0-1,3-4") == "selected: the request wants several ranges")
        #expect(try why(whole, "lines=1-2") == "selected: the request wants a range that is not in bytes")
        #expect(try why(whole, "bytes=-0") == "selected: the range of the request holds no byte")
        #expect(try why(whole, "bytes=4-2") == "selected: the range of the request cannot be read")
        #expect(try why(whole, "bytes=0-4", ifRange: " \"a\" ") == "matches: it holds the range")
        #expect(try why(whole, "bytes=0-4", ifRange: "\"b\"") == "matches: it matches")
        #expect(
            try why(Self.stored([], codings: ["br"]), "bytes=0-4") == "selected: its bytes were stored decoded")
        #expect(try why(Self.stored([], status: 404), "bytes=0-4") == "matches: it matches")
        let part = Self.stored(
            [HeaderField("Content-Range", "bytes 0-4/10")], status: 206, count: 5, requestedRange: "bytes=-5")
        #expect(try why(part, "bytes=-5") == "matches: it is the very range")
        #expect(try why(part, "bytes=1-4") == "matches: it holds the range")
        #expect(try why(part, "bytes=1-5") == "selected: only bytes 0-4/10 of it are stored")
        #expect(try Self.why(part) == "selected: only bytes 0-4/10 of it are stored")
        let dated = Self.stored([
            HeaderField("Date", HTTPDate.text(1000)), HeaderField("Last-Modified", HTTPDate.text(940)),
        ])
        #expect(try why(dated, "bytes=0-4", ifRange: HTTPDate.text(940)) == "matches: it holds the range")
        #expect(try why(dated, "bytes=0-4", ifRange: HTTPDate.text(941)) == "matches: it matches")
        let both = Self.stored(HeaderFields(dated.headers.fields + [HeaderField("ETag", "\"a\"")]))
        #expect(try why(both, "bytes=0-4", ifRange: HTTPDate.text(940)) == "matches: it holds the range")
        #expect(try why(both, "bytes=0-4", ifRange: HTTPDate.text(941)) == "matches: it matches")
    }

    // MARK: Keys

    @Test func `what leads to another server or another trust is part of the key`() throws {
        func key(
            _ url: String, _ headers: HeaderFields = [], _ change: (inout RequestOptions) throws -> Void = { _ in }
        )
            throws -> String
        {
            var options = RequestOptions()
            try change(&options)
            return CacheKey(try Self.request(headers, url: url, options)).text
        }
        #expect(try key("http://u:p@H/a?b#c") == "http://h/a?b")
        #expect(try key("http://h/", [HeaderField("host", "X.test")]) == "http://h/ host=x.test")
        #expect(try key("http://h/", [HeaderField("Host", "H")]) == "http://h/")
        #expect(try key("http://h/", [HeaderField("Host", "x", origin: .engine)]) == "http://h/")
        #expect(try key("http://h/") { $0.connection.unixSocket = "/s" } == "http://h/ unix=/s")
        #expect(
            try key("http://h/") {
                $0.connection.resolve = [try ResolveOverride("H:80:1.2.3.4,::1"), try ResolveOverride("*:*:::1")]
            } == "http://h/ resolve=h:80:1.2.3.4,::1 resolve=*:*:::1")
        #expect(
            try key("http://h/") { $0.connection.connectTo = [try ConnectOverride("::X:81")] }
                == "http://h/ connect-to=*:*:x:81")
        func trust(_ options: inout RequestOptions) throws {
            (options.verifiesTLS, options.caFile) = (false, "/c")
            options.tls = TLSOptions(
                caDirectory: "/d", clientCertificate: ClientCertificate(file: "/k.pem"),
                pinnedKeys: [PublicKeyPin(hash: [0, 0, 0])])
        }
        #expect(
            try key("https://h/", [], trust)
                == "https://h/ unverified ca=/c ca=/d certificate=/k.pem pin=sha256//AAAA")
        #expect(try key("http://h/", [], trust) == "http://h/")
        #expect(try key("http://h/") { $0.proxy = .environment } == "http://h/")
        #expect(try key("http://h/") { $0.proxy = .url("u:p@P.test:3128") } == "http://h/ proxy=http://p.test:3128")
        #expect(try key("http://h/") { $0.proxy = .url("socks5h://p:1") } == "http://h/ proxy=socks5h://p:1")
        // What is in a tunnel is the server's, if it proves itself.
        #expect(try key("https://h/") { $0.proxy = .url("http://p:1") } == "https://h/")
        #expect(
            try key("https://h/") { ($0.proxy, $0.verifiesTLS) = (.url("http://p:1"), false) }
                == "https://h/ proxy=http://p:1 unverified")
        #expect(CacheKey(text: "https://h/a?b unverified").url == "https://h/a?b")
    }

    private static let locations: FilledTable = """
        PUT | 200 | - | - -> http://h/x
        PUT | 399 | /y | http://h:80/z -> http://h/x http://h/y http://h/z
        PUT | 200 | http://other/y | https://h/y -> http://h/x
        PUT | 200 | /x | y/../x -> http://h/x
        PUT | 400 | /y | - -> 
        PUT | 199 | /y | - -> 
        GET | 200 | /y | - -> 
        PURGE | 204 | - | ../w?q -> http://h/x http://h/w?q
        """

    @Test func `a change invalidates what it names of its own server`() throws {
        let target = try HTTPURL.parse("http://h/x")
        let text = Self.locations.filled { row in
            let columns = row.columns
            var headers = HeaderFields()
            if columns[2] != "-" { headers.append(HeaderField("Location", columns[2])) }
            if columns[3] != "-" { headers.append(HeaderField("Content-Location", columns[3])) }
            let response = Response(
                status: Int(columns[1]) ?? 0, reason: [], httpVersion: .http1_1, headers: headers, rawHead: [],
                body: [], wireBodyByteCount: 0, isComplete: true)
            let request = try Self.request(method: #require(HTTPMethod(columns[0])), url: "http://h/x")
            return CachePolicy.invalidated(CacheRequest(request), response, target: target).map(\.text)
                .joined(separator: " ")
        }
        #expect(text == Self.locations.text)
    }

    // MARK: Validation

    private static func age(_ headers: HeaderFields) -> AgeSource {
        let moment = Timestamp(microsecondsSince1970: 0)
        return AgeSource(headers, requestTime: moment, responseTime: moment)
    }

    @Test func `a 304 is about the newest with its tag, or about the only one`() {
        let tags: [(String?, Int64)] = [("\"a\"", 0), ("\"b\"", 5), ("W/\"a\"", 3), (nil, 9)]
        let all = tags.enumerated().map { index, tag in
            Self.stored(HeaderFields(tag.0.map { [HeaderField("ETag", $0)] } ?? []), id: Int64(index), at: tag.1)
        }
        func selected(_ tag: String?, of nominated: [StoredResponse]) -> Int64? {
            let news = HeaderFields(tag.map { [HeaderField("ETag", $0)] } ?? [])
            return CachePolicy.selected(by: news, age: Self.age(news), of: nominated)?.id.rawValue
        }
        #expect(selected("\"a\"", of: all) == 2)
        #expect(selected("W/\"b\"", of: all) == 1)
        #expect(selected("\"x\"", of: all) == nil)
        #expect(selected("\"x\"", of: [all[3]]) == 3)
        #expect(selected(nil, of: [all[0]]) == 0)
        #expect(selected(nil, of: [all[0], all[1]]) == nil)
        #expect(selected(nil, of: []) == nil)
    }

    /// Stored and new: ETag, Last-Modified, Content-Length.
    private static let heads: FilledTable = """
        "a" 1 5 | "a" 1 5 -> true
        "a" 1 5 | - - - -> true
        "a" - - | "b" - - -> false
        "a" - - | W/"a" - - -> false
        - - - | "a" - - -> false
        - 1 - | - 2 - -> false
        - - - | - 1 - -> false
        - - 5 | - - 6 -> false
        - - - | - - 6 -> true
        - - 5 | - - - -> true
        """

    @Test func `a HEAD confirms what it does not contradict`() {
        func fields(_ text: String) -> HeaderFields {
            let words = text.split(separator: " ").map { String($0) }
            var headers = HeaderFields()
            if words[0] != "-" { headers.append(HeaderField("ETag", words[0])) }
            if let seconds = Int64(words[1]) { headers.append(HeaderField("Last-Modified", HTTPDate.text(seconds))) }
            if words[2] != "-" { headers.append(HeaderField("Content-Length", words[2])) }
            return headers
        }
        let text = Self.heads.filled { row in
            let columns = row.columns
            let news = fields(columns[1])
            return "\(CachePolicy.headConfirms(Self.stored(fields(columns[0])), news, age: Self.age(news)))"
        }
        #expect(text == Self.heads.text)
    }

    // MARK: Serving

    @Test func `a response from the store has the head of its form`() {
        let stored = Self.stored([
            HeaderField("Age", "1"), HeaderField("ETag", "\"a\""), HeaderField("Content-Type", "text/plain"),
            HeaderField("Content-Length", "10"), HeaderField("X", "y"),
        ])
        let body = Array("0123456789".utf8)
        func served(_ form: CachePlan.Form, age: Int64? = 7, isHead: Bool = false) -> String {
            let age = age.map {
                ResponseAge(ageField: nil, date: nil, apparent: $0, responseDelay: 0, resident: 0)
            }
            let response = ServedResponse.response(stored, body: body, form: form, age: age, isHead: isHead)
            return String(decoding: response.rawHead + response.body, as: UTF8.self)
        }
        let head = "ETag: \"a\"\r\nContent-Type: text/plain\r\nContent-Length: 10\r\nX: y\r\n"
        #expect(served(.whole) == "HTTP/1.1 200 OK\r\n\(head)Age: 7\r\n\r\n0123456789")
        #expect(served(.whole, age: nil) == "HTTP/1.1 200 OK\r\nAge: 1\r\n\(head)\r\n0123456789")
        #expect(served(.whole, isHead: true) == "HTTP/1.1 200 OK\r\n\(head)Age: 7\r\n\r\n")
        #expect(
            served(.notModified) == "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nX: y\r\nAge: 7\r\n\r\n")
        let slice = ByteRange(Array("bytes=2-4".utf8)).flatMap { RangeSlice($0, ofWhole: 10) }
        let fields = "ETag: \"a\"\r\nContent-Type: text/plain\r\nX: y\r\nAge: 7\r\n"
        #expect(
            slice.map { served(.slice($0)) }
                == "HTTP/1.1 206 Partial Content\r\n\(fields)Content-Range: bytes 2-4/10\r\nContent-Length: 3\r\n\r\n234"
        )
        #expect(ServedResponse.head(nil, 200, [], []) == [])
        #expect(ServedResponse.gatewayTimeout().status == 504)
    }

    @Test func `a stored response knows its size, its language and its coding`() {
        #expect(Self.stored([HeaderField("A", "bc")]).size == 10 + 9 + 256 + 1 + 2 + 32)
        func language(_ values: String...) -> String? {
            Self.stored(HeaderFields(values.map { HeaderField("Content-Language", $0) })).contentLanguage
        }
        #expect(
            language(" de ") == "de" && language("de, en") == nil && language("de", "en") == nil && language() == nil)
        func isCoded(_ values: String...) -> Bool {
            Self.stored(HeaderFields(values.map { HeaderField("Content-Encoding", $0) })).hasContentCoding
        }
        #expect(isCoded("gzip") && isCoded("identity", "br") && !isCoded(" Identity ") && !isCoded())
        let guessed = Self.stored([HeaderField("Last-Modified", HTTPDate.text(-1000))])
        #expect(guessed.lifetime.seconds == 100 && guessed.withoutHeuristicFreshness().lifetime.seconds == 0)
        let said = Self.stored([HeaderField("Cache-Control", "max-age=5")])
        #expect(said.withoutHeuristicFreshness().lifetime.seconds == 5)
    }

    /// Fields between bars, and the names of those that are stored.
    private static let fields: FilledTable = """
        A: 1|Connection: close|Keep-Alive: 5|B: 2 -> A B
        TE: x|Trailer: x|Upgrade: x|Transfer-Encoding: x|Proxy-Connection: x|A: 1 -> A
        Proxy-Authenticate: x|Proxy-Authorization: x|Proxy-Authentication-Info: x|A: 1 -> A
        Connection: B, "c"|A: 1|b: 2|C: 3 -> A C
        Connection: close|Close: 1|A: 2 -> A
        Close: 1|A: 2 -> Close A
        Cache-Control: no-cache="a, B"|A: 1|b: 2|C: 3 -> Cache-Control C
        Te2: x|Trailers: y -> Te2 Trailers
        """

    @Test func `fields of one connection, and those that no-cache names, are not stored`() {
        let text = Self.fields.filled { row in
            let headers = HeaderFields(
                row.split(separator: "|").map { line in
                    let parts = line.split(separator: ": ", maxSplits: 1).map { String($0) }
                    return HeaderField(parts[0], parts[1])
                })
            return StoredFields.storable(headers, control: CacheControl(headers)).map(\.name).joined(separator: " ")
        }
        #expect(text == Self.fields.text)
    }
}
