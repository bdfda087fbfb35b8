import OpenAPI

/// Operations in groups: by their first tag in the order of the root's tags, then of the text.
enum OperationOrder {
    static func sorted(_ description: Description) -> ([OperationEntry], [DescribedCollection.Group]) {
        var groups: [(name: String, text: String?, operations: [OperationEntry])] = []
        var places: [String: Int] = [:]
        for (name, text) in description.tags where places[name] == nil {
            places[name] = groups.count
            groups.append((name, text, []))
        }
        var untagged: [OperationEntry] = []
        var webhooks: [OperationEntry] = []
        var callbacks: [OperationEntry] = []
        for entry in description.operations {
            if entry.kind == .webhook {
                webhooks.append(entry)
            } else if entry.kind == .callback {
                callbacks.append(entry)
            } else if let tag = entry.tags.first {
                if let place = places[tag] {
                    groups[place].operations.append(entry)
                } else {
                    places[tag] = groups.count
                    groups.append((tag, nil, [entry]))
                }
            } else {
                untagged.append(entry)
            }
        }
        var operations: [OperationEntry] = []
        operations.reserveCapacity(description.operations.count)
        var result: [DescribedCollection.Group] = []
        func add(_ kind: DescribedCollection.Group.Kind, _ name: String, _ text: String?, _ more: [OperationEntry]) {
            guard !more.isEmpty else { return }
            let range = operations.count..<operations.count + more.count
            operations += more
            result.append(DescribedCollection.Group(kind: kind, name: name, text: text, operations: range))
        }
        for group in groups { add(.tag, group.name, group.text, group.operations) }
        add(.untagged, result.isEmpty ? "Operations" : "Other", nil, untagged)
        add(.webhooks, "Webhooks", nil, webhooks)
        add(.callbacks, "Callbacks", nil, callbacks)
        return (operations, result)
    }
}
