import Base
import Descriptions
import Glibc
import GraphQL
import HTTPFormat
import JSONPath
import NetEngine

/// Builds the body of a request to be sent from its lines (HTTP-FORMAT §8).
///
/// Lines are joined with LF, in multipart bodies with CRLF; comment lines are left out; form bodies become one line.
struct BodyAssembly {
    struct Assembled {
        var body: RequestBody
        /// The Content-Type with the boundary added, if none was given.
        var contentType: String?
    }

    var request: SavedRequest
    var file: CollectionFile
    var context: RequestResolver.Context
    /// True to find out whether the request can be sent: without the fragments of the file, and whatever its schema says.
    var isOnlyChecked = false

    private typealias Refusal = RequestResolver.Refusal

    func body(
        contentType: String?, _ resolution: inout VariableResolution
    ) throws(RequestResolver.Refusal) -> Assembled {
        let type = ContentType(contentType ?? "")
        let lines = sentLines()
        guard let first = lines.first else {
            guard request.graphQL == nil else { throw noQuery }
            return Assembled(body: .none)
        }
        if lines.count == 1, request.graphQL == nil, let (path, line) = try wholeFile(first, type, &resolution) {
            guard let path else { return Assembled(body: .none) }
            try check(path, line: line)
            return Assembled(body: .file(path: path))
        }
        try refuseDoubtfulComments(lines, type)
        if type.isMultipart { return try multipart(lines, contentType ?? "", type, &resolution) }
        let failures = resolution.failures
        var output: [UInt8] = []
        var origins = BodyOrigins()
        for (position, line) in lines.enumerated() {
            if request.graphQL != nil { origins.add(line + 1, at: output.count, file: insertedFile(line)) }
            try append(line, isOnly: lines.count == 1, type, to: &output, &resolution)
            let isLast = position == lines.count - 1
            if type.isJSONLines || !isLast && !type.isForm { output.append(Byte.lineFeed) }
        }
        if request.graphQL != nil {
            // Without its values it may be no query.
            guard resolution.failures == failures else { return Assembled(body: .none) }
            return Assembled(body: .bytes(try graphQLPayload(output, origins)))
        }
        if type.isForm, request.settings.autoEncodes { output = Array(PercentEncoding.illegal(output).utf8) }
        return Assembled(body: .bytes(output))
    }

    private var noQuery: Refusal {
        Refusal(line: request.line, clause: "The body has no GraphQL query or mutation.")
    }

    /// The query and its variables as JSON.
    private func graphQLPayload(_ text: [UInt8], _ origins: BodyOrigins) throws(Refusal) -> [UInt8] {
        let sent: GraphQLRequest
        do throws(GraphQLRequest.Problem) {
            let fragments = isOnlyChecked ? [] : file.document.fragments
            sent = try GraphQLRequest(String(decoding: text, as: UTF8.self), fragments: fragments)
        } catch {
            throw Refusal(line: max(request.line, request.body.lines.lowerBound), clause: error.reason + ".")
        }
        if !isOnlyChecked { try refuseBreach(sent, text, origins) }
        return sent.payload
    }

    /// Refuses what the schema of the request does not allow. `# @openapi none` sends it anyway.
    private func refuseBreach(_ sent: GraphQLRequest, _ text: [UInt8], _ origins: BodyOrigins) throws(Refusal) {
        if let link = request.settings.contract, link.path == nil { return }
        guard let described = RequestResolver.graphQLSchema(of: request, in: file, context),
            let schema = described.graphQL?.schema, let breach = GraphQLBreaches(sent, schema).first
        else { return }
        let place = origins.place(of: breach, in: text) ?? (line: request.line, words: "")
        throw Refusal(
            line: place.line,
            clause: "\(place.words)\(breach.reason) (\(PathText.name(of: described.path)); "
                + "'# @openapi none' above the request sends it anyway).")
    }

    /// The name of the file that a line inserts; nil if it is sent itself.
    func insertedFile(_ line: Int) -> String? {
        with(line) { text in LineSyntax.bodyImport(queryFile(text))?.path.string }
    }

    /// The same; nil also where the name has variables, which are replaced only when it is sent, or where the line may be markup.
    func fixedInsertedFile(_ line: Int) -> String? {
        insertedFile(line).flatMap { $0.contains(bytes: "{{") || $0.contains(bytes: ">") ? nil : $0 }
    }

    /// The lines to send, from 0: those of the body without its comments. The first and the last are never empty.
    func sentLines() -> [Int] {
        request.body.lines.map { $0 - 1 }.filter { file.document.kinds[$0] == .body }
    }

    /// Omitting a Markdown heading would damage the body, sending it would differ from every other tool: the user
    /// decides.
    private func refuseDoubtfulComments(_ lines: [Int], _ type: ContentType) throws(Refusal) {
        guard type.hasComments, !request.settings.keepsBodyComments, !request.settings.dropsBodyComments else {
            return
        }
        let doubtful = lines.first { line in with(line) { LineSyntax.commentText($0) != nil } }
        guard let doubtful else { return }
        throw Refusal(
            line: doubtful + 1,
            clause: "Other tools do not send lines of a body that begin with # or //. "
                + "Write \"# @keep-body-comments\" above the request to send them, "
                + "\"# @keep-body-comments false\" to leave them out.")
    }

    private func with<T>(_ line: Int, _ read: (LineText) throws(Refusal) -> T) throws(Refusal) -> T {
        let result: Result<T, Refusal> = file.document.bytes.withUnsafeBufferPointer { buffer in
            let text = LineText(buffer, file.document.lines.content(line))
            do throws(Refusal) { return .success(try read(text)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func with<T>(_ line: Int, _ read: (LineText) -> T) -> T {
        file.document.bytes.withUnsafeBufferPointer { read(LineText($0, file.document.lines.content(line))) }
    }

    private func append(
        _ line: Int, isOnly: Bool, _ type: ContentType, to output: inout [UInt8],
        _ resolution: inout VariableResolution
    ) throws(Refusal) {
        var resolved = resolution
        defer { resolution = resolved }
        var bytes = output
        output = []
        defer { output = bytes }
        try with(line) { (text) throws(Refusal) in
            if let found = LineSyntax.bodyImport(queryFile(text), in: type) {
                bytes += try contents(found, line: line + 1, &resolved)
            } else if type.isForm, !isOnly {
                bytes += Array(resolved.expand(formLine(text), line: line + 1).utf8)
            } else {
                resolved.expand(text, line: line + 1, into: &bytes)
            }
        }
    }

    /// `key = value &` becomes `key=value&`.
    private func formLine(_ text: LineText) -> String {
        var text = text.trimmed
        var prefix = ""
        var suffix = ""
        if text.first == Byte.ampersand {
            prefix = "&"
            text = text.dropFirst(1).trimmed
        }
        if text.last == Byte.ampersand {
            suffix = "&"
            text = text.upTo(text.end - 1).trimmed
        }
        guard let equals = text.firstIndex(of: Byte.equals) else { return prefix + text.string + suffix }
        let name = text.upTo(equals).trimmed.string
        return "\(prefix)\(name)=\(text.from(equals + 1).trimmed.string)\(suffix)"
    }

    // MARK: files

    /// Whether the content of a file is part of it.
    var readsFiles: Bool {
        sentLines().contains { line in with(line) { LineSyntax.bodyImport(queryFile($0)) != nil } }
    }

    /// The texts of the files whose variables are replaced (`<@ path`), each with the line that names it, as far as
    /// they can be read before anything is sent.
    func includedTexts(_ dynamic: DynamicSources) -> [(line: Int, text: [UInt8])] {
        sentLines().compactMap { line in
            let text = with(line) { written -> [UInt8]? in
                guard let found = LineSyntax.bodyImport(queryFile(written)), found.replacesVariables else { return nil }
                var resolution = VariableResolution(request, in: file, context: context, dynamic: dynamic)
                guard let path = try? path(found, line: line + 1, &resolution),
                    case .success(let bytes) = DiskFile.read(path, limit: CollectionStore.maxBodyFileBytes)
                else { return nil }
                return try? decoded(bytes, found.encoding.string, line: line + 1)
            }
            return text.map { (line + 1, $0) }
        }
    }

    /// The variables in the paths of these files, with those in their values.
    func namesOfIncludedPaths(_ dynamic: DynamicSources) -> Set<String> {
        var resolution = VariableResolution(request, in: file, context: context, dynamic: dynamic)
        for line in sentLines() {
            with(line) { written in
                guard let found = LineSyntax.bodyImport(queryFile(written)), found.replacesVariables else { return }
                _ = resolution.expand(found.path, line: line + 1)
            }
        }
        return Set(resolution.uses.map(\.name) + resolution.unresolved.map(\.name))
    }

    /// What these files ask for and refer to. Equal for files that differ only in the rest.
    func includedExpressions(_ dynamic: DynamicSources) -> String {
        includedTexts(dynamic).map { line, text in
            let parts = [String(line)] + Set(ReferenceText.expressions(in: text)).sorted()
            return parts.joined(separator: "\u{1F}")
        }.joined(separator: "\u{1E}")
    }

    /// A body as it is written, before variables are replaced, with the files that it inserts.
    /// - Returns: nil if one of them is not known yet, or cannot be read.
    func written(_ dynamic: DynamicSources) -> (text: [UInt8], origins: BodyOrigins)? {
        var text: [UInt8] = []
        var origins = BodyOrigins()
        for line in sentLines() {
            if !text.isEmpty { text.append(Byte.lineFeed) }
            origins.add(line + 1, at: text.count, file: insertedFile(line))
            let isKnown = with(line) { written in
                guard let found = LineSyntax.bodyImport(queryFile(written)) else {
                    text += written.bytes[written.range]
                    return true
                }
                var resolution = VariableResolution(request, in: file, context: context, dynamic: dynamic)
                guard let path = try? path(found, line: line + 1, &resolution), (try? check(path, line: line)) != nil,
                    case .success(let bytes) = DiskFile.read(path, limit: CollectionStore.maxBodyFileBytes),
                    let decoded = try? decoded(bytes, found.encoding.string, line: line + 1)
                else { return false }
                text += decoded
                return true
            }
            guard isKnown else { return nil }
        }
        return (text, origins)
    }

    /// `gql Name < path` names a file with a query; every other line is used unchanged.
    private func queryFile(_ text: LineText) -> LineText {
        guard request.graphQL != nil, text.trimmed.starts(with: "gql "),
            let mark = text.firstIndex(of: Byte.lessThan)
        else {
            return text
        }
        return text.from(mark)
    }

    /// The file of a body that consists of `< path` only; `path` is nil while names in it have no value.
    private func wholeFile(
        _ line: Int, _ type: ContentType, _ resolution: inout VariableResolution
    ) throws(Refusal) -> (path: String?, line: Int)? {
        var resolved = resolution
        defer { resolution = resolved }
        return try with(line) { (text) throws(Refusal) in
            guard let found = LineSyntax.bodyImport(text, in: type), !found.replacesVariables else { return nil }
            return (try path(found, line: line + 1, &resolved), line + 1)
        }
    }

    private func contents(
        _ found: LineSyntax.BodyImport, line: Int, _ resolution: inout VariableResolution
    ) throws(Refusal) -> [UInt8] {
        let written = found.path.string
        guard let path = try path(found, line: line, &resolution) else { return [] }
        try check(path, line: line)
        switch DiskFile.read(path, limit: CollectionStore.maxBodyFileBytes) {
        case .failure(let failure):
            throw Refusal(line: line, clause: "The body file \(written) cannot be read: \(failure.clause).")
        case .success(let bytes):
            guard found.replacesVariables else { return bytes }
            let text = try decoded(bytes, found.encoding.string, line: line)
            return text.withUnsafeBufferPointer { buffer in
                resolution.expand(LineText(buffer, 0..<buffer.count), line: line, remark: " (in \(written))")
            }
        }
    }

    /// Decodes the encoding named after `<@` to UTF-8.
    private func decoded(_ bytes: [UInt8], _ encoding: String, line: Int) throws(Refusal) -> [UInt8] {
        switch encoding.lowercased().filter({ $0 != "-" && $0 != "_" }) {
        case "", "utf8", "ascii": return bytes
        case "latin1", "iso88591", "binary":
            return Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
        case "utf16le", "ucs2":
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default:
            throw Refusal(
                line: line, clause: "The encoding \(encoding) is not supported; utf8, latin1 and utf16le are.")
        }
    }

    /// An absolute path: relative to the folder of the request file, else to the root. nil while names in it have no
    /// value, or if the collection may not read it.
    private func path(
        _ found: LineSyntax.BodyImport, line: Int, _ resolution: inout VariableResolution
    ) throws(Refusal) -> String? {
        let failures = resolution.failures
        resolution.usesMarks = false
        defer { resolution.usesMarks = true }
        let written = String(decoding: resolution.expand(found.path, line: line), as: UTF8.self)
        guard resolution.failures == failures else { return nil }
        let candidates = [file.folder, context.root].map { PathText.normalised(written, workingDirectory: $0) }
        guard let path = candidates.first(where: { DiskFile.info($0) != nil }) else {
            throw Refusal(line: line, clause: "The body file \(written) does not exist.")
        }
        guard !context.isTrusted else { return path }
        // Links are resolved here, so that none leads out of the root, not even one created later.
        guard let real = DiskFile.realPath(path), let root = DiskFile.realPath(context.root),
            PathText.isInside(real, folder: root)
        else {
            resolution.need(.fileOutside(written), line: line)
            return nil
        }
        return real
    }

    private func check(_ path: String, line: Int) throws(Refusal) {
        func refused(_ failure: DiskFile.Failure) -> Refusal {
            Refusal(line: line, clause: "The body file \(PathText.name(of: path)) cannot be read: \(failure.clause).")
        }
        guard let info = DiskFile.info(path) else { throw refused(.init(errno: errno)) }
        if let failure = DiskFile.Failure(info) { throw refused(failure) }
        guard access(path, R_OK) == 0 else { throw refused(.init(errno: errno)) }
    }

    // MARK: multipart

    private func multipart(
        _ lines: [Int], _ contentType: String, _ type: ContentType, _ resolution: inout VariableResolution
    ) throws(Refusal) -> Assembled {
        let failures = resolution.failures
        let named = context.choosesBoundary ? nil : type.boundary
        var parts = MultipartLines(boundary: named, takesValues: !context.choosesBoundary)
        var output: [UInt8] = []
        for line in lines {
            let first = with(line) { text in (text.starts(with: "--"), text.trimmed.isEmpty) }
            if first.0 {
                let (text, values) = expanded(line, &resolution)
                _ = parts.takeDashes(text, holdsValues: !values.isEmpty, at: output.count)
                output += text
            } else if parts.isInHead {
                if first.1 { parts.endHead() }
                let (text, values) = expanded(line, &resolution)
                guard let escaped = MultipartLines.escaped(text, values: values) else {
                    throw Refusal(line: line + 1, clause: "A value in the header of a part contains a line break.")
                }
                output += escaped
            } else {
                try append(line, isOnly: lines.count == 1, type, to: &output, &resolution)
            }
            output += [Byte.carriageReturn, Byte.lineFeed]
        }
        guard !context.choosesBoundary || parts.delimiters.isEmpty else {
            let (body, boundary) = parts.withOwnBoundary(output)
            return Assembled(body: .bytes(body), contentType: ContentType.value(contentType, withBoundary: boundary))
        }
        guard resolution.failures == failures else { return Assembled(body: .none) }
        guard !parts.isForged(output) else {
            throw Refusal(
                line: lines.first.map { $0 + 1 } ?? request.line,
                clause:
                    "A value or file in the body contains the boundary \(parts.boundary ?? ""); choose another boundary."
            )
        }
        return Assembled(body: .bytes(output), contentType: boundaryAdded(contentType, parts.boundary))
    }

    /// A line with its values inserted, and their ranges.
    private func expanded(
        _ line: Int, _ resolution: inout VariableResolution
    ) -> (text: [UInt8], values: [Range<Int>]) {
        var resolved = resolution
        defer { resolution = resolved }
        return with(line) { resolved.expandMarked($0, line: line + 1) }
    }

    /// The type with the boundary of the first `--line` if it names none; nil if it needs no change.
    private func boundaryAdded(_ contentType: String, _ boundary: String?) -> String? {
        guard ContentType(contentType).boundary == nil, let boundary else { return nil }
        return ContentType.value(contentType, withBoundary: boundary)
    }
}
