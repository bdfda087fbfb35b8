import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI

extension BlockWriter {
    /// Headers that the engine writes itself, or that would change where the request goes.
    private static let ownHeaders: Set<String> = ["content-length", "host", "transfer-encoding", "connection"]

    mutating func add(_ parameter: Parameter) {
        if parameter.location == .path {
            pathValues[parameter.name] = pathValue(of: parameter)
            return
        }
        if parameter.location == .header {
            let name = parameter.name.lowercased()
            guard Self.isHeaderName(parameter.name), !Self.ownHeaders.contains(name) else {
                return note(
                    .notRepresented, parameter.place,
                    "The header \(PlainLine.quoted(parameter.name)) cannot be set in a request: it is left out.")
            }
        }
        let written = value(of: parameter)
        if parameter.isRequired || given(parameter) != nil {
            addRequired(parameter, written)
        } else {
            addOptional(parameter, written)
        }
    }

    private func given(_ parameter: Parameter) -> JSONOutput? {
        given.parameters[OperationRequest.Values.Key(parameter.name, parameter.location)]
    }

    private mutating func addRequired(_ parameter: Parameter, _ written: ParameterValue?) {
        switch written {
        case .query(let pieces)?: query += pieces.map(Self.queryPiece)
        case .header(let name, let value)?: headers.append("\(name): \(value)")
        case .cookies(let pieces)?: cookies += pieces
        case .path?, .nothing?, nil:
            let variable = ask(parameter.name, question(parameter))
            let name = PercentEncoding.component(parameter.name)
            switch parameter.location {
            case .query: query.append("\(name)=\(variable)")
            case .querystring: query.append(variable)
            case .header: headers.append("\(parameter.name): \(variable)")
            case .cookie: cookies.append("\(name)=\(variable)")
            case .path, .formData: break
            }
        }
    }

    private mutating func addOptional(_ parameter: Parameter, _ written: ParameterValue?) {
        let name = PercentEncoding.component(parameter.name)
        switch (written, parameter.location) {
        case (.query(let pieces)?, _): offQuery += pieces.map(Self.queryPiece)
        case (.header(let name, let value)?, _): headers.append("# \(name): \(value)")
        case (.cookies(let pieces)?, _): headers += pieces.map { "# Cookie: \($0)" }
        case (_, .query): offQuery.append("\(name)=\(unasked(parameter.name))")
        case (_, .querystring): offQuery.append(unasked(parameter.name))
        case (_, .header): headers.append("# \(parameter.name): \(unasked(parameter.name))")
        case (_, .cookie): headers.append("# Cookie: \(name)=\(unasked(parameter.name))")
        case (_, .path), (_, .formData): break
        }
    }

    private mutating func pathValue(of parameter: Parameter) -> String {
        // Segments of dots are removed from a URL before it is sent (RFC 3986 §5.2.4).
        if case .path(let text)? = value(of: parameter), !["", ".", ".."].contains(text) {
            return PercentEncoding.illegal(Array(text.utf8))
                .replacing(bytes: "#", with: "%23").replacing(bytes: "?", with: "%3F")
        }
        return ask(parameter.name, question(parameter))
    }

    /// Names in braces that no parameter declares.
    mutating func addUndeclared() {
        guard operation.entry.kind == .path else { return }
        for name in PathTemplate(SkeletonWriter.sentPath(operation.entry.path)).parameters
        where pathValues[name] == nil {
            pathValues[name] = ask(name, "part of the path")
        }
    }

    private func question(_ parameter: Parameter) -> String {
        let words = words(of: parameter.schema ?? parameter.content?.schema)
        if !words.isEmpty { return words }
        return parameter.text.map { PlainLine.firstParagraph($0, limit: 120) }
            ?? "\(parameter.location.rawValue) parameter"
    }

    /// The given value, else a valid one, as it is sent; nil if there is none, or none that the file can hold.
    private mutating func value(of parameter: Parameter) -> ParameterValue? {
        if let given = given(parameter) {
            return written(parameter) { () throws(SerialisingFailure) in
                try ParameterValue(given, of: parameter)
            }
        }
        let sample = maker.sample(of: parameter)
        note(sample.rejected, .wrongParameter)
        guard let value = sample.value, sample.isValid != false else {
            if parameter.isRequired {
                let reason = sample.failure?.reason ?? "no valid value was found"
                note(.wrongParameter, parameter.place, "\(PlainLine.quoted(parameter.name)) is asked for: \(reason).")
            }
            return nil
        }
        return written(parameter) { () throws(SerialisingFailure) in
            if let serialized = sample.serialized {
                return try ParameterValue(serialised: serialized, of: parameter)
            }
            return try ParameterValue(value, of: parameter)
        }
    }

    private mutating func written(
        _ parameter: Parameter, _ make: () throws(SerialisingFailure) -> ParameterValue
    ) -> ParameterValue? {
        do throws(SerialisingFailure) {
            let written = try make()
            if isWritable(written) { return written }
            if parameter.isRequired {
                note(
                    .wrongParameter, parameter.place,
                    "\(PlainLine.quoted(parameter.name)) is asked for: its value cannot be written in a request file.")
            }
            return nil
        } catch {
            note(
                .wrongParameter, parameter.place, "\(PlainLine.quoted(parameter.name)) cannot be sent: \(error.reason)."
            )
            return nil
        }
    }

    private func isWritable(_ value: ParameterValue) -> Bool {
        switch value {
        case .path, .query: true
        case .header(let name, let value): Self.isHeaderValue(value) && !name.lowercased().hasSuffix("clientcert")
        case .cookies(let pieces): pieces.allSatisfy(Self.isHeaderValue)
        case .nothing: false
        }
    }

    /// A piece of a query, whatever an author wrote as its text.
    private static func queryPiece(_ piece: String) -> String {
        var text = PercentEncoding.illegal(Array(piece.utf8)).replacing(bytes: "#", with: "%23")
        if text.hasPrefix("?") { text = "%3F" + text.dropFirst() }
        return text
    }

    static func isHeaderName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200
            && name.utf8.allSatisfy {
                LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.minus || $0 == Byte.underscore
                    || $0 == Byte.dot
            }
    }

    /// Whether a line of the file holds the text as it is: no controls, no variables, no space at its ends.
    private static func isHeaderValue(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first != Byte.space && last != Byte.space && !text.contains(bytes: "{{")
            && !text.contains(bytes: "\\{\\{")
            && !text.hasPrefix("//") && text.utf8.allSatisfy { $0 >= Byte.space && $0 != 0x7F }
            && text.lowercased() != "graphql"
    }
}
