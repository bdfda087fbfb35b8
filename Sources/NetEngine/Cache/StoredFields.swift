/// Which fields of an answer are stored, and how they are renewed. Pure.
enum StoredFields {
    /// RFC 9111 §3.1: without the fields of the connection, those that `Connection` lists, and those that `no-cache` or
    /// the proxy's own business keep out.
    static func storable(_ headers: HeaderFields, control: CacheControl) -> HeaderFields {
        let listed = connectionListed(headers)
        return HeaderFields(
            headers.fields.filter { field in
                let name = field.name.lowercased()
                return !perConnection.contains(name) && !listed.contains(name)
                    && !control.noCacheFields.contains(name)
            })
    }

    private static let perConnection: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    ]

    private static func connectionListed(_ headers: HeaderFields) -> Set<String> {
        var names: Set<String> = []
        for field in headers.fields where field.isNamed("Connection") {
            for member in ListSyntax.split(field.valueBytes) {
                names.insert(HeaderField(nameBytes: Array(member), valueBytes: []).name.lowercased())
            }
        }
        return names
    }

    /// The stored fields with those of a 304, or of an answer to HEAD, in the place of their namesakes (RFC 9111 §3.2).
    ///
    /// What describes the stored bytes stays: their length; the range of a part; and a coding that somebody undid or will
    /// undo, for the bytes are in the old one. An old `Age` goes, for the server has just spoken.
    /// - Parameters:
    ///   - isPart: whether only a range is stored.
    ///   - decodedCodings: what was undone before the bytes were stored.
    static func renewed(
        _ stored: HeaderFields, by news: HeaderFields, isPart: Bool, decodedCodings: [String]
    ) -> HeaderFields {
        let control = CacheControl(news)
        let hasCoding = !decodedCodings.isEmpty || !isOpaque(stored) || !isOpaque(news)
        let usable = storable(news, control: control).fields.filter { field in
            if field.isNamed("Content-Length") { return false }
            if field.isNamed("Content-Range") { return !isPart }
            return !field.isNamed("Content-Encoding") || !hasCoding
        }
        var names = Set(usable.map { $0.name.lowercased() })
        names.insert("age")
        names.formUnion(control.noCacheFields)
        return HeaderFields(stored.fields.filter { !names.contains($0.name.lowercased()) } + usable)
    }

    /// Whether the fields name a content coding, and one that nobody here can undo.
    private static func isOpaque(_ headers: HeaderFields) -> Bool {
        let values = headers.values("Content-Encoding")
        return !values.isEmpty && (try? ContentDecoder(fieldValues: values)) == nil
    }
}
