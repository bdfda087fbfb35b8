extension CacheRequest {
    /// The key without secrets; nil if it holds none.
    var shownKey: String? {
        let values = secrets.filter { !$0.isPublic }.map(\.value)
        guard !values.isEmpty else { return nil }
        let shown = Redactor(requestsOf: [], named: values, mark: "(private)").scrub(key.text)
        return shown == key.text ? nil : shown
    }
}
