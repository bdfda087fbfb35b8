import Base
import NetEngine

/// Finds the value of a reference in a response that has arrived.
struct ChainValue {
    /// Why a value is missing, as a clause.
    struct Absence: Error, Hashable {
        var reason: String
    }

    var entry: ResponseMemory.Entry
    var bodies = ParsedBodies()
    /// The request whose response this is, among all in `bodies`.
    var owner = ""

    func value(of reference: ChainReference) -> Result<String, Absence> {
        let headers = reference.side == .response ? entry.headers : entry.requestHeaders
        let body = reference.side == .response ? entry.body : entry.requestBody
        let subject = "the \(reference.side.rawValue) of \(reference.name)"
        switch reference.part {
        case .status: return .success(String(entry.status))
        case .header(let name, let index):
            let values = headers.values(name)
            guard !values.isEmpty else { return absent("\(subject) has no header \(name)") }
            guard values.indices.contains(index) else {
                return absent("\(subject) has only \(values.count) of the header \(name)")
            }
            return .success(values[index])
        case .cookie(let name):
            let value = reference.side == .response ? Self.setCookie(name, headers) : Self.cookie(name, headers)
            return value.map { .success($0) }
                ?? absent("\(subject) \(reference.side == .response ? "sets" : "sends") no cookie \(name)")
        case .wholeBody:
            guard let body else { return absent("the body of \(subject) was not kept") }
            return .success(String(decoding: body, as: UTF8.self))
        case .body(let path, let format):
            guard let body else { return absent("the body of \(subject) was not kept") }
            let key = ParsedBodies.Key(owner: owner, isOfRequest: reference.side == .request)
            return self.value(at: path, format, in: body, key, type: headers["Content-Type"] ?? "", subject)
        }
    }

    /// Whether the name of what is referred to means a secret, or the value comes from a request header or body that
    /// contained a private value.
    func isSecret(_ reference: ChainReference) -> Bool {
        if isSecretByName(reference.part) { return true }
        guard reference.side == .request else { return false }
        return switch reference.part {
        case .status: false
        case .header(let name, _): entry.requestHeaders.contains { $0.isSecret && $0.isNamed(name) }
        case .cookie: entry.requestHeaders.contains { $0.isSecret && $0.isNamed("Cookie") }
        case .wholeBody, .body: entry.requestBodyIsSecret
        }
    }

    private func isSecretByName(_ part: ChainReference.Part) -> Bool {
        switch part {
        case .status, .wholeBody: false
        case .header(let name, _): SecretNames.isField(name) || entry.isSecret(name)
        case .cookie: true
        case .body(let path, _): Self.lastName(path).map { entry.isSecret($0) } == true
        }
    }

    /// The last name in a JSONPath or an XPath: `$.user.tokens[0]` ends in `tokens`, `//user/pin/text()` in `pin`.
    static func lastName(_ path: String) -> String? {
        let names = path.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return names.last { Int($0) == nil && $0 != "text" }.map(String.init)
    }

    private func absent(_ reason: String) -> Result<String, Absence> { .failure(Absence(reason: reason)) }

    // MARK: bodies

    private func value(
        at path: String, _ format: ChainReference.BodyFormat?, in body: [UInt8], _ key: ParsedBodies.Key,
        type written: String, _ subject: String
    ) -> Result<String, Absence> {
        let type = ContentType(written)
        switch format {
        case .json: return json(path, body, key, subject)
        case .xml: return xml(path, body, key, written, subject)
        case nil: break
        }
        if type.isXML { return xml(path, body, key, written, subject) }
        // Another type: many servers send JSON as text/plain, so the body itself decides.
        let first = body.first { $0 > 0x20 }
        if type.isJSON || first.map({ "{[\"".utf8.contains($0) }) == true {
            return json(path, body, key, subject)
        }
        if first == UInt8(ascii: "<"), path.hasPrefix("/") { return xml(path, body, key, written, subject) }
        return absent(
            "the body of \(subject) is neither JSON nor XML\(type.essence.isEmpty ? "" : " (\(type.essence))")")
    }

    private func json(
        _ path: String, _ body: [UInt8], _ key: ParsedBodies.Key, _ subject: String
    ) -> Result<String, Absence> {
        if body.isEmpty { return absent("the body of \(subject) is empty") }
        guard case .success(let tree) = bodies.json(key, body) else {
            return absent("in the body of \(subject): it is not valid JSON")
        }
        switch LenientJSONPath.first(path, in: tree, bodies.budget) {
        case .success(let value?): return .success(value)
        case .success(nil): return absent("\(path) selects nothing in the body of \(subject)")
        case .failure(let error): return absent("in the body of \(subject): \(error.reason)")
        }
    }

    private func xml(
        _ path: String, _ body: [UInt8], _ key: ParsedBodies.Key, _ type: String, _ subject: String
    ) -> Result<String, Absence> {
        if body.isEmpty { return absent("the body of \(subject) is empty") }
        switch ChainXPath.first(path, in: { bodies.xml(key, body, type: type) }) {
        case .success(let value?): return .success(value)
        case .success(nil): return absent("\(path) selects nothing in the body of \(subject)")
        case .failure(let error): return absent("in the body of \(subject): \(error.reason)")
        }
    }

    // MARK: cookies

    /// The last `Set-Cookie` with that name (RFC 6265 §4.1.1).
    private static func setCookie(_ name: String, _ headers: HeaderFields) -> String? {
        headers.values("Set-Cookie").compactMap { field in pair(field.prefix { $0 != ";" }, named: name) }.last
    }

    private static func cookie(_ name: String, _ headers: HeaderFields) -> String? {
        headers.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair($0, named: name) }.first
    }

    private static func pair(_ text: Substring, named name: String) -> String? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let written = String(text[..<equals].drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        guard written == name else { return nil }
        let value = text[text.index(after: equals)...]
        return String(value.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}

extension ChainReference {
    /// Why it finds nothing in any response, as a clause; nil if it may find something.
    var pathProblem: String? {
        guard case .body(let path, let format) = part else { return nil }
        switch format {
        case .json: return Self.jsonProblem(path)
        case .xml: return Self.xmlProblem(path)
        case nil:
            // The body decides which of the two it is.
            guard let ofJSON = Self.jsonProblem(path), let ofXML = Self.xmlProblem(path) else { return nil }
            return path.hasPrefix("/") ? ofXML : ofJSON
        }
    }

    private static func jsonProblem(_ path: String) -> String? {
        do throws(LenientJSONPath.Failure) {
            _ = try LenientJSONPath.query(path)
            return nil
        } catch { return error.reason }
    }

    private static func xmlProblem(_ path: String) -> String? {
        do throws(ChainXPath.Failure) {
            _ = try ChainXPath.query(path)
            return nil
        } catch { return error.reason }
    }
}
