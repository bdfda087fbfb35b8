import Workspace

/// Translates the variables of Bruno, and reports those that have no value here. Each is reported once.
struct BrunoText {
    private var reported: Set<String> = []

    mutating func translated(_ text: String, at place: ImportPlace?, _ notices: inout NoticeList) -> String {
        TemplateText.replacing(text) { inner in
            if inner.hasPrefix("process.env.") {
                let name = String(inner.dropFirst(12))
                if reported.insert("process.env").inserted {
                    notices.changed(
                        "{{process.env.\(name)}} and the like are read from the file .env, which is not imported: copy it beside the requests.",
                        at: place)
                }
                return "{{$dotenv \(name)}}"
            }
            if inner.hasPrefix("?") { return "{{$input \(inner.dropFirst().trimmedText)}}" }
            guard inner.hasPrefix("$") else { return nil }
            return dynamic("{{\(inner)}}", place, &notices)
        }
    }

    /// A random value or a time.
    private mutating func dynamic(_ written: String, _ place: ImportPlace?, _ notices: inout NoticeList) -> String {
        let ours = PostmanText.translated(written)
        let isKnown = ours != written || DynamicTerm.all.contains { "{{\($0.text)}}" == written }
        guard !isKnown || PostmanText.isApproximate(written), reported.insert(written).inserted else { return ours }
        if isKnown {
            notices.changed("\(NoticeList.quoted(written)) is written as \(ours).", at: place)
        } else {
            notices.lost("\(NoticeList.quoted(written)) has no value here: define a variable instead.", at: place)
        }
        return ours
    }
}
