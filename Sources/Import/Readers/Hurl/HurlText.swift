/// Translates what Hurl writes between two braces.
enum HurlText {
    static func translated(_ text: String) -> String {
        TemplateText.replacing(text) { inner in
            switch inner {
            case "newUuid": return "{{$guid}}"
            case "newDate": return "{{$isoTimestamp}}"
            default:
                guard inner.hasPrefix("getEnv ") else { return nil }
                let name = inner.dropFirst(7).trimmedText
                return "{{$processEnv \(name.filter { $0 != "\"" && $0 != "`" })}}"
            }
        }
    }
}
