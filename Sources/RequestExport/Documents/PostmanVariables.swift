import Base

/// The variables of a Postman collection. It has one value for a name, so a second value gets another name.
struct PostmanVariables {
    private var keys: [ExportValue: String] = [:]
    private var taken: Set<String> = []
    private var list: [(key: String, value: String)] = []

    /// The name in the collection for a variable of a request, and whether it had to be changed.
    mutating func key(of variable: ExportValue) -> (key: String, isChanged: Bool) {
        if let known = keys[variable] { return (known, known != variable.name) }
        let key = taken.insertFree(variable.name)
        keys[variable] = key
        list.append((key, variable.value ?? ""))
        return (key, key != variable.name)
    }

    var json: JSONOutput {
        .array(
            list.map { item in
                .object([("key", .string(item.key)), ("value", .string(item.value)), ("type", "string")])
            })
    }

    /// Names that begin with a dollar sign and mean the same in Postman.
    static let known: Set<String> = ["$guid", "$timestamp", "$isoTimestamp", "$randomInt"]
}
