/// What is not in a draft, counted.
struct DraftLosses: Sendable {
    var exchanges = 0
    var methods: [String: Int] = [:]
    var urls = 0
    var preflights = 0
    var longPaths = 0
    var unplaced = 0
    var statuses = 0
    /// Whether there were more servers than are counted.
    var hasMoreOrigins = false
    var mediaTypes = 0
}
