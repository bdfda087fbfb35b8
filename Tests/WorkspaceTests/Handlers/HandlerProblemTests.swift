import NetEngine
import Pattern
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What ended a script, in words and with its line.
@Suite struct HandlerProblemTests {
    private func problem(_ code: String) -> String {
        switch HandlerParser.script(Array(code.utf8), .after, line: 1) {
        case .failure(let refusal): return "REFUSED: \(refusal.construct)"
        case .success(let script):
            let response = HandlerResponse(HandlerSemanticsTests.response())
            return HandlerRun.outcome(of: PreparedHandler(script), response, QueryBudget()).problem ?? "none"
        }
    }

    @Test func `an error of JavaScript ends a script with its words`() {
        let table = #"""
            client.log(1) -> none
            throw "a" -> it throws: a (line 1)
            \n\nthrow 1 + 1 -> it throws: 2 (line 3)
            client.log(atob("a")) -> atob was given a text that is not Base64 (line 1)
            client.log(btoa("€")) -> btoa was given a character beyond U+00FF (line 1)
            client.log(decodeURIComponent("%")) -> decodeURIComponent was given a % that begins no escape (line 1)
            client.log(decodeURIComponent("%4x")) -> decodeURIComponent was given a % that begins no escape (line 1)
            client.log(decodeURIComponent("%FF")) -> decodeURIComponent was given escapes that are not UTF-8 (line 1)
            client.log("a".repeat(-1)) -> repeat() was given -1 (line 1)
            client.log("a".repeat(Infinity)) -> repeat() was given Infinity (line 1)
            client.log((1).toString(37)) -> toString() takes a base from 2 to 36 (line 1)
            client.log((1).toString(1)) -> toString() takes a base from 2 to 36 (line 1)
            client.log((1).toString(0)) -> toString() takes a base from 2 to 36 (line 1)
            client.log("a" in 1) -> 1 is not an object, so nothing is in it (line 1)
            client.log(Object.keys(null)) -> Object.keys was given null (line 1)
            client.log(Object.values(undefined)) -> Object.values was given undefined (line 1)
            client.log(response.body.name.join()) -> response.body.name is a text, which has no join() (line 1)
            client.log(response.body.user.map(a => a)) -> response.body.user is an object, which has no map() (line 1)
            client.log(response.body.yes.trim()) -> response.body.yes is a boolean, which has no trim() (line 1)
            client.log(response.body.numbers.trim()) -> response.body.numbers is an array, which has no trim() (line 1)
            const a = { x: 1 }; client.log(a.trim()) -> a is an object, which has no trim() (line 1)
            client.log(response.body.id.match(/a/)) -> response.body.id is a number, which has no match() (line 1)
            client.log(response.body.none[0]) -> response.body.none is null, so it has no element 0 (line 1)
            client.log(response.body.none.trim()) -> response.body.none is null, so it has no trim() (line 1)
            client.log(response.body.none.map(a => a)) -> response.body.none is null, so it has no map() (line 1)
            client.log(response.body.none.match(/a/)) -> response.body.none is null, so it has no match() (line 1)
            client.log(jsonPath(response.body.id, "$[*]")) -> jsonPath was given a number, which is neither an object nor an array (line 1)
            client.log(response.body.constructor) -> constructor is a function of JavaScript, which is not read here (line 1)
            for (const a of response.body.id) { client.log(a) } -> response.body.id is a number, which has no elements (line 1)
            """#
        #expect(TextTable.differences(table) { problem($0) } == [])
    }
}
