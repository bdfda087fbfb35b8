import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// What is offered while something is typed in the request pane, as it was recorded (`Recorded`): the rows of the list, and what Tab makes
/// of the text.
@Suite struct RecordedCompletionTests {
    private static let files = [
        (
            "a.http",
            """
            import ./b.http
            @host = {{base}}/v1
            @apiToken = abc
            ### one
            # @name one
            GET {{base}}/one?x=1
            Accept: application/json
            ### two
            # @prompt who Your name
            # @secret pin
            POST {{host}}/two
            Content-Type: application/json

            {
              "a": 1
            }
            ### later
            # @name later
            @below = 5
            GET {{base}}/later
            > {% client.global.set("caught", response.body.id); %}
            """
        ), ("b.http", "@shared = from b\n### other\n# @name other\nGET {{base}}/o\n"),
    ]

    /// Keys as in a walk, after request `two` is focused.
    private static let cases = #"""
        m ^U
        m ^U "p"
        m ^U "PU"
        m ^U "x"
        i "{{"
        i "{{h"
        i "{{ "
        i "{{pi"
        i "{{api"
        i "{{sh"
        i "{{to"
        i "{{$"
        i "{{$ti"
        i "{{$random."
        i "{{one"
        i "{{one."
        i "{{one.res"
        i "{{one.response."
        i "{{one.request."
        i "{{one.response.headers."
        i "{{one.response.headers.x"
        i "{{one.response.body.$."
        i "{{one.response.body.$.li"
        i "{{one.response.body.$.list[0]."
        i "{{one.response.body.$.errors."
        i "{{one.response.cookies."
        i "{{other."
        i "{{later.response.body."
        i "{{nobody."
        i "{{cau"
        i "{{who}}"
        i "{{h" Ctrl-Left "x{{b"
        i "{{h}}" Left Left
        ] A
        ] A "a"
        ] A "acc"
        ] A "content-"
        ] A "x-"
        ] A "zz"
        ] A "Accept" Tab
        ] A "Accept" Tab Tab "app"
        ] A "Accept" Tab Tab "text/html, app"
        ] A "Cache-Control" Tab Tab "no"
        ] A "Content-Type" Tab Tab "multi"
        ] A "Authorization" Tab Tab
        ] A "X-Own" Tab "{{ba"
        ] ] e Ctrl-End Enter "{{"
        ] ] e Ctrl-End Enter "{{one.response.body.$."
        ] ] e Ctrl-End Enter "< " =go
        ] ] e Ctrl-End Enter "< d" =go
        ] ] e Ctrl-End Enter "<@ " =go
        A "p" Tab "{{ho"
        A "{{ho"
        """#

    @Test func `what is offered at each place`() async throws {
        let base = Robot(80, 24, files: Self.files)
        let world = WalkWorld(base, files: Self.files, isOnDisk: false)
        for word in Walk.words("=env >one s =go =200 =go >two 2") { _ = try await Walk.act(word, base, world) }
        _ = world.takeNames()
        var parts: [(name: String, text: String)] = []
        for line in Self.cases.split(separator: "\n") {
            let robot = base.copy()
            let world = WalkWorld(robot, files: Self.files, isOnDisk: false)
            for word in Walk.words(String(line)) { _ = try await Walk.act(word, robot, world) }
            var text = robot.hasList ? rows(robot) : "no list\n"
            text += "typed \(robot.typed ?? "nothing")\n"
            let other = robot.copy()
            other.press(.tab)
            text +=
                "Tab: \(other.typed ?? "nothing")\(other.hasList ? ", list at \(other.highlighted ?? "nothing")" : "")\n"
            robot.press(.enter)
            text += "Enter: \(robot.typed ?? "nothing")\n"
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: "screen/completions")
    }

    private func rows(_ robot: Robot) -> String {
        robot.listRows.split(separator: "\n").map { row in
            row.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") + "\n"
        }.joined()
    }
}
