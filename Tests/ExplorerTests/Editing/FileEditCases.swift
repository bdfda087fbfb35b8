@testable import HTTPFormat
@testable import Workspace

/// Every edit of a generated file that affects whole requests, names and variables, with its expected result.
struct FileEditCases {
    let file: GeneratedFile
    var cases: [EditCase] = []

    static func all(_ file: GeneratedFile, other: GeneratedFile) -> [EditCase] {
        var made = FileEditCases(file: file)
        made.new()
        made.clones()
        made.removals()
        made.moves()
        made.taken(from: other)
        made.renames()
        made.definitions()
        return made.cases
    }

    // MARK: Blocks of requests

    /// The lines that move with a request, beginning with a separator.
    private static func block(_ request: GeneratedRequest, of file: GeneratedFile) -> [String] {
        (request.hasSeparator ? [] : ["###"]) + file.lines[request.own...request.lastLine].map(\.text)
    }

    /// True if a request without separator begins at the line; it would become part of a block inserted above it.
    private func isBare(_ line: Int) -> Bool {
        file.requests.contains { !$0.hasSeparator && ($0.block.lowerBound == line || $0.own == line) }
    }

    /// One empty line above and below, and a separator for a following request without one.
    private func below(_ line: Int, _ block: [String]) -> [String] {
        var lines = block
        if line >= 0, !file.isBlank(line) { lines.insert("", at: 0) }
        if isBare(line + 1) {
            lines += ["", "###"]
        } else if line + 1 < file.lines.count, !file.isBlank(line + 1) {
            lines.append("")
        }
        return lines
    }

    private func above(_ request: GeneratedRequest, _ block: [String]) -> [String] {
        let isJoined = request.own > 0 && !file.isBlank(request.own - 1)
        return (isJoined ? [""] : []) + block + [""] + (request.hasSeparator ? [] : ["###"])
    }

    /// What remains after a request is removed: nothing, or a separator for a following request without one.
    private func remove(_ request: GeneratedRequest, in script: inout LineScript) {
        script.delete(request.own..<request.block.upperBound)
        let needsSeparator = isBare(request.block.upperBound) && request.own > 0
        if needsSeparator { script.insert(["###"], after: request.block.upperBound - 1) }
    }

    // MARK: Adding, copying, removing

    private mutating func new() {
        for place in [nil] + file.requests.indices.map(Optional.init) {
            let line = place.map { file.requests[$0].block.upperBound - 1 } ?? file.lines.count - 1
            var script = LineScript()
            script.insert(below(line, ["### New", "POST http://new.test"]), after: line)
            let number = place.map { $0 + 1 } ?? file.requests.count
            cases.append(
                EditCase(
                    name: "new request after \(place.map(String.init) ?? "all")", script: script,
                    perform: { document throws(HTTPDocument.EditRefusal) in
                        try document.addingRequest(
                            method: "POST", target: "http://new.test", title: "New",
                            at: place.map { .after($0) } ?? .end)
                    },
                    meaning: { requests in
                        let made = HTTPDocument(bytes: Array("### New\nPOST http://new.test".utf8)).requests.first?
                            .meaning
                        requests.insert(contentsOf: [made].compactMap(\.self), at: number)
                    }))
        }
    }

    private mutating func clones() {
        for (index, request) in file.requests.enumerated() {
            var block = Self.block(request, of: file)
            let offset = request.own - (request.hasSeparator ? 0 : 1)
            var change: (inout SavedRequest) -> Void = { _ in }
            if let name = request.name {
                let new = unique(name.text, file.requests.compactMap(\.name?.text), separator: "")
                block[name.line - offset] = block[name.line - offset].replacing(name.text, with: new)
                change = { $0.name = new }
            } else if let title = request.title {
                let copy = title.text + " (copy)"
                block[title.line - offset] = block[title.line - offset].replacing(title.text, with: copy)
                change = { $0.title = copy }
            }
            var script = LineScript()
            let next = request.block.upperBound
            if isBare(next) || (next == file.lines.count && request.lastLine == next - 1) {
                script.insert(below(request.lastLine, block), after: request.lastLine)
            } else {
                script.insert(
                    block + file.lines[(request.lastLine + 1)..<next].map(\.text), after: next - 1)
            }
            cases.append(
                EditCase(
                    name: "clone request \(index)", script: script,
                    perform: { document throws(HTTPDocument.EditRefusal) in try document.cloningRequest(index) },
                    meaning: { requests in
                        var copy = requests[index]
                        change(&copy)
                        requests.insert(copy, at: index + 1)
                    }, undocumented: request.hasSeparator ? [] : [index + 1]))
        }
    }

    private func unique(_ text: String, _ taken: [String], separator: String) -> String {
        var number = 2
        while taken.contains("\(text)\(separator)\(number)") { number += 1 }
        return "\(text)\(separator)\(number)"
    }

    private mutating func removals() {
        for (index, request) in file.requests.enumerated() {
            var script = LineScript()
            remove(request, in: &script)
            let isLastLine = request.lastLine == file.lines.count - 1
            if index > 0, isLastLine, file.isBlank(request.own - 1) { script.delete(request.own - 1..<request.own) }
            cases.append(
                EditCase(
                    name: "delete request \(index)", script: script,
                    perform: { document throws(HTTPDocument.EditRefusal) in try document.removingRequest(index) },
                    meaning: { $0.remove(at: index) }))
        }
    }

    // MARK: Moving

    private mutating func moves() {
        for (from, request) in file.requests.enumerated() {
            for to in file.requests.indices {
                var script = LineScript()
                let target = file.requests[to]
                let block = Self.block(request, of: file)
                if to > from {
                    remove(request, in: &script)
                    let line = target.block.upperBound - 1
                    script.insert(below(line, block), after: line)
                } else if to < from {
                    remove(request, in: &script)
                    script.insert(above(target, block), after: target.own - 1)
                }
                // A first request without separator leaves the lines above it behind.
                let undocumented = Set(request.hasSeparator ? [] : [to])
                    .union(to < from && !target.hasSeparator ? [to + 1] : [])
                cases.append(
                    EditCase(
                        name: "move request \(from) to \(to)", script: script,
                        perform: { document throws(HTTPDocument.EditRefusal) in
                            try document.movingRequest(from, to: to)
                        }, meaning: { $0.insert($0.remove(at: from), at: to) }, undocumented: undocumented))
            }
        }
    }

    private mutating func taken(from other: GeneratedFile) {
        let source = HTTPDocument(bytes: other.bytes)
        for (index, request) in other.requests.enumerated() {
            let block = Self.block(request, of: other)
            for place in 0...file.requests.count {
                var script = LineScript()
                if place < file.requests.count {
                    let target = file.requests[place]
                    script.insert(above(target, block), after: target.own - 1)
                } else {
                    script.insert(below(file.lines.count - 1, block), after: file.lines.count - 1)
                }
                var undocumented = Set(request.hasSeparator ? [] : [place])
                if place < file.requests.count, !file.requests[place].hasSeparator { undocumented.insert(place + 1) }
                cases.append(
                    EditCase(
                        name: "take request \(index) of another file to \(place)", script: script,
                        perform: { document throws(HTTPDocument.EditRefusal) in
                            try document.taking(index, of: source, at: place)
                        }, meaning: { $0.insert(source.requests[index].meaning, at: place) },
                        undocumented: undocumented))
            }
        }
    }

    // MARK: Names and variables

    private mutating func renames() {
        for (index, request) in file.requests.enumerated() {
            var script = LineScript()
            if let name = request.name {
                script.replace(name.line, file.lines[name.line].text.replacing(name.text, with: "renamed"))
                for (number, line) in file.lines.enumerated() where number != name.line {
                    var text = line.text
                    for form in ["{{\(name.text).", "{{ \(name.text)."] {
                        text = text.replacing(form, with: form.replacing(name.text, with: "renamed"))
                    }
                    if text == "# @ref \(name.text)" { text = "# @ref renamed" }
                    if text != line.text { script.replace(number, text) }
                }
            } else {
                script.insert(["# @name renamed"], after: request.separators.last ?? request.own - 1)
            }
            cases.append(
                EditCase(
                    name: "rename request \(index)", script: script,
                    perform: { document throws(HTTPDocument.EditRefusal) in
                        let file = CollectionFile(
                            path: "/c/a.http", relativePath: "a.http", document: document,
                            stamp: FileStamp(bytes: document.bytes))
                        let plan = try RenamePlan(request: index, in: "/c/a.http", to: "renamed", files: [file])
                        return plan.documents["/c/a.http"] ?? document
                    },
                    meaning: { requests in
                        if let old = request.name?.text {
                            for place in requests.indices { requests[place].rename(old, "renamed") }
                        }
                        requests[index].name = "renamed"
                    }))
        }
    }

    private mutating func definitions() {
        for definition in file.definitions {
            for value in ["new value", "{{x}}", "two\nlines"] {
                let written = value.replacing("\n", with: "\\n")
                var script = LineScript()
                let text = file.lines[definition.line].text
                if let equals = text.firstIndex(of: "=") {
                    let head = String(text[...equals])
                    let rest = text[text.index(after: equals)...]
                    script.replace(
                        definition.line,
                        head + rest.prefix { $0 == " " } + written + String(rest.reversed().prefix { $0 == " " }))
                }
                cases.append(
                    EditCase(
                        name: "set \(definition.name) to \(value)", script: script,
                        perform: { document throws(HTTPDocument.EditRefusal) in
                            try document.settingDefinition(line: definition.line + 1, to: value)
                        }))
            }
        }
        var script = LineScript()
        let first = file.requests[0].requestLine
        if let last = file.definitions.last(where: { $0.line < first }) {
            script.insert(["@added = 1"], after: last.line)
        } else {
            script.insert(["@added = 1"] + (file.isBlank(0) ? [] : [""]), after: -1)
        }
        cases.append(
            EditCase(
                name: "add a variable", script: script,
                perform: { document throws(HTTPDocument.EditRefusal) in
                    try document.addingDefinition("added", value: "1")
                }))
    }
}

extension SavedRequest {
    /// Renames a request in everything that refers to it.
    fileprivate mutating func rename(_ old: String, _ new: String) {
        func renamed(_ text: String) -> String {
            text.replacing("{{\(old).", with: "{{\(new).").replacing("{{ \(old).", with: "{{ \(new).")
        }
        target = renamed(target)
        for index in parameters.indices { parameters[index].value = renamed(parameters[index].value) }
        for index in headers.indices { headers[index].value = renamed(headers[index].value) }
        body.text = renamed(body.text)
        for index in dependencies.indices where dependencies[index].name == old { dependencies[index].name = new }
    }
}
