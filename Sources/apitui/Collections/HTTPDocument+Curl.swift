/// A curl command as the request that it stands for.
extension HTTPDocument {
    /// The document with a request's curl command written as request line, headers and body; nil if the request is none, or
    /// if what is written would not be read as what the command says.
    func convertingCurl(_ index: Int) -> HTTPDocument? {
        guard requests.indices.contains(index), let written = requests[index].curl else { return nil }
        let request = requests[index]
        let first = request.line - 1
        var last = first
        while last + 1 < kinds.count, kinds[last + 1] == .curl { last += 1 }
        var edits = LineEdits(self)
        edits.replace(first, with: Array((written.first ?? "").utf8))
        for line in first + 1..<last + 1 { edits.delete(line) }
        edits.insert(written.dropFirst().map { Array($0.utf8) }, after: first)
        let result = HTTPDocument(bytes: edits.bytes)
        guard result.requests.count == requests.count else { return nil }
        let read = result.requests[index]
        guard read.method == request.method, read.target == request.target, read.body.text == request.body.text,
            read.headers.map(\.name) == request.headers.map(\.name),
            read.headers.map(\.value) == request.headers.map(\.value)
        else { return nil }
        return result
    }
}

/// Sends a curl command as the request that it stands for, and tells lines as they are in the file.
extension RequestResolver {
    func resolveCurl(_ request: SavedRequest, in file: CollectionFile, context: Context) -> Outcome {
        guard let document = file.document.convertingCurl(request.index) else {
            let clause = request.unsupported ?? "This curl command cannot be written as a request; edit the file"
            return .refused(sentence: "\(file.relativePath):\(request.line): \(clause).", line: request.line)
        }
        let commandEnd = file.document.kinds[(request.line - 1)...].prefix { $0 == .curl }.endIndex
        let written = request.curl?.count ?? 0
        /// A line of the converted document as one of the file.
        func original(_ line: Int) -> Int {
            if line < request.line { return line }
            let below = line - (request.line + written)
            return below < 0 ? request.line : commandEnd + 1 + below
        }
        func original(_ use: VariableUse) -> VariableUse {
            guard case .file(let line) = use.source else { return use }
            var use = use
            use.source = .file(line: original(line))
            return use
        }
        var converted = file
        converted.document = document
        switch resolve(document.requests[request.index], in: converted, context: context) {
        case .draft(let draft, let uses): return .draft(draft, uses: uses.map(original))
        case .unresolved(let names, let uses):
            let names = names.map {
                UnresolvedVariable(
                    name: $0.name, line: original($0.line), reason: $0.reason, unsent: $0.unsent,
                    token: $0.token)
            }
            return .unresolved(names, uses: uses.map(original))
        case .untrusted(let needs, let uses):
            let needs = needs.map { need in
                var need = need
                if need.file == file.relativePath { need.line = original(need.line) }
                return need
            }
            return .untrusted(needs, uses: uses.map(original))
        case .asks(let fields, let uses):
            let fields = fields.map { field in
                var field = field
                field.line = original(field.line)
                return field
            }
            return .asks(fields, uses: uses.map(original))
        case .refused(let sentence, let line):
            let place = "\(file.relativePath):\(line):"
            let rest = sentence.hasPrefix(place) ? String(sentence.dropFirst(place.count)) : " " + sentence
            let line = original(line)
            return .refused(sentence: "\(file.relativePath):\(line):\(rest)", line: line)
        case .notLoggedIn(let exchange, let uses): return .notLoggedIn(exchange, uses: uses.map(original))
        }
    }
}
