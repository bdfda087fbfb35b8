/// Which request a response belongs to, as the pane names it.
struct RequestLabel: Sendable, Hashable {
    /// The saved request's title or name; empty when it has none.
    var name: String
    var method: String
    /// As sent or as written.
    var url: String

    init(name: String = "", method: String, url: String) {
        self.name = name
        self.method = method
        self.url = url
    }
}
