import Workspace

/// Reads HTTP Archives (HAR 1.1, 1.2): the requests in their order, with the responses that were recorded.
package enum HARReader: ImportReader {
    package static let kind = ImportKind.har

    package static func recognises(_ source: ImportSource) -> ImportRecognition {
        guard let log = source.root?["log"], log.isObject, log["entries"] != nil || log["creator"] != nil else {
            return .no
        }
        guard log["entries"]?.isArray == true else {
            return .unusable("This HAR file has no list of entries: record it again, with its content.")
        }
        guard let version = log.scalar("version"), !version.hasPrefix("1.") else { return .yes }
        return .unusable("This is HAR \(NoticeList.quoted(version)); 1.1 and 1.2 are read.")
    }

    package static func read(
        _ source: ImportSource, progress: (Double) -> Void
    ) throws(ImportError) -> ImportedCollection {
        guard let root = source.root, let entries = root["log"]?["entries"] else {
            if case .failure(let error)? = source.file?.document { throw error }
            throw ImportError("This is not a HAR file: it has no list log.entries.")
        }
        var reading = HARReading()
        let items = reading.items(entries.elements, pages: root["log"]?.elements("pages") ?? [], progress)
        guard !items.isEmpty else {
            throw ImportError("The archive has no request that can be sent by HTTP.", at: entries.place)
        }
        let creator = root["log"]?["creator"]?.scalar("name").map { " by \($0)" } ?? ""
        return ImportedCollection(
            kind: .har, name: "", description: "Recorded\(creator).", items: items,
            environments: reading.secrets.environments, notices: reading.notices.all)
    }
}

/// One import of an archive.
private struct HARReading {
    var notices = NoticeList()
    private(set) var secrets = HARSecrets()
    private var droppedHeaders: [String: Int] = [:]

    mutating func items(
        _ entries: [ImportValue], pages: [ImportValue], _ progress: (Double) -> Void
    ) -> [ImportedItem] {
        var titles: [String: String] = [:]
        for page in pages {
            if let id = page.scalar("id") { titles[id] = page.scalar("title") ?? id }
        }
        var requests: [(request: ImportedRequest, page: String, host: String)] = []
        for (index, entry) in entries.enumerated() {
            progress(Double(index + 1) / Double(entries.count))
            var reader = HAREntry(entry)
            guard var request = reader.request() else {
                notices.item = []
                notices.lost(
                    "Entry \(index + 1) is left out: \(reader.reason ?? "it has no request").", at: entry.place)
                continue
            }
            notices.item = [request.label]
            for notice in reader.notices { notices.add(notice.severity, notice.text, at: notice.place) }
            let kept = secrets.move(in: &request)
            if !kept.names.isEmpty {
                let names = NameList.text(kept.names.map { "'\(NoticeList.quoted($0))'" })
                let clause =
                    kept.names.count == 1
                    ? "The secret \(names) of the body is" : "The secrets \(names) of the body are"
                notices.kept(
                    "\(clause) written as recorded, \(kept.reason): look at it before you share the folder.",
                    at: request.place)
            }
            for name in reader.dropped { droppedHeaders[name, default: 0] += 1 }
            requests.append((request, entry.scalar("pageref") ?? "", request.writtenURL.host))
        }
        notices.item = []
        if !droppedHeaders.isEmpty {
            let names = NameList.text(droppedHeaders.keys.sorted())
            notices.changed(
                "Headers that clients add by themselves are left out of \(requests.count == 1 ? "the request" : "the requests"): \(names)."
            )
        }
        return Self.grouped(requests, titles)
    }

    /// By page if there are several, else by host if there are several.
    private static func grouped(
        _ requests: [(request: ImportedRequest, page: String, host: String)], _ titles: [String: String]
    ) -> [ImportedItem] {
        let byPage = Set(requests.map(\.page)).count > 1
        guard byPage || Set(requests.map(\.host)).count > 1 else { return requests.map { .request($0.request) } }
        var order: [String] = []
        var groups: [String: [ImportedItem]] = [:]
        for (request, page, host) in requests {
            let key = byPage ? page : host
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(.request(request))
        }
        return order.map { key in
            let name = byPage ? (key.isEmpty ? "Without a page" : titles[key] ?? key) : key
            return .folder(ImportedFolder(name: name, items: groups[key] ?? []))
        }
    }
}
