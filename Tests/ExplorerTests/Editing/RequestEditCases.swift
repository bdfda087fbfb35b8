@testable import HTTPFormat

/// Every edit of one request of a generated file, with its expected result.
struct RequestEditCases {
    let file: GeneratedFile
    let index: Int
    var cases: [EditCase] = []

    private var request: GeneratedRequest { file.requests[index] }

    static func all(_ file: GeneratedFile, _ index: Int) -> [EditCase] {
        var made = RequestEditCases(file: file, index: index)
        if made.request.curl != nil {
            made.curl()
        } else {
            made.methods()
            made.targets()
            made.parameters()
            made.headers()
            made.bodies()
        }
        made.titles()
        made.names()
        made.lines()
        return made.cases
    }

    private mutating func add(
        _ name: String, _ edit: HTTPDocument.Edit, _ script: LineScript?,
        rereadsBody: Bool = false, _ change: @escaping (inout SavedRequest) -> Void = { _ in }
    ) {
        let index = index
        cases.append(
            EditCase(
                name: "request \(index), \(name)", script: script,
                perform: { document throws(HTTPDocument.EditRefusal) in try document.applying(edit, toRequest: index) },
                meaning: { change(&$0[index]) }, undocumented: request.hasSeparator ? [] : [index],
                rereadBody: rereadsBody ? index : nil))
    }

    // MARK: Method and target

    private mutating func methods() {
        var target = request.target
        if target.method == nil { target.gap = " " }
        target.method = "PATCH"
        add("set method", .setMethod("PATCH"), script(target)) { $0.method = "PATCH" }
        let same = request.target.method.map { KnownMethodName.upper($0) } ?? "GET"
        add("set the same method", .setMethod(same), LineScript())
    }

    /// The expected lines of the target.
    private func script(_ new: GeneratedTarget) -> LineScript {
        let old = request.target
        let (oldTexts, newTexts) = (old.texts, new.texts)
        var script = LineScript()
        var anchor = request.requestLine
        for (row, text) in zip(new.rows, newTexts) {
            if let source = row.source {
                anchor = request.requestLine + source
                if text != oldTexts[source] { script.replace(anchor, text) }
            } else {
                script.insert([text], after: anchor)
            }
        }
        for row in old.rows {
            if let source = row.source, !new.rows.contains(where: { $0.source == source }) {
                script.delete(request.requestLine + source..<request.requestLine + source + 1)
            }
        }
        return script
    }

    private mutating func addTarget(_ name: String, _ target: GeneratedTarget, _ edit: HTTPDocument.Edit? = nil) {
        add(name, edit ?? .setTarget(target.whole), script(target)) { request in
            request.target = target.whole
            request.parameters = target.shown.map {
                SavedRequest.Parameter(name: $0[0], value: $0[1], isEnabled: $0[2] == "on", line: 0)
            }
        }
    }

    private mutating func targets() {
        var target = request.target
        target.base = "http://new.test/q"
        addTarget("set another base", target)
        if request.target.rows.count(where: \.marker.isEmpty) == 1 {
            target.rows[0].parameters = [.init(name: "n", value: "1")]
            target.fragment = ""
            addTarget("set another target", target)
        }
        if let place = request.target.places.last(where: { request.target.rows[$0.row].marker.isEmpty }) {
            var target = request.target
            target.rows[place.row].parameters[place.parameter].value = "changed"
            addTarget("set a target with another value", target)
        }
        addTarget("set the same target", request.target)
    }

    private mutating func parameters() {
        for (number, place) in request.target.places.enumerated() {
            let old = request.target.rows[place.row].parameters[place.parameter]
            for (name, value) in [(old.name, "new"), ("other", old.value ?? ""), ("other", "{{x}}"), (old.name, "")] {
                var target = request.target
                target.set(place, name, value)
                addTarget(
                    "set parameter \(number) to \(name)=\(value)", target,
                    .setParameter(number, name: name, value: value))
            }
            var target = request.target
            target.remove(place)
            addTarget("remove parameter \(number)", target, .removeParameter(number))
            target = request.target
            target.toggle(place)
            addTarget("switch parameter \(number)", target, .toggleParameter(number))
        }
        var target = request.target
        target.add("added", "a value")
        addTarget("add a parameter", target, .addParameter(name: "added", value: "a value"))
    }

    // MARK: Headers

    private func text(_ header: GeneratedHeader, name: String? = nil, value: String? = nil) -> String {
        var header = header
        if let name { header.name = name }
        if let value {
            if header.value.isEmpty, !value.isEmpty, header.colon == ":" { header.colon = ": " }
            header.value = value
        }
        return header.text
    }

    private mutating func headers() {
        for (number, header) in request.headers.enumerated() {
            let isType = header.name.lowercased() == "content-type"
            let further = header.line + 1..<header.line + 1 + header.continuations.count
            func script(_ change: (inout LineScript) -> Void) -> LineScript {
                var script = LineScript()
                change(&script)
                return script
            }
            add(
                "set the value of header \(number)", .setHeader(number, name: header.name, value: "new; value"),
                script {
                    $0.replace(header.line, text(header, value: "new; value"))
                    $0.delete(further)
                }, rereadsBody: isType
            ) { $0.headers[number].value = "new; value" }
            add(
                "empty header \(number)", .setHeader(number, name: header.name, value: ""),
                script {
                    if !header.wholeValue.isEmpty { $0.replace(header.line, text(header, value: "")) }
                    $0.delete(further)
                }, rereadsBody: isType
            ) { $0.headers[number].value = "" }
            add(
                "set the name of header \(number)", .setHeader(number, name: "X-New", value: header.wholeValue),
                script { $0.replace(header.line, text(header, name: "X-New")) }, rereadsBody: isType
            ) { $0.headers[number].name = "X-New" }
            add(
                "remove header \(number)", .removeHeader(number),
                script {
                    $0.delete(header.line..<header.line + 1)
                    $0.delete(further)
                }, rereadsBody: isType
            ) { $0.headers.remove(at: number) }
            var switched = header
            switched.marker = header.isEnabled ? "# " : ""
            add(
                "switch header \(number)", .toggleHeader(number),
                further.isEmpty ? script { $0.replace(header.line, switched.text) } : nil, rereadsBody: isType
            ) { $0.headers[number].isEnabled.toggle() }
        }
        for (name, value) in [("X-Added", "a value"), ("{{added}}", "")] {
            var script = LineScript()
            let indent = request.headers.last?.indent ?? ""
            script.insert([indent + name + (value.isEmpty ? ":" : ": " + value)], after: request.lastHeadLine)
            add("add header \(name)", .addHeader(name: name, value: value), script) {
                $0.headers.append(.init(name: name, value: value, isEnabled: true, line: 0))
            }
        }
    }

    // MARK: The body

    private mutating func bodies() {
        guard !request.body.isEmpty else { return firstBody() }
        let old = request.body.map { file.lines[$0].text }
        func add(_ name: String, _ new: [String], _ change: (inout LineScript) -> Void) {
            var script = LineScript()
            change(&script)
            let text = new.joined(separator: "\n")
            let shown = new.last == "" ? new.dropLast().joined(separator: "\n") : text
            self.add(name, .setBody(text), script) { $0.body.text = shown }
        }
        let first = request.body.lowerBound
        for place in old.indices {
            var new = old
            new[place] = "changed line"
            add("change body line \(place)", new) { $0.replace(first + place, "changed line") }
            new = old
            new.insert("inserted line", at: place + 1)
            add("insert below body line \(place)", new) { $0.insert(["inserted line"], after: first + place) }
            new = old
            new.remove(at: place)
            // It is undefined which of two equal lines is removed, and empty lines at the ends are not part of a body.
            let isTwin =
                place > 0 && old[place - 1] == old[place] || place + 1 < old.count && old[place + 1] == old[place]
            let isEdge = new.first.map { $0.isEmpty || $0.hasPrefix("#") } ?? true || new.last?.isEmpty ?? true
            if !isTwin, !isEdge {
                add("remove body line \(place)", new) { $0.delete(first + place..<first + place + 1) }
            }
        }
        add("set another body", ["<new/>", "body"]) { script in
            script.replace(first, "<new/>")
            if old.count > 1 { script.replace(first + 1, "body") } else { script.insert(["body"], after: first) }
            if old.count > 2 { script.delete(first + 2..<request.body.upperBound) }
        }
        add("remove the body", []) { $0.delete(request.body) }
        add("set the same body", old + [""]) { _ in }
    }

    private mutating func firstBody() {
        var anchor = request.headEnd
        var new = ["{}"]
        if file.isBlank(anchor + 1), request.block.contains(anchor + 1) {
            anchor += 1
            if !request.lateVariables.isEmpty { anchor = request.lateVariables.upperBound - 1 }
        } else {
            while anchor + 1 < request.block.upperBound, file.lines[anchor + 1].text.hasPrefix("??") { anchor += 1 }
            new.insert("", at: 0)
        }
        if anchor + 1 < file.lines.count, !file.isBlank(anchor + 1) { new.append("") }
        var script: LineScript? = LineScript()
        script?.insert(new, after: anchor)
        // A following request without ### would become part of the body.
        let following = file.requests.indices.contains(index + 1) ? file.requests[index + 1] : nil
        if let following, !following.hasSeparator, following.block.lowerBound == request.block.upperBound {
            script = nil
        }
        add("set a first body", .setBody("{}"), script) { $0.body.text = "{}" }
    }

    private mutating func curl() {
        guard let curl = request.curl else { return }
        var script = LineScript()
        script.replace(curl.lines.lowerBound, curl.written[0])
        script.delete(curl.lines.lowerBound + 1..<curl.lines.upperBound)
        script.insert(Array(curl.written.dropFirst()), after: curl.lines.lowerBound)
        add("convert curl", .convertCurl, script) { $0.curl = nil }
        add("set the method of curl", .setMethod("PUT"), nil)
        add("set the body of curl", .setBody("x"), nil)
        add("add a header to curl", .addHeader(name: "A", value: "b"), nil)
    }

    // MARK: Title and name

    private mutating func titles() {
        for new in ["New title", "Ein schöner Titel"] {
            var script = LineScript()
            if let title = request.title {
                script.replace(title.line, file.lines[title.line].text.replacing(title.text, with: new))
            } else if let last = request.separators.last {
                script.replace(last, file.lines[last].text.filter { $0 != " " } + " " + new)
            } else {
                script.insert(["### \(new)"], after: request.own - 1)
            }
            add("set title", .setTitle(new), script) { $0.title = new }
        }
        guard let title = request.title else { return add("remove no title", .setTitle(""), LineScript()) }
        var script: LineScript? = LineScript()
        if request.separators.contains(title.line) {
            script?.replace(title.line, file.lines[title.line].text.replacing(title.text, with: ""))
            // The text of another separator would become the title.
            if request.separators.count > 2 { script = nil }
        } else {
            script?.delete(title.line..<title.line + 1)
            // The text of the separator would become the title, so it goes as well.
            let isFrame: (Character) -> Bool = { $0 == "#" || $0 == " " }
            if let line = request.separators.first(where: { !file.lines[$0].text.allSatisfy(isFrame) }) {
                let text = file.lines[line].text
                let written = String(text.drop(while: isFrame).reversed().drop(while: isFrame).reversed())
                script?.replace(line, text.replacing(written, with: ""))
                if request.separators.count > 2 { script = nil }
            }
        }
        add("remove title", .setTitle(""), script) { $0.title = nil }
    }

    private mutating func names() {
        var script = LineScript()
        if let name = request.name {
            script.replace(name.line, file.lines[name.line].text.replacing(name.text, with: "newName"))
        } else {
            script.insert(["# @name newName"], after: request.separators.last ?? request.own - 1)
        }
        add("set name", .setName("newName"), script) { $0.name = "newName" }
        guard let name = request.name else { return }
        script = LineScript()
        script.delete(name.line..<name.line + 1)
        add("remove name", .setName(""), script) { $0.name = nil }
    }

    // MARK: The whole text

    /// Replaces the whole block with one line changed, as an editor returns it.
    private mutating func lines() {
        let block = request.block
        let numbers = block.lowerBound + 1..<block.upperBound + 1
        func add(_ name: String, _ script: LineScript, _ change: @escaping (inout [String]) -> Void) {
            cases.append(
                EditCase(
                    name: "request \(index), \(name)", script: script,
                    perform: { document throws(HTTPDocument.EditRefusal) in
                        var lines = document.text(ofLines: numbers).split(
                            separator: "\n", omittingEmptySubsequences: false
                        )
                        .map(String.init)
                        change(&lines)
                        return try document.replacingLines(numbers, with: lines.joined(separator: "\n"))
                    }))
        }
        add("give the text back as it is", LineScript()) { _ in }
        let line = request.requestLine
        guard request.curl == nil else { return }
        var script = LineScript()
        let place = request.headEnd
        script.insert(["# a new remark"], after: place)
        add("add a comment in an editor", script) { $0.insert("# a new remark", at: place - block.lowerBound + 1) }
        script = LineScript()
        let text = file.lines[line].text
        script.replace(line, text + "  ")
        add("add blanks in an editor", script) { $0[line - block.lowerBound] = text + "  " }
    }
}

enum KnownMethodName {
    static func upper(_ method: String) -> String { method.uppercased() }
}
