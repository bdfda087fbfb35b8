import Base
import NetEngine

extension SavedRequest {
    /// Where the description of a request's responses is.
    package struct ContractLink: Sendable, Hashable {
        /// The file, as it is written; nil for `none`: the responses are not compared with any description.
        package var path: String?
        /// An operationId, or a JSON pointer that begins with a slash; nil if method and URL decide.
        package var operation: String?
        package var line: Int

        package init(path: String?, operation: String? = nil, line: Int) {
            self.path = path
            self.operation = operation
            self.line = line
        }

        /// The text of a line that names a file and an operation: spaces, `%` and everything outside ASCII are percent-encoded, and
        /// `#` in the file. Read back by `decoded`.
        package static func text(path: String, operation: String) -> String {
            func encoded(_ text: String, keepsHash: Bool) -> String {
                PercentEncoding.encode(Array(text.utf8)) { byte, _ in
                    byte > Byte.space && byte < 0x7F && byte != Byte.percent && (keepsHash || byte != Byte.hash)
                }
            }
            return encoded(path, keepsHash: false) + "#" + encoded(operation, keepsHash: true)
        }

        /// The file and the operation without percent-encoding.
        package var decoded: (path: String?, operation: String?) {
            func decoded(_ text: String) -> String {
                String(decoding: URLEncoding.decode(Array(text.utf8)), as: UTF8.self)
            }
            return (path.map(decoded), operation.map(decoded))
        }
    }
}
