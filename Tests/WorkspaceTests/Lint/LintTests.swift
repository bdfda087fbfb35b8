import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Workspace

/// Findings in files, without sending anything.
struct LintTests {
    private func findings(
        _ files: [(String, String)], environment: String? = nil
    ) throws -> [String] {
        let folder = ScratchFolder()
        for (name, text) in files { folder.write(name, text) }
        let loaded = try LoadedFolder(folder.path)
        let lint = CollectionLint(
            context: { loaded.context(for: $0, environment: environment) }, environment: environment)
        return lint.findings(in: loaded.files).map { "\($0.file):\($0.line) \($0.id)" }
    }

    private static let environments = """
        {"$shared": {"all": "1"}, "dev": {"base": "http://d.test", "twice": "env", "vault": {"provider": "X"}},
         "live": {"base": "http://l.test", "only": "2"}}
        """

    @Test func `a login that is refused when it is sent is an error also if variables bring it`() throws {
        let found = try findings([
            (
                "a.http",
                """
                @id = AKIA
                @rest = eu-west-1 s3
                @place = region:eu-west-1
                ### refused: a word that is not an option, as written and by a variable
                GET http://a.test/
                Authorization: AWS {{id}} {{$processEnv KEY}} eu-west-1

                ###
                GET http://a.test/
                Authorization: AWS {{id}} key {{rest}}

                ### fine, as far as is known
                GET http://a.test/
                Authorization: AWS {{id}} {{$processEnv KEY}} {{place}} service:{{$processEnv SERVICE}} {{$processEnv X}}

                """
            )
        ])
        #expect(found.filter { $0.hasSuffix("N21") } == ["a.http:6 N21", "a.http:10 N21"])
    }

    @Test func `names without a value are errors, with the line of their use`() throws {
        let found = try findings([
            ("http-client.env.json", Self.environments),
            (
                "a.http",
                "@x = {{gone}}\n@y = 1\n\n###\nGET {{base}}/{{y}}/{{all}}/{{nope}}\nA: {{x}}\n\n{{$nothing}}\n{{only}}\n"
            ),
        ])
        #expect(found == ["a.http:1 E7", "a.http:5 E7", "a.http:8 E7"])
    }

    @Test func `a variable that a script of another file sets has a value when it is sent`() throws {
        let login = "### login\nPOST http://h/login\n\n> {% client.global.set(\"token\", response.body.token); %}\n"
        let use = "GET http://h/{{token}}/{{tokens}}\n"
        #expect(try findings([("a.http", login), ("b.http", use)]) == ["a.http:4 N13", "b.http:1 E7"])
        // Without the file that sets it.
        #expect(try findings([("b.http", use)]) == ["b.http:1 E7", "b.http:1 E7"])
    }

    @Test func `what a file depends on is read once`() throws {
        let folder = ScratchFolder()
        folder.write("a.http", "POST http://h/login\n\n> {% client.global.set(\"token\", response.body.token); %}\n")
        folder.write("b.http", "GET http://h/{{token}}\n")
        let loaded = try LoadedFolder(folder.path)
        let built = Mutex<[String]>([])
        let lint = CollectionLint(context: { file in
            built.withLock { $0.append(file.relativePath) }
            return loaded.context(for: file)
        })
        _ = lint.findings(in: loaded.files)
        #expect(built.withLock { $0 } == ["a.http", "b.http"])
    }

    @Test(arguments: [
        "http://127.0.0.1:99999/", "ht!tp://x/", "http://[::1/", "http://x/a\u{1}b", "http://{{bad}}/",
    ])
    func `a URL that cannot be built is an error`(_ url: String) throws {
        #expect(try findings([("a.http", "@bad = a:b\nGET \(url)\n")]) == ["a.http:2 E2"])
    }

    @Test(arguments: [
        "http://h/{{$guid}}", "http://h:{{port}}/", "http://{{all}}/x?y={{base}}", "http://[::1]:80/a b",
        "localhost:80",
    ])
    func `a URL that an environment may complete is none`(_ url: String) throws {
        let environments =
            #"{"$shared": {"all": "h", "port": "x"}, "dev": {"base": "b", "port": "8080"}, "live": {"base": "b"}}"#
        #expect(try findings([("http-client.env.json", environments), ("a.http", "GET \(url)\n")]) == [])
    }

    @Test(arguments: [
        "@host = h:99999\nGET /a\n", "@host = ftp://h\nGET /a\n", "@host = h\nGET *\n", "@host = h\nGET /a\u{1}b\n",
        "@bad = a:b\nGET /a\nHost: {{bad}}\n", "@path = /a\nGET {{path}}\nHost: ht!tp://h\n",
    ])
    func `a path that makes no URL with its server is an error`(_ text: String) throws {
        #expect(try findings([("a.http", text)]) == ["a.http:2 E2"])
    }

    @Test(arguments: [
        "@host = h:8080\nGET /a?b=c d\n", "@host = https://h/\nGET /a\n", "GET /a\nHost: {{port}}:80\n",
        "@host = h\nOPTIONS *\n", "GET /a\nHost: h\n", "# @prompt host\nGET /a\n",
    ])
    func `a path whose server makes a URL, or is known later, is none`(_ text: String) throws {
        let environments = #"{"dev": {"host": "h:99999", "port": "h:1"}, "live": {"port": "h"}}"#
        // N10: the file's value is used, and not that of the environment.
        let found = try findings([("http-client.env.json", environments), ("a.http", text)])
        #expect(found.filter { !$0.hasSuffix(" N10") } == [])
    }

    @Test func `the server of a path is that of the environment that is chosen`() throws {
        let files = [
            ("http-client.env.json", #"{"dev": {"host": "h:99999"}, "live": {"host": "h"}}"#), ("a.http", "GET /a\n"),
        ]
        #expect(try findings(files) == [])
        #expect(try findings(files, environment: "live") == [])
        #expect(try findings(files, environment: "dev") == ["a.http:1 E2"])
    }

    @Test func `a description that nothing can be compared with is an error`() throws {
        let description = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {/x: {get: {operationId: getItem}}}\n"
        let found = try findings([
            ("openapi.yaml", description),
            (
                "a.http",
                """
                # @openapi ./nothing.yaml
                GET http://h/x

                ###
                # @openapi ./openapi.yaml#getItemz
                GET http://h/x

                ###
                # @openapi ./openapi.yaml#getItem
                GET http://h/x

                ###
                # @openapi none
                GET http://h/x

                """
            ),
        ])
        #expect(found.filter { $0.hasPrefix("a.http") } == ["a.http:1 E13", "a.http:5 E13"])
    }

    @Test func `a body with which a request can never be sent is an error`() throws {
        let found = try findings([
            ("part.txt", "x\r\n--b\r\ny\n"),
            (
                "a.http",
                """
                ### comments
                POST http://a.test/
                Content-Type: application/yaml

                # c
                a: 1

                ### encoding
                POST http://a.test/

                <@nonsense part.txt

                ### boundary
                POST http://a.test/
                Content-Type: multipart/form-data; boundary=b

                --b
                Content-Disposition: form-data; name="f"

                < part.txt
                --b--

                ### method
                HEAD http://a.test/

                x

                ### fine
                # @keep-body-comments
                PUT http://a.test/
                Content-Type: application/yaml

                # c

                ### known only when it is sent
                POST http://a.test/

                < {{$guid}}.json

                ### missing
                POST http://a.test/

                < gone.json

                """
            ),
        ])
        #expect(found == ["a.http:5 E14", "a.http:11 E14", "a.http:17 E14", "a.http:24 E14", "a.http:43 E9"])
    }

    @Test func `a missing file of a curl command or of a query is an error`() throws {
        let found = try findings([
            ("b.json", "{}"),
            (
                "a.http",
                """
                ### data
                curl http://a.test/ --data-binary @gone.json

                ### form
                curl http://a.test/ \\
                  -F a=@gone.json

                ### fine
                curl http://a.test/ --data-binary @b.json

                ### query
                POST http://a.test/
                Content-Type: application/json

                gql A < gone.graphql

                ### upload
                curl http://a.test/ -T gone.json

                """
            ),
        ])
        #expect(found == ["a.http:2 E9", "a.http:5 E9", "a.http:15 E9", "a.http:18 E9"])
    }

    @Test func `a name without a value in a file that a body includes is an error at the line of the file`() throws {
        let files = [
            ("http-client.env.json", Self.environments),
            ("t.txt", "{{undefinedx}} {{y}} {{all}} {{only}} {{asked}} {{$guid}}\n{{undefinedx}}\n"),
            ("u.txt", "{{undefinedy}}"), ("1.txt", "{{undefinedy}}"),
            (
                "a.http",
                """
                @y = 1
                ### names
                # @prompt asked
                POST http://a.test/

                <@ ./t.txt

                ### known when it is sent
                POST http://a.test/

                <@ ./{{y}}.txt

                ### as it is
                POST http://a.test/

                < ./t.txt

                ### in a text
                POST http://a.test/
                X: {{undefinedz}}

                a
                <@latin1 u.txt
                """
            ),
        ]
        #expect(try findings(files, environment: "dev").filter { $0 == "a.http:6 E7" }.count == 2)
        let folder = ScratchFolder()
        for (name, text) in files { folder.write(name, text) }
        let loaded = try LoadedFolder(folder.path)
        let found = CollectionLint(context: { loaded.context(for: $0) }).findings(in: loaded.files)
        #expect(
            found.filter { $0.id.hasPrefix("E") }.map { "\($0.line) \($0.id) \($0.text)" } == [
                "6 E7 {{undefinedx}} has no value: no variable of that name (in ./t.txt)",
                "20 E7 {{undefinedz}} has no value: no variable of that name",
                "23 E7 {{undefinedy}} has no value: no variable of that name (in u.txt)",
            ])
    }

    @Test func `with an environment only its names have a value`() throws {
        let files = [
            ("http-client.env.json", Self.environments), ("a.http", "GET {{base}}/{{only}}/{{vault}}\n"),
        ]
        #expect(try findings(files) == ["a.http:1 N15"])
        #expect(try findings(files, environment: "dev") == ["a.http:1 E7", "a.http:1 N15"])
    }

    @Test func `a login of any environment is not an error if none is chosen, and keys without effect are reported`()
        throws
    {
        let environments = """
            {"dev": {"Security": {"Auth": {"shop": {
              "Grant Type": "Client Credentials", "Token URL": "http://x/", "Client ID": "me", "Revoke URL": "x"}}}},
             "live": {}}
            """
        let files = [
            ("http-client.env.json", environments),
            ("a.http", "GET http://a/\nA: {{$auth.token(\"shop\")}}\nB: {{$auth.token(\"gone\")}}\n"),
        ]
        #expect(try findings(files) == ["a.http:3 E7"])
        #expect(try findings(files, environment: "dev") == ["a.http:2 N14", "a.http:3 E7"])
        #expect(try findings(files, environment: "live") == ["a.http:2 E7", "a.http:3 E7"])
    }

    @Test func `a name that file and environment define differently is reported`() throws {
        let files = [
            ("http-client.env.json", Self.environments), ("a.http", "@twice = file\n@all = 1\nGET {{twice}}\n"),
        ]
        #expect(try findings(files) == ["a.http:1 N10"])
        #expect(try findings(files, environment: "live") == [])
    }

    @Test func `values of prompts, responses, captures and loops are known only when they are sent`() throws {
        let found = try findings([
            (
                "a.http",
                """
                ### L
                # @name login
                # @prompt user
                POST http://a.test/{{user}}/{{$input Age}}

                > {% client.global.set("token", response.body.t) %}

                ###
                # @ref login
                # @loop for item of login.list
                GET http://a.test/{{login.response.body.id}}/{{login.x}}/{{token}}/{{item.id}}/{{$index}}
                """
            )
        ])
        #expect(found == ["a.http:6 N13"])
    }

    @Test func `a reference with a path that finds nothing in any response is an error`() throws {
        let use = "GET http://a.test/{{l.response.body.$.[[}}/{{l.response.body.$.x}}\n"
        let text = "### l\nGET http://a.test/\n\n###\n" + use
        #expect(try findings([("a.http", text)]) == ["a.http:5 E7"])
    }

    @Test func `references, imports and body files that lead nowhere are errors`() throws {
        let found = try findings([
            ("b.json", "{}"),
            (
                "a.http",
                """
                import ./gone.http
                # @ref nobody
                POST http://a.test/{{nobody.response.body.x}}

                < ./gone.json

                ###
                POST http://a.test

                < ./b.json

                ###
                # @name c
                # @ref d
                GET http://a.test
                ###
                # @name d
                # @ref c
                GET http://a.test
                """
            ),
        ])
        #expect(found == ["a.http:1 E8", "a.http:2 E7", "a.http:3 E7", "a.http:5 E9", "a.http:14 E7", "a.http:18 E7"])
    }

    @Test func `a file that is fine has no findings, an unreadable block is one error`() throws {
        #expect(try findings([("a.http", "@h = http://a.test\n### T\nGET {{h}}\nX: y\n")]) == [])
        #expect(try findings([("a.http", "what\nis this\n### T\nGET a.test\n")]) == ["a.http:1 E1"])
    }

    @Test func `each request that names no server is an error with its line`() throws {
        let text = (0..<3).map { "###\nGET /products/\($0)\n" }.joined() + "###\nOPTIONS *\n###\nGET http:///a\n"
        #expect(try findings([("a.http", text)]) == [2, 4, 6, 8, 10].map { "a.http:\($0) E2" })
        #expect(try findings([("a.http", "@host = h.test\n\(text)")]) == ["a.http:11 E2"])
        let fine = """
            @base = http://a.test
            @empty =
            ###
            GET {{base}}/a
            ###
            GET {{empty}}{{base}}/a
            ###
            GET /a
            Host: {{base}}
            ###
            # @prompt server
            GET {{server}}/a
            """
        #expect(try findings([("a.http", fine)]) == [])
        #expect(
            try findings([("a.http", "@empty =\n@path = /a\nGET {{empty}}/a\n###\nGET {{path}}\nHost: {{empty}}\n")])
                == ["a.http:3 E2", "a.http:5 E2"])
    }

    @Test func `a host of any environment is enough without one`() throws {
        let files = [("http-client.env.json", #"{"dev": {"host": "h.test"}, "live": {}}"#), ("a.http", "GET /a\n")]
        #expect(try findings(files) == [])
        #expect(try findings(files, environment: "dev") == [])
        #expect(try findings(files, environment: "live") == ["a.http:1 E2"])
    }

    @Test func `curl commands are looked into`() throws {
        #expect(try findings([("a.http", "curl http://a.test/{{gone}}\n")]) == ["a.http:1 E7"])
    }
}
