import HTTPFormat

/// Something that the target format cannot express, or that was left out on purpose: one sentence with its place.
package struct ExportLoss: Sendable, Hashable {
    /// `shop/orders.http`.
    package var file: String
    /// From 1.
    package var line: Int
    /// The id of the request.
    package var request: String
    package var text: String
    /// Whether the whole request is left out.
    package var isWholeRequest = false

    /// `shop/orders.http:12: placeOrder: 2 checks are left out.`
    package var sentence: String { "\(file):\(line): \(request): \(text)" }
}

/// The losses of an export, each once, in order.
package struct ExportLedger: Sendable {
    package private(set) var losses: [ExportLoss] = []
    private var known: Set<ExportLoss> = []

    mutating func add(_ item: ExportItem, _ text: String, line: Int? = nil) {
        add(ExportLoss(file: item.file, line: line ?? item.request.line, request: item.id, text: text))
    }

    mutating func add(_ loss: ExportLoss) { if known.insert(loss).inserted { losses.append(loss) } }
}
