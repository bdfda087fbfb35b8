import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What a plan says of each request before anything is sent.
struct SendOutlookTests {
    private func outlooks(
        _ texts: String..., later: Set<String> = [], environments: EnvironmentSet = EnvironmentSet(),
        canAsk: Bool = true, reveals: Bool = false, hasTokens: Bool = false, isTrusted: Bool = false
    ) -> [SendOutlook] {
        let files = texts.enumerated().map { ChainingFixtures.file($1, name: "\($0).http") }
        func context(_ file: CollectionFile) -> RequestResolver.Context {
            var context = ChainingFixtures.context(RequestScope(file), environments: environments)
            context.isTrusted = isTrusted
            return context
        }
        let asked = files.flatMap { file in file.document.requests.map { (file: file, request: $0) } }
        let plan = SendPlanner(references: .asTheyStand, context: context).plan(asked)
        return RequestResolver().outlooks(
            of: plan.steps, later: later, canAsk: canAsk, reveals: reveals, hasTokens: hasTokens, context: context)
    }

    private func problems(_ text: String) -> [String] {
        outlooks(text).flatMap(\.problems).map { "\($0.line) \($0.reason)" }
    }

    @Test func `the URL has the values that are known`() {
        let found = outlooks("@h = http://h\n### a\nGET {{h}}/x?y=1\n### b\n# @disabled\nGET {{nope}}\n")
        #expect(found == [SendOutlook(url: "http://h/x?y=1"), SendOutlook()])
    }

    @Test func `nothing is sent for a loop without elements, so nothing is wrong with it`() {
        #expect(outlooks("@list = []\n### a\n# @loop for x of list\nGET {{nope}}\n") == [SendOutlook()])
    }

    @Test(arguments: ["# @disabled\n", "# @loop for x of list\n"])
    func `a request that needs a skipped one is left out, as in the run, and nothing is wrong with it`(line: String) {
        let text = "@list = []\n### a\n\(line)GET http://h/\n"
        let b = "### b\n# @ref a\nGET http://h/{{a.response.body.id}}\n"
        let c = "### c\n# @ref b\nGET http://h/{{nope}}\n### d\nGET http://h/d\n"
        #expect(
            outlooks(text + b + c) == [
                SendOutlook(), SendOutlook(skipped: "a, which it needs, is skipped"),
                SendOutlook(skipped: "b, which it needs, is skipped"), SendOutlook(url: "http://h/d"),
            ])
    }

    @Test(arguments: ["@off = yes\n### a\n# @disabled off\n", "### a\n# @disabled !ready\n"])
    func `a request whose condition holds is not sent, and neither is what needs it`(head: String) {
        let rest = "### b\n# @ref a\nGET http://h/b\n### c\nGET http://h/{{a.response.body.id}}\n"
        let found = outlooks(head + "GET http://h/{{nope}}\n\n> {% client.global.set(\"t\", 1); %}\n" + rest)
        #expect(
            found.prefix(2) == [
                SendOutlook(isDisabled: true), SendOutlook(skipped: "a, which it needs, is skipped"),
            ])
        #expect(found.last?.problems.count == 1, "its response never comes")
    }

    @Test func `a condition that an earlier request decides is not known`() {
        let set = "### one\nPOST http://h/\n\n> {% client.global.set(\"t\", response.body.t); %}\n"
        for condition in ["t", "!t", "!kept"] {
            let text = "@kept = {{one.response.body.t}}\n\(set)### two\n# @disabled \(condition)\nGET http://h/\n"
            #expect(outlooks(text).last == SendOutlook(url: "http://h/"), "\(condition)")
        }
    }

    @Test(
        arguments: [
            (
                "{{nope}}.json",
                "{{nope}}: no variable of that name; give it as --var 'nope=…', or in an environment file"
            ),
            (".git/x", "The response would not be written to .git/x: hidden files and folders are not written"),
            ("../x", "The response would not be written to ../x: it is outside the collection folder"),
            (
                "{{name}}.http",
                "The response would not be written to other.http: request files and environment files are not written"
            ),
            ("{{name}}.json", nil), ("{{a.response.body.id}}.json", nil),
        ] as [(String, String?)])
    func `the file of a response is looked at before it is sent`(path: String, reason: String?) {
        let text = "@name = other\n### a\nGET http://h/\n\n>> \(path)\n"
        let found = outlooks(text, isTrusted: true).flatMap(\.problems)
        #expect(found == [reason.map { SendPlan.Problem(line: 5, reason: $0) }].compactMap(\.self))
    }

    /// A request for each element of a list that a response gives.
    private static let each = login + "### f\n# @loop for i of l.response.body.list\n"
    private static let list = "{{l.response.body.list}}"

    @Test func `of a request for each element of a list that is not known yet all else is known`() {
        func last(_ request: String) -> SendOutlook? { outlooks(Self.each + request).last }
        #expect(last("GET http://h/x\nX: {{i}}\n") == SendOutlook(url: "http://h/x", awaited: [Self.list]))
        for target in ["http://h/{{i}}", "http://h/{{i.id}}?a={{i[0]}}", "http://h/{{$index}}"] {
            #expect(last("GET \(target)\n") == SendOutlook(awaited: [Self.list]), "\(target)")
        }
        let script = "< {% request.variables.set(\"x\", client.global.get(\"i\")) %}\n"
        #expect(last(script + "GET http://h/{{x}}\n") == SendOutlook(awaited: [Self.list]))
        // A variable of that name is not what is sent.
        let other = outlooks("@i = old\n" + Self.each + "GET http://h/{{i}}\n").last
        #expect(other == SendOutlook(awaited: [Self.list]))
        let asks = "### f\n# @prompt names Which?\n# @loop for i of names\nGET http://h/{{i}}\n"
        #expect(outlooks(asks) == [SendOutlook(awaited: ["Which?"])])
        #expect(lastProblems(asks, canAsk: false).count == 1)
        let off = "### f\n# @disabled off\n# @loop for i of nope\nGET http://h/\n"
        #expect(outlooks("@off = true\n" + off) == [SendOutlook(isDisabled: true)])
    }

    @Test func `a request for each element of a list that is not known yet may be unsendable`() {
        let post = Self.each + "POST http://h/{{i}}\n"
        #expect(lastProblems(post + "\n< missing.bin\n") == ["7 The body file missing.bin does not exist"])
        #expect(lastProblems(post + "A: {{nope}}\n").map { $0.prefix(10) } == ["6 {{nope}}"])
        #expect(lastProblems(post + "Authorization: openid x\n").count == 1)
        #expect(lastProblems(Self.each + "GET http://h:99999/\n").count == 1)
        let unknown = "### f\n# @loop for i of nope\nPOST http://h/{{i}}\n\n< missing.bin\n"
        #expect(
            problems(unknown) == [
                "2 {{nope}}: no variable of that name; give it as --var 'nope=…', or in an environment file",
                "5 The body file missing.bin does not exist",
            ])
        let late = "### f\n# @loop for i of b.response.body\nGET http://h/{{i}}\n### b\nGET http://h/\n"
        #expect(problems(late).count == 1)
    }

    @Test func `the URL of a request that is sent as it is written is the one that is sent`() {
        let written = outlooks("### a\n# @no-auto-encoding\nGET http://h/a|b[1] ü%zz?q=x y\n")
        #expect(written.map(\.url) == ["http://h/a|b[1]%20%C3%BC%zz?q=x%20y"])
    }

    @Test func `what can never be sent is a problem with its line`() {
        #expect(
            problems("### a\nGET http://h/{{nope}}\n") == [
                "2 {{nope}}: no variable of that name; give it as --var 'nope=…', or in an environment file"
            ])
        #expect(problems("### a\nGET http://h:99999/\n") == ["2 URL: the port 99999 is not a number from 1 to 65535"])
        #expect(problems("### a\nPOST http://h/\n\n< missing.bin\n") == ["4 The body file missing.bin does not exist"])
        #expect(problems("### a\n# @ref gone\nGET http://h/\n").count == 1)
        #expect(
            problems("### a\nGET http://h/{{$processEnv HOME}}\n")
                == ["2 The collection is not trusted to read the variable HOME of your environment; --trust allows it"])
        // The response comes too late.
        #expect(problems("### a\nGET http://h/{{b.response.body.$.x}}\n### b\nGET http://h/\n").count == 1)
    }

    @Test func `what responses, scripts and answers give is awaited`() {
        let set = "### one\nPOST http://h/\n\n> {% client.global.set(\"t\", response.body.t); %}\n"
        let use = "### two\nGET http://h/{{t}}/{{t}}\n"
        #expect(outlooks(set + use).map(\.awaited) == [[], ["{{t}}"]])
        #expect(outlooks(set, use).map(\.awaited) == [[], ["{{t}}"]])
        #expect(outlooks(use, set).map(\.problems.count) == [1, 0])
        // It replaces the value that there is now.
        #expect(outlooks(set, "@t = old\n" + use)[1] == SendOutlook(awaited: ["{{t}}"]))
        let chain = "### a\nGET http://h/\n### b\nGET http://h/{{a.response.body.$.x}}\n"
        #expect(outlooks(chain).map(\.awaited) == [[], ["{{a.response.body.$.x}}"]])
        let asks = "### a\n# @prompt who Who?\nGET http://h/{{who}}\n"
        #expect(outlooks(asks).map(\.awaited) == [["Who?"]])
        #expect(
            outlooks(asks, canAsk: false)[0].problems.map(\.reason)
                == ["Who?: nobody can be asked here; give it as --var 'who=…'"])
        #expect(outlooks("### a\nGET {{base}}/\n", later: ["base"]).map(\.awaited) == [["{{base}}"]])
    }

    private static let login = "### l\nGET http://h/\n"
    private static let waits = "{{l.response.body.$.id}}"

    /// The problems of the last request of a text.
    private func lastProblems(_ text: String, later: Set<String> = [], canAsk: Bool = true) -> [String] {
        outlooks(text, later: later, canAsk: canAsk).last?.problems.map { "\($0.line) \($0.reason)" } ?? []
    }

    @Test func `what waits for a response may be unsendable for another reason`() {
        let request = Self.login + "### f\n# @ref l\nPOST http://h/\(Self.waits)\n"
        #expect(
            lastProblems(request + "\n< missing.json\n") == ["7 The body file missing.json does not exist"])
        #expect(
            lastProblems(request + "X: \(Self.waits)\n\n< missing.json\n")
                == ["8 The body file missing.json does not exist"])
        #expect(
            lastProblems(request + "A: a\u{0}b\n") == ["6 The value of the header A contains a NUL character"])
        #expect(
            lastProblems(request + "A: {{$processEnv HOME}}\n") == [
                "6 The collection is not trusted to read the variable HOME of your environment; --trust allows it"
            ])
        let header = Self.login + "### f\n# @ref l\nGET http://h:99999/\nX: \(Self.waits)\n"
        #expect(lastProblems(header) == ["5 URL: the port 99999 is not a number from 1 to 65535"])
        let both = request + "A: {{nope}}\n\n< missing.json\n"
        #expect(lastProblems(both).map { $0.prefix(7) } == ["6 {{nop", "8 The b"])
        let curl = Self.login + "### f\n# @ref l\ncurl 'http://h/\(Self.waits)' \\\n  --data-binary @missing.json\n"
        #expect(lastProblems(curl) == ["5 The body file missing.json does not exist"])
    }

    @Test func `a login for AWS needs a region and a service, of its own or of the host`() {
        func found(_ host: String, _ options: String = "") -> [String] {
            problems("### a\nGET http://\(host)/\nAuthorization: AWS id key\(options)\n")
        }
        let sentence = "2 AWS signature: the host 127.0.0.1 does not name the region and the service"
        #expect(found("127.0.0.1") == [sentence])
        #expect(found("127.0.0.1", " region:eu-west-1") == [sentence])
        #expect(found("127.0.0.1", " region:eu-west-1 service:s3") == [])
        #expect(found("sqs.eu-west-1.amazonaws.com") == [])
        #expect(lastProblems(Self.login + "### f\nGET \(Self.waits)\nAuthorization: AWS id key\n") == [])
    }

    @Test func `a reference with a path that finds nothing in any response is a problem`() {
        let found = lastProblems(Self.login + "### f\nGET http://h/{{l.response.body.$.[[}}\n")
        let start = "4 {{l.response.body.$.[[}}: $.[[ is not a JSONPath: "
        #expect(found.count == 1 && found.first?.hasPrefix(start) == true, "\(found)")
    }

    @Test func `a request that uses its own response is not advised to send itself first`() {
        #expect(
            problems("### a\nGET http://h/{{a.response.status}}\n")
                == ["2 {{a.response.status}}: it is the request itself, which has no response yet"])
        let curl = "### a\ncurl 'http://h/{{a.response.status}}'\n"
        #expect(problems(curl) == ["2 {{a.response.status}}: it is the request itself, which has no response yet"])
    }

    @Test func `a server to which nothing can be sent is a problem also before the path is known`() {
        let port = "URL: the port 99999 is not a number from 1 to 65535"
        #expect(lastProblems(Self.login + "### f\nGET http://h:99999/\(Self.waits)\n") == ["4 \(port)"])
        let base = "@base = http://h:99999/v1\n" + Self.login
        #expect(lastProblems(base + "### f\nGET {{base}}/\(Self.waits)\n") == ["5 \(port)"])
        #expect(lastProblems(base + "### f\nGET {{base}}/\(Self.waits)\n", later: ["base"]) == [])
        let ftp = lastProblems("@base = ftp://h\n" + Self.login + "### f\nGET {{base}}/\(Self.waits)\n")
        #expect(ftp == ["5 Only http and https can be sent, not ftp"])
        for target in ["http://\(Self.waits):99999/", "h:80\(Self.waits)/", "{{path}}/\(Self.waits)"] {
            let host = "@host = h\n@path = /v1\n"
            #expect(lastProblems(host + Self.login + "### f\nGET \(target)\n") == [], "\(target)")
        }
    }

    @Test func `a token that is not there and is not fetched is a problem`() {
        var set = EnvironmentSet()
        let entry = [
            "Grant Type": "Client Credentials", "Token URL": "http://h/t", "Client ID": "me",
            "Acquire Automatically": "false",
        ]
        for (key, value) in entry {
            set.security[EnvironmentSet.shared, default: [:]][["Auth", "shop", key]] = EnvironmentSet.Variable(
                value: value, reason: nil, file: "/c/e.json", isPrivate: false)
        }
        let text = "### a\nGET http://h/\nA: {{$auth.token(\"shop\")}}\n"
        let found = outlooks(text, environments: set).flatMap(\.problems)
        #expect(found.map(\.line) == [3])
        #expect(found.first?.reason.contains("no token exists, and \"Acquire Automatically\" is false") == true)
        #expect(outlooks(text, environments: set, hasTokens: true).flatMap(\.problems) == [])
        set.security[EnvironmentSet.shared]?[["Auth", "shop", "Acquire Automatically"]] = nil
        #expect(outlooks(text, environments: set).flatMap(\.problems) == [])
    }

    @Test func `one fault of a request that waits is listed once`() {
        let text = "@nl = a\\nb\n" + Self.login + "### f\nGET http://h/\nA: \(Self.waits)\nB: {{nl}}\n"
        #expect(lastProblems(text) == ["7 The value of the header B contains a line break"])
    }

    @Test func `who waits for an answer may be unsendable for another reason`() {
        let asks = "### f\n# @prompt who Who?\nPOST http://h/{{who}}\n"
        let missing = ["5 The body file missing.json does not exist"]
        #expect(lastProblems(asks + "\n< missing.json\n") == missing)
        let nobody = "Who?: nobody can be asked here; give it as --var 'who=…'"
        let waiting = Self.login + asks + "X: \(Self.waits)\n"
        #expect(outlooks(waiting)[1] == SendOutlook(awaited: [Self.waits, "Who?"]))
        #expect(outlooks(waiting, canAsk: false)[1].problems.map(\.reason) == [nobody])
        #expect(
            outlooks(asks + "\n< missing.json\n", canAsk: false)[0].problems.map(\.reason)
                == [nobody, "The body file missing.json does not exist"])
    }

    @Test func `a value that comes later hides no other problem`() {
        for start in ["", "@base = http://old\n"] {
            let line = start.isEmpty ? 4 : 5
            #expect(
                lastProblems(start + "### a\nPOST {{base}}/\n\n< missing.json\n", later: ["base"])
                    == ["\(line) The body file missing.json does not exist"])
            #expect(lastProblems(start + "### a\nTRACE {{base}}/\n\nbody\n", later: ["base"]).count == 1)
            #expect(
                outlooks(start + "### a\nGET {{base}}/\n", later: ["base"]) == [SendOutlook(awaited: ["{{base}}"])])
            #expect(
                outlooks(start + "### a\nGET http://h/\nX: {{base}}\n", later: ["base"])
                    == [SendOutlook(url: "http://h/", awaited: ["{{base}}"])])
        }
        // What is wrong is replaced.
        let old = "@base = ftp://old\n### a\nGET {{base}}/\n"
        #expect(lastProblems(old).count == 1)
        #expect(outlooks(old, later: ["base"]) == [SendOutlook(awaited: ["{{base}}"])])
        let file =
            "@file = missing.json\n" + Self.login + "### f\n# @ref l\nPOST http://h/\nX: \(Self.waits)\n\n< {{file}}\n"
        #expect(lastProblems(file) == ["9 The body file missing.json does not exist"])
        #expect(lastProblems(file, later: ["file"]).isEmpty)
        #expect(outlooks("### a\nGET /x\n", later: ["host"]) == [SendOutlook(awaited: ["{{host}}"])])
    }

    @Test func `the URL is known where only another part waits`() {
        let request = Self.login + "### f\nPOST http://h/x\n"
        let known = SendOutlook(url: "http://h/x", awaited: [Self.waits])
        #expect(outlooks(request + "X: \(Self.waits)\n")[1] == known)
        for field in ["Transfer-Encoding: chunked", "Content-Length: 20"] {
            #expect(outlooks(request + "\(field)\n\n\(Self.waits)\n")[1] == known, "\(field)")
        }
        #expect(
            outlooks("### a\n# @prompt who Who?\nGET http://h/x\nX: {{who}}\n")
                == [SendOutlook(url: "http://h/x", awaited: ["Who?"])])
    }

    @Test(arguments: [
        "GRAPHQL http://h/\n\nquery { a(id: {{l.response.body.$.id}}\n",
        "POST http://h/\nContent-Type: {{l.response.body.$.id}}\n\n# a comment or not\nx\n",
        "GET /x\nHost: {{l.response.body.$.id}}\n", "@host = {{l.response.body.$.id}}\nGET /x\n",
        "POST http://h/\n\n< ./{{l.response.body.$.id}}.json\n",
        "POST http://h/\nX: {{l.response.body.$.id}}\n\n{{l.response.body.$.id}}\n",
    ])
    func `what depends on a value that is not known yet is no problem`(request: String) throws {
        let outlook = try #require(outlooks(Self.login + "### f\n" + request).last)
        #expect(outlook.problems == [] && outlook.awaited == [Self.waits])
    }

    @Test func `secrets are hidden unless they are revealed`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "key": .init(value: "s3cr3t", reason: nil, file: "/c/p.json", isPrivate: true)
        ]
        let text = "### a\nGET http://h/{{key}}\n### b\nGET http://h:9{{key}}/\n"
        let hidden = outlooks(text, environments: set)
        let waiting = Self.login + "### w\nGET http://h/{{key}}\nX: \(Self.waits)\n"
        #expect(outlooks(waiting, environments: set)[1].url == "http://h/(private)")
        #expect(outlooks(waiting, environments: set, reveals: true)[1].url == "http://h/s3cr3t")
        #expect(hidden[0].url == "http://h/(private)")
        #expect(hidden[1].problems.count == 1 && !"\(hidden[1])".contains("s3cr3t"), "\(hidden[1])")
        #expect(outlooks(text, environments: set, reveals: true)[0].url == "http://h/s3cr3t")
    }
}
