import Base
import NetEngine

/// A request for an operation: the values that were given, made ones for what is required, and what is missing.
package struct OperationRequest: Sendable {
    /// Values that somebody typed, or that are to be sent for other reasons.
    package struct Values: Sendable {
        package struct Key: Sendable, Hashable {
            package var name: String
            package var location: Parameter.Location

            package init(_ name: String, _ location: Parameter.Location) {
                self.name = name
                self.location = location
            }
        }

        package var parameters: [Key: JSONOutput] = [:]
        package var body: JSONOutput?
        /// Whether a body that is not required is made and sent.
        package var sendsOptionalBody = false

        package init() {}
    }

    /// Something that is required and has no value.
    package struct Missing: Sendable, Hashable {
        /// The name of a parameter; nil for the body.
        package var name: String?
        package var location: Parameter.Location?
        package var schema: DocumentPlace?
        /// Why none was made, or why the value cannot be sent: one sentence.
        package var text: String
    }

    package var method: String
    /// The server's text, the path with its values and the query.
    package var url: String
    /// Cookies are in one `Cookie` header.
    package var headers: [(name: String, value: String)] = []
    /// nil if there is no body. A multipart body's boundary is up to whoever writes it.
    package var contentType: String?
    package var body: BodyContent = .nothing
    /// Media types that the documented responses of success have.
    package var accepts: [String] = []
    package var missing: [Missing] = []
    /// Authors' values that were passed over.
    package var rejected: [Sample.Rejected] = []
    /// Where each value that was not typed comes from.
    package var origins: [Values.Key: Sample.Origin] = [:]
    package var bodyOrigin: Sample.Origin?

    /// - Parameters:
    ///   - server: stands before the path: a URL without a slash at its end, or a variable such as `{{server}}`.
    ///   - media: the media type of the body; nil means the first one, JSON before others.
    package init(
        _ operation: Operation, server: String, media: MediaType? = nil, values: Values = Values(),
        maker: inout SampleMaker
    ) {
        method = operation.entry.method
        url = ""
        var path: [String: String] = [:]
        var query: [String] = []
        var cookies: [String] = []
        for parameter in operation.parameters {
            guard let written = value(of: parameter, values, &maker) else { continue }
            switch written {
            case .path(let text): path[parameter.name] = text
            case .query(let pieces): query += pieces
            case .header(let name, let value): headers.append((name, value))
            case .cookies(let pieces): cookies += pieces
            case .nothing: continue
            }
        }
        if !cookies.isEmpty { headers.append(("Cookie", cookies.joined(separator: "; "))) }
        url = server + Self.path(operation.entry.path, path)
        // A path of the description may have a query of its own, against the standard.
        if !query.isEmpty { url += (url.contains(bytes: "?") ? "&" : "?") + query.joined(separator: "&") }
        addBody(operation, media, values, &maker)
        let success = operation.responses.filter { $0.status.hasPrefix("2") || $0.status == "default" }
        for media in success.flatMap(\.content) where !accepts.contains(media.name) { accepts.append(media.name) }
    }

    /// The template with its values; a parameter without one stays in its braces.
    private static func path(_ template: String, _ values: [String: String]) -> String {
        let parts = PathTemplate(template).parts.map { part in
            switch part {
            case .text(let text): PercentEncoding.illegal(Array(text.utf8))
            case .parameter(let name): values[name] ?? "{\(name)}"
            }
        }
        return parts.joined()
    }

    private mutating func value(
        of parameter: Parameter, _ values: Values, _ maker: inout SampleMaker
    ) -> ParameterValue? {
        let key = Values.Key(parameter.name, parameter.location)
        let schema = parameter.schema ?? parameter.content?.schema
        var found = values.parameters[key]
        var serialized: String?
        if found == nil, parameter.isRequired {
            let sample = maker.sample(of: parameter)
            rejected += sample.rejected
            if sample.value == nil || sample.isValid == false {
                let reason = sample.failure?.reason ?? "no valid value was found"
                miss(parameter, schema, "\(quoted(parameter.name)) needs a value: \(reason).")
                return nil
            }
            (found, serialized) = (sample.value, sample.serialized)
            origins[key] = sample.origin
        }
        guard let found else { return nil }
        do throws(SerialisingFailure) {
            let written: ParameterValue
            if let serialized {
                written = try ParameterValue(serialised: serialized, of: parameter)
            } else {
                written = try ParameterValue(found, of: parameter)
            }
            if parameter.location == .path, written == .nothing || written == .path("") {
                miss(parameter, schema, "\(quoted(parameter.name)) is part of the path and may not be empty.")
                return nil
            }
            return written
        } catch {
            miss(parameter, schema, "\(quoted(parameter.name)) cannot be sent: \(error.reason).")
            return nil
        }
    }

    private mutating func miss(_ parameter: Parameter, _ schema: DocumentPlace?, _ text: String) {
        missing.append(Missing(name: parameter.name, location: parameter.location, schema: schema, text: text))
    }

    private mutating func addBody(
        _ operation: Operation, _ media: MediaType?, _ values: Values, _ maker: inout SampleMaker
    ) {
        guard let described = operation.body else { return }
        let first = described.content.first { MediaTypeName($0.name).isJSON } ?? described.content.first
        guard let media = media ?? first else { return }
        var value = values.body
        var serialized: String?
        if value == nil {
            guard described.isRequired || values.sendsOptionalBody else { return }
            let sample = maker.sample(of: media)
            rejected += sample.rejected
            guard sample.value != nil, sample.isValid != false else {
                let reason = sample.failure?.reason ?? "no valid value was found"
                missing.append(Missing(schema: media.schema, text: "The body needs a value: \(reason)."))
                return
            }
            (value, serialized) = (sample.value, sample.serialized)
            bodyOrigin = sample.origin
        }
        do throws(SerialisingFailure) {
            if let serialized {
                body = .bytes(Array(serialized.utf8))
            } else {
                let files = maker.files(of: media)
                body = try BodyContent(value, as: media) { files.contains($0) }
            }
            contentType = Self.contentType(media.name)
        } catch {
            missing.append(Missing(schema: media.schema, text: "The body cannot be sent: \(error.reason)."))
        }
    }

    /// A range of media types is no content type.
    private static func contentType(_ name: String) -> String {
        guard name.contains(bytes: "*") else { return name }
        if MediaTypeName(name).isJSON { return "application/json" }
        return name.hasPrefix("text/") ? "text/plain" : "application/octet-stream"
    }
}
