import TestSupport
import Testing

@testable import HTTPFormat

/// Checks as parsed values, with every word of their grammar.
@Suite struct CheckTextTests {
    private func words(_ subject: Check.Subject) -> String {
        switch subject {
        case .status: "status"
        case .header(let name): "header(\(name))"
        case .duration(let phase): "duration(\(phase))"
        case .body(let path): "body(\(path ?? "-"))"
        case .script(let expression): "js(\(expression))"
        case .xpath(let expression): "xpath(\(expression))"
        case .cache(let fact): "cache(\(fact))"
        case .error(let phase): "error(\(phase))"
        }
    }

    @Test func `each type, phase and fact of a check is read, and the reason why one is not`() {
        let table = #"""
            STATUS  ==  200  -> status == [200]
            status == -> status == []
            status != -> status != []
            header not exists -> the name of the header is missing
            header A-B NOT Includes x y -> header(A-B) not includes [x y]
            header notes includes x -> header(notes) includes [x]
            body -> it has no predicate such as ==, exists or matches
            body sha512 x -> body(-) sha512 [x]
            body $.a isTrue -> body($.a) exists []
            body $.a exists x -> body($.a) exists [x]
            duration < 1 -> duration(total) < [1]
            duration Total < 1 -> duration(total) < [1]
            duration queue < 1 -> duration(queue) < [1]
            duration dns < 1 -> duration(dns) < [1]
            duration connect < 1 -> duration(connect) < [1]
            duration TCP < 1 -> duration(connect) < [1]
            duration tls < 1 -> duration(tls) < [1]
            duration send < 1 -> duration(send) < [1]
            duration request < 1 -> duration(send) < [1]
            duration wait < 1 -> duration(wait) < [1]
            duration firstByte < 1 -> duration(wait) < [1]
            duration First-Byte < 1 -> duration(wait) < [1]
            duration receive < 1 -> duration(receive) < [1]
            duration Download < 1 -> duration(receive) < [1]
            duration moon < 1 -> moon is not a phase; the phases are total, queue, dns, connect, tls, send, wait, receive
            cache == hit -> cache(outcome) == [hit]
            cache Outcome == hit -> cache(outcome) == [hit]
            cache stored isTrue -> cache(stored) exists []
            cache reason == x -> cache(reason) == [x]
            cache age < 5 -> cache(age) < [5]
            cache cold == x -> cache can be followed by stored, reason or age only
            error == timeout -> error(false) == [timeout]
            error Phase == tls -> error(true) == [tls]
            error x == tls -> error can be followed by phase only
            js a.b == 1 -> js(a.b) == [1]
            js == 1 -> the expression is missing
            xpath exists -> the expression is missing
            xpath //a exists -> xpath(//a) exists []
            -> it is empty
             status == 1 -> it is empty
            status -> it has no predicate such as ==, exists or matches
            status x == 200 -> nothing belongs between status and the predicate
            status > -> nothing follows >
            body $.a startsWith -> nothing follows startsWith
            aaaaaaaaaabbbbbbbbbbccccccccccddddddddddE == 1 -> aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd is not one of status, header, duration, body, js, xpath, cache, error
            """#
        let wrong = TextTable.differences(table) { text in
            switch CheckSyntax(text).result {
            case .success(let check):
                let negation = check.isNegated ? "not " : ""
                return "\(words(check.subject)) \(negation)\(check.predicate.rawValue) [\(check.expected)]"
            case .failure(let error): return error.reason
            }
        }
        #expect(wrong == [])
    }

    @Test func `where httpYac reads a check differently, a sentence says how`() {
        let table = #"""
            status == 200 ->
            status>=200 -> httpYac needs a space before >=, and sends this line as body
            status === 200 -> httpYac reads == and compares with a text that begins with =
            body $.a !== 1 -> httpYac reads != and compares with a text that begins with =
            status EQUALS 200 -> httpYac accepts EQUALS but never checks it: its predicates are case-sensitive
            body $.a istrue -> httpYac accepts istrue but never checks it: its predicates are case-sensitive
            status not equals 200 -> httpYac reads not as part of the field
            body == a < b -> httpYac takes the last predicate of a line, here <
            body == a <= b -> httpYac takes the last predicate of a line, here <=
            body $.a == x existsly -> httpYac takes the last predicate of a line, here exists
            body $.a == exists -> httpYac takes the last predicate of a line, here exists
            Cache == hit -> httpYac does not know the type Cache
            error == tls -> httpYac does not know the type error
            duration < 5 ->
            duration total < 5 ->
            duration tcp < 5 ->
            duration tls < 5 ->
            duration request < 5 ->
            duration firstByte < 5 ->
            duration download < 5 ->
            duration dns < 5 -> httpYac does not know the phase dns
            duration receive < 5 -> httpYac does not know the phase receive
            duration First-Byte < 5 -> httpYac does not know the phase wait
            duration wait < 5 -> httpYac calls the wait for a socket wait; here that is the wait for the first byte
            """#
        #expect(TextTable.differences(table) { CheckSyntax($0).differences.joined(separator: " | ") } == [])
    }

    @Test func `a check asserts that something is so or is not, and looks at the body or not`() {
        let table = #"""
            status == 200 -> positive
            status != 200 -> negative
            status not == 200 -> negative
            body isFalse -> negative body
            body $.a exists -> positive body
            xpath //a exists -> positive body
            header a exists -> positive
            duration < 5 -> positive
            cache == hit -> positive
            error == tls -> positive
            js response.body == x -> positive body
            js response.parsedBody.a == 1 -> positive body
            js response.status == 1 -> positive
            js response.headers.a == 1 -> positive
            js login.a == 1 -> positive
            js a() == 1 -> positive
            """#
        let wrong = TextTable.differences(table) { text in
            guard case .success(let check) = CheckSyntax(text).result else { return "none" }
            return (check.isPositive ? "positive" : "negative") + (check.looksAtBody ? " body" : "")
        }
        #expect(wrong == [])
        let without = Check.Predicate.allCases.filter { !$0.takesExpected }
        #expect(without == [.exists, .isFalse, .isNumber, .isBoolean, .isString, .isArray])
    }

    @Test func `a time to compare with is milliseconds, and anything else stays as it is`() {
        let table = #"""
            500 -> 500
            2 s -> 2000.000
            500 ms -> 500.000
            1m -> 60000.000
            0.5 s -> 500.000
            soon -> soon
            5 h -> 5 h
            """#
        #expect(TextTable.differences(table) { Check.milliseconds($0) } == [])
    }

    @Test func `a path of properties has a root and its steps`() {
        let table = #"""
            response.status -> status
            response.statusCode -> status
            response["status"] -> status
            response.headers["x-id"] -> headers x-id
            response.headers.date -> headers date
            response.body -> text
            response.body.a -> json a
            response.parsedBody -> json
            response.parsedBody[0]['a.b'].c -> json 0 a.b c
            login.a[10] -> request(login) a 10
            _$é1.x -> request(_$é1) x
            login -> none
            response -> none
            response.request -> none
            response.status.x -> none
            response.headers -> none
            response.headers.a.b -> none
            response.body[x] -> none
            a[] -> none
            a["] -> none
            a["x'] -> none
            a["x" -> none
            1a.b -> none
            a.1b -> none
            a. -> none
            a..b -> none
            a.b c -> none
            -> none
            """#
        let wrong = TextTable.differences(table) { text in
            guard let path = ScriptPath(text) else { return "none" }
            let root = if case .request(let name) = path.root { "request(\(name))" } else { "\(path.root)" }
            return ([root] + path.steps).joined(separator: " ")
        }
        #expect(wrong == [])
    }

    @Test func `a path into a body gets its root, and names that need quotes get them`() {
        let rooted = #"""
            items[0].id -> $.items[0].id
            [0] -> $[0]
            .a -> $.a
            $.a -> $.a
            $ -> $
            """#
        #expect(TextTable.differences(rooted) { BodyPath.rooted($0) } == [])
        let quoted = #"""
            $.access-token.0 -> $['access-token'][0]
            $.a['x-y'].b-c -> $['a']['x-y']['b-c']
            $.a["]"].b -> $['a']["]"]['b']
            $.a['\']'].b -> $['a']['\']']['b']
            $.a['\'].x'].b -> $['a']['\'].x']['b']
            $.a[?(@.b[0] == 1)].c-d -> $['a'][?(@.b[0] == 1)]['c-d']
            $.* -> $[*]
            $..a-b -> $..['a-b']
            $..a-b.c -> $..['a-b']['c']
            $..a-b[0].c -> $..['a-b'][0]['c']
            $..[0].a-b -> $..[0]['a-b']
            $..* -> $..[*]
            $.a[0 -> $['a'][0
            """#
        #expect(TextTable.differences(quoted) { BodyPath.withQuotedNames($0) } == [])
        #expect(throws: Never.self) { try BodyPath.query("items..[0].access-token") }
    }
}
