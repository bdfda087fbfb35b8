import Base
import NetEngine

extension VariableResolution {
    /// The URL of a `# @proxy` with its references replaced, and with the login that follows it.
    mutating func expandProxy(_ text: String, line: Int) -> String {
        let (bytes, values) = Array(text.utf8).withUnsafeBufferPointer {
            expandMarked(LineText($0, 0..<$0.count), line: line)
        }
        return ProxyServer.url(bytes, values: values)
    }
}
