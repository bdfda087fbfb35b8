/// Media types of responses that arrive in pieces by nature and may never end.
package enum StreamingType {
    /// - Parameter contentType: the value of the Content-Type header.
    package static func holds(_ contentType: String?) -> Bool {
        let type = (contentType ?? "").prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return type == "text/event-stream" || type.contains("ndjson") || type.contains("jsonl")
            || type.contains("json-seq") || type == "multipart/x-mixed-replace"
    }
}
