import ArgumentParser
import NetEngine
import Workspace

/// The flags of every command that sends.
struct RequestFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The environment of http-client.env.json whose variables hold.", valueName: "name"))
    var env: String?

    @Option(
        name: .customLong("var"),
        help: ArgumentHelp("A variable; it beats every other source. May be repeated.", valueName: "name=value"))
    var variables: [String] = []

    @Flag(help: "Start the demo server for this call, with {{base}} pointing at it.")
    var demo = false

    @Option(
        help: RequestFlags.cacheHelp(
            "every request, whatever it says itself. Without it, 'send' does as 'default' says and 'run' passes the cache by, but for requests with # @cache"
        ))
    var cache: String?

    @Flag(
        help:
            "Let the collection read your environment and files outside of its folder, and write files, for this call.")
    var trust = false

    @Flag(help: "Send first what a request refers to with {{name.response…}}, not only what it names with # @ref.")
    var withReferences = false

    @Flag(help: "Print what would be sent, in which order and why, and send nothing.")
    var plan = false

    @Flag(
        help:
            "Tell private values (of private and .env files, of your environment, of hidden questions) and credentials as they are. Otherwise they are left out of what is told beside the body."
    )
    var reveal = false

    @Flag(help: "Keep the tokens of sign-ins ({{$auth.token(…)}}) for later calls, in files that only you may read.")
    var keepTokens = false

    @Option(
        help: ArgumentHelp(
            "Begin with the cookies of this file and write them back at the end: a cookies.txt as curl has it, or FILE.jsonl with all that there is to a cookie. Without it cookies are kept for this call only.",
            valueName: "file"), completion: .file())
    var cookies: String?

    @Flag(help: "Keep no cookies, and send only those that are written in the file.")
    var noCookies = false

    @OptionGroup(title: "Connection, as curl has it") var connection: ConnectionFlags

    /// What becomes of references that no `# @ref` declares.
    var references: SendPlanner.References { withReferences ? .first : .asTheyStand }

    /// nil where the requests and the command decide.
    var cacheMode: CacheMode? { cache.flatMap(CacheMode.init) }

    static func cacheHelp(_ scope: String) -> ArgumentHelp {
        let modes = CacheMode.allCases.map(\.rawValue)
        let list = modes.dropLast().joined(separator: ", ") + " or " + (modes.last ?? "")
        return ArgumentHelp("How the cache is used by \(scope): \(list).", valueName: "mode")
    }

    /// nil where there is no flag.
    static func cacheMode(_ flag: String?) throws -> CacheMode? {
        guard let flag else { return nil }
        guard let mode = CacheMode(rawValue: flag) else {
            let modes = CacheMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--cache takes one of \(modes), not '\(flag)'.")
        }
        return mode
    }

    func validate() throws {
        _ = try Self.cacheMode(cache)
        if noCookies, cookies != nil { throw ValidationError("--cookies and --no-cookies exclude each other.") }
        for variable in variables where !variable.contains("=") || variable.hasPrefix("=") {
            throw ValidationError("--var takes name=value, not '\(variable)'.")
        }
    }

    /// What `--var` sets; the last of a name wins.
    var overrides: [String: String] {
        var overrides: [String: String] = [:]
        for variable in variables {
            let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            overrides[String(parts[0])] = String(parts[1])
        }
        return overrides
    }
}
