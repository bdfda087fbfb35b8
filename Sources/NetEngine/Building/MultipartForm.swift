/// A `multipart/form-data` body (RFC 7578), written as browsers write it (WHATWG HTML §4.10.22.8).
///
/// Files and streams are read while they are sent. The total length is known before anything is sent, unless the form has a
/// stream of unknown length: then the body is sent chunked, as a `BodyStream` is.
public struct MultipartForm: Sendable, Hashable {
    /// One field or file of the form (RFC 7578 §4).
    public struct Part: Sendable, Hashable {
        /// What a part carries.
        public enum Content: Sendable, Hashable {
            /// Sent byte for byte.
            case bytes([UInt8])
            /// Sent as UTF-8, with line breaks as CRLF, as browsers do.
            case text(String)
            /// The content of a file, read while it is sent.
            case file(path: String)
            /// Bytes that are made while they are sent. More or fewer of them than the stream promised fail the exchange with
            /// `request-build`. A form can be sent again, by a retry or a redirect, if its streams can.
            case stream(BodyStream)
        }

        /// The name of the field (RFC 7578 §4.2). Any text: quotes and line breaks are escaped as browsers do.
        public var name: String
        /// The bytes of the part, or their source.
        public var content: Content
        /// The file name to send, or nil; with one, most servers treat the part as a file.
        public var fileName: String?
        /// nil sends no `Content-Type` for the part, which means `text/plain` (RFC 7578 §4.4).
        public var mediaType: String?

        /// A part as given; the shorter ways are `text`, `data` and `file`.
        /// - `fileName`: default nil, which makes it a plain field.
        /// - `mediaType`: default nil; a value with a line break is refused when the form is encoded.
        public init(name: String, content: Content, fileName: String? = nil, mediaType: String? = nil) {
            self.name = name
            self.content = content
            self.fileName = fileName
            self.mediaType = mediaType
        }

        /// A plain field, sent in UTF-8 without a `Content-Type`.
        public static func text(_ name: String, _ value: String) -> Part { Part(name: name, content: .text(value)) }

        /// Bytes in memory.
        /// - `fileName`: nil makes it a plain field with a media type.
        /// - `mediaType`: default `application/octet-stream`.
        public static func data(
            _ name: String, _ bytes: [UInt8], fileName: String? = nil,
            mediaType: String? = "application/octet-stream"
        ) -> Part { Part(name: name, content: .bytes(bytes), fileName: fileName, mediaType: mediaType) }

        /// - `fileName`: nil means the last component of the path.
        public static func file(
            _ name: String, path: String, fileName: String? = nil, mediaType: String? = "application/octet-stream"
        ) -> Part {
            let last = path.split(separator: "/").last.map(String.init) ?? path
            return Part(name: name, content: .file(path: path), fileName: fileName ?? last, mediaType: mediaType)
        }

        /// Bytes that are made while they are sent.
        /// - `fileName`: nil makes it a plain field with a media type.
        /// - `mediaType`: default `application/octet-stream`.
        public static func stream(
            _ name: String, _ stream: BodyStream, fileName: String? = nil,
            mediaType: String? = "application/octet-stream"
        ) -> Part { Part(name: name, content: .stream(stream), fileName: fileName, mediaType: mediaType) }
    }

    /// In the order they are sent; names may repeat.
    public var parts: [Part]
    /// nil, the default, means a random one.
    public var boundary: String?

    /// A form with these parts, in this order.
    /// - `boundary`: default nil: a random one that does not occur in the parts that are in memory.
    public init(_ parts: [Part], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary
    }

    /// The body and the `Content-Type` that goes with it.
    ///
    /// A random boundary has 190 bits and is chosen after the parts are given, so nobody can have put it into them: the
    /// chance that a terabyte contains it by accident is below 2^-150. Bytes in memory are searched for it all the same,
    /// files are not: they may change until they are sent, and reading them twice costs more than it could find. Files are
    /// searched only for a boundary that the caller chose. Streams cannot be searched.
    /// - Throws: `request-build`: a file that cannot be read, a media type with a line break, a boundary that RFC 2046
    ///   §5.1.1 does not allow, that occurs in a part, or that was chosen for a form with a stream.
    public func encoded() throws(EngineError) -> (body: RequestBody, contentType: String) {
        for part in parts { try Self.check(part) }
        let boundary = try usableBoundary()
        let type = "multipart/form-data; boundary=\(MultipartBoundary.quoted(boundary))"
        var pieces: [BodyPiece] = []
        var bytes: [UInt8] = []
        /// What is before the last stream, and the stream; empty if there is none.
        var streams: [BodyStream] = []
        func flush() {
            if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
            bytes = []
        }
        for part in parts {
            bytes += Array("--\(boundary)\r\n".utf8) + part.head
            switch part.content {
            case .bytes, .text: bytes += part.memoryBytes ?? []
            case .file(let path):
                flush()
                pieces.append(.file(path: path))
            case .stream(let stream):
                flush()
                for piece in pieces { streams.append(try BodyStream(piece)) }
                pieces = []
                streams.append(stream)
            }
            bytes += Array("\r\n".utf8)
        }
        bytes += Array("--\(boundary)--\r\n".utf8)
        flush()
        guard streams.isEmpty else {
            for piece in pieces { streams.append(try BodyStream(piece)) }
            return (.stream(BodyStream(joining: streams)), type)
        }
        let isWhole = pieces.count == 1
        if isWhole, case .bytes(let all) = pieces[0] { return (.bytes(all), type) }
        return (.pieces(pieces), type)
    }

    private func usableBoundary() throws(EngineError) -> String {
        if let boundary {
            guard MultipartBoundary.isLegal(boundary) else {
                throw .badBody(
                    "\(EngineError.quoted(boundary)) cannot be a multipart boundary",
                    hint: "A boundary has 1 to 70 letters, digits, spaces and '()+_,-./:=?, and no space at its end.")
            }
            for part in parts {
                guard case .stream = part.content else { continue }
                throw .badBody(
                    "a boundary of your own cannot be used: the part \(EngineError.quoted(part.name)) is a stream, which may contain it",
                    hint: "Leave the boundary out: then it is random.")
            }
            for part in parts where try part.holds(MultipartBoundary.delimiter(boundary), searchesFiles: true) {
                throw .badBody(
                    "the boundary \(EngineError.quoted(boundary)) occurs in the part \(EngineError.quoted(part.name))",
                    hint: "Choose another boundary, or none for a random one.")
            }
            return boundary
        }
        while true {
            let candidate = MultipartBoundary.random()
            let delimiter = MultipartBoundary.delimiter(candidate)
            var isTaken = false
            for part in parts where try part.holds(delimiter, searchesFiles: false) { isTaken = true }
            if !isTaken { return candidate }
        }
    }

    private static func check(_ part: Part) throws(EngineError) {
        if case .file(let path) = part.content { _ = try BodyFile.size(path) }
        guard let type = part.mediaType else { return }
        guard !type.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw .badBody(
                "the media type of the part \(EngineError.quoted(part.name)) contains a line break or a NUL character",
                hint: "A media type is one line, such as image/png.")
        }
    }
}

extension MultipartForm.Part {
    fileprivate var head: [UInt8] {
        var text = "Content-Disposition: form-data; name=\"\(MultipartName.quoted(MultipartName.withCRLF(name)))\""
        if let fileName { text += "; filename=\"\(MultipartName.quoted(fileName))\"" }
        if let mediaType { text += "\r\nContent-Type: \(mediaType)" }
        return Array((text + "\r\n\r\n").utf8)
    }

    /// nil for a file and a stream.
    fileprivate var memoryBytes: [UInt8]? {
        switch content {
        case .bytes(let bytes): bytes
        case .text(let text): Array(MultipartName.withCRLF(text).utf8)
        case .file, .stream: nil
        }
    }

    fileprivate func holds(_ pattern: [UInt8], searchesFiles: Bool) throws(EngineError) -> Bool {
        if ByteSearch.contains(pattern, in: head) { return true }
        if let memoryBytes { return ByteSearch.contains(pattern, in: memoryBytes) }
        guard searchesFiles, case .file(let path) = content else { return false }
        return try BodyFile.contains(pattern, path: path)
    }
}

/// How names are written in a `Content-Disposition`.
package enum MultipartName {
    /// The name of a form field; nil if it has none, or if the line is not its `Content-Disposition`.
    package static func ofField(in line: some StringProtocol) -> String? {
        let field = "content-disposition:"
        let start = String(decoding: line.utf8.prefix(field.utf8.count), as: UTF8.self)
        guard start.lowercased() == field else { return nil }
        return ofField(disposition: Array(line.utf8))
    }

    /// - Parameter disposition: the value of its `Content-Disposition`.
    static func ofField(disposition: [UInt8]) -> String? {
        ContentType.parameters(of: disposition).first { $0.name == "name" }?.value
    }

    /// A quotation mark, CR and LF by percent triplets, everything else as it is in UTF-8.
    package static func quoted(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result.append(contentsOf: "%22".unicodeScalars)
            case "\r": result.append(contentsOf: "%0D".unicodeScalars)
            case "\n": result.append(contentsOf: "%0A".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Every line break as CRLF.
    static func withCRLF(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
        var result: [UInt8] = []
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == 10 {
                if previous != 13 { result.append(13) }
                result.append(10)
            } else {
                if previous == 13 { result.append(10) }
                result.append(byte)
            }
            previous = byte
        }
        if previous == 13 { result.append(10) }
        return String(decoding: result, as: UTF8.self)
    }
}

/// RFC 2046 §5.1.1.
enum MultipartBoundary {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

    static func random() -> String {
        "----NetEngine" + String((0..<32).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
    }

    static func delimiter(_ boundary: String) -> [UInt8] { Array("--\(boundary)".utf8) }

    static func isLegal(_ text: String) -> Bool {
        let marks = Array("'()+_,-./:=? ".utf8)
        return (1...70).contains(text.utf8.count) && text.utf8.last != 32
            && text.utf8.allSatisfy { isAlphanumeric($0) || marks.contains($0) }
    }

    /// As the value of a parameter: quoted unless it is a token.
    static func quoted(_ boundary: String) -> String {
        boundary.utf8.allSatisfy(HTTPToken.isTokenByte) ? boundary : "\"\(boundary)\""
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.isLetter(byte)
    }
}
