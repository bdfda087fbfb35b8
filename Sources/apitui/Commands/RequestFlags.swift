import ArgumentParser
import Base
import HTTPFormat
import NetEngine
import Workspace

/// The flags of every command that sends.
struct RequestFlags: ParsableArguments {
    static let variablesHelp = ArgumentHelp(
        "Set a variable; it overrides all other sources. May be repeated.", valueName: "name=value")
    static let noKeptHelp: ArgumentHelp =
        "Send the requests of a description as it describes them, without the changes made on the screen."

    @Option(help: ArgumentHelp("The environment of http-client.env.json to use.", valueName: "name"))
    var env: String?

    @Option(
        name: [.customLong("var"), .customLong("variable")],
        help: RequestFlags.variablesHelp)
    var variables: [String] = []

    @Option(help: UICommand.serverHelp)
    var server: String?

    @Flag(
        help:
            "Compare responses with the OpenAPI description in the request's folder, or in the nearest folder above it, up to the root of the collection."
    )
    var contract = false

    @Option(
        help: ArgumentHelp("Compare responses with this OpenAPI description.", valueName: "file"), completion: .file())
    var contractFile: String?

    @Flag(
        help:
            "Count warnings of a description as failures: formats, deprecated operations, requests that are not as described, and what cannot be checked."
    )
    var contractStrict = false

    @Flag(help: RequestFlags.noKeptHelp)
    var noKept = false

    @Flag(help: "Start the demo server for this command; {{base}} is its address.")
    var demo = false

    @Option(
        help: RequestFlags.cacheHelp(
            "How every request uses the cache, whatever its file says. Without this flag 'send' uses 'default', and 'run' bypasses the cache except for requests with # @cache."
        ))
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "The largest response body: 10MB, 64MiB, a number of bytes, or none. It overrides # @max-body. Without either, the disk is the limit: a large body is kept in a temporary file.",
            valueName: "size"))
    var maxBody: String?

    @Flag(
        help:
            "Let the collection read your environment and files outside its folder, and write files, for this command.")
    var trust = false

    @Flag(help: "Also send first what {{name.response…}} refers to, not only what # @ref names.")
    var withReferences = false

    @Flag(
        name: [.customLong("plan"), .customLong("dry-run")],
        help: "Print what would be sent, in which order and why; send nothing.")
    var plan = false

    @Flag(
        help:
            "Print secrets: credentials, and values from private and .env files, your environment and hidden prompts. They are hidden by default, except in response bodies."
    )
    var reveal = false

    @Flag(help: "Keep login tokens ({{$auth.token(…)}}) for later commands, in files that only you can read.")
    var keepTokens = false

    @Option(
        help: ArgumentHelp(
            "Read cookies from this file and write them back at the end: a cookies.txt as curl writes it, or FILE.jsonl, which keeps all attributes. Without this flag cookies last for this command only.",
            valueName: "file"), completion: .file())
    var cookies: String?

    @Flag(help: "Keep no cookies; send only those written in the request.")
    var noCookies = false

    @Flag(help: "Write nothing to the request log, and record no run.")
    var noLog = false

    @OptionGroup(title: "Connection, as in curl") var connection: ConnectionFlags

    /// How references without a `# @ref` are treated.
    var references: SendPlanner.References { withReferences ? .first : .asTheyStand }

    /// What was changed on the screen of the requests of descriptions.
    var keptChanges: KeptChanges { KeptChanges(noKept ? nil : .live()) }

    /// nil if the requests and the command decide.
    var cacheMode: CacheMode? { cache.flatMap(CacheMode.init) }

    /// nil if the requests decide.
    var maxBodyBytes: Int? { maxBody.flatMap(ByteSize.read) }

    static func cacheHelp(_ sentence: String) -> ArgumentHelp {
        let modes = CacheMode.allCases.map(\.rawValue)
        let list = modes.dropLast().joined(separator: ", ") + " or " + (modes.last ?? "")
        return ArgumentHelp("\(sentence) Modes: \(list).", valueName: "mode")
    }

    /// nil without the flag.
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
        if let maxBody, maxBodyBytes == nil {
            throw ValidationError("--max-body takes a size such as 10MB or 64MiB, or none, not '\(maxBody)'.")
        }
        if noCookies, cookies != nil { throw ValidationError("--cookies and --no-cookies cannot be combined.") }
        if cookies?.isEmpty == true { throw ValidationError("--cookies needs the name of a file.") }
        try Self.checkValues(variables)
    }

    /// - Parameter variables: the texts after `--var`.
    static func checkValues(_ variables: [String]) throws {
        for variable in variables where !variable.contains(bytes: "=") || variable.hasPrefix("=") {
            throw ValidationError("--var takes name=value, not '\(variable)'.")
        }
    }

    /// The values of `--var`.
    var overrides: [String: String] { Self.values(variables, server: server) }

    /// Which description responses are compared with if their requests name none.
    var contracts: ContractChoice {
        guard let contractFile else { return contract ? .required : .asWritten }
        return .file(PathText.normalised(contractFile, workingDirectory: StandardInput.currentFolder))
    }

    /// By name; the last one of a name wins.
    /// - Parameter server: what `--server` gives.
    static func values(_ variables: [String], server: String? = nil) -> [String: String] {
        var overrides: [String: String] = [:]
        for variable in variables {
            let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            overrides[String(parts[0])] = String(parts[1])
        }
        if let server { overrides[DescribedFile.serverVariable] = server }
        return overrides
    }
}
