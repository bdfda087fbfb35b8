import TestSupport

/// Request files that would be slow to parse, check or send if any step scanned the same things repeatedly.
enum HostileFiles {
    private static func lines(_ count: Int, _ line: (Int) -> String) -> String { HostileShape.lines(count, line) }

    static let all: [HostileShape] = [
        // Names and definitions
        HostileShape("names without a value on one line") { "GET http://a.test/" + lines($0) { "{{n\($0)}}" } + "\n" },
        HostileShape("names near to defined ones") { count in
            lines(count) { "@abcdefghij\($0) = 1\n" } + "GET http://a.test/" + lines(count) { "{{abcdefghik\($0)}}" }
                + "\n"
        },
        HostileShape("definitions of one name, used below each") {
            lines($0) { "@v = \($0)\nGET http://a.test/{{v}}\n\n###\n" }
        },
        HostileShape("definitions of one name, used in one body") { count in
            lines(count) { "@v = \($0)\n" } + "POST http://a.test/\n\n" + lines(count) { _ in "{{v}}\n" }
        },
        HostileShape("many uses of a value with many references") { count in
            "@w = " + lines(count) { "{{x\($0)}}" } + "\nPOST http://a.test/\n\n" + lines(count) { _ in "{{w}}\n" }
        },
        HostileShape("a chain of definitions") { count in
            lines(count) { "@v\($0) = {{v\($0 + 1)}}\n" } + "POST http://a.test/\n\n" + lines(count) { "{{v\($0)}}\n" }
        },
        HostileShape("definitions that lead into one circle") { count in
            lines(90) { "@v\($0) = {{v\(($0 + 1) % 90)}}\n" } + lines(count) { "@w\($0) = {{v0}}{{v1}}\n" }
                + "POST http://a.test/\n\n" + lines(count) { "{{w\($0)}}\n" }
        },
        HostileShape("types from variables") { count in
            lines(count) { "@v\($0) = 1\n" }
                + lines(count) { _ in "POST http://a.test/\nContent-Type: {{v1}}\n\nx\n\n###\n" }
        },
        HostileShape("prompts and their uses") { count in
            lines(count) { "# @prompt p\($0)\n" } + "GET http://a.test/" + lines(count) { "{{p\($0)}}" } + "\n"
        },
        HostileShape("questions written directly") { "GET http://a.test/" + lines($0) { "{{$input p\($0)}}" } + "\n" },
        HostileShape("variables of the system by name") { count in
            lines(count) { "@x\($0) = {{gone}}\n" } + "GET http://a.test/" + lines(count) { "{{$processEnv %x\($0)}}" }
                + "\n"
        },
        HostileShape("names that scripts do not set") { count in
            "GET http://a.test/\n\n> {%\n" + lines(count) { "x.set(\"b\($0)\", 1);\n" }
                + "%}\n###\nPOST http://a.test/\n\n"
                + lines(count) { "{{a\($0)}}\n" }
        },
        HostileShape("captures and their uses") { count in
            "GET http://a.test/\n\n> {%\n" + lines(count) { "client.global.set(\"a\($0)\", response.body.x);\n" }
                + "%}\n###\nPOST http://a.test/\n\n" + lines(count) { "{{a\($0)}}\n" }
        },
        // Braces that are not closed
        HostileShape("braces that nothing closes") {
            "POST http://a.test/" + String(repeating: "{{", count: $0) + "\n\n" + String(repeating: "{{", count: 3 * $0)
                + "\n}}\n"
        },
        HostileShape("braces in a value, closed on its next line") {
            "@v = " + String(repeating: "{{", count: $0) + "\\n}}\nPOST http://a.test/\n\n{{v}}\n"
        },
        HostileShape("braces within braces") {
            "POST http://a.test/\n\n" + String(repeating: "{{a", count: $0) + String(repeating: "}}", count: $0) + "\n"
        },
        HostileShape("escaped braces") {
            "POST http://a.test/\n\n" + String(repeating: "\\{\\{a", count: $0) + "\\}\\}\n"
        },
        HostileShape("script blocks that nothing closes") { "GET http://a.test/\n\n" + lines($0) { _ in "{{\n" } },
        // Dates
        HostileShape("a date format of open brackets") {
            "GET http://a.test/{{$datetime \"\(String(repeating: "[", count: 10 * $0))\"}}\n"
        },
        HostileShape("a date format of many words") {
            "GET http://a.test/{{$datetime \"\(String(repeating: "YYYY MM", count: $0))\"}}\n"
        },
        HostileShape("a date format of .NET with quotes") {
            "GET http://a.test/{{$datetime \"yyyy\(String(repeating: "'a", count: $0))\"}}\n"
        },
        // Requests and references
        HostileShape("requests") { lines($0) { "###\nGET http://a.test/\($0)\n" } },
        HostileShape("requests of one name, each referred to") {
            lines($0) { _ in "### a\nGET http://a.test/{{a.response.body.x}}\n" }
        },
        HostileShape("references to requests that are not there") {
            lines($0) { "### r\($0)\nGET http://a.test/{{x\($0).response.body.x}}{{y\($0).z}}\n" }
        },
        HostileShape("a request that refers to all others") { count in
            lines(count) { "### r\($0)\nGET http://a.test/\n" } + "### z\n# @ref r0\nPOST http://a.test/\n\n"
                + lines(count) { "{{r\($0).response.body.x}}\n" }
        },
        HostileShape("a request that needs all others") { count in
            "### z\n" + lines(count) { "# @ref r\($0)\n" } + "GET http://a.test/\n\n"
                + lines(count) { "### r\($0)\nGET http://a.test/\n" }
        },
        HostileShape("requests without ###") { lines($0) { _ in "GET http://a.test/\n# c\n" } },
        // Lines
        HostileShape("header lines") { "GET http://a.test/\n" + lines($0) { "A\($0): b\n" } },
        HostileShape("headers with further lines") { "GET http://a.test/\n" + lines($0) { _ in "A: b\n   c\n" } },
        HostileShape("comments") { count in
            lines(count) { _ in "# a\n" } + "POST http://a.test/\n" + lines(count) { _ in "# b\n" } + "\nx\n"
                + lines(count) { _ in "# c\n" }
        },
        HostileShape("tags") { lines($0) { _ in "# @note x\n# @timeout 5\n" } + "GET http://a.test/\n" },
        HostileShape("checks") { "GET http://a.test/\n" + lines($0) { "?? status == \($0)\n" } },
        HostileShape("lines that are nothing") { lines($0) { _ in "&&&\n" } },
        HostileShape("parameters on one line") { "GET http://a.test/?" + lines($0) { "a\($0)=b&" } + "\n" },
        HostileShape("parameters on many lines") { "GET http://a.test/\n" + lines($0) { "  &a\($0)=b\n" } },
        HostileShape("parameters that are switched off") { "GET http://a.test/?a\n" + lines($0) { "# &a\($0)=b\n" } },
        HostileShape("versions in the target") {
            "GET http://a.test/" + String(repeating: " HTTP/1.", count: $0) + "x\n"
        },
        HostileShape("form fields") { count in
            "POST http://a.test/\nContent-Type: application/x-www-form-urlencoded\n\n" + lines(count) { "a\($0)=b\n&" }
        },
        HostileShape("parts of a form") { count in
            "POST http://a.test/\nContent-Type: multipart/form-data; boundary=b\n\n"
                + lines(count) { "--b\nContent-Disposition: form-data; name=\"\($0)\"\n\n{{x}}\n" } + "--b--\n"
        },
        // curl
        HostileShape("curl commands") { lines($0) { "curl http://a.test/{{x\($0)}}\n\n###\n" } },
        HostileShape("curl headers") { "curl http://a.test/" + lines($0) { " -H \"a\($0): b\"" } + "\n" },
        HostileShape("curl options that are not known") { "curl http://a.test/" + lines($0) { " --zz\($0)" } + "\n" },
        HostileShape("curl form fields") { "curl http://a.test/" + lines($0) { " -F a\($0)=b" } + "\n" },
        HostileShape("a curl field of dashes") {
            "curl http://a.test/ -F 'a=--part\(String(repeating: "-", count: 10 * $0))'\n"
        },
        HostileShape("curl on many lines") { "curl http://a.test/" + lines($0) { _ in " \\\n -H 'a: b'" } + "\n" },
        // GraphQL
        HostileShape("fragments of GraphQL") { count in
            lines(count) { "fragment f\($0) on X { a ...f\($0 + 1) }\n\n" }
                + "GRAPHQL http://a.test/\n\nquery { ...f0 }\n"
        },
        // Environments
        HostileShape(
            "environments and names without a value",
            environments: { count in
                "{" + (0..<count).map { "\"e\($0)\": {\"v\($0)\": \"2\"}" }.joined(separator: ",") + "}"
            },
            text: { "GET http://a.test/" + lines($0) { "{{w\($0)}}" } + "\n" }),
        HostileShape(
            "environments and definitions",
            environments: { count in
                "{" + (0..<count).map { "\"e\($0)\": {\"v\($0)\": \"2\"}" }.joined(separator: ",") + "}"
            },
            text: { lines($0) { "@v\($0) = 1\n" } + "GET http://a.test/\n" }),
        HostileShape(
            "secrets that a public file gives away",
            environments: { count in
                "{" + (0..<count).map { "\"e\($0)\": {\"password\": \"hunter\($0)\"}" }.joined(separator: ",\n") + "}"
            },
            text: { _ in "GET http://a.test/\n" }),
        HostileShape(
            "logins, and tokens of others",
            environments: { count in
                let logins = (0..<count).map { "\"a\($0)\": {\"Grant Type\": \"x\"}" }.joined(separator: ",")
                return "{\"$shared\": {\"Security\": {\"Auth\": {\(logins)}}}}"
            },
            text: { "GET http://a.test/" + lines($0) { "{{$auth.token(\"b\($0)\")}}" } + "\n" }),
        HostileShape(
            "uses of a variable of an environment with many references",
            environments: { count in "{\"$shared\": {\"w\": \"" + lines(count) { "{{x\($0)}}" } + "\"}}" },
            text: { "# @ref a\nPOST http://a.test/\n\n" + lines($0) { _ in "{{w}}\n" } }),
    ]
}
