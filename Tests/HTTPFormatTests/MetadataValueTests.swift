import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// The keys of `# @` lines and what their values mean.
@Suite struct MetadataValueTests {
    private func key(_ text: String) -> MetadataKey? {
        Array(text.utf8).withUnsafeBufferPointer { MetadataKey(LineText($0, 0..<$0.count)) }
    }

    private func request(_ lines: String) -> SavedRequest? {
        HTTPDocument(bytes: Array("\(lines)\nGET a.test\n".utf8)).requests.first
    }

    @Test func `the keys of other tools are known with their tool`() {
        let table = #"""
            save extension open-with language jwt rate-limit keep-streaming no-streaming-log -> httpYac
            no-response-view inject-variables verbose debug -> httpYac
            force-region-delimiter response-ref no-gql-parsing post-redirect-get -> httpYac
            grpc_reflection -> httpYac
            jq accept attach-cookie-jar graphql env-json-key env-stdin-cmd lang -> kulala
            kulala-vscode-rest-client-compat kulala_x curl-silent grpc-flags -> kulala
            auth capture setting settings var global file mock ws ssh k8s script -> resterm
            apigateway sav names curlx-but-much-too-long-for-any-key-that-is-known -> ?
            """#
        let wrong = TextTable.differences(table) { text in
            let tools = text.split(separator: " ").map { word in
                if case .foreign(let tool)? = key(String(word)) { return tool }
                return key(String(word)) == nil ? "?" : "ours"
            }
            return Set(tools).sorted().joined(separator: " ")
        }
        #expect(wrong == [])
        #expect(key("curl" + String(repeating: "x", count: 36)) == .foreign("kulala"), "40 bytes")
        #expect(key("curl" + String(repeating: "x", count: 37)) == nil, "41 bytes")
    }

    @Test func `a line that is not there means what the table says`() {
        let table = #"""
            no-redirect -> redirects are followed
            no-cookie-jar -> cookies are kept and sent
            no-auto-encoding -> what a URL does not allow is encoded
            cache -> default
            proxy -> none, connects directly
            no-proxy -> the proxy of # @proxy
            no-reject-unauthorized -> the certificate is checked
            no-client-cert -> the environment's certificate
            keep-body-comments -> asked once
            no-log -> the request log keeps it
            variables -> file-first
            timeout -> 60 s
            connection-timeout -> 10 s
            retry -> 0
            max-body -> none
            loop -> sent once
            sleep -> 0
            disabled -> sent
            expect -> anything
            envelope -> no envelope
            openapi -> the description that apitui finds beside the request
            name -> -
            ref -> -
            note -> -
            """#
        let wrong = TextTable.differences(table) { text in
            MetadataTerm.all.first { $0.name == text }.map { $0.standard ?? "-" } ?? "no such key"
        }
        #expect(wrong == [])
        #expect(RequestOptions().timeouts.total == .seconds(60) && RequestOptions().timeouts.connect == .seconds(10))
    }

    @Test func `an option of a form has a kind, and says what holds without its line`() {
        let table = #"""
            timeout -> text 60 s
            connection-timeout -> text 10 s
            retry -> text 0
            no-redirect -> off yes
            cache -> default,no-store,reload,no-cache,force-cache,only-if-cached default
            max-body -> text none
            proxy -> text none, connects directly
            no-proxy -> off yes
            no-reject-unauthorized -> off yes
            no-client-cert -> off yes
            no-cookie-jar -> off yes
            no-auto-encoding -> off yes
            no-log -> off yes
            expect -> json,xml,text,form,image anything
            envelope -> bare no envelope
            openapi -> text the description that apitui finds beside the request
            keep-body-comments -> bare asked once
            note -> bare none
            disabled -> bare sent
            sleep -> text 0
            loop -> text sent once
            tag -> text none
            name -> text none
            description -> text none
            """#
        let wrong = TextTable.differences(table) { text in
            guard let option = RequestOption.table.first(where: { $0.key == text }) else { return "no option" }
            let kind =
                switch option.kind {
                case .switchesOff: "off"
                case .choice: option.choices.joined(separator: ",")
                case .text(let mayBeBare): mayBeBare ? "bare" : "text"
                }
            return "\(kind) \(option.standard)"
        }
        #expect(wrong == [])
        #expect(RequestOption.table.first?.title == "timeout" && RequestOption.table.last?.title == "description")
    }

    @Test func `a time has one of the usual units, and a bare number is seconds`() {
        let table = #"""
            5 -> 5.0 seconds
            5s -> 5.0 seconds
            5 sec -> 5.0 seconds
            5 SECOND -> 5.0 seconds
            5\tseconds -> 5.0 seconds
            250ms -> 0.25 seconds
            2 m -> 120.0 seconds
            2 min -> 120.0 seconds
            1 minute -> 60.0 seconds
            3 minutes -> 180.0 seconds
            0.0004 -> 0.0 seconds
            0.0006 -> 0.001 seconds
            1440 m -> 86400.0 seconds
            1441 m -> 86400.0 seconds
            999 -> 999.0 seconds
            1000 -> doubtful 1000.0 seconds
            1000 s -> 1000.0 seconds
            5 hours -> malformed
            1.2.3 -> malformed
            ٣ -> malformed
            """#
        func text(_ reading: MetadataDuration.Reading) -> String {
            switch reading {
            case .value(let duration): "\(duration)"
            case .doubtful(let duration): "doubtful \(duration)"
            case .malformed: "malformed"
            }
        }
        #expect(TextTable.differences(table) { text(MetadataDuration.read($0)) } == [])
        let bare = #"""
            1500 -> 1.5 seconds
            2 s -> 2.0 seconds
            0 -> 0.0 seconds
            -> malformed
            """#
        #expect(TextTable.differences(bare) { text(MetadataDuration.read($0, bareIsMilliseconds: true)) } == [])
    }

    @Test func `a loop has a count or a name of each item and of the list`() {
        let table = #"""
            for 3 -> 3
            FOR\t03 -> 3
            for 0 -> 0
            for x of a.b-c -> x of a.b-c
            for $x_1 of _l -> $x_1 of _l
            for x of 1l -> none
            for 1x of l -> none
            for a.b of l -> none
            for x in l -> none
            for x OF l -> none
            for x of l m -> none
            for -1 -> none
            for 3 times -> none
            for -> none
            while 3 -> none
            """#
        let wrong = TextTable.differences(table) { text in
            switch MetadataLoop.read(text) {
            case .count(let count)?: "\(count)"
            case .items(let variable, let list)?: "\(variable) of \(list)"
            case nil: "none"
            }
        }
        #expect(wrong == [])
    }

    @Test func `lines set what they say, and of several the last one counts`() {
        let table = #"""
            # @disabled -> off
            # @disabled TRUE -> off
            # @disabled\n# @disabled false -> on
            # @disabled !a.b -> on unless a.b
            # @disabled ready -> on if ready
            # @disabled a+b -> off
            # @disabled ! -> off
            """#
        let wrong = TextTable.differences(table) { text in
            guard let request = request(text) else { return "no request" }
            let condition = request.disabledCondition.map { " \($0.isNegated ? "unless" : "if") \($0.variable)" }
            return (request.settings.isDisabled ? "off" : "on") + (condition ?? "")
        }
        #expect(wrong == [])
        let lines =
            "# @tag a,b  c\n# @tag b\td\n# @timeout 1\n# @timeout 2\n# @retry 3\n# @no-proxy\n# @proxy http://p\n"
            + "# @note"
        let settings = request(lines)?.settings
        #expect(settings?.tags == ["a", "b", "c", "d"] && settings?.timeout == .seconds(2) && settings?.retries == 3)
        #expect(settings?.proxy == .url("http://p") && settings?.note == "")
        #expect(request("# @proxy http://p\n# @no-proxy")?.settings.proxy == ProxyChoice.none)
        #expect(request("# @no-client-cert")?.settings.usesClientCertificate == false)
        let comments = ["", " true", " FALSE"].map { request("# @keep-body-comments\($0)")?.settings }
        #expect(comments.map { $0?.keepsBodyComments } == [true, true, false])
        #expect(comments.map { $0?.dropsBodyComments } == [false, false, true])
    }

    @Test func `a prompt with the name of a password is a secret, and a text is what follows the name`() {
        let table = #"""
            # @prompt a -> a - open
            # @prompt a\tYour name -> a Your name open
            # @secret a b -> a b secret
            # @prompt PassWd -> PassWd - secret
            # @prompt pass x -> pass x secret
            # @prompt password -> password - secret
            # @prompt passphrase -> passphrase - open
            """#
        let wrong = TextTable.differences(table) { text in
            request(text)?.prompts.map { "\($0.variable) \($0.text ?? "-") \($0.isSecret ? "secret" : "open")" }
                .joined() ?? "no request"
        }
        #expect(wrong == [])
    }

    @Test func `a name, a title and a description come from the line, the separator or the first comment`() {
        let table = #"""
            # @name -> GET a.test - -
            # @title T -> T T -
            ### S -> S S -
            ### S\n# @title T\n# @name n -> n T -
            ### S\n### more\n### and more\n# c -> S S more\nand more
            ### S\n# one\n// two ##\n# ===\n# three -> S S one\ntwo
            # one\n\n# two -> GET a.test - one
            # one\n# @no-log\n# two -> GET a.test - one
            # ---\n# one -> GET a.test - one
            ### S\n# c\n# @description -> S S ~
            ### S\n# @desc d -> S S d
            """#
        let wrong = TextTable.differences(table) { text in
            guard let request = request(text) else { return "no request" }
            let about = request.documentation.map { $0.isEmpty ? "~" : $0 } ?? "-"
            return "\(request.id) \(request.title ?? "-") \(about)"
        }
        #expect(wrong == [])
    }
}
