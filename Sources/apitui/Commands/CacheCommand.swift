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

    /// Works with the cache on disk; throws the reason if there is none, or if it could not be read or changed.
    fileprivate static func using<Value: Sendable>(
        _ work: @escaping @Sendable (any CacheStore) async -> Value
    ) throws -> Value {
        _ = try OpenFiles.budget(jobs: 1)
        let report: @Sendable (String) -> Void = { StandardStreams.live.report(SafeText("apitui: \($0)")) }
        guard let done = try BlockingBridge.wait(for: { await DiskCache.using(report: report, work) }) else {
            throw CommandFailure(missing: .cache, "There is no cache")
        }
        if let failure = done.failure {
            throw CommandFailure(failure.isEmpty ? [] : [SafeText(failure)], status: .failed)
        }
        return done.value
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
            let (contents, usage) = try CacheCommand.using { (await $0.contents(), await $0.usage()) }
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
            let wanted = (try? HTTPURL.parse(url)).map { CacheKey(url: $0) } ?? CacheKey(text: url)
            let contents = try CacheCommand.using { await $0.contents() }
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
            let pattern = pattern
            let count = try CacheCommand.using { store in
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
