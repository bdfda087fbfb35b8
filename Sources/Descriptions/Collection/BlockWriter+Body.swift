import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI

extension BlockWriter {
    /// Methods whose body is filled in even if the description forgets to say that it is required, as most do.
    private static let methodsWithBody: Set<String> = ["POST", "PUT", "PATCH", "QUERY"]

    mutating func addBody() {
        guard let described = operation.body, !described.content.isEmpty else { return }
        let isWanted =
            described.isRequired || given.body != nil || Self.methodsWithBody.contains(operation.entry.method)
        let order =
            described.content.filter { MediaTypeName($0.name).isJSON }
            + described.content.filter { !MediaTypeName($0.name).isJSON }
        guard isWanted, let first = order.first else {
            let names = described.content.map { PlainLine.of($0.name, limit: 60) }.prefix(6)
            remarks.append("A body may be sent: \(names.joined(separator: ", ").replacing(bytes: "{{", with: "{ {"))")
            return
        }
        for media in order where write(media) { return }
        guard described.isRequired else { return }
        // Nothing could be made: the whole body is asked for.
        let isMultipart = MediaTypeName(first.name).essence.hasPrefix("multipart/")
        headers.append(
            "Content-Type: " + (isMultipart ? "\(bareType(first)); boundary=\(PlainBody.boundary)" : contentType(first))
        )
        let words = words(of: first.schema)
        body = [ask("body", "\(PlainLine.of(first.name, limit: 60)) body\(words.isEmpty ? "" : ": \(words)")")]
        note(.body, first.place, "The body is asked for: no value of it can be made or written.")
    }

    private func contentType(_ media: MediaType) -> String { MediaTypeText.contentType(media.name) }

    private func bareType(_ media: MediaType) -> String {
        String(contentType(media).prefix { $0 != ";" }).trimmingWhitespace()
    }

    /// Writes the body; false if no valid one can be made or written.
    private mutating func write(_ media: MediaType) -> Bool {
        if given.body == nil, isFile(media) {
            headers.append("Content-Type: \(contentType(media))")
            body = ["< " + ask("body_file", "path of the file to send as the body")]
            return true
        }
        if let value = given.body { return write(value, media) }
        var sample = maker.sample(of: media)
        note(sample.rejected, .body)
        if sample.isValid != false, Self.isEmpty(sample.value) {
            // What is required says nothing: show what may be sent.
            var full = collection.api.sampleMaker(.request, .full)
            let more = full.sample(of: media)
            if more.value != nil, more.isValid != false { sample = more }
        }
        guard let value = sample.value, sample.isValid != false else {
            note(.body, media.place, "No body can be made: \(sample.failure?.reason ?? "no valid value was found").")
            return false
        }
        if let text = sample.serialized { return write(text: text, media) }
        return write(value, media)
    }

    private mutating func write(_ value: JSONOutput, _ media: MediaType) -> Bool {
        if MediaTypeName(media.name).isJSON {
            headers.append("Content-Type: \(contentType(media))")
            body = TemplateJSON.lines(value)
            return true
        }
        do throws(SerialisingFailure) {
            let files = maker.files(of: media)
            switch try BodyContent(value, as: media, isFile: { files.contains($0) }) {
            case .parts(let parts): write(parts, media)
            case .nothing: return false
            case .bytes(let bytes):
                let text = String(decoding: bytes, as: UTF8.self)
                if MediaTypeName(media.name).essence == "application/x-www-form-urlencoded" {
                    headers.append("Content-Type: \(contentType(media))")
                    body = text.split(separator: "&").enumerated().map { ($0 == 0 ? "" : "&") + $1 }
                    return true
                }
                return write(text: text, media)
            }
            return true
        } catch {
            note(.body, media.place, "The body cannot be written: \(error.reason).")
            return false
        }
    }

    private mutating func write(text: String, _ media: MediaType) -> Bool {
        var text = text
        while text.last == "\n" { text.removeLast() }
        let isMarkup = MediaTypeName(media.name).essence.hasSuffix("xml") || media.name.hasPrefix("text/html")
        guard !text.isEmpty else { return false }
        guard PlainBody.isPlain(text, isMarkup: isMarkup) else {
            note(
                .body, media.place,
                "The body cannot be written: a line of its text would mean something else in a request file.")
            return false
        }
        headers.append("Content-Type: \(contentType(media))")
        body = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return true
    }

    private static func isEmpty(_ value: JSONOutput?) -> Bool {
        switch value {
        case .object(let members)?: members.isEmpty
        case .array(let items)?: items.isEmpty
        default: false
        }
    }

    /// Whether the body is a file: binary by its schema, or without one and neither text nor a form.
    private func isFile(_ media: MediaType) -> Bool {
        let essence = MediaTypeName(media.name).essence
        guard !essence.hasPrefix("multipart/"), essence != "application/x-www-form-urlencoded" else { return false }
        guard let place = media.schema else {
            return media.examples.isEmpty && media.itemSchema == nil && media.fields.isEmpty
                && !MediaTypeName(media.name).isText && !MediaTypeName(media.name).isJSON
        }
        let view = SchemaView([documents.value(place)], version)
        if view.formats.contains("binary") { return true }
        return media.examples.isEmpty && !MediaTypeName(media.name).isText && !MediaTypeName(media.name).isJSON
            && !essence.hasSuffix("xml") && (view.plainTypes.isEmpty && view.name == nil)
    }

    // MARK: Multipart

    private mutating func write(_ parts: [BodyPart], _ media: MediaType) {
        guard !parts.isEmpty else { return }
        // No line of a part may begin like this: `PlainBody` sees to it.
        let boundary = PlainBody.boundary
        headers.append("Content-Type: \(bareType(media)); boundary=\(boundary)")
        for part in parts {
            let name = Self.partName(part.name)
            body.append("--\(boundary)")
            var disposition = "Content-Disposition: form-data; name=\"\(name)\""
            let text = String(decoding: part.bytes, as: UTF8.self)
            if part.isFile {
                let file = ask("\(part.name)_file", "path of the file for \(PlainLine.quoted(part.name))")
                disposition += "; filename=\"\(DialectName.valid(part.name, else: "file"))\""
                body += [disposition] + Self.typeLine(part) + ["", "< \(file)"]
            } else if PlainBody.isPlain(text, isMarkup: false), !text.isEmpty {
                body += [disposition] + Self.typeLine(part) + [""]
                body += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            } else {
                let value = ask(part.name, "value of the part \(PlainLine.quoted(part.name))")
                body += [disposition] + Self.typeLine(part) + ["", value]
            }
        }
        body.append("--\(boundary)--")
    }

    private static func typeLine(_ part: BodyPart) -> [String] {
        guard let type = part.contentType else { return [] }
        let line = PlainLine.of(type, limit: 120)
        return MediaTypeText.isWritable(line) ? ["Content-Type: \(line)"] : []
    }

    /// A name between quotation marks, as browsers escape it.
    private static func partName(_ name: String) -> String {
        MultipartName.quoted(PlainLine.of(name, limit: 200)).replacing(bytes: "{{", with: "%7B%7B")
    }
}
