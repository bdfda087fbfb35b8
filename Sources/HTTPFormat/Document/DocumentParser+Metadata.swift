import Base
import NetEngine

/// Applies `# @key value` lines.
extension DocumentParser {
    package mutating func apply(_ key: MetadataKey, _ value: LineText, written: LineText, _ line: Int) {
        switch key {
        case .name: if !value.isEmpty { draft.name = value }
        case .title: if !value.isEmpty { draft.title = value }
        case .description: draft.documentation = value
        case .note: draft.settings.note = value.string
        case .noRedirect: draft.settings.followRedirects = false
        case .noCookieJar: draft.settings.usesCookieJar = false
        case .noLog: draft.settings.logs = false
        case .noAutoEncoding: draft.settings.autoEncodes = false
        case .noRejectUnauthorized:
            draft.settings.verifiesTLS = false
            note("N14", .warning, line, "The server's certificate is not checked")
        case .proxy:
            guard !value.isEmpty else { return note("E5", .error, line, "@proxy needs the URL of a proxy") }
            draft.settings.proxy = .url(value.string)
            // Only the values of its variables make a URL of it.
            guard value.firstIndex(of: "{{") == nil else { return }
            do throws(EngineError) { _ = try ProxyServer(ProxyServer.url(Array(value.string.utf8))) } catch {
                note("E5", .error, line, error.sentence.withoutFullStop)
            }
        case .noProxy: draft.settings.proxy = ProxyChoice.none
        // No certificate is used unless an environment file names one.
        case .noClientCert: draft.settings.usesClientCertificate = false
        case .keepBodyComments:
            draft.settings.dropsBodyComments = value.equalsIgnoringCase("false")
            draft.settings.keepsBodyComments = !draft.settings.dropsBodyComments
        case .disabled: disabled(value.string, line)
        case .prompt, .secret: prompt(key, value, line)
        case .ref, .forceRef:
            guard !value.isEmpty else {
                return note("E5", .error, line, "@\(written.string) needs the name of a request")
            }
            draft.dependencies.append(
                SavedRequest.Dependency(name: value.string, isForced: key == .forceRef, line: line + 1))
        case .import:
            guard !value.isEmpty else { return note("E5", .error, line, "@import needs a file") }
            imports.append(ImportLine(path: value.string, line: line + 1))
        case .loop:
            guard let over = MetadataLoop.read(value.string) else {
                note("N14", .warning, line, "This loop is not run; write \"for 3\" or \"for item of name\"")
                return
            }
            draft.loop = SavedRequest.Loop(over: over, line: line + 1)
        case .sleep:
            guard case .value(let duration) = MetadataDuration.read(value.string, bareIsMilliseconds: true) else {
                return note("E4", .error, line, "@sleep takes a number of milliseconds")
            }
            draft.sleep = duration
        case .redact: redact(value.string, line)
        case .variables:
            guard let order = VariableOrder(rawValue: value.string.lowercased()) else {
                let words = VariableOrder.allCases.map(\.rawValue).joined(separator: " or ")
                return note("N14", .info, line, "@variables has no effect here: it takes \(words)")
            }
            variableOrder = order
        case .tag:
            let tags = value.string.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
            if tags.isEmpty { note("E5", .error, line, "@tag needs a word") }
            for tag in tags where !draft.settings.tags.contains(tag) { draft.settings.tags.append(tag) }
        case .assert: takeAssertion(value.string, .comment, line)
        case .cache:
            draft.settings.cacheMode = CacheMode(rawValue: value.string.lowercased())
            if draft.settings.cacheMode == nil {
                let modes = CacheMode.allCases.map(\.rawValue).joined(separator: ", ")
                note("E5", .error, line, "@cache takes one of \(modes)")
            }
        case .timeout: draft.settings.timeout = duration(value, line)
        case .maxBody:
            draft.settings.maxBody = ByteSize.read(value.string)
            if draft.settings.maxBody == nil {
                note("E5", .error, line, "@max-body takes a size such as 10MB or 64MiB, or none")
            }
        case .retry:
            draft.settings.retries = Int(value.string).flatMap {
                (0...RequestOption.maxRetries).contains($0) ? $0 : nil
            }
            if draft.settings.retries == nil {
                note("E5", .error, line, "@retry takes a number from 0 to \(RequestOption.maxRetries)")
            }
        case .expect: expect(value.string, line)
        case .envelope:
            let reading = ExpectationSyntax.envelope(value.string)
            draft.settings.expects = .envelope(reading.format)
            if let problem = reading.problem { note("E5", .error, line, problem) }
        case .openAPI:
            guard !value.isEmpty, value.first != Byte.hash else {
                return note("E5", .error, line, "@openapi needs a file, or none")
            }
            let parts = value.string.split(separator: "#", maxSplits: 1)
            let operation = parts.count == 2 && !parts[1].isEmpty ? String(parts[1]) : nil
            draft.settings.contract = SavedRequest.ContractLink(
                path: value.equalsIgnoringCase("none") ? nil : String(parts.first ?? ""), operation: operation,
                line: line + 1)
        case .connectionTimeout: draft.settings.connectTimeout = duration(value, line)
        case .foreign(let tool):
            draft.isInScriptLines = written.equalsIgnoringCase("script")
            if written.equalsIgnoringCase("env-stdin-cmd") {
                return note("N14", .warning, line, "The command is never run; kulala takes variables from it")
            }
            note("N14", .info, line, "@\(written.string) is known to \(tool) and has no effect here yet")
        }
    }

    private mutating func redact(_ value: String, _ line: Int) {
        let reading = HiddenParts.reading(value)
        hidden.add(reading.parts)
        if let wrong = reading.wrong.first {
            note("E5", .error, line, "@redact takes names and JSON paths such as $.user.pin; this is neither: \(wrong)")
        } else if reading.parts.isEmpty {
            note("E5", .error, line, "@redact needs names or JSON paths of what logs hide")
        }
    }

    private mutating func disabled(_ condition: String, _ line: Int) {
        switch condition.lowercased() {
        case "false": draft.settings.isDisabled = false
        case "", "true": draft.settings.isDisabled = true
        default:
            let isNegated = condition.hasPrefix("!")
            let name = isNegated ? String(condition.dropFirst()) : condition
            guard MetadataLoop.isName(name, dots: true) else {
                draft.settings.isDisabled = true
                note("N14", .info, line, "The condition is not read; runs always skip the request")
                return
            }
            draft.disabledCondition = SavedRequest.DisabledCondition(
                variable: name, isNegated: isNegated, line: line + 1)
        }
    }

    private mutating func prompt(_ key: MetadataKey, _ value: LineText, _ line: Int) {
        let name = value.firstWord
        guard !name.isEmpty else { return note("E5", .error, line, "The prompt needs the name of a variable") }
        let text = value.from(name.end).trimmed
        let isPassword =
            name.equalsIgnoringCase("password") || name.equalsIgnoringCase("passwd") || name.equalsIgnoringCase("pass")
        draft.prompts.append(
            SavedRequest.Prompt(
                variable: name.string, text: text.isEmpty ? nil : text.string,
                isSecret: key == .secret || isPassword, line: line + 1))
    }

    package mutating func expect(_ value: String, _ line: Int) {
        guard let expectation = ExpectationSyntax.expectation(value) else {
            note("E5", .error, line, "@expect takes json, xml, text, form or image")
            return
        }
        // An envelope is JSON already, and expects more.
        if case .envelope = draft.settings.expects, expectation == .json { return }
        draft.settings.expects = expectation
    }

    package mutating func duration(_ value: LineText, _ line: Int) -> Duration? {
        switch MetadataDuration.read(value.string) {
        case .value(.zero):
            note("E4", .error, line, "A timeout is longer than 0")
            return nil
        case .value(let duration): return duration
        case .doubtful(let duration):
            note("N5", .warning, line, "Read as seconds; write \(value.string) ms if milliseconds are meant")
            return duration
        case .malformed:
            note("E4", .error, line, "A timeout is a number with ms, s or m")
            return nil
        }
    }
}
