import CCurl

/// The lists that libcurl reads while a transfer runs and does not copy. Lives on the engine thread only.
final class CurlLists {
    private var heads: [UnsafeMutablePointer<curl_slist>] = []

    /// nil for no lines. A line ends at its first NUL.
    func make(_ lines: [[UInt8]]) -> UnsafeMutablePointer<curl_slist>? {
        var head: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            let text = line.map { CChar(bitPattern: $0) } + [0]
            if let longer = curl_slist_append(head, text) { head = longer }
        }
        if let head { heads.append(head) }
        return head
    }

    func make(_ line: String) -> UnsafeMutablePointer<curl_slist>? { make([Array(line.utf8)]) }

    /// To be called when no handle points at a list any more.
    func free() {
        for head in heads { curl_slist_free_all(head) }
        heads = []
    }
}
