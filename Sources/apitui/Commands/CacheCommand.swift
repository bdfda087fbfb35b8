import ArgumentParser
import Base
import NetEngine
import TerminalUI
import Workspace

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "Lists, shows and deletes responses stored in the HTTP cache.",
        discussion: """
            The cache is in $XDG_CACHE_HOME/apitui or ~/.cache/apitui. The screen and 'send' share it, and 'run' for \
            requests with # @cache.

            Examples:
              apitui cache list api.example.com
              apitui cache show https://api.example.com/orders
              apitui cache clear
            """, subcommands: [List.self, Show.self, Clear.self], defaultSubcommand: List.self)

    /// The cache on disk; throws the reason if there is none.
    fileprivate static func store() throws -> any CacheStore {
        _ = try OpenFiles.budget(jobs: 1)
        let report: @Sendable (String) -> Void = { StandardStreams.live.report(SafeText("apitui: \($0)")) }
        guard let store = DiskCache.open(report: report) else {
            throw CommandFailure(missing: .cache, "There is no cache")
        }
        return store
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists stored responses, the most recently used first.")

        @Argument(help: "Only URLs that contain this text.")
        var pattern: String?

        @Flag(help: "Only fresh responses.")
        var fresh = false

        @Flag(help: "Only stale responses.")
        var stale = false

        @Flag(help: "Print one JSON array.")
        var json = false

        @Flag(help: "Print secrets in URLs and headers too.")
        var reveal = false

        func run() throws {
            let streams = StandardStreams.live
            let store = try CacheCommand.store()
            let (contents, usage) = try BlockingBridge.wait { (await store.contents(), await store.usage()) }
            let entries = contents.map { CachedEntry($0, now: .now, reveals: reveal) }.filter { entry in
                (pattern.map(entry.matches) ?? true) && (!fresh || entry.isFresh)
                    && (!stale || !entry.isFresh)
            }
            if json {
                return streams.writeBytes(JSONOutput.array(entries.map(\.json)).bytes + [Byte.lineFeed])
            }
            for entry in entries {
                let response = entry.response
                let part = response.part.map { " (\($0.text))" } ?? ""
                streams.line(
                    SafeText(
                        "\(response.status)  \(entry.state)  \(Formatting.byteCount(response.bodyByteCount))\(part)  \(entry.key)"
                    ))
            }
            streams.report(
                SafeText(
                    "\(Formatting.count(usage.count, "response")) in \(Formatting.byteCount(usage.bytes)) of \(Formatting.byteCount(usage.limit))."
                ))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows all stored variants of a URL and how fresh they are.")

        @Argument(help: "The URL, as 'apitui cache list' prints it.")
        var url: String

        @Flag(help: "Print one JSON array.")
        var json = false

        @Flag(help: "Print secrets in URLs and headers too.")
        var reveal = false

        func run() throws {
            let streams = StandardStreams.live
            let store = try CacheCommand.store()
            let wanted = (try? HTTPURL.parse(url)).map { CacheKey(url: $0) } ?? CacheKey(text: url)
            let contents = try BlockingBridge.wait { await store.contents() }
            let entries = contents.map { CachedEntry($0, now: .now, reveals: reveal) }
                .filter { $0.response.key.url == wanted.url || $0.url == url || $0.key == url }
            if json {
                streams.writeBytes(JSONOutput.array(entries.map(\.json)).bytes + [Byte.lineFeed])
            } else {
                for (index, entry) in entries.enumerated() {
                    if index > 0 { streams.line("") }
                    for line in entry.lines { streams.line(line) }
                }
            }
            guard !entries.isEmpty else {
                throw CommandFailure(["Nothing is stored for \(url)."], status: .failed)
            }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Deletes stored responses and frees the disk space.")

        @Argument(help: "Only URLs that contain this text.")
        var pattern: String?

        func run() throws {
            let store = try CacheCommand.store()
            let pattern = pattern
            let count = try BlockingBridge.wait {
                if let pattern {
                    return await store.remove(where: { CachedEntry($0, now: .now).matches(pattern) })
                }
                let count = await store.usage().count
                await store.clear()
                return count
            }
            StandardStreams.live.report(SafeText("\(Formatting.count(count, "response")) removed."))
        }
    }
}
