import Foundation
import GRDB
import NetEngine
import NetEngineSQLite

/// A stored response as a row of the database.
enum StoredRow {
    static let columnsWithoutBody = """
        id, key, status, reason, version, headers, requested_at, responded_at, vary_star, vary, authorization, codings,
        wire_bytes, body_bytes, part_first, part_last, part_total, requested_range, shown
        """

    /// Where the body is.
    struct Body {
        let inline: [UInt8]?
        let file: String?
        let checksum: Int64

        init(_ row: Row) {
            inline = (row["body"] as Data?).map { Array($0) }
            file = row["file"]
            checksum = row["checksum"]
        }
    }

    /// nil if the row is invalid. Bodies within the row are included, if undamaged.
    static func response(_ row: Row) -> StoredResponse? {
        guard let headers = PackedFields.unpack(row["headers"]),
            let vary = PackedFields.unpack(row["vary"])
        else { return nil }
        var part: ContentRange?
        if let first = row["part_first"] as Int?, let last = row["part_last"] as Int? {
            part = ContentRange(first: first, last: last, total: row["part_total"])
        }
        let codings: String = row["codings"]
        let response = StoredResponse(
            id: StoredResponse.ID(rawValue: row["id"]), key: CacheKey(text: row["key"]), status: row["status"],
            reason: Array(row["reason"] as Data), httpVersion: (row["version"] as String?).flatMap(HTTPVersion.init),
            headers: HeaderFields(headers.map { HeaderField(nameBytes: $0.name, valueBytes: $0.value ?? []) }),
            requestTime: Timestamp(microsecondsSince1970: row["requested_at"]),
            responseTime: Timestamp(microsecondsSince1970: row["responded_at"]),
            vary: VaryKey(
                isStar: row["vary_star"],
                fields: vary.map { field in
                    VaryKey.Field(
                        name: String(decoding: field.name, as: UTF8.self),
                        value: field.value.map { String(decoding: $0, as: UTF8.self) })
                }),
            authorization: row["authorization"], decodedCodings: codings.split(separator: ",").map(String.init),
            wireBodyByteCount: row["wire_bytes"], bodyByteCount: row["body_bytes"], part: part,
            requestedRange: (row["requested_range"] as Data?).map { Array($0) }
        ).showing(row["shown"])
        guard row.hasColumn("body"), let body = Body(row).inline else { return response }
        guard body.count == response.bodyByteCount, Checksum.of(body) == row["checksum"] as Int64 else { return nil }
        return response.holding(body)
    }

    static func size(_ response: StoredResponse) -> Int {
        response.bodyByteCount + response.key.text.utf8.count
            + response.headers.fields.reduce(512) { $0 + $1.nameBytes.count + $1.valueBytes.count + 8 }
    }

    static func insert(
        _ response: StoredResponse, body: [UInt8]?, file: String?, _ bytes: [UInt8], usedAt: Int64, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO response (\(columnsWithoutBody), size, used_at, checksum, file, body)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            response.id.rawValue, response.key.text, response.status, Data(response.reason),
            response.httpVersion?.rawValue, PackedFields.pack(response.headers),
            response.requestTime.microsecondsSince1970, response.responseTime.microsecondsSince1970,
            response.vary.isStar, PackedFields.pack(response.vary.fields), response.authorization,
            response.decodedCodings.joined(separator: ","), response.wireBodyByteCount, response.bodyByteCount,
            response.part?.first, response.part?.last, response.part?.total, response.requestedRange.map { Data($0) },
            response.shownKey, size(response), usedAt, Checksum.of(bytes), file, body.map { Data($0) },
        ])
    }

    static func renew(_ response: StoredResponse, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                UPDATE response SET headers = ?, vary_star = ?, vary = ?, requested_at = ?, responded_at = ?, size = ?
                WHERE id = ?
                """
        ).execute(arguments: [
            PackedFields.pack(response.headers), response.vary.isStar, PackedFields.pack(response.vary.fields),
            response.requestTime.microsecondsSince1970, response.responseTime.microsecondsSince1970, size(response),
            response.id.rawValue,
        ])
    }

    /// The bodies that are files.
    static func files(in database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT file FROM response WHERE file IS NOT NULL")
    }

    /// - Returns: the files that are no longer needed.
    static func delete(_ ids: [Int64], in database: Database) throws -> [String] {
        var files: [String] = []
        for id in ids {
            let statement = try database.cachedStatement(sql: "DELETE FROM response WHERE id = ? RETURNING file")
            files += try Optional<String>.fetchAll(statement, arguments: [id]).compactMap(\.self)
        }
        return files
    }

    /// Evicts the least recently used, down to a tenth below the limit, so that not every insertion has to.
    /// - Returns: the files that are no longer needed.
    static func shrink(to limit: Int, keeping id: Int64, in database: Database) throws -> [String] {
        var bytes = try Int.fetchOne(database, sql: "SELECT bytes FROM usage") ?? 0
        guard bytes > limit else { return [] }
        var unwanted: [Int64] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT id, size FROM response ORDER BY used_at")
        while bytes > limit - limit / 10, let row = try rows.next() {
            guard row["id"] as Int64 != id else { continue }
            unwanted.append(row["id"])
            bytes -= row["size"] as Int
        }
        let files = try delete(unwanted, in: database)
        try database.execute(sql: "PRAGMA incremental_vacuum")
        return files
    }

    static func note(_ uses: [Int64: Int64], in database: Database) throws {
        for (id, moment) in uses {
            try database.cachedStatement(sql: "UPDATE response SET used_at = max(used_at, ?) WHERE id = ?")
                .execute(arguments: [moment, id])
        }
    }
}

/// Fields as bytes, each after its length, so that no value can be mistaken for the end of one.
enum PackedFields {
    static func pack(_ headers: HeaderFields) -> Data {
        pack(headers.fields.map { (name: $0.nameBytes, value: $0.valueBytes) })
    }

    static func pack(_ fields: [VaryKey.Field]) -> Data {
        pack(fields.map { (name: Array($0.name.utf8), value: $0.value.map { Array($0.utf8) }) })
    }

    private static func pack(_ fields: [(name: [UInt8], value: [UInt8]?)]) -> Data {
        var bytes: [UInt8] = []
        func add(_ part: [UInt8]?) {
            let count = part.map { UInt32(truncatingIfNeeded: $0.count) } ?? .max
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
            bytes += part ?? []
        }
        for field in fields {
            add(field.name)
            add(field.value)
        }
        return Data(bytes)
    }

    /// nil if the bytes are not what `pack` makes.
    static func unpack(_ data: Data) -> [(name: [UInt8], value: [UInt8]?)]? {
        let bytes = [UInt8](data)
        var index = 0
        /// The outer nil is the error.
        func take() -> [UInt8]?? {
            guard index + 4 <= bytes.count else { return .none }
            let count = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
            index += 4
            if count == .max { return .some(nil) }
            guard Int(count) <= bytes.count - index else { return .none }
            defer { index += Int(count) }
            return .some(Array(bytes[index..<(index + Int(count))]))
        }
        var fields: [(name: [UInt8], value: [UInt8]?)] = []
        while index < bytes.count {
            guard let name = take(), let name, let value = take() else { return nil }
            fields.append((name, value))
        }
        return fields
    }
}
