import Foundation
import Glibc
import TestSupport
import Testing

/// `apitui cache`, and the store that all runs of the program share, seen from outside.
@Suite(.timeLimit(.minutes(5))) struct CacheCommandTests {
    /// A home folder shared by several runs.
    private struct Home {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        var cache: String { folder.path + "/cache/apitui" }

        func apitui(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: folder), folder: folder.path)
        }

        /// Sizes of all files of the cache, by path.
        func files() -> [String: Int] {
            var sizes: [String: Int] = [:]
            let names = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
            for name in names {
                var facts = stat()
                if stat("\(cache)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
                    sizes[name] = Int(facts.st_size)
                }
            }
            return sizes
        }
    }

    private struct Entry: Decodable {
        var url: String
        var status: Int
        var state: String
        var fresh: Bool
        var age: Int
        var lifetime: Int
        var bodyBytes: Int
        var vary: [String: String?]
        var headers: [[String]]
    }

    private func entries(_ run: ProgramRun) throws -> [Entry] {
        try JSONDecoder().decode([Entry].self, from: Data(run.output))
    }

    /// The path selects the response: `/fresh`, `/stale`, `/varied`, `/large/N`.
    private static let server = StubBehaviour { request in
        var fields = [("Cache-Control", request.target.hasPrefix("/stale") ? "max-age=0" : "max-age=600")]
        if request.target.hasPrefix("/varied") { fields.append(("Vary", "Accept-Language")) }
        let count = request.target.hasPrefix("/large") ? 60_000 : 20
        return [.send(StubBehaviour.response(200, headers: fields, body: [UInt8](repeating: 65, count: count)))]
    }

    private static func requests(_ server: StubServer) -> String {
        """
        ### fresh
        GET \(server.url)/fresh
        ### stale
        GET \(server.url)/stale
        ### english
        GET \(server.url)/varied
        Accept-Language: en
        ### german
        GET \(server.url)/varied
        Accept-Language: de
        ### large
        GET \(server.url)/large/1
        """
    }

    private func filled(_ server: StubServer) async throws -> Home {
        let home = try Home()
        try home.folder.write(Self.requests(server), to: "a.http")
        let run = try await home.apitui("run", "a.http", "--cache", "default")
        #expect(run.status == 0, "\(run.errorText)")
        return home
    }

    @Test func `list shows what is stored, filtered by URL and freshness`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try await filled(server)
            let run = try await home.apitui("cache", "list")
            #expect(run.status == 0)
            #expect(run.text.split(separator: "\n").count == 5)
            #expect(run.text.contains("200  fresh for"))
            #expect(run.text.contains("\(server.url)/fresh"))
            #expect(run.errorText.contains("5 responses in"))
            #expect(run.errorText.contains("of 256 MB."))
            // The ages may have changed by now.
            #expect(try await home.apitui("cache").text.split(separator: "\n").count == 5)
            let all = try entries(try await home.apitui("cache", "list", "--json"))
            #expect(Set(all.map(\.url)).count == 4)
            let fresh = try entries(try await home.apitui("cache", "list", "--fresh", "--json"))
            #expect(fresh.count == 4)
            #expect(fresh.allSatisfy { $0.fresh && $0.lifetime == 600 && $0.age < 600 })
            let stale = try entries(try await home.apitui("cache", "list", "--stale", "--json"))
            #expect(stale.map(\.url) == ["\(server.url)/stale"])
            let some = try entries(try await home.apitui("cache", "list", "varied", "--json"))
            #expect(
                some.map { $0.vary["accept-language"] ?? nil }.compactMap(\.self).sorted() == [
                    "de", "en",
                ])
            #expect(try entries(try await home.apitui("cache", "list", "no such host", "--json")).isEmpty)
        }
    }

    @Test func `a private value in a URL is hidden, and found with or without it`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try Home()
            try home.folder.write(#"{"dev": {"pw": "privatepwcache1"}}"#, to: "http-client.private.env.json")
            try home.folder.write("GET \(server.url)/fresh?p={{pw}}\n", to: "a.http")
            #expect(try await home.apitui("send", "a.http", "--env", "dev", "--cache", "default").status == 0)
            for words in [["list"], ["list", "--json"], ["show", "\(server.url)/fresh?p=(private)"]] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, ["cache"] + words, environment: BuiltProgram.environment(home: home.folder),
                    folder: home.folder.path)
                #expect(run.status == 0 && run.text.contains("p=(private)"), "\(run.text)")
                #expect(!(run.text + run.errorText).contains("privatepwcache1"))
            }
            #expect(try await home.apitui("cache", "list", "--reveal").text.contains("p=privatepwcache1"))
            let shown = try await home.apitui("cache", "show", "\(server.url)/fresh?p=privatepwcache1")
            #expect(shown.status == 0 && !shown.text.contains("privatepwcache1"))
        }
    }

    @Test func `show prints all variants of a URL, and fails if nothing is stored`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try await filled(server)
            let run = try await home.apitui("cache", "show", "\(server.url)/varied")
            #expect(run.status == 0)
            #expect(run.text.components(separatedBy: "  lifetime  Cache-Control: max-age=600").count == 3)
            #expect(run.text.contains("  vary      accept-language: en"))
            #expect(run.text.contains("  vary      accept-language: de"))
            let json = try entries(try await home.apitui("cache", "show", "\(server.url)/large/1#part", "--json"))
            #expect(json.map(\.bodyBytes) == [60_000])
            #expect(json.first?.headers.contains(["Cache-Control", "max-age=600"]) == true)
            let nothing = try await home.apitui("cache", "show", "\(server.url)/nothing")
            #expect(nothing.status == 1)
            #expect(nothing.errorText.contains("Nothing is stored for"))
        }
    }

    @Test func `clear takes out what is named, or all, and gives the disk back`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try Home()
            let many = (0..<30).map { "###\nGET \(server.url)/large/\($0)\n" }.joined()
            try home.folder.write(many, to: "a.http")
            #expect(try await home.apitui("run", "a.http", "--cache", "default").status == 0)
            #expect(home.files().values.reduce(0, +) > 30 * 60_000)
            let some = try await home.apitui("cache", "clear", "/large/1")
            #expect(some.errorText == "11 responses removed.\n")
            #expect(try entries(try await home.apitui("cache", "list", "--json")).count == 19)
            #expect(home.files().keys.count { $0.hasPrefix("bodies/") } == 19)
            try home.folder.write("an old one", to: "cache/apitui/cache.sqlite.damaged")
            let all = try await home.apitui("cache", "clear")
            #expect(all.status == 0)
            #expect(all.errorText == "19 responses removed.\n")
            #expect(try entries(try await home.apitui("cache", "list", "--json")).isEmpty)
            #expect(!home.files().keys.contains { $0.hasPrefix("bodies/") || $0.hasSuffix(".damaged") })
            #expect(home.files().values.reduce(0, +) < 200_000)
        }
    }

    @Test func `all that is stored is for its owner only`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try await filled(server)
            #expect(home.files().count >= 2)
            for name in home.files().keys {
                #expect(try home.folder.permissions("cache/apitui/\(name)") == 0o600, "\(name)")
            }
            #expect(try home.folder.permissions("cache/apitui") == 0o700)
        }
    }

    @Test func `secrets in URLs and headers are printed only with --reveal`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try Home()
            _ = try await home.apitui("send", server.url + "/fresh?api_key=s3cret-query&page=2")
            let list = try await home.apitui("cache", "list")
            #expect(list.text.contains("api_key=") && list.text.contains("page=2") && !list.text.contains("s3cret"))
            #expect(try await !home.apitui("cache", "list", "--json").text.contains("s3cret"))
            let url = try #require(list.text.split(separator: "  ").last).trimmingCharacters(in: .newlines)
            let shown = try await home.apitui("cache", "show", url)
            #expect(shown.status == 0 && shown.text.contains("max-age=600") && !shown.text.contains("s3cret"))
            #expect(try await home.apitui("cache", "list", "--reveal").text.contains("api_key=s3cret-query"))
        }
    }

    @Test(arguments: [["list"], ["list", "--json"], ["show", "http://a/"], ["clear"], ["clear", "a"]])
    func `a cache that cannot be used is not called empty`(words: [String]) async throws {
        let home = try Home()
        try home.folder.write("a file where the folder should be", to: "cache/apitui")
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["cache"] + words, environment: BuiltProgram.environment(home: home.folder))
        #expect(run.status == 1)
        let clause = "cannot be used: \(home.cache)/bodies: Not a directory. Nothing is stored."
        #expect(run.text + run.errorText == "apitui: The cache in \(home.cache) \(clause)\n")
    }

    @Test func `without a home there is no cache, and the commands say so`() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["cache", "list"], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
        #expect(run.status == 2)
        #expect(run.errorText.contains("neither XDG_CACHE_HOME nor HOME"))
    }

    @Test func `a damaged store is set aside, reported, and started again`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try await filled(server)
            let noise = (0..<80_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            try home.folder.write(noise, to: "cache/apitui/cache.sqlite")
            for suffix in ["-wal", "-shm"] { unlink("\(home.cache)/cache.sqlite\(suffix)") }
            let send = try await home.apitui("send", "a.http#1", "--json")
            #expect(send.status == 0)
            #expect(send.errorText.contains("was damaged"))
            #expect(send.errorText.contains("cache.sqlite.damaged"))
            let after = try await home.apitui("cache", "list", "--json")
            #expect(after.errorText.isEmpty == false || after.status == 0)
            #expect(!after.errorText.contains("damaged"))
            #expect(try entries(after).map(\.url) == ["\(server.url)/fresh"])
        }
    }

    @Test func `several runs at once share the store`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try Home()
            for run in 0..<3 {
                let requests = (0..<40).map {
                    "###\nGET \(server.url)/\($0 % 2 == 0 ? "large" : "small")/\(run)/\($0)\n"
                }
                try home.folder.write(requests.joined(), to: "\(run).http")
            }
            try await withThrowingTaskGroup(of: ProgramRun.self) { group in
                for run in 0..<3 {
                    group.addTask { try await home.apitui("run", "\(run).http", "--cache", "reload", "--repeat", "3") }
                }
                for try await run in group {
                    #expect(run.status == 0)
                    #expect(!run.errorText.contains("damaged"))
                }
            }
            #expect(try entries(try await home.apitui("cache", "list", "--json")).count == 120)
            let hits = try await home.apitui("run", "0.http", "--cache", "only-if-cached")
            #expect(hits.status == 0)
        }
    }

    @Test func `a program that is killed while it writes leaves a store that reads`() async throws {
        let server = try StubServer(Self.server, keepsRequests: true)
        defer { server.stop() }
        let home = try Home()
        let requests = (0..<20).map { "###\nGET \(server.url)/\($0 % 2 == 0 ? "large" : "small")/\($0)\n" }
        try home.folder.write(requests.joined(), to: "a.http")
        for round in 1...6 {
            // The shell writes its process number, becomes the program, and writes to the cache until it is killed.
            let script = #"echo $$ > pid.new && mv pid.new pid && exec "$0" run a.http --cache reload --repeat 100000"#
            let before = server.received.count
            async let killed = ProgramRun.run(
                "/bin/bash", ["-c", script, BuiltProgram.path],
                environment: BuiltProgram.environment(home: home.folder), folder: home.folder.path)
            _ = await server.requests(before + 15 + 7 * round)
            let pid = try #require(pid_t(try home.folder.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(kill(pid, SIGKILL) == 0)
            #expect(try await killed.status == 128 + SIGKILL)

            let list = try await home.apitui("cache", "list", "--json")
            #expect(list.status == 0)
            #expect(!list.errorText.contains("damaged"), "\(list.errorText)")
            #expect(!(try entries(list)).isEmpty)
        }
        // Every response that is listed can be read and is complete.
        let stored = try entries(try await home.apitui("cache", "list", "--json"))
        let asked = server.received.count
        let run = try await home.apitui("run", "a.http", "--cache", "only-if-cached", "--json")
        #expect(server.received.count == asked)
        #expect(run.text.components(separatedBy: #""status":200"#).count - 1 == stored.count)
    }

    // MARK: - By request

    @Test func `a saved request says how it uses the cache, and the flag beats it`() async throws {
        try await StubServer.with(Self.server) { server in
            let home = try Home()
            try home.folder.write(
                """
                ### one
                # @cache default
                GET \(server.url)/fresh
                ### two
                GET \(server.url)/fresh
                ### three
                # @cache only-if-cached
                GET \(server.url)/fresh
                ### four
                # @cache reload
                GET \(server.url)/fresh
                """, to: "a.http")
            // In `run`, only requests that ask for the cache use it.
            #expect(try await home.apitui("run", "a.http").status == 0)
            #expect(server.received.count == 3)
            #expect(try await home.apitui("send", "a.http#1").errorText.contains("cache hit"))
            #expect(try await home.apitui("send", "a.http#4").errorText.contains("cache miss (mode reload)"))
            #expect(try await home.apitui("send", "a.http#4", "--cache", "default").errorText.contains("cache hit"))
            #expect(try await home.apitui("send", "a.http#1", "--cache", "no-store").errorText.contains("cache bypass"))
            #expect(server.received.count == 5)
            let wrong = try await home.apitui("send", "a.http#1", "--cache", "sometimes")
            #expect(wrong.status == 2)
            #expect(wrong.errorText.contains("--cache takes one of default, no-store"))
        }
    }

    @Test func `send --json waits for the renewal in the background and shows it`() async throws {
        let behaviour = StubBehaviour { request in
            let fields = [("Cache-Control", "max-age=1, stale-while-revalidate=60"), ("Age", "5")]
            return [.send(StubBehaviour.response(200, headers: fields, body: Array("body \(request.index)".utf8)))]
        }
        struct Told: Decodable {
            struct Cache: Decodable {
                var outcome: String
                var revalidating: Bool
            }
            struct Renewal: Decodable {
                var status: Int?
                var cache: Cache
            }
            var body: String?
            var cache: Cache
            var renewal: Renewal?
        }
        try await StubServer.with(behaviour) { server in
            let home = try Home()
            try home.folder.write("GET \(server.url)/\n", to: "a.http")
            let first = try JSONDecoder().decode(
                Told.self, from: Data(try await home.apitui("send", "a.http", "--json").output))
            #expect(first.renewal == nil)
            let run = try await home.apitui("send", "a.http", "--json")
            let second = try JSONDecoder().decode(Told.self, from: Data(run.output))
            #expect(second.body == "body 0")
            #expect(second.cache.outcome == "stale")
            #expect(second.cache.revalidating)
            #expect(second.renewal?.status == 200)
            #expect(second.renewal?.cache.outcome == "miss")
            #expect(run.errorText.contains("; it is renewed in the background)"))
            #expect(server.received.count == 2)
        }
    }

    /// Old, and without a lifetime: RFC 9111 would let a cache guess years.
    private static let old = StubBehaviour { request in
        let changed = "Sat, 01 Jan 2000 00:00:00 GMT"
        let isKnown = request.field("If-Modified-Since") == changed
        return [
            .send(
                StubBehaviour.response(
                    isKnown ? 304 : 200, headers: [("Last-Modified", changed), ("Content-Type", "text/plain")],
                    body: isKnown ? [] : Array("old news".utf8)))
        ]
    }

    @Test func `no command takes a response to be fresh by a guess`() async throws {
        try await StubServer.with(Self.old) { server in
            let home = try Home()
            try home.folder.write("GET \(server.url)/\n", to: "a.http")
            let commands = [["send", "a.http"], ["send", "a.http"], ["run", "a.http", "--cache", "default"]]
            for (count, command) in commands.enumerated() {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, command, environment: BuiltProgram.environment(home: home.folder),
                    folder: home.folder.path)
                #expect(run.status == 0, "\(run.errorText)")
                #expect(server.received.count == count + 1, "\(command)")
                #expect((server.received.last?.field("If-Modified-Since") != nil) == (count > 0))
            }
            let stored = try entries(try await home.apitui("cache", "list", "--json"))
            #expect(stored.map(\.fresh) == [false])
            #expect(stored.map(\.lifetime) == [0])
        }
    }

    @Test func `a condition that a request names is put to the server`() async throws {
        let tagged = StubBehaviour { request in
            let isKnown = request.field("If-None-Match") == #""e1""#
            return StubBehaviour.status(
                isKnown ? 304 : 200, headers: [("Cache-Control", "max-age=100"), ("ETag", #""e1""#)],
                body: isKnown ? "" : "body"
            ).answer(request)
        }
        try await StubServer.with(tagged) { server in
            let home = try Home()
            try home.folder.write(
                "### plain\nGET \(server.url)/\n### asks\n# @assert status == 304\nGET \(server.url)/\nIf-None-Match: \"e1\"\n",
                to: "a.http")
            for (request, count) in [("plain", 1), ("plain", 1), ("asks", 2), ("plain", 2)] {
                let run = try await home.apitui("send", "a.http#\(request)")
                #expect(run.status == 0, "\(run.errorText)")
                #expect(server.received.count == count, "\(request)")
                let bypass = "cache bypass (If-None-Match is for the server to decide)"
                #expect(run.errorText.contains(bypass) == (request == "asks"), "\(run.errorText)")
            }
        }
    }

    @Test func `neither does s on the screen`() async throws {
        try await StubServer.with(Self.old) { server in
            let terminal = try await TmuxSession(columns: 120, rows: 30)
            try terminal.home.write("### news\nGET \(server.url)/\n", to: "a.http")
            try await terminal.run("\(BuiltProgram.path) ~/a.http")
            try await terminal.waitForScreen(containing: "Collections", "news")
            try await terminal.send("s")
            try await terminal.waitForScreen(containing: "old news", "Cache miss")
            try await terminal.send("s")
            try await terminal.waitForScreen(containing: "old news", "from cache, revalidated")
            #expect(server.received.map { $0.field("If-Modified-Since") != nil } == [false, true])
        }
    }
}
