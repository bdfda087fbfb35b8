import NetEngine
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Variables in the URL of `# @proxy`.
struct ProxyVariableTests {
    private func file(_ text: String) -> CollectionFile {
        CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
    }

    private let context = RequestResolver.Context(
        root: "/c", environments: EnvironmentSet(), environmentName: nil, overrides: ["pw": "p@w"])

    @Test func `they are replaced, as a login needs it`() throws {
        let file = file("@user = ann\n# @proxy http://{{user}}:{{%pw}}@p.test:1\nGET http://h.test/\n")
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, let uses) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.options.proxy == .url("http://ann:p%40w@p.test:1"))
        #expect(uses.map(\.name) == ["user", "pw"])
    }

    @Test func `one of a curl command is replaced, too`() throws {
        let file = file("@user = ann\n\n###\ncurl http://h.test/ -x http://p.test:1 \\\n  -U '{{user}}:{{pw}}'\n")
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.options.proxy == .url("http://ann:p%40w@p.test:1"))
    }

    @Test(arguments: [
        ("http://p.test:1", "http://ann:p%40w@p.test:1"), ("p.test:1", "ann:p%40w@p.test:1"),
        ("socks5h://p.test", "socks5h://ann:p%40w@p.test"), ("http://c:d@p.test:1", "http://c:d@p.test:1"),
        ("c:d@p.test:1", "c:d@p.test:1"),
    ])
    func `the URL of a curl command may be a variable, and has the login of the command if it has none`(
        url: String, sent: String
    ) throws {
        let commands = [
            "curl http://h.test/ -x {{url}} -U 'ann:{{pw}}'", "# @proxy {{ url }} ann:{{%pw}}\nGET http://h.test/",
        ]
        let known = context
        for command in commands {
            let file = file("@url = \(url)\n\n###\n\(command)\n")
            let findings = CollectionLint(context: { _ in known }).findings(in: file)
            #expect(findings.filter { $0.severity == .error } == [])
            let request = try #require(file.document.requests.first)
            guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
                Issue.record("not sent")
                continue
            }
            #expect(draft.options.proxy == .url(sent))
        }
    }

    @Test(arguments: [
        "@url = http://p.test:1\n@login = a n:p/w\n\n###\n# @proxy {{url}} {{ login }}\nGET http://h.test/\n",
        "@url = http://a n:p%2Fw@p.test:1\n\n###\n# @proxy {{url}}\nGET http://h.test/\n",
        "@url = http://p.test:1 a n:p/w\n\n###\n# @proxy {{url}}\nGET http://h.test/\n",
        "@url = http://a n:p%2Fw@p.test:1\n\n###\n# @proxy {{url}} other:login\nGET http://h.test/\n",
        "@login = a n:p%2Fw\n\n###\ncurl http://h.test/ -x http://p.test:1 -U '{{login}}'\n",
        "@url = http://p.test:1\n@login = a n:p/w\n\n###\ncurl http://h.test/ -x '{{url}}' -U '{{login}}'\n",
        "# @proxy http://p.test:1 a n:p/w\nGET http://h.test/\n",
    ])
    func `a login may contain a space and a slash`(_ text: String) throws {
        let file = file(text)
        let known = context
        let findings = CollectionLint(context: { _ in known }).findings(in: file)
        #expect(findings.filter { $0.severity == .error } == [])
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context),
            case .url(let url) = draft.options.proxy
        else {
            Issue.record("not sent")
            return
        }
        let proxy = try ProxyServer(url)
        #expect("\(proxy) \(proxy.user ?? "-") \(proxy.password ?? "-")" == "http://p.test:1 a n p/w")
    }

    @Test func `an at sign in a login after the URL names no host, in one variable either`() throws {
        for proxy in ["@url = http://p.test:1 a:p@w\n\n###\n# @proxy {{url}}", "###\n# @proxy http://p.test:1 a:p@w"] {
            let file = file("\(proxy)\nGET http://h.test/\n")
            let request = try #require(file.document.requests.first)
            guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context),
                case .url(let url) = draft.options.proxy
            else {
                Issue.record("not sent")
                continue
            }
            let server = try ProxyServer(url)
            #expect("\(server) \(server.user ?? "-") \(server.password ?? "-")" == "http://p.test:1 a p@w")
        }
    }

    @Test func `one without a value blocks the send, with its line, and lint says so`() throws {
        let file = file("###\n# @proxy http://u:{{nix}}@p.test:1\nGET http://h.test/\n")
        let request = try #require(file.document.requests.first)
        guard case .unresolved(let names, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("sent")
            return
        }
        #expect(names.map(\.name) == ["nix"] && names.map(\.line) == [2])
        let known = context
        let findings = CollectionLint(context: { _ in known }).findings(in: file)
        #expect(findings.map { "\($0.line) \($0.id)" } == ["2 E7"])
    }

    @Test(
        arguments: [
            ("@p = http://p.test:1\n# @proxy {{p}}\n", []), ("@p = 1\n# @proxy http://p.test:{{p}}\n", []),
            ("@p = ftp://p.test\n# @proxy {{p}}\n", ["2 E5"]), ("@p = x\n# @proxy http://p.test:{{p}}\n", ["2 E5"]),
            ("@p = [1]\n# @loop for i of p\n# @proxy http://p.test:{{i}}\n", []),
            ("# @prompt p\n# @proxy {{p}}\n", []), ("# @proxy http://{{nix}}\n# @no-proxy\n", []),
        ] as [(String, [String])])
    func `lint reads the URL with its values, as far as they are known`(text: String, expected: [String]) {
        let known = context
        let findings = CollectionLint(context: { _ in known }).findings(in: file(text + "GET http://h.test/\n"))
        #expect(findings.filter { $0.severity == .error }.map { "\($0.line) \($0.id)" } == expected)
    }

    @Test func `lint leaves the URL alone that an environment may change`() {
        var known = context
        known.environments.names = ["dev"]
        known.environments.variables["dev"] = [
            "p": .init(value: "http://p.test:1", reason: nil, file: "/c/e.json", isPrivate: false, line: 1)
        ]
        let file = file("@p = ftp://p.test\n# @proxy {{p}}\nGET http://h.test/\n")
        let lint = CollectionLint { [known] _ in known }
        #expect(lint.findings(in: file).filter { $0.id == "E5" } == [])
    }

    @Test func `a request whose response it needs is sent before`() throws {
        let file = file(
            "# @name login\nGET http://h.test/login\n\n### b\n# @proxy http://u:{{login.response.body.$.pw}}@p.test:1\nGET http://h.test/b\n"
        )
        let request = try #require(file.document.requests.last)
        let edges = ReferenceScan(scope: RequestScope(file), context: context).scan(request).edges
        #expect(edges.map(\.text) == ["login.response.body.$.pw"] && edges.map(\.line) == [5])
    }
}
