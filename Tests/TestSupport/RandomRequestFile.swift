/// Request files put together from lines that mean something to a reader of `.http`, in any order.
package enum RandomRequestFile {
    private static let fragments = [
        "###", "### Title", "#### x ####", "GET http://a.test", "post {{base}}/x?a=1&b={{c}} HTTP/1.1", "    ?q=1",
        "    &r=2",
        "# &off=1", "Content-Type: text/markdown", "Content-Type: application/json", "# X-Debug: 1", "Accept: */*", "",
        "  ", "{", "  \"a\": \"{{x}}\"", "}", "# @name one", "# @timeout 5000", "// remark", "@v = {{w}}",
        "@w := \"q\"",
        "< {%", "%}", "> {% client.log(1) %}", ">> out.txt", "<> old.json", "?? status == 200", "HTTP/1.1 200 OK", "{{",
        "}}", "{{+after", "< ./body.json", "<@ ./body.json", "import x.http", "run #one", "curl http://a.test \\", "/*",
        "*/", "WS ws://a.test", "plain words", "\u{FEFF}", "caf\u{E9}: \u{1F600}", "   ### indented", "[1]", "\"x\"",
        "curl -d 'x", "it's", "curl -L a.test -H 'A: b' | jq", "# @ref one", "# @assert status == 200", "NOP",
        "# @loop for 3", "fragment F on T {", "# @script", "> x = 1", "query { a }",
    ]

    package static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
        let ends = ["\n", "\r\n", "\r"]
        let usual = ends.randomElement(using: &generator) ?? "\n"
        var text = Int.random(in: 0..<5, using: &generator) == 0 ? "\u{FEFF}" : ""
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            text += fragments.randomElement(using: &generator) ?? ""
            text +=
                Int.random(in: 0..<20, using: &generator) == 0 ? ends.randomElement(using: &generator) ?? "\n" : usual
        }
        if Bool.random(using: &generator), !text.isEmpty { text.unicodeScalars.removeLast() }
        return Array(text.utf8)
    }
}
