import NetEngine
import TerminalUI
import Testing

@testable import Explorer
@testable import Workspace

/// What the Headers tab says of the headers that nobody wrote.
@Suite struct AddedHeadersTests {
    private static let text = "### a\nGET http://h.example/a\nAccept: text/plain\n"

    private func rows(_ text: String, _ columns: Int, _ rows: Int, _ keys: Key...) -> [String] {
        let robot = Robot(columns, rows, files: [("a.http", text)])
        robot.press("2")
        for _ in 0..<6 where robot.tab != "Headers" { robot.press("]") }
        for key in keys { robot.press(key) }
        return robot.inside(.request).map { String($0.drop { $0 == " " }) }
    }

    @Test func `the headers that will be added are below those that are written, with the reason`() {
        let rows = rows(Self.text, 200, 60)
        #expect(rows.contains { $0.hasPrefix("Host: h.example: added, because HTTP/1.1 demands it") }, "\(rows)")
        #expect(rows.contains { $0.hasPrefix("Accept-Encoding: ") })
        #expect(!rows.contains { $0.hasPrefix("Accept: ") })
    }

    @Test func `the host is that of the value of a variable, and named after the variable while there is none`() {
        let robot = Robot(200, 60, files: [("a.http", "### a\nGET {{site}}/x?y={{key}}\n")])
        func host() -> String? {
            for _ in 0..<8 where robot.tab != "Headers" { robot.press("[") }
            return robot.inside(.request).map { String($0.drop { $0 == " " }) }.first { $0.hasPrefix("Host: ") }
        }
        robot.lookUp([])
        #expect(host()?.hasPrefix("Host: that of {{site}}: added") == true, "\(host() ?? "")")
        robot.lookUp([VariableUse(name: "site", value: "http://127.0.0.1:18722/v1", source: .file(line: 1))])
        #expect(host()?.hasPrefix("Host: 127.0.0.1:18722: added") == true, "\(host() ?? "")")
        let secret = VariableUse(name: "site", value: "http://s3cr3t/", source: .file(line: 1), isSecret: true)
        robot.lookUp([secret])
        #expect(host()?.hasPrefix("Host: that of {{site}}: added") == true, "\(host() ?? "")")
    }

    @Test(arguments: [
        ("http://ann:pw@h.example:81/x?y@z", "h.example:81"), ("http://h.example?x=@1", "h.example"),
        ("https://h.example#a/b", "h.example"), ("http://ann@h.example", "h.example"),
    ])
    func `the host is what is between a login and the path`(url: String, host: String) {
        let rows = rows("### a\nGET \(url)\n", 200, 60)
        #expect(rows.contains { $0.hasPrefix("Host: \(host): added") }, "\(rows)")
    }

    @Test(arguments: [("", true), ("# @no-cookie-jar\n", false)])
    func `cookies of the jar are among them, unless the request uses none`(line: String, isNamed: Bool) throws {
        let robot = Robot(200, 60, files: [("a.http", "### a\n\(line)GET http://h.example/a\n")])
        let url = try HTTPURL.parse("http://h.example/")
        let cookies = try ["a=1", "b=2"].map {
            try #require(Cookie(setCookie: Array($0.utf8), from: url, now: 1_795_257_121))
        }
        robot.tell(.cookiesRead(robot.cookieScope, cookies))
        robot.script("@Headers")
        #expect(
            robot.screen.contains("Cookie: those of the 2 cookies in the jar that fit the URL") == isNamed,
            "\(robot.screen)")
    }

    @Test func `they give way to a header that is being typed`() {
        let rows = rows(Self.text, 200, 60, "A")
        #expect(!rows.contains { $0.hasPrefix("Host: ") }, "\(rows)")
    }

    @Test func `a request that cannot be sent shows none`() {
        let rows = rows("### a\nGET http://h.example/a\nHost: one.test\nHost: two.test\n", 200, 60)
        #expect(rows.contains { $0.contains("two.test") } && !rows.contains { $0.hasPrefix("User-Agent: ") }, "\(rows)")
    }
}
