/// The dynamic values that Postman began and Bruno and Insomnia took over, as ours.
enum DynamicNames {
    struct Ours {
        /// What is written between the braces.
        var text: String
        /// False if the value only looks alike.
        var isSame: Bool
    }

    /// - Parameter name: with its dollar sign, as `$randomEmail`.
    /// - Returns: nil if there is no such value here.
    static func ours(_ name: String) -> Ours? {
        switch name.lowercased() {
        case "$guid", "$randomuuid", "$uuid": Ours(text: "$guid", isSame: true)
        case "$timestamp": Ours(text: "$timestamp", isSame: true)
        case "$isotimestamp": Ours(text: "$isoTimestamp", isSame: true)
        case "$randomint": Ours(text: "$randomInt 0 1001", isSame: true)
        case "$randomemail", "$randomexampleemail": Ours(text: "$random.email", isSame: true)
        case "$randomalphanumeric": Ours(text: "$random.alphanumeric(1)", isSame: true)
        case "$randompassword": Ours(text: "$random.alphanumeric(15)", isSame: true)
        case "$randomhexadecimal": Ours(text: "$random.hexadecimal(1)", isSame: true)
        case "$randomword", "$randomusername", "$randomfirstname", "$randomlastname", "$randomloremword", "$randomnoun":
            Ours(text: "$random.alphabetic(8)", isSame: false)
        default: nil
        }
    }
}
