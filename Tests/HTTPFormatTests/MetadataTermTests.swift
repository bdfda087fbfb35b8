import Foundation
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

@Suite struct MetadataTermTests {
    private func key(_ name: String) -> MetadataKey? {
        Array(name.utf8).withUnsafeBufferPointer { MetadataKey(LineText($0, 0..<$0.count)) }
    }

    @Test(arguments: MetadataTerm.all) func `each name of the table is read as its key`(term: MetadataTerm) {
        for name in [term.name] + term.otherNames {
            #expect(key(name) == term.key)
            #expect(key(name.uppercased()) == term.key)
            #expect(key(name.replacing("-", with: "_")) == term.key)
        }
        #expect(MetadataTerm.of(term.key) == term)
    }

    @Test(arguments: MetadataTerm.all) func `each value that is offered is read without an error`(term: MetadataTerm) {
        let mayBeEmpty =
            switch term.form {
            case .nothing, .optionalText: true
            case .choice, .duration, .size, .text: false
            }
        let values = term.form.examples + (mayBeEmpty ? [""] : [])
        #expect(!values.isEmpty)
        for value in values {
            let text = "### a\n# @\(term.name) \(value)\nGET http://h/\n"
            let document = HTTPDocument(bytes: Array(text.utf8))
            let errors = document.notices.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(text)")
        }
    }

    @Test func `each name is explained in one sentence, and is in the description of the format`() throws {
        let page = try String(contentsOfFile: "\(BuiltProgram.packageRoot)/docs/http-format.md", encoding: .utf8)
        for term in MetadataTerm.all {
            #expect(term.explanation.hasSuffix(".") && term.explanation.count <= 110, "\(term.name)")
            #expect(page.contains("@\(term.name)"), "\(term.name)")
        }
        #expect(Set(MetadataTerm.all.map(\.key)).count == MetadataTerm.all.count)
    }

    @Test func `the names are offered in this order with these explanations`() {
        #expect(
            MetadataTerm.all.map { "\($0.name) -> \($0.explanation)" }.joined(separator: "\n") == """
                name -> The name by which other requests and the command line find this one.
                title -> The title in lists.
                description -> What it is for.
                tag -> Words that 'apitui run --tag' and '--skip-tag' choose by; 'manual' is sent only when it is asked for.
                no-redirect -> Redirects are not followed.
                no-cookie-jar -> Cookies are neither kept nor sent from the jar.
                no-auto-encoding -> URL and form are sent as they are written.
                cache -> How the cache is used.
                proxy -> The proxy through which it is sent.
                no-proxy -> No proxy is used.
                no-reject-unauthorized -> The server's certificate is not checked.
                no-client-cert -> No client certificate is used.
                keep-body-comments -> Body lines that begin with # or // are sent; with 'false' they are left out.
                no-log -> The request log keeps only that something was sent: no URL, header, body or error.
                redact -> Names and JSON paths of what the request log hides beside passwords and the like.
                variables -> Whether the environment's value or the file's counts for a name that both define, in the whole file.
                timeout -> The longest time for all; a bare number is seconds.
                connection-timeout -> The longest time until a connection is open; a bare number is seconds.
                retry -> Retries of idempotent requests after a lost connection, 408, 425, 429, 500 or 502 to 504; 0 to 20.
                max-body -> The largest body that is read.
                ref -> The request that is sent before this one, if it has no response yet.
                forceRef -> The request that is always sent before this one.
                import -> A file whose variables and requests are known here.
                prompt -> A variable whose value is asked for before the send.
                secret -> A variable whose value is asked for before the send, without showing it.
                note -> Asks before it is sent.
                loop -> How often it is sent in a run; {{$index}} counts from 0.
                sleep -> Milliseconds to wait first, in runs.
                disabled -> Skipped in runs and where others need it; with a name, while that variable has a true value.
                expect -> What the body of a success must be.
                envelope -> The JSON body says itself whether it succeeded: which of its members hold status, message and data.
                assert -> What must be true of the response.
                openapi -> The OpenAPI file that responses must keep to, and which operation of it this is.
                """)
    }

    @Test func `what a name takes, and what holds without it`() {
        let rows = MetadataTerm.all.map { term in
            let names = ([term.name] + term.otherNames).joined(separator: " or ")
            return "\(names) -> \(described(term.form)); without it: \(term.standard ?? "nothing")"
        }
        #expect(
            rows.joined(separator: "\n") == """
                name -> text login; without it: nothing
                title -> text Log in; without it: nothing
                description or desc -> text What the request is for; without it: nothing
                tag or tags -> text smoke|slow|manual; without it: nothing
                no-redirect -> nothing; without it: redirects are followed
                no-cookie-jar -> nothing; without it: cookies are kept and sent
                no-auto-encoding -> nothing; without it: what a URL does not allow is encoded
                cache -> choice default|no-store|reload|no-cache|force-cache|only-if-cached; without it: default
                proxy -> text http://127.0.0.1:3128; without it: none, connects directly
                no-proxy -> nothing; without it: the proxy of # @proxy
                no-reject-unauthorized -> nothing; without it: the certificate is checked
                no-client-cert -> nothing; without it: the environment's certificate
                keep-body-comments -> optionalText true|false; without it: asked once
                no-log -> nothing; without it: the request log keeps it
                redact -> text pin|$.user.iban; without it: nothing
                variables -> choice environment-first|file-first; without it: file-first
                timeout -> duration 5 s|30 s|500 ms|2 m; without it: 60 s
                connection-timeout -> duration 2 s|500 ms; without it: 10 s
                retry or retries -> text 3; without it: 0
                max-body -> size 10MB|64MiB|none; without it: none
                ref -> text login; without it: nothing
                forceRef -> text login; without it: nothing
                import -> text common.http; without it: nothing
                prompt -> text user Your name; without it: nothing
                secret -> text password; without it: nothing
                note -> optionalText Really?; without it: nothing
                loop -> text for 3|for item of list; without it: sent once
                sleep -> text 500; without it: 0
                disabled -> optionalText name|!name; without it: sent
                expect -> choice json|xml|text|form|image; without it: anything
                envelope -> optionalText status=code message=error data=result success=0; without it: no envelope
                assert -> text status == 200|body $.id exists|header content-type contains json; without it: nothing
                openapi -> text ./openapi.yaml|./openapi.yaml#getUser|none; without it: the description that apitui finds beside the request
                """)
    }

    private func described(_ form: MetadataTerm.Form) -> String {
        let values = form.examples.joined(separator: "|")
        switch form {
        case .nothing: return "nothing\(values)"
        case .choice: return "choice \(values)"
        case .duration: return "duration \(values)"
        case .size: return "size \(values)"
        case .optionalText: return "optionalText \(values)"
        case .text: return "text \(values)"
        }
    }
}
