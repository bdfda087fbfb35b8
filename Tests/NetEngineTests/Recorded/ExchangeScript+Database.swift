import Foundation
import GRDB
import NetEngine
import TestSupport

@testable import NetEngineRequestLog

/// What the request log has of a script's exchanges, read by SQL. Times, processes and numbers of changes are left out.
extension ExchangeScript {
    func database() throws -> String {
        guard let folder else { return "no folder\n" }
        let database = try LoggedDatabase(folder)
        let texts = ["method", "host", "category", "phase", "cache", "type"]
        let columns = [
            "status", "request_bytes", "response_bytes", "attempts", "redirects", "flags", "checks_passed",
            "checks_failed", "resend_of",
        ]
        var text = ""
        for row in try database.rows() {
            let id = row["id"] as Int64
            text += "stored \(id): \(LogRow.State(rawValue: row["state"]).map { "\($0)" } ?? "?")"
            for column in texts {
                if let word = try database.words(row, [column]).first { text += ", \(column) \(Printed.escaped(word))" }
            }
            for column in columns {
                guard var number = row[column] as Int? else { continue }
                // Real time decides what is slow.
                if column == "flags" { number &= ~Int(LogFlags.slow.rawValue) }
                text += ", \(column) \(number)"
            }
            text += (row["duration"] as Int?) == nil ? ", no duration" : ""
            text += (row["first_byte"] as Int?) == nil ? ", no first byte\n" : "\n"
            for url in try database.fetch("SELECT text, path FROM url WHERE id = \(row["url"] as Int64)") {
                text += "  url \(url["text"] as String), path \(url["path"] as String)\n"
            }
            if let request = row["request"] as Int64? {
                text += try shown(database, "SELECT name, file, line, collection FROM request WHERE id = \(request)")
            }
            text += try shown(
                database, "SELECT source, process, environment, run FROM origin WHERE id = \(row["origin"] as Int64)")
            for body in try database.fetch("SELECT * FROM body WHERE id >> 8 = \(id) ORDER BY id") {
                let bytes = (body["bytes"] as Data?).map {
                    Printed.escaped(String(decoding: $0.prefix(40), as: UTF8.self))
                }
                text +=
                    "  body \((body["id"] as Int64) & 255): size \(body["size"] as Int), kept \(body["kept"] as Int)"
                text += ", cut \(body["is_cut"] as Int)\((body["file"] as String?) == nil ? "" : ", in a file")"
                text += " \(bytes ?? "")\n"
            }
            for checks in try database.fetch("SELECT lines FROM checks WHERE id = \(id)") {
                text += "  checks \(Printed.escaped(checks["lines"] as String))\n"
            }
            if let exchange = try database.exchange(id) { text += ExchangeText.exchange(exchange) }
        }
        return text
    }

    private func shown(_ database: LoggedDatabase, _ sql: String) throws -> String {
        try database.fetch(sql).map { row in
            let parts = row.columnNames.compactMap { name in
                (row[name] as DatabaseValue).isNull
                    ? nil : "\(name) \((row[name] as DatabaseValue).storage.value ?? "")"
            }
            return "  \(parts.joined(separator: ", "))\n"
        }.joined()
    }
}
