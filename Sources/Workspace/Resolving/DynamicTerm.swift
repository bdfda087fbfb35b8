/// A `{{$name …}}` that has a value here: how it is written, and what it gives. `DynamicValue` makes the values.
package struct DynamicTerm: Sendable, Hashable {
    /// Between the braces; where it takes something, an example of that.
    package let text: String
    /// One sentence.
    package let explanation: String

    private init(_ text: String, _ explanation: String) {
        self.text = text
        self.explanation = explanation
    }

    package static let all: [DynamicTerm] = [
        DynamicTerm("$guid", "A new UUID at each place."),
        DynamicTerm("$uuid", "A new UUID at each place."),
        DynamicTerm("$timestamp", "Seconds since 1970."),
        DynamicTerm("$timestamp -1 d", "Seconds since 1970, moved by y M w d h m s or ms."),
        DynamicTerm("$isoTimestamp", "The time in UTC by ISO 8601."),
        DynamicTerm("$datetime iso8601", "The time in UTC by ISO 8601."),
        DynamicTerm("$datetime rfc1123", "The time as HTTP headers write it."),
        DynamicTerm("$datetime \"YYYY-MM-DD\"", "The time in UTC, by a pattern."),
        DynamicTerm("$localDatetime iso8601", "The time of this machine's zone by ISO 8601."),
        DynamicTerm("$date", "The day in UTC."),
        DynamicTerm("$randomInt", "A whole number from 0 to 999."),
        DynamicTerm("$randomInt 1 10", "A whole number from 1 up to 9."),
        DynamicTerm("$random.uuid", "A new UUID at each place."),
        DynamicTerm("$random.alphabetic(8)", "That many random letters."),
        DynamicTerm("$random.alphanumeric(8)", "That many random letters and digits."),
        DynamicTerm("$random.hexadecimal(8)", "That many random hexadecimal digits."),
        DynamicTerm("$random.integer(1,10)", "A whole number from 1 up to 9."),
        DynamicTerm("$random.float(0,1)", "A number between the two."),
        DynamicTerm("$random.email", "A random address."),
        DynamicTerm("$processEnv NAME", "A variable of your environment, if the folder is trusted."),
        DynamicTerm("$dotenv NAME", "A variable of a .env file."),
        DynamicTerm("$index", "The number of the repetition of # @loop, from 0."),
        DynamicTerm("$input What?", "Asked for before the send."),
        DynamicTerm("$password What?", "Asked for before the send, without showing it."),
        DynamicTerm("$pick What? $value: a,b", "Chosen before the send, from these."),
        DynamicTerm("$shared name", "The value that all environments share."),
        DynamicTerm("$auth.token(\"name\")", "The token of a login of the environment file."),
    ]
}
