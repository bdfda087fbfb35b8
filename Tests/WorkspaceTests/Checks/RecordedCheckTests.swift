import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// The verdict of many checks on one response, with the value and the reason that are shown, as they were recorded (`Recorded`).
@Suite struct RecordedCheckTests {
    private static let body = """
        {"name": "shop", "open": true, "closed": false, "none": null, "id": 12345678901234567890, "price": 12.50,
         "items": [{"id": 1, "name": "tea"}, {"id": 2, "name": "cup"}], "empty": "", "zero": 0, "at": "2026-11-21T10:00:00Z",
         "mail": "a@b.example", "uuid": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "list": [3, 1, 2], "deep": {"a": {"b": []}}}
        """

    private static let checks = """
        status == 200
        status == 201
        status != 200
        status >= 200
        status < 200
        status > 199.5
        status in 200, 201
        status in 400 404
        status isNumber
        status isString
        status matches /^2../
        status contains 0
        status startsWith 2
        status endsWith 1
        status exists
        status between 200 299
        status == {{nope}}
        status
        status ==
        header content-type == application/json
        header Content-Type contains json
        header content-type contains xml
        header nope exists
        header nope == x
        header nope not exists
        header via == x
        header set-cookie contains b=2
        header x-count > 5
        header x-count > 50
        header x-count isNumber
        header
        body exists
        body contains tea
        body contains nothing
        body matches /"tea"/
        body isJson
        body isEmpty
        body $.name == shop
        body $.name == "shop"
        body $.name == 'shop'
        body $.name == Shop
        body $.name != shop
        body $.name contains ho
        body $.name not contains ho
        body $.name startsWith sh
        body $.name endsWith op
        body $.name matches /^s.*p$/
        body $.name matches ^s
        body $.name isString
        body $.name isNumber
        body $.name isEmpty
        body $.name length 4
        body $.name length == 4
        body $.name length > 4
        body $.open == true
        body $.open isBoolean
        body $.open isTrue
        body $.closed isFalse
        body $.closed isTrue
        body $.none == null
        body $.none isNull
        body $.none exists
        body $.none isDefined
        body $.id == 12345678901234567890
        body $.id == 12345678901234567891
        body $.id > 1
        body $.price == 12.5
        body $.price == 12.51
        body $.price >= 12.50
        body $.price < 12.5
        body $.zero == 0
        body $.zero == -0
        body $.zero isTruthy
        body $.empty == ""
        body $.empty isEmpty
        body $.empty exists
        body $.nope exists
        body $.nope not exists
        body $.nope isUndefined
        body $.nope == 1
        body $.nope != 1
        body $.items isArray
        body $.items length 2
        body $.items length 3
        body $.items count == 2
        body $.items[*].id == 1
        body $.items[*].name contains cup
        body $.items[0].id == 1
        body $.items[-1].name == cup
        body $.items[5] exists
        body $.list == [3, 1, 2]
        body $.list == [1, 2, 3]
        body $.list contains 2
        body $.list contains 9
        body $.deep isObject
        body $.deep.a.b isEmpty
        body $.deep == {"a": {"b": []}}
        body $.at isDate
        body $.at isIsoDate
        body $.mail isEmail
        body $.uuid isUUID
        body $.name isURL
        body /name == "shop"
        body //name == "shop"
        body $[ == 1
        body .name == shop
        body name == shop
        bytes > 100
        bytes == 5
        sha256 == abc
        md5 == abc
        duration < 1000
        duration < 10
        duration > 0
        time < 1000
        ttfb < 50
        redirects == 0
        version == 1.1
        cookie a == 1
        cookie a exists
        cookie c exists
        cookie a[Secure] exists
        url contains h
        ip == 127.0.0.1
        certificate subject contains x
        js 1 == 1
        variable x == 1
        schema ./s.json
        jsonpath "$.name" == "shop"
        jsonpath $.items count 2
        xpath //a exists
        regex /tea/ exists
        contentType == application/json
        reason == OK
        statusText == OK
        response.status == 200
        response.body.name == shop
        response.ok
        Status == 200
        STATUS EQUALS 200
        status equals 200
        status notEquals 200
        status is 200
        status eq 200
        status neq 200
        status gt 100
        status gte 200
        status lt 100
        status lte 200
        status = 200
        status === 200
        status !== 200
        status <> 200
        status=200
        status==200
        nope == 1
        """

    private static func exchange() -> Exchange {
        let timings = PhaseTimings(connect: .milliseconds(2), wait: .milliseconds(30), total: .milliseconds(40))
        let response = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http1_1,
            headers: [
                HeaderField("Content-Type", "application/json"), HeaderField("Set-Cookie", "a=1"),
                HeaderField("Set-Cookie", "b=2"), HeaderField("X-Count", "12"), HeaderField("Via", "x"),
                HeaderField("via", "y"),
            ], rawHead: [], body: Array(body.utf8), wireBodyByteCount: nil, isComplete: true)
        return Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [ExchangeFixtures.hop(response: response, timings: timings)], timings: timings, error: nil)
    }

    @Test func `the results of checks are what was recorded`() throws {
        let texts = Self.checks.split(separator: "\n").map(String.init)
        let prepared = texts.enumerated().map { index, text in
            PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .questionMarks, line: index + 1))
        }
        let report = Checks.evaluate(prepared, Self.exchange())
        try Recorded.expect(
            zip(texts, report.results).map { ($0, Printed($1).text) } + [
                ("report", Printed(report.results.count).text)
            ],
            in: "checks")
    }
}
