import Base
import HTTPFormat
import NetEngine
import Workspace

/// Requests as endpoints of NetEngine, one type each; their variables are properties.
struct SwiftExport {
    /// Bytes that are not text are written one by one up to this number.
    private static let mostBytes = 4_096

    private(set) var ledger = ExportLedger()
    private var types = SwiftNames(taken: SwiftNames.types)
    private var parts: [String] = []
    private var needsFoundation = false
    private let title: String

    init(title: String) { self.title = title }

    var bytes: [UInt8] {
        let imports = (needsFoundation ? "import Foundation\n" : "") + "import NetEngine"
        let head = "// \(Self.comment(title)), exported by apitui\n\n\(imports)"
        return Array((([head] + parts).joined(separator: "\n\n") + "\n").utf8)
    }

    /// One type.
    mutating func add(_ item: ExportItem) {
        var names = SwiftNames(taken: SwiftNames.members)
        var properties: [String] = []
        var expressions: [Int: String] = [:]
        var known: [String: String] = [:]
        for number in item.usedMarksWithProxy {
            guard let variable = item.variables[number] else { continue }
            let name = known[variable.name] ?? names.property(variable.name)
            if known.updateValue(name, forKey: variable.name) == nil {
                properties.append(property(name, variable, item))
            }
            expressions[number] = variable.isEncoded ? "PercentEncoding.component(\(name))" : name
        }
        for (number, variable) in item.variables {
            guard let text = variable.base64, !expressions.isEmpty else { continue }
            let plain = SwiftLiteral(marks: item.marks, expressions: expressions)
            expressions[number] = "Data(\(plain.line(text)).utf8).base64EncodedString()"
            needsFoundation = true
        }
        let literal = SwiftLiteral(marks: item.marks, expressions: expressions)
        var lines = documentation(item)
        lines.append("struct \(types.type(item.label)): Endpoint {")
        lines += properties.map { "    \($0)" }
        if !properties.isEmpty { lines.append("") }
        lines.append("    var path: String { \(literal.line(item.shownURL(item.draft.url))) }")
        if let method = Self.method(item.draft.method) { lines.append("    var method: HTTPMethod { \(method) }") }
        lines += headers(item, literal)
        lines += body(item, literal)
        lines += options(item, literal)
        lines += login(item, literal)
        lines.append("}")
        parts.append(lines.joined(separator: "\n"))
    }

    // MARK: Parts

    private mutating func property(_ name: String, _ variable: ExportVariable, _ item: ExportItem) -> String {
        let plainName = variable.name.hasPrefix("$shared ") ? String(variable.name.dropFirst(8)) : variable.name
        guard let known = item.values.first(where: { $0.name == plainName }) else { return "var \(name): String" }
        guard let value = known.value else {
            ledger.add(item, "{{\(variable.name)}} is a secret: the property \(name) has no value. --reveal writes it.")
            return "var \(name): String"
        }
        let literal = SwiftLiteral(marks: item.marks, expressions: [:])
        return "var \(name) = \(literal.line(value))"
    }

    private func documentation(_ item: ExportItem) -> [String] {
        var lines = [item.label]
        if let text = item.request.documentation {
            lines.append("")
            lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        lines += [
            "",
            "`\(item.draft.method) \(item.written(item.shownURL(item.draft.url)).replacing(bytes: "`", with: "'"))`",
        ]
        return lines.map { line in
            let safe = Self.comment(line)
            return safe.isEmpty ? "///" : "/// \(safe)"
        }
    }

    private static func comment(_ text: String) -> String { SafeText(text).string }

    /// nil for GET, which is the default.
    private static func method(_ method: String) -> String? {
        switch method {
        case "GET": nil
        case "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT": ".\(method.lowercased())"
        default: "HTTPMethod(\"\(method)\") ?? .get"
        }
    }

    private func headers(_ item: ExportItem, _ literal: SwiftLiteral) -> [String] {
        guard !item.draft.headers.isEmpty else { return [] }
        let fields = item.draft.headers.map { field in
            let name = literal.line(field.name)
            guard let value = String(validating: field.valueBytes, as: UTF8.self) else {
                return
                    "HeaderField(nameBytes: Array(\(name).utf8), valueBytes: \(Self.list(field.valueBytes, indent: 12)))"
            }
            return "HeaderField(\(name), \(literal.line(value)))"
        }
        return ["    var headers: HeaderFields {", "        ["] + fields.map { "            \($0)," } + [
            "        ]", "    }",
        ]
    }

    private mutating func body(_ item: ExportItem, _ literal: SwiftLiteral) -> [String] {
        let content: String
        switch item.draft.body {
        case .none, .stream: return []
        case .file(let path): content = ".file(path: \(literal.line(path)), mediaType: nil)"
        case .pieces:
            ledger.add(item, "The body is made of several files; it is left out.")
            return []
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                let block = literal.block(text, indent: "            ")
                let isBlock = block.hasPrefix("\"\"\"")
                if isBlock {
                    return [
                        "    var body: EndpointBody {", "        .raw(", "            Array(",
                        "            \(block).utf8))",
                        "    }",
                    ]
                }
                content = ".raw(Array(\(block).utf8))"
            } else if bytes.count <= Self.mostBytes {
                content = ".raw(\(Self.list(bytes, indent: 12)))"
            } else {
                ledger.add(
                    item,
                    "The body is left out: \(Formatting.byteCount(bytes.count)) that are not text are too much for source code."
                )
                return []
            }
        }
        return ["    var body: EndpointBody {", "        \(content)", "    }"]
    }

    private static func list(_ bytes: [UInt8], indent: Int) -> String {
        guard !bytes.isEmpty else { return "[]" }
        let space = String(repeating: " ", count: indent)
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let row = bytes[start..<min(start + 16, bytes.count)].map { byte in
                "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            lines.append(space + row.joined(separator: ", "))
        }
        return "[\n\(lines.joined(separator: ",\n"))\n\(String(repeating: " ", count: indent - 4))]"
    }

    // MARK: Options

    private mutating func options(_ item: ExportItem, _ literal: SwiftLiteral) -> [String] {
        let settings = item.request.settings
        let options = item.draft.options
        var lines: [String] = []
        var members: [String] = []
        if let timeout = settings.timeout {
            lines.append("    var timeout: Duration? { .milliseconds(\(Self.milliseconds(timeout))) }")
        }
        if let mode = settings.cacheMode {
            lines.append("    var cacheMode: CacheMode? { CacheMode(rawValue: \(literal.line(mode.rawValue))) }")
        }
        if let timeout = settings.connectTimeout {
            members.append("options.timeouts.limitConnecting(to: .milliseconds(\(Self.milliseconds(timeout))))")
        }
        if options.sendsURLAsWritten { members.append("options.sendsURLAsWritten = true") }
        if !options.followRedirects { members.append("options.followRedirects = false") }
        if !options.verifiesTLS { members.append("options.verifiesTLS = false") }
        switch options.httpVersion {
        case .automatic: break
        case .http1_0: members.append("options.httpVersion = .http1_0")
        case .http1_1: members.append("options.httpVersion = .http1_1")
        case .http2: members.append("options.httpVersion = .http2")
        case .http2PriorKnowledge: members.append("options.httpVersion = .http2PriorKnowledge")
        }
        switch settings.proxy {
        case nil: break
        case .none?: members.append("options.proxy = .none")
        case .environment?: members.append("options.proxy = .environment")
        case .url?:
            if case .url(let text) = options.proxy { members.append("options.proxy = .url(\(literal.line(text)))") }
        }
        if let most = settings.maxBody, most != .max { members.append("options.maxBodyBytes = \(most)") }
        if options.tls.clientCertificate != nil { ledger.add(item, "The client certificate is left out.") }
        if settings.retries != nil { ledger.add(item, "'# @retry' is left out.") }
        if item.draft.target == .server { ledger.add(item, "An endpoint has no target *; it is sent to the root.") }
        guard !members.isEmpty else { return lines }
        lines += ["    var options: RequestOptions {", "        var options = RequestOptions()"]
        return lines + members.map { "        \($0)" } + ["        return options", "    }"]
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }

    private func login(_ item: ExportItem, _ literal: SwiftLiteral) -> [String] {
        let interceptor: String
        switch item.login {
        case .digest(let user, let password):
            interceptor = "DigestAuthentication(user: \(literal.line(user)), password: \(literal.line(password)))"
        case .aws(let credentials, let region, let service):
            let token = credentials.sessionToken.map { ", sessionToken: \(literal.line($0))" } ?? ""
            let place =
                (region.map { ", region: \(literal.line($0))" } ?? "")
                + (service.map { ", service: \(literal.line($0))" } ?? "")
            interceptor =
                "AWSSignature(credentials: AWSCredentials(accessKeyID: \(literal.line(credentials.accessKeyID)), secretAccessKey: \(literal.line(credentials.secretAccessKey))\(token))\(place))"
        case nil: return []
        }
        return ["    var interceptors: [any Interceptor] {", "        [\(interceptor)]", "    }"]
    }
}
