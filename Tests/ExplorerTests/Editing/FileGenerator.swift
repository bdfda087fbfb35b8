import TestSupport

/// Generates request files as users write them, with every construct of the dialect, from a seed.
struct FileGenerator {
    var generator: SeededGenerator
    var form: GeneratedFile.Form
    private var file = GeneratedFile()
    private var number = 0
    private var names: [String] = []
    /// True if the request above has no body, so that one without `###` may follow.
    private var mayFollowBare = false

    static func file(seed: Int, _ form: GeneratedFile.Form, requests: ClosedRange<Int> = 1...5) -> GeneratedFile {
        var maker = FileGenerator(generator: SeededGenerator(seed: UInt64(seed) &* 7919 &+ 17), form: form)
        return maker.make(requests)
    }

    private init(generator: SeededGenerator, form: GeneratedFile.Form) {
        self.generator = generator
        self.form = form
    }

    // MARK: Random choices

    mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &generator)] }

    @discardableResult
    private mutating func add(_ text: String) -> Int {
        var end = form.end(&generator)
        // CR and LF with nothing between them would be one line end.
        if text.isEmpty, file.lines.last?.end == "\r", end == "\n" { end = "\r" }
        file.lines.append(.init(text: text, end: end))
        return file.lines.count - 1
    }

    // MARK: The file

    private mutating func make(_ requests: ClosedRange<Int>) -> GeneratedFile {
        file.hasMark = form.hasMark
        if one(in: 3) { top() }
        let count = Int.random(in: requests, using: &generator)
        for index in 0..<count {
            if index > 0, one(in: 6) { heading() }
            request(isFirst: index == 0)
        }
        if one(in: 5) {
            add("### Variables")
            define()
            mayFollowBare = false
        }
        closeBlocks()
        if form.isOpen {
            while let last = file.lines.last, last.text.isEmpty { file.lines.removeLast() }
            if !file.lines.isEmpty { file.lines[file.lines.count - 1].end = "" }
        }
        trimBlocks()
        return file
    }

    /// Adds the lines above the first request of the file.
    private mutating func top() {
        if one(in: 3) { add("# Requests of the shop") }
        if one(in: 4) { add("import ./other.http") }
        for _ in 0..<Int.random(in: 1...3, using: &generator) { define() }
        if one(in: 3) {
            add("// base addresses are above")
            add("")
        } else if one(in: 2) {
            add("")
        }
    }

    private mutating func define() {
        number += 1
        let value = pick(["1", "http://a.test", "{{base}}/x", "two words", "a\\nb", "\"quoted\""])
        let name = "v\(number)"
        let text = pick(["@\(name) = ", "@\(name)=", "  @\(name) := "]) + value + (one(in: 8) ? "  " : "")
        file.definitions.append((name, value, add(text)))
    }

    private mutating func heading() {
        add(pick(["### --- Users ---", "### Section", "#### Orders ####"]))
        if one(in: 2) { add("# what follows belongs together") }
        add("")
        mayFollowBare = false
    }

    /// Ends each block where the next separator, or the next request without one, begins.
    private mutating func closeBlocks() {
        for index in file.requests.indices {
            var end = file.requests[index].requestLine + 1
            let stop =
                file.requests.indices.contains(index + 1) ? file.requests[index + 1].block.lowerBound : file.lines.count
            while end < stop, !file.lines[end].text.hasPrefix("###") { end += 1 }
            file.requests[index].block = file.requests[index].block.lowerBound..<end
        }
    }

    private mutating func trimBlocks() {
        for index in file.requests.indices {
            let block = file.requests[index].block
            file.requests[index].block = block.lowerBound..<min(block.upperBound, file.lines.count)
            var last = file.requests[index].block.upperBound - 1
            while last > file.requests[index].own, file.isBlank(last) { last -= 1 }
            file.requests[index].lastLine = last
        }
    }

    // MARK: A request

    private mutating func request(isFirst: Bool) {
        number += 1
        var request = GeneratedRequest()
        let start = isFirst ? 0 : file.lines.count
        request.own = file.lines.count
        // Without ### only if the request above has certainly ended.
        let isBare = isFirst ? one(in: 3) : mayFollowBare && one(in: 4)
        if isBare {
            request.block = start..<start
        } else {
            request.block = file.lines.count..<file.lines.count
            separators(&request)
            if one(in: 8) { define() }
        }
        if one(in: 8), !isBare || isFirst { curl(&request) } else { plain(&request, isBare: isBare && !isFirst) }
        // Lines above a first request without separator belong to the file, except comments directly above it.
        file.requests.append(request)
    }

    private mutating func separators(_ request: inout GeneratedRequest) {
        let title = pick(["List", "Create an order", "GET it", "Ünïcode ✓", "a # b"]) + " \(number)"
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: request.separators = [add(pick(["###", "####", "### "]))]
        case 1:
            request.separators = [add("#### \(title) ####")]
            request.title = (request.separators[0], title)
        case 2:
            request.separators = [add("####################"), add("### \(title)"), add("### Source: https://x.test")]
            request.title = (request.separators[1], title)
        default:
            request.separators = [add("### \(title)")]
            request.title = (request.separators[0], title)
        }
    }

    private mutating func plain(_ request: inout GeneratedRequest, isBare: Bool) {
        if !isBare {
            preamble(&request)
        } else if one(in: 2) {
            add("# about the next one")
        }
        target(&request, isBare: isBare)
        headers(&request)
        request.headEnd = file.lines.count - 1
        mayFollowBare = false
        let type = request.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value ?? ""
        let hasBody = !type.isEmpty || one(in: 4)
        if hasBody {
            add(one(in: 8) ? "  " : "")
            if one(in: 8) { add("") }
            if one(in: 8) {
                let first = file.lines.count
                define()
                request.lateVariables = first..<file.lines.count
            }
            body(&request, type)
        }
        let endsInBody = hasBody
        let hasTrailer = one(in: 3)
        if hasTrailer { trailers(hasBody: endsInBody) }
        for _ in 0..<pick([0, 1, 1, 1, 2, 3]) { add("") }
        mayFollowBare = !hasBody && !hasTrailer && file.isBlank(file.lines.count - 1)
        if one(in: 6), !mayFollowBare, hasBody, !type.hasPrefix("text"), !hasTrailer, file.isBlank(file.lines.count - 1)
        {
            add("# a closing remark")
            add("")
        }
    }

    private mutating func preamble(_ request: inout GeneratedRequest) {
        var lines: [String] = []
        if one(in: 3) { lines.append(pick(["# what it is for", "// needs a login", "#"])) }
        if one(in: 2) {
            let name = "req\(number)"
            names.append(name)
            lines.append(pick(["# @name \(name)", "// @name \(name)", "#@name = \(name)", "# @name   \(name)  "]))
        }
        if one(in: 8) {
            let title = "Own title \(number)"
            lines.append("# @title \(title)")
        }
        if one(in: 4) {
            lines.append(
                pick([
                    "# @timeout 5 s", "# @max-body 10 MB", "# @no-redirect", "//@no-log", "# @note careful",
                    "# @prompt code The code",
                    "# @assert status == 200", "# @loop for 3", "# @sleep 5", "# @jq .a", "# @description Shown",
                    "# @cache no-store",
                    "# @no-cookie-jar", "# @disabled",
                ]))
        }
        if one(in: 4), let name = names.dropLast().last { lines.append("# @ref \(name)") }
        lines.shuffle(using: &generator)
        for line in lines {
            let place = add(line)
            if line.contains("@name") { request.name = (place, "req\(number)") }
            if line.contains("@title") { request.title = (place, "Own title \(number)") }
        }
        if one(in: 8) { add(pick(["< {% request.variables.set('a', 1) %}", "< ./before.js"])) }
        if one(in: 12) {
            add("< {%")
            add("  client.log('###x')")
            add("%}")
        }
    }

    private mutating func target(_ request: inout GeneratedRequest, isBare: Bool) {
        var target = GeneratedTarget()
        // Without ### only an unambiguous request line begins a request.
        target.method = pick(
            isBare ? ["GET", "Post"] : ["GET", "POST", "Put", "delete", "PURGE", "VERSION-CONTROL", nil])
        if one(in: 8), target.method != nil { target.gap = "   " }
        if one(in: 16), !isBare { target.indent = "  " }
        target.base = pick(
            isBare
                ? ["http://a.test/bare", "/bare", "{{base}}/bare"]
                : [
                    "http://a.test/x", "{{base}}/items/{{id}}", "https://host.test:8443/a%20b", "localhost:8080/z",
                    "/path/{{a}}",
                    "http://a.test/with space", "http://{{h}}:80/ü", reference() + "/next",
                ])
        func parameter(_ index: Int) -> GeneratedTarget.Parameter {
            let value: String? = pick([
                "1", "two words", "{{v}}", "", "a%26b", nil, "x=y", "{{a?b&c}}", reference(), "é",
            ])
            return .init(name: "p\(index)", value: value)
        }
        let count = pick([0, 0, 1, 1, 2, 3, 4])
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where count > 0:
            let indent = pick(["    ", "  ", "\t"])
            for index in 0..<count {
                var row = GeneratedTarget.Row(source: index + 1, indent: indent, parameters: [parameter(index)])
                if one(in: 4) {
                    row.marker = pick(["# ", "#", "// "])
                    row.parameters[0].sign = pick(["&", "?"])
                    // A disabled parameter must look like one: a word, or with an equals sign.
                    if row.parameters[0].value == nil { row.parameters[0].value = "1" }
                } else if one(in: 5) {
                    row.parameters.append(.init(name: "q\(index)", value: "2"))
                }
                target.rows.append(row)
            }
        default:
            for index in 0..<count { target.rows[0].parameters.append(parameter(index)) }
            if one(in: 8) { target.fragment = "#top" }
            if one(in: 10) { target.rows[0].tail = "  " }
            if one(in: 5) {
                target.rows.append(
                    .init(source: 1, marker: "# ", parameters: [.init(name: "off", value: "1")]))
            }
        }
        if one(in: 4) { target.version = pick([" HTTP/1.1", "  HTTP/2", " HTTP/2 (Prior Knowledge)"]) }
        request.requestLine = file.lines.count
        for text in target.texts { add(text) }
        request.target = target
    }

    private mutating func reference() -> String {
        guard let name = names.last(where: { _ in true }) else { return "{{other.response.body.$.id}}" }
        return pick([
            "{{\(name).response.body.$.id}}", "{{ \(name).response.headers.Location }}", "{{\(name).request.body.a}}",
        ])
    }

    private mutating func headers(_ request: inout GeneratedRequest) {
        for index in 0..<pick([0, 1, 2, 2, 3, 4]) {
            if one(in: 8) { add(pick(["# a remark in the head", "// and another", "# @no-redirect"])) }
            var header = GeneratedHeader(
                name: pick(["X-A\(index)", "Accept", "Authorization", "{{h}}", "x-{{n}}-y", "Host"]),
                value: pick(["1", "application/json", "Bearer {{t}}", "", "a: b, c", "é", "Bearer " + reference()]))
            header.colon = header.value.isEmpty ? ":" : pick([": ", ": ", ":", ":  ", " : "])
            if one(in: 5) { header.marker = pick(["# ", "#", "// "]) }
            if one(in: 14) { header.tail = header.value.isEmpty ? "" : " " }
            if one(in: 10), index > 0, !request.headers.filter(\.isEnabled).isEmpty { header.indent = "  " }
            // A comment that reads as a URL is a comment.
            header.line = add(header.text)
            if header.isEnabled, one(in: 10), !header.value.isEmpty {
                header.continuations = ["   and more words"]
                add(header.continuations[0])
            }
            request.headers.append(header)
        }
        if one(in: 3) {
            let type = pick([
                "application/json", "text/markdown", "application/x-www-form-urlencoded", "text/plain",
                "multipart/form-data; boundary=b",
            ])
            var header = GeneratedHeader(name: pick(["Content-Type", "content-type"]), value: type)
            header.line = add(header.text)
            request.headers.append(header)
        }
        if one(in: 8) { add("# the last line of the head") }
    }

    private mutating func body(_ request: inout GeneratedRequest, _ type: String) {
        let first = file.lines.count
        let lines: [String]
        if type.hasPrefix("multipart") {
            lines = ["--b", "Content-Disposition: form-data; name=\"f\"", "", "< ./file.png", "--b--"]
        } else if type.hasPrefix("text/markdown") {
            lines = ["# Heading", "", "text with {{v}}", "## Second"]
        } else if type.hasSuffix("urlencoded") {
            lines = ["a=1&", "b={{v}} &", "c=3"]
        } else {
            lines = pick([
                ["{", "  \"a\": \"{{v}}\",", "  \"b\": [1, 2]", "}"], ["{\"a\": 1}"], ["< ./body.json"],
                ["<@latin1 ./body.txt"],
                ["{", "  // left out", "  \"a\": 1", "", "}"], ["plain text", "", "", "ünd more", "a: b"],
                ["query Q {", "  a", "}", "", "{ \"v\": 1 }"], ["<a>", "  <b x=\"1\"/>", "</a>"],
                ["{", "  \"t\": \"\(reference())\"", "}"], ["> quoted", "> words"],
            ])
        }
        for line in lines { add(line) }
        request.body = first..<file.lines.count
    }

    private mutating func trailers(hasBody: Bool) {
        if one(in: 2) || !hasBody { add("") }
        for _ in 0..<pick([1, 1, 2]) {
            for line in pick([
                ["> {% client.test('x', function() {}) %}"],
                ["> {%", "  client.global.set('a', response.body.b)", "%}"],
                ["?? status == 200"], ["> ./after.js"], ["?? header Content-Type contains json", "?? duration < 500"],
                ["<> 2024-01-01.json"], [">> out.json"],
            ]) { add(line) }
        }
    }

    private mutating func curl(_ request: inout GeneratedRequest) {
        let first = file.lines.count
        request.requestLine = first
        let written: [String]
        if one(in: 2) {
            add("curl -L http://a.test/x -H 'A: b'")
            written = ["GET http://a.test/x", "A: b"]
        } else {
            add("curl -L -X PUT \\")
            add("  -H 'Content-Type: text/plain' \\")
            add("  --data-raw 'some text' http://a.test/y")
            written = ["PUT http://a.test/y", "Content-Type: text/plain", "", "some text"]
        }
        request.curl = (first..<file.lines.count, written)
        request.headEnd = file.lines.count - 1
        add("")
        mayFollowBare = false
    }
}
