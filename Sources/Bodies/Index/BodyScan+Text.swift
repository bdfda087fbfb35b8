import NetEngine

extension BodyScan {
    /// The text of a body as UTF-8, in the charset in which it is shown; the body itself if that is UTF-8, or if it is not text.
    ///
    /// - Parameter isComplete: whether the body came to its end.
    package static func text(of bytes: BodyBytes, contentType: String?, isComplete: Bool) -> BodyBytes {
        let beginning = BodyScan(BodyBytes(bytes.bytes(in: 0..<headLength)), contentType: contentType)
        guard !beginning.isBinary, beginning.unknownCharset == nil else { return bytes }
        var charset = beginning.charset
        if charset == .utf8 {
            guard let guess = beginning.guess(by: bytes, isComplete: isComplete) else { return bytes }
            charset = guess
        }
        let mark = TextEncoding.byteOrderMark(of: bytes.bytes(in: 0..<4))
        return charset.visibleUTF8(bytes, from: mark?.encoding == charset ? mark?.length ?? 0 : 0)
    }
}
