import Foundation
import NetEngine
import NetEngineTesting
import Synchronization
import TestSupport

/// Streams, downloads and batches of a script.
extension ExchangeScript {
    /// `fetch METHOD URL | as=json`, or `text`, `form`, `optional`, `nothing`; what comes of it, and of the same response read afterwards.
    mutating func fetch(_ line: ScriptLine) async {
        switch line.options["as"] {
        case "json": await fetch(line, FetchedNumbers.decoder)
        case "text": await fetch(line, TextDecoder())
        case "form": await fetch(line, FormDecoder())
        case "optional": await fetch(line, FetchedNumbers.decoder.optional())
        default: await fetch(line, NothingDecoder())
        }
    }

    private mutating func fetch<Decoder: ResponseDecoder>(_ line: ScriptLine, _ decoder: Decoder) async {
        let engine = started()
        let before = stub.received.count
        let fetched = await engine.fetchExchange(draft(line), decoder: decoder)
        switch fetched.result {
        case .success(let value): text += "value\n\(Printed(value).text)"
        case .failure(let error): text += "failed \(ExchangeText.error(error))"
        }
        let again = fetched.exchange.decoded(by: decoder)
        text += "again \(again.exchange.error?.category.rawValue ?? "success")\n"
        await report(from: before, fetched.exchange.id)
    }

    /// `stream METHOD URL | as=lines`, or `events`, or nothing: chunks; `limit=N` bytes of one.
    mutating func stream(_ line: ScriptLine) async {
        let engine = started()
        let before = stub.received.count
        let limit = line.number("limit") ?? 16 << 20
        switch await engine.openStream(draft(line), maxBodyBytes: line.number("max")) {
        case .failed(let exchange): await report(from: before, exchange.id, tellsSteps: false)
        case .open(let stream):
            var count = 0
            text += "head \(stream.head.status)\n"
            if let error = stream.statusError { text += "status \(ExchangeText.error(error))" }
            do throws(EngineError) {
                switch line.options["as"] {
                case "lines":
                    for try await piece in stream.lines(maxLineBytes: limit) {
                        text += "line \(Printed.quoted(piece))\n"
                    }
                case "events":
                    let events = stream.events(maxEventBytes: limit)
                    for try await event in events {
                        text +=
                            "event \(event.type) \(Printed.quoted(event.data)) id \(Printed.quoted(event.lastEventID))\n"
                    }
                    text += "last id \(Printed.quoted(events.lastEventID))"
                    text += ", reconnect after \(events.reconnectionTime.map { "\($0)" } ?? "-")\n"
                default: for try await chunk in stream { count += chunk.count }
                }
            } catch { text += "stopped \(ExchangeText.error(error))" }
            text += "\(count) bytes in chunks\n"
            count = 0
            // So that it ends by itself.
            do throws(EngineError) {
                for try await chunk in stream { count += chunk.count }
            } catch { text += "then \(ExchangeText.error(error))" }
            text += "\(count) bytes after them\n"
            let exchange = await stream.finish()
            await report(from: before, exchange.id, tellsSteps: false)
        }
    }

    /// `download METHOD URL | part=TEXT | max=N | fresh`: to the file of the script, which holds what an earlier one left.
    mutating func download(_ line: ScriptLine) async {
        guard let folder else { return }
        let engine = started()
        let before = stub.received.count
        let target = "\(folder.path)/file"
        var options = DownloadOptions(resumes: line.options["fresh"] == nil)
        options.maxBytes = line.number("max")
        let outcome = await engine.downloadOutcome(draft(line), to: target, options: options)
        var found = ""
        switch outcome.result {
        case .success(let file): found += "downloaded \(file.byteCount) bytes, resumed from \(file.resumedFrom)\n"
        case .failure(let error): found += "failed \(ExchangeText.error(error))"
        }
        for name in ["file", "file.part", "file.part.info"] {
            guard let data = FileManager.default.contents(atPath: "\(folder.path)/\(name)") else { continue }
            found += "\(name): \(Printed.quoted(String(decoding: data, as: UTF8.self)))\n"
        }
        text += found.replacingOccurrences(of: folder.path, with: "FOLDER")
        for request in stub.received.dropFirst(before) { text += ExchangeText.received(request, isWhole: false) }
        // A response that is of no use is cancelled, at once or after its end.
        for exchange in outcome.exchanges {
            text += "exchange with \(exchange.hops.map { $0.response?.status ?? 0 })\n"
        }
        _ = heard.drain()
    }

    /// `batch LIMIT` or `batch LIMIT | fails-fast`, and below it the requests, as after `send`.
    mutating func batch(_ line: ScriptLine, _ requests: [ScriptLine]) async {
        let engine = started()
        let before = stub.received.count
        let mode: BatchOptions.FailureMode = line.options["fails-fast"] == nil ? .collect : .failFast
        let order = Mutex<[Int]>([])
        let exchanges = await engine.sendAll(
            requests.map { draft($0) }, options: BatchOptions(limit: Int(line.word(1)) ?? 1, failureMode: mode)
        ) { index, _ in order.withLock { $0.append(index) } }
        text += "in the order \(order.withLock { $0 })\n"
        for exchange in exchanges {
            text += "\(exchange.draft.url): \(exchange.response.map { "\($0.status)" } ?? "no response")"
            text += ", hops \(exchange.hops.count), \(exchange.error?.category.rawValue ?? "success")\n"
        }
        await report(from: before, nil)
    }
}

/// What a fetch of a script decodes.
private struct FetchedNumbers: Decodable, Sendable {
    var id: Int
    var list: [Int]?

    static var decoder: JSONBodyDecoder<FetchedNumbers> { JSONBodyDecoder() }
}
