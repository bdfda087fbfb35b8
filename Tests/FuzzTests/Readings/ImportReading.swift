import Base
import NetEngine
import TestSupport

@testable import Import

/// Files of other tools, as text: the files that an import makes of them, and what it says.
enum ImportReading {
    static func text(_ bytes: [UInt8]) -> String {
        let source: ImportSource
        do throws(ImportError) { source = try Importer.source(name: "source", bytes: bytes) } catch {
            return "\(error.description)\n"
        }
        return text(source)
    }

    /// A case is the files of a folder, each below a line `--- PATH`.
    static func folders(_ file: String) throws -> [(name: String, text: String)] {
        try ReadingCases.sections(file).map { name, body in
            let files = CaseSections.read("\(body)\n", mark: "---").map { path, text in
                ImportSource.File(
                    path: path, bytes: ReadingCases.bytes("\(text)\n"),
                    readsDocument: !path.hasSuffix(".bru") && !path.hasSuffix(".hurl"))
            }
            return (name, text(ImportSource(name: "source", files: files)))
        }
    }

    private static func text(_ source: ImportSource) -> String {
        var text = ""
        do throws(ImportError) { text = "kind \(try Importer.kind(of: source))\n" } catch {
            text = "\(Printed.escaped(error.description))\n"
        }
        for reader in ImportReaders.all {
            let recognition = reader.recognises(source)
            let isOne = recognition != .no
            do throws(ImportError) {
                let files = try Importer.files(of: source, as: reader.kind)
                // A reader that is asked for another tool's file finds nothing of interest.
                guard isOne || files.requestCount > 0 else { continue }
                text += "\(reader.kind)\(isOne ? ", \(recognition)" : "") \(files.folder ?? "-")\n"
                text += Printed(files.environments).text + Printed(files.secrets).text + Printed(files.values).text
                for file in files.files {
                    text += "== \(file.path)\(file.isPrivate ? " (private)" : "") \(file.requests)\n"
                    text += file.bytes.split(separator: 10, omittingEmptySubsequences: false).map {
                        "  | \(Printed.escaped(String(decoding: $0, as: UTF8.self)))\n"
                    }.joined()
                }
                for exchange in files.recorded { text += recorded(exchange) }
                let report = ImportReport(files, place: "place", logs: files.requestCount % 2 == 0)
                text += report.lines.map { "  > \($0.string)\n" }.joined()
            } catch { if isOne { text += "\(reader.kind): \(Printed.escaped(error.description))\n" } }
        }
        return text
    }

    private static func recorded(_ recorded: RecordedExchange) -> String {
        let exchange = recorded.exchange(id: ExchangeID(rawValue: 1), file: "/f", collection: "/c")
        let log = exchange.draft.options.log
        var text = "recorded \(recorded.path) \(recorded.name) \(recorded.line.map(String.init) ?? "-")"
        text += " \(recorded.startedAt.microsecondsSince1970) \(exchange.error?.sentence ?? "")"
        text += "\(log?.storesFactOnly == true ? " fact only" : "")\n"
        text += Printed(log?.secrets ?? []).text + Printed(exchange.timings).text
        for hop in exchange.hops {
            text += "  > \(Printed.escaped(String(decoding: hop.sentHead, as: UTF8.self))) \(hop.sentBodyByteCount)\n"
            guard let response = hop.response else { continue }
            let version = response.httpVersion.map { "\($0)" } ?? "-"
            text += "  < \(response.status) \(String(decoding: response.reason, as: UTF8.self)) \(version)"
            text += " \(response.decodedCodings) \(response.wireBodyByteCount.map(String.init) ?? "-")"
            text += " \(hop.connection?.remoteAddress ?? "-"):\(hop.connection?.remotePort ?? 0)\n"
            for field in response.headers { text += "    \(field.name): \(Printed.escaped(field.value))\n" }
            text += "    \(Printed.quoted(String(decoding: response.body, as: UTF8.self)))\n"
        }
        return text
    }
}
