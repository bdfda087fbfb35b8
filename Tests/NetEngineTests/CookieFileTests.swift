import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Cookie jars with a file: what survives the program, and who may change it.
@Suite(.timeLimit(.minutes(5))) struct CookieFileTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/cookies" }

    init() throws { folder = try TemporaryFolder() }

    private final class Time: Sendable {
        private let seconds = Mutex<Int64>(1000)
        var now: Int64 { seconds.withLock { $0 } }
        func advance(_ count: Int64 = 1) { seconds.withLock { $0 += count } }
    }

    private let clock = Time()

    private func jar(keepsSessionCookies: Bool = false) throws -> CookieJar {
        try CookieJar(
            file: path, keepsSessionCookies: keepsSessionCookies, saveDelay: nil, now: { [clock] in clock.now })
    }

    private func set(_ field: String, in jar: CookieJar, from url: String = "https://a.example.com/") throws {
        jar.store(
            [HeaderField(nameBytes: Array("Set-Cookie".utf8), valueBytes: Array(field.utf8))],
            from: try HTTPURL.parse(url))
    }

    @Test func `cookies come back as they were, those of the session do not`() throws {
        let first = try jar()
        try set("a=b; max-age=100; path=/x; secure; httponly; samesite=lax; domain=example.com", in: first)
        try set("session=1", in: first)
        let odd: [UInt8] = [0x80, 0xff, 9, 34, 92]
        first.insert(
            try #require(Cookie(name: odd, value: odd, domain: "[::1]", isHostOnly: true, path: "/ü", expires: 2000)))
        try first.save()
        let second = try jar()
        #expect(second.cookies == first.cookies.filter { $0.expires != nil })
        #expect(second.cookies.count == 2)
        #expect(second.fileProblem == nil)
        #expect(try folder.permissions("cookies") == 0o600)
        #expect(try folder.names() == ["cookies", "cookies.lock"])
        clock.advance(100)
        #expect(try jar().cookies.count == 1, "one has expired")
    }

    @Test func `a cookie with the path of a long URL comes back too`() throws {
        let first = try jar()
        let folder = "/" + String(repeating: "x", count: 2000)
        try set("a=b; max-age=100", in: first, from: "https://a.example.com\(folder)/file")
        try first.save()
        let second = try jar()
        #expect(second.cookies.map(\.path) == [folder])
        #expect(second.fileProblem == nil)
    }

    @Test func `cookies of the session are kept if asked for`() throws {
        let first = try jar(keepsSessionCookies: true)
        try set("session=1", in: first)
        try first.save()
        #expect(try jar(keepsSessionCookies: true).cookies.map(\.name) == ["session"])
        #expect(try jar().cookies.isEmpty)
        first.removeSessionCookies()
        try first.save()
        #expect(try jar(keepsSessionCookies: true).cookies.isEmpty)
    }

    @Test func `two jars on one file join what each of them changed`() throws {
        let old = try jar()
        for name in ["a", "b", "c", "d"] { try set("\(name)=old; max-age=99", in: old) }
        try old.save()
        let (one, two) = (try jar(), try jar())
        clock.advance()
        try set("a=one; max-age=99", in: one)
        try set("b=; max-age=0", in: one)
        try set("new1=1; max-age=99", in: one)
        try set("session=1", in: one)
        clock.advance()
        try set("a=two; max-age=99", in: two)
        try set("c=two; max-age=99", in: two)
        try set("new2=2; max-age=99", in: two)
        try two.save()
        try one.save()
        try two.save()
        let expected = ["a=two", "c=two", "d=old", "new1=1", "new2=2"]
        func texts(_ jar: CookieJar) -> [String] { jar.cookies.map { "\($0.name)=\($0.value)" } }
        #expect(texts(two) == expected)
        #expect(texts(one) == expected.prefix(4) + ["session=1", "new2=2"])
        let fresh = try jar()
        #expect(texts(fresh) == expected)
    }

    @Test func `what one jar removes stays away from the others, and what is set after it stays`() throws {
        let (one, two) = (try jar(), try jar())
        try set("a=1; max-age=99", in: one)
        try one.save()
        try two.save()
        clock.advance()
        two.removeAll()
        try set("b=2; max-age=99", in: two)
        try two.save()
        clock.advance()
        try one.save()
        #expect(one.cookies.map(\.name) == ["b"])
        try set("a=3; max-age=99", in: one)
        try one.save()
        try two.save()
        #expect(two.cookies.map(\.name).sorted() == ["a", "b"])
        one.remove(try #require(one.cookies.first))
        try one.save()
        #expect(try jar().cookies.count == 1)
    }

    @Test func `a save does not forget when a cookie was last used`() throws {
        let jar = try jar()
        try set("kept=1; max-age=99; path=/first", in: jar)
        for number in 1..<CookieStore.maxCountForDomain { try set("c\(number)=1; max-age=99; path=/rest", in: jar) }
        try jar.save()
        clock.advance()
        #expect(jar.cookieField(for: try HTTPURL.parse("https://a.example.com/first")) == Array("kept=1".utf8))
        try jar.save()
        // One cookie too many: the least recently used one is dropped.
        try set("new=1; max-age=99; path=/rest", in: jar)
        #expect(jar.cookies.count == CookieStore.maxCountForDomain)
        #expect(jar.cookies.contains { $0.name == "kept" })
    }

    @Test func `jars that save all at once lose nothing`() async throws {
        let jars = try (0..<8).map { _ in try jar() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, jar) in jars.enumerated() {
                group.addTask {
                    for round in 0..<5 {
                        try set("c\(index)x\(round)=1; max-age=99", in: jar, from: "https://h\(index).example/")
                        try jar.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try jar().cookies.count == 40)
        #expect(try folder.names() == ["cookies", "cookies.lock"])
    }

    @Test func `a response is saved by itself, and the last change when the jar goes`() async throws {
        try await StubServer.with(.status(200, headers: [("Set-Cookie", "a=1; max-age=99")])) { server in
            var jar: CookieJar? = try CookieJar(file: path, saveDelay: .milliseconds(1))
            let engine = Engine(configuration: EngineConfiguration(interceptors: [jar].compactMap { $0 }))
            _ = await engine.send(RequestDraft(url: server.url))
            while try folder.names().first != "cookies" { await Task.yield() }
            jar = nil
        }
        try set("b=1; max-age=99", in: try jar())
        let names = try jar().cookies.map(\.name)
        #expect(names.contains("b"))
    }

    @Test(arguments: [
        "{\"format\":\"netengine-co", "{\"format\":\"netengine-cookies\"}\n",
        "{\"format\":\"netengine-cookies\",\"version\":1}\n{\"name\":\"cut",
        "{\"format\":\"netengine-cookies\",\"version\":1}\nGOOD\n{\"name\":\"a\\u0001\"}\n",
        // No byte is a euro sign.
        "{\"format\":\"netengine-cookies\",\"version\":1}\nGOOD\nEURO\n",
    ])
    func `a damaged file is set aside and reported, and what can be read is kept`(_ text: String) throws {
        let good =
            #"{"name":"n","value":"v","domain":"h","hostOnly":true,"path":"/","expires":5000,"secure":false,"#
            + #""httpOnly":false,"created":1,"used":1,"updated":1}"#
        let content = text.replacing("GOOD", with: good)
            .replacing("EURO", with: good.replacing(#""n""#, with: #""€""#).replacing(#""v""#, with: #""ÿ""#))
        try folder.write(content, to: "cookies")
        let damaged = try jar()
        #expect(damaged.cookies.count == (text.contains("GOOD") ? 1 : 0))
        #expect(damaged.fileProblem?.sentence.contains("is damaged in line") == true)
        #expect(damaged.fileProblem?.sentence.contains("cookies.damaged") == true)
        #expect(try folder.read("cookies.damaged") == content)
        try set("x=y; max-age=99", in: damaged)
        try damaged.save()
        #expect(damaged.fileProblem != nil, "it stays reported")
        #expect(try jar().cookies.count == (text.contains("GOOD") ? 2 : 1))
        #expect(try jar().fileProblem == nil)
        let again = "{\"format\":\"netengine-cookies\",\"version\":1}\nagain\n"
        try folder.write(again, to: "cookies")
        try damaged.save()
        #expect(try folder.read("cookies.damaged-2") == again)
        #expect(try jar().cookies.count == (text.contains("GOOD") ? 2 : 1), "memory makes good what the file lost")
    }

    @Test(arguments: [
        "garbage\n", "{}\n", "{\n  \"a\": 1\n}\n", "{\"name\":\"ada\",\"id\":7}\n{\"name\":\"bob\",\"id\":8}\n",
    ])
    func `a file that is not a jar is refused and left alone`(_ text: String) throws {
        try folder.write(text, to: "cookies")
        let error = #expect(throws: EngineError.self) { try jar() }
        #expect(
            error?.sentence.hasSuffix(
                "/cookies is not a cookie file: its first line does not name the format netengine-cookies.") == true)
        #expect(try folder.names() == ["cookies"])
        #expect(try folder.read("cookies") == text)
        // One that takes the jar's place meanwhile.
        try folder.write("", to: "cookies")
        let open = try self.jar()
        try set("a=b; max-age=99", in: open)
        try folder.write(text, to: "cookies")
        #expect(throws: EngineError.self) { try open.save() }
        #expect(try folder.read("cookies") == text)
    }

    @Test func `a file of a newer version is left alone`() throws {
        let text = "{\"format\":\"netengine-cookies\",\"version\":2}\n"
        try folder.write(text, to: "cookies")
        #expect(throws: EngineError.self) { try jar() }
        #expect(try folder.read("cookies") == text)
        #expect(try folder.names().contains("cookies.damaged") == false)
    }

    @Test func `a file that cannot be written is reported, and the changes wait`() throws {
        let jar = try CookieJar(file: "\(folder.path)/none/cookies", saveDelay: nil, now: { 1 })
        try set("a=b; max-age=9", in: jar)
        #expect(throws: EngineError.self) { try jar.save() }
        #expect(jar.fileProblem?.category == .internal)
        try folder.write("", to: "none/other")
        try jar.save()
        #expect(jar.fileProblem == nil)
        #expect(try folder.read("none/cookies").contains("\"name\":\"a\""))
    }

    @Test func `a link to a file stays one`() throws {
        try folder.write("", to: "real/cookies")
        try folder.link("cookies", to: "real/cookies")
        let jar = try jar()
        try set("a=b; max-age=9", in: jar)
        try jar.save()
        #expect(try folder.read("real/cookies").contains("\"name\":\"a\""))
        #expect(try self.jar().cookies.count == 1)
    }

    // MARK: cookies.txt

    @Test func `a cookies file of curl is read and written`() throws {
        let text =
            "# Netscape HTTP Cookie File\n# a comment\n\n.example.com\tTRUE\t/x\tTRUE\t5000\ta\tb c\n"
            + "#HttpOnly_h\tFALSE\t/\tFALSE\t0\tsid\t\n127.0.0.1\tFALSE\t/\tFALSE\t0\t\tnameless\n"
        let content = NetscapeCookies.read(Array(text.utf8))
        #expect(content.unreadLines == [])
        #expect(
            content.cookies == [
                Cookie(
                    name: Array("a".utf8), value: Array("b c".utf8), domain: "example.com", isHostOnly: false,
                    path: "/x", expires: 5000, isSecure: true),
                Cookie(
                    name: Array("sid".utf8), value: [], domain: "h", isHostOnly: true, path: "/", isHTTPOnly: true),
                Cookie(name: [], value: Array("nameless".utf8), domain: "127.0.0.1", isHostOnly: true),
            ])
        let written = String(decoding: NetscapeCookies.write(content.cookies), as: UTF8.self)
        #expect(written == text.replacing("# a comment\n\n", with: ""))
        #expect(NetscapeCookies.read(Array("h\tFALSE\t/\tFALSE\t0\tn\r\n".utf8)).cookies.map(\.name) == ["n"])
    }

    @Test(arguments: [
        "h", "h\tTRUE\t/\tFALSE\tx\ta\tb", "h\tTRUE\tx\tFALSE\t0\ta\tb", "h h\tTRUE\t/\tFALSE\t0\ta\tb",
        "h\tTRUE\t/\tFALSE\t0\t\t", "h\tTRUE\t/\tFALSE\t0\ta;b\tc", "h\tTRUE\t/\tFALSE\t0\ta\tb\tc",
        "..h\tFALSE\t/\tFALSE\t0\ta\tb",
    ])
    func `lines that hold no cookie are named`(_ line: String) {
        let content = NetscapeCookies.read(Array("# x\n\(line)\n".utf8))
        #expect(content.cookies.isEmpty)
        #expect(content.unreadLines == [2])
    }
}
