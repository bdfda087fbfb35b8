import Base
import HTTPFormat
import NetEngine

/// Everything that can be told about a collection without sending anything: notices of the reader, names without a value,
/// references and imports that lead nowhere, body files that are not there.
///
/// What flows in: files as read, and what holds for each of them. What flows out: findings, in the order of files and lines.
package struct CollectionLint: Sendable {
    /// What holds for a file; nothing of it is trusted.
    package var context: @Sendable (CollectionFile) -> RequestResolver.Context
    /// nil: a name that only some environment defines has a value.
    package var environment: String?

    package init(context: @escaping @Sendable (CollectionFile) -> RequestResolver.Context, environment: String? = nil) {
        self.context = context
        self.environment = environment
    }

    package func findings(in files: [CollectionFile]) -> [LintFinding] {
        var findings: [LintFinding] = []
        for file in files { findings += self.findings(in: file) }
        return findings
    }

    /// What is worth a word in the environment files that hold for some of the files; each once, with its whole path.
    package func environmentFindings(_ files: [CollectionFile]) -> [LintFinding] {
        var folders: Set<String> = []
        var seen: Set<EnvironmentSet.Remark> = []
        var findings: [LintFinding] = []
        var git = GitNotices()
        for file in files where folders.insert(file.folder).inserted {
            let environments = context(file).environments
            for remark in environments.remarks where seen.insert(remark).inserted {
                // A file that git leaves alone is seen by nobody else, whatever its name.
                if remark.id == "N20", git.isIgnored(remark.file) { continue }
                findings.append(
                    LintFinding(
                        file: remark.file, line: remark.line, id: remark.id, severity: remark.severity,
                        text: remark.text))
            }
            findings += git.findings(environments)
        }
        return findings.sorted { ($0.file, $0.line, $0.text) < ($1.file, $1.line, $1.text) }
    }

    package func findings(in file: CollectionFile) -> [LintFinding] {
        if let problem = file.problemWithoutPath {
            return [LintFinding(file: file.relativePath, line: 1, id: "E1", severity: .error, text: problem)]
        }
        let context = context(file)
        let document = file.document
        var notices = document.notices
        notices += EnvironmentNotices.notices(document, context.environments, environment: environment)
        notices += (context.scope?.problems ?? []).filter { $0.file == file.relativePath }.map {
            Notice(id: "E8", severity: .error, line: $0.line, text: "The import is not read: \($0.reason)")
        }
        notices += plan(file, context)
        var progress = Progress()
        for request in document.requests {
            notices += names(request, file, context, &progress)
            notices += bodyFiles(request, file, context)
        }
        var seen: Set<Notice> = []
        return notices.filter { seen.insert($0).inserted }
            .sorted { ($0.line, $0.id, $0.text) < ($1.line, $1.id, $1.text) }
            .map { LintFinding($0, in: file.relativePath) }
    }

    // MARK: dependencies

    /// `# @ref` to nothing, to several, or round in a circle.
    private func plan(_ file: CollectionFile, _ context: RequestResolver.Context) -> [Notice] {
        guard file.document.requests.contains(where: { !$0.dependencies.isEmpty || $0.loop != nil }) else { return [] }
        let planner = SendPlanner(references: .asTheyStand) { $0.path == file.path ? context : self.context($0) }
        return planner.plan(file.document.requests.map { (file, $0) }).steps.compactMap { step in
            guard step.file.path == file.path, let problem = step.problem else { return nil }
            return Notice(id: "E7", severity: .error, line: problem.line, text: problem.reason)
        }
    }

    // MARK: names

    /// What one request of a file leaves for the next.
    private struct Progress {
        let reasons = ReasonBudget()
        var logins: [String: [[String]: EnvironmentSet.Variable]]?
        /// Of the values that all requests until now put in.
        var expandedBytes = 0
        var environments: EnvironmentNames?
    }

    /// Of the values that all requests of a file put in: each is put together anew for each request.
    static let maxExpandedBytes = 1 << 30

    private func names(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context,
        _ progress: inout Progress
    ) -> [Notice] {
        guard progress.expandedBytes <= Self.maxExpandedBytes else { return [] }
        var context = context
        if let loop = request.loop {
            // What a repetition brings is there when it is its turn.
            context.turn = LoopTurn(index: 0)
            if case .items(let variable, _) = loop.over {
                context.turn?.item = LoopTurn.Item(variable: variable, value: "{}")
            }
        }
        var resolution = VariableResolution(
            request, in: file, context: context, dynamic: .live, reasons: progress.reasons)
        resolution.logins = progress.logins
        let document = file.document
        document.bytes.withUnsafeBufferPointer { buffer in
            for line in request.lines.lowerBound - 1..<request.lines.upperBound - 1 {
                switch document.kinds[line] {
                case .requestLine, .targetContinuation, .header, .headerContinuation, .body, .output, .curl: break
                default: continue
                }
                let text = LineText(buffer, document.lines.content(line))
                for expression in ReferenceText.expressions(in: text) {
                    let bytes = Array(expression.utf8)
                    // N8 tells of these already.
                    guard !bytes.withUnsafeBufferPointer({ LineSyntax.isExpression(LineText($0, 0..<$0.count)) }) else {
                        continue
                    }
                    _ = resolution.evaluate(expression, VariableResolution.Place(line: line + 1))
                }
            }
        }
        progress.logins = resolution.logins
        progress.expandedBytes += resolution.expandedBytes
        var notices = resolution.unresolved.filter { $0.token == nil }
            .compactMap { notice($0, request, context, &progress.environments) }
        let target = TargetNotices.notice(request, &resolution) {
            guard environment == nil else { return [] }
            let names = progress.environments ?? EnvironmentNames(context.environments)
            progress.environments = names
            return names.known
        }
        if let target { notices.append(target) }
        notices += LoginNotices.notices(resolution.unresolved)
        if progress.expandedBytes > Self.maxExpandedBytes {
            notices.append(
                Notice(
                    id: "E12", severity: .error, line: request.line,
                    text: "The values of this file's variables come to more than "
                        + "\(Self.maxExpandedBytes >> 20) MiB in its requests; names below this request are not checked"
                ))
        }
        return notices
    }

    /// What the environments define, all of them together.
    private struct EnvironmentNames {
        /// Names with a value in any of them.
        var known: Set<String> = []
        /// Of the others, why they have none.
        var reasons: [String: String] = [:]
        /// Logins of any of them, and those that need no environment to be chosen.
        var logins: Set<String> = []
        var sharedLogins: Set<String> = []

        init(_ environments: EnvironmentSet) {
            for name in environments.names + [EnvironmentSet.shared] {
                for (name, variable) in environments.variables[name] ?? [:] {
                    countWork(1)
                    if variable.value != nil { known.insert(name) }
                    if variable.value == nil, reasons[name] == nil {
                        reasons[name] = variable.reason ?? "it is none that can be read"
                    }
                }
                if name != EnvironmentSet.shared { logins.formUnion(environments.authEntries(in: name).keys) }
            }
            sharedLogins = Set(environments.authEntries(in: nil).keys)
        }
    }

    private func notice(
        _ variable: UnresolvedVariable, _ request: SavedRequest, _ context: RequestResolver.Context,
        _ names: inout EnvironmentNames?
    ) -> Notice? {
        if variable.isOverLimit {
            return Notice(
                id: "E12", severity: .error, line: variable.line,
                text: "{{\(variable.name)}} cannot be put in: \(variable.reason)")
        }
        // An answer will bring it; a part of a loop's item too.
        if variable.unsent != nil { return nil }
        let known = names ?? EnvironmentNames(context.environments)
        names = known
        // Some environment has the login.
        if environment == nil, let name = TokenName(variable.name), known.logins.contains(name.id),
            !known.sharedLogins.contains(name.id)
        {
            return nil
        }
        if let item = context.turn?.item, variable.name.hasPrefix(item.variable + ".") { return nil }
        if environment == nil, known.known.contains(variable.name) { return nil }
        if let reason = known.reasons[variable.name] {
            return Notice(
                id: "N15", severity: .warning, line: variable.line,
                text: "{{\(variable.name)}} has no value here: \(reason)")
        }
        return Notice(
            id: "E7", severity: .error, line: variable.line,
            text: "{{\(variable.name)}} has no value: \(variable.reason)")
    }

    // MARK: files

    /// `< path` where nothing is; paths with variables are known when they are sent.
    private func bodyFiles(
        _ request: SavedRequest, _ file: CollectionFile, _ context: RequestResolver.Context
    ) -> [Notice] {
        let document = file.document
        return request.body.lines.compactMap { number -> Notice? in
            guard document.kinds[number - 1] == .body else { return nil }
            let path = document.bytes.withUnsafeBufferPointer { buffer -> String? in
                let text = LineText(buffer, document.lines.content(number - 1))
                guard let found = LineSyntax.bodyImport(text), text.firstIndex(of: "{{") == nil,
                    text.firstIndex(of: UInt8(ascii: ">")) == nil
                else { return nil }
                return found.path.string
            }
            guard let path else { return nil }
            let places = [file.folder, context.root].map { PathText.normalised(path, workingDirectory: $0) }
            guard !places.contains(where: CollectionStore().isThere) else { return nil }
            return Notice(
                id: "E9", severity: .error, line: number, text: "The body file \(path) does not exist")
        }
    }
}
