/// Collects what is lost, with the item that is read.
struct NoticeList {
    private(set) var all: [ImportNotice] = []
    /// The names of the folders and the request that is read, outermost first.
    var item: [String] = []

    mutating func add(_ severity: ImportNotice.Severity, _ text: String, at place: ImportPlace? = nil) {
        all.append(ImportNotice(severity, text, item: item, at: place))
    }

    mutating func changed(_ text: String, at place: ImportPlace? = nil) { add(.changed, text, at: place) }
    mutating func kept(_ text: String, at place: ImportPlace? = nil) { add(.kept, text, at: place) }
    mutating func lost(_ text: String, at place: ImportPlace? = nil) { add(.lost, text, at: place) }

    /// A text of the source within a sentence: short, and on one line.
    static func quoted(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.count > 60 ? "\(line.prefix(57))…" : line
    }
}
