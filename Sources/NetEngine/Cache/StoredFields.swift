/// Which fields of a response are stored, and how they are renewed. Pure.
enum StoredFields {
    /// RFC 9111 §3.1: without the fields of the connection, those that `Connection` lists, and those that `no-cache` or
    /// the proxy's own business keep out.
    static func storable(_ headers: HeaderFields, control: CacheControl) -> HeaderFields {
        let listed = connectionListed(headers)
        // Most responses name none, and lower-casing all their fields would cost more than everything else.
        let withheld = Set(control.noCacheFields)
        let namesNone = control.noCacheFields.isEmpty && listed.allSatisfy { $0 == "keep-alive" || $0 == "close" }
        return HeaderFields(
            headers.fields.filter { field in
                guard !isPerConnection(field) else { return false }
                if namesNone { return !field.isNamed("close") || !listed.contains("close") }
                let name = field.name.lowercased()
                return !listed.contains(name) && !withheld.contains(name)
            })
    }

    private static func isPerConnection(_ field: HeaderField) -> Bool {
        // Few names are as long as one of these.
        switch field.nameBytes.count {
        case 2: field.isNamed("TE")
        case 7: field.isNamed("Trailer") || field.isNamed("Upgrade")
        case 10: field.isNamed("Connection") || field.isNamed("Keep-Alive")
        case 16: field.isNamed("Proxy-Connection")
        case 17: field.isNamed("Transfer-Encoding")
        case 18: field.isNamed("Proxy-Authenticate")
        case 19: field.isNamed("Proxy-Authorization")
        case 25: field.isNamed("Proxy-Authentication-Info")
        default: false
        }
    }

    private static func connectionListed(_ headers: HeaderFields) -> Set<String> {
        var names: Set<String> = []
        for field in headers.lines("Connection") {
            for member in ListSyntax.split(field.valueBytes) {
                names.insert(HeaderField(nameBytes: Array(member), valueBytes: []).name.lowercased())
            }
        }
        return names
    }

    /// What a 304, a response to HEAD or the rest of a part makes of the stored fields.
    struct Renewal {
        /// To be stored, and served as long as they are.
        let stored: HeaderFields
        /// Fields of the server's response that `no-cache` keeps out of the store. The server has just sent them, so they belong to the
        /// response to this request, and to no later one (RFC 9111 §5.2.2.4).
        let once: [HeaderField]
    }

    /// The stored fields with those of a 304, or of a response to HEAD, replacing those of the same name (RFC 9111 §3.2).
    ///
    /// What describes the stored bytes stays: their length; the range of a part; and a coding that somebody undid or will
    /// undo, because the bytes are in the old one. An old `Age` is removed: the server has just replied. The `no-cache` of the
    /// stored response counts, unless the new one has a `Cache-Control`, which replaces it.
    /// - Parameters:
    ///   - isPart: whether only a range is stored.
    ///   - decodedCodings: what was undone before the bytes were stored.
    static func renewed(
        _ stored: HeaderFields, by news: HeaderFields, isPart: Bool, decodedCodings: [String]
    ) -> Renewal {
        let hasCoding = !decodedCodings.isEmpty || !isOpaque(stored) || !isOpaque(news)
        let usable = storable(news, control: CacheControl()).fields.filter { field in
            if field.isNamed("Content-Length") { return false }
            if field.isNamed("Content-Range") { return !isPart }
            return !field.isNamed("Content-Encoding") || !hasCoding
        }
        let withheld = Set(CacheControl(news.contains("Cache-Control") ? news : stored).noCacheFields)
        var lasting: [HeaderField] = []
        var once: [HeaderField] = []
        var names = withheld
        names.insert("age")
        for field in usable {
            let name = field.name.lowercased()
            if withheld.contains(name) { once.append(field) } else { lasting.append(field) }
            names.insert(name)
        }
        return Renewal(
            stored: HeaderFields(stored.fields.filter { !names.contains($0.name.lowercased()) } + lasting), once: once)
    }

    /// Whether the fields name a content coding that cannot be decoded here.
    private static func isOpaque(_ headers: HeaderFields) -> Bool {
        let values = headers.values("Content-Encoding")
        return !values.isEmpty && (try? ContentDecoder(fieldValues: values)) == nil
    }
}
