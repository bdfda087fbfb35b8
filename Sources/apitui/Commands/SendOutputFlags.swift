import ArgumentParser

/// Which parts of a response `send` prints, and where.
struct SendOutputFlags: ParsableArguments {
    @Flag(
        name: [.customShort("i"), .customLong("include"), .customLong("show-headers")],
        help:
            "Print the header of the response before the body. A success is printed while it arrives; any other status at its end, because a retry may follow."
    )
    var include = false

    @Flag(
        name: .shortAndLong,
        help:
            "Print on standard error what was sent (>) and received (<) as headers, and facts of the connection (*).")
    var verbose = false

    @Option(
        name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
        help: ArgumentHelp(
            "Write what would go to standard output to this file when the response is complete; if it breaks off, the file stays as it was. A device or a pipe is written to as the response arrives; - is standard output.",
            valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Print the whole exchange as one JSON object instead of the body.")
    var json = false

    func validate() throws {
        if json, include { throw ValidationError("--json prints the headers already; leave --include out.") }
    }

    /// nil for standard output.
    func file() throws(CommandFailure) -> OutputFile? {
        guard let output, output != "-" else { return nil }
        return try OutputFile(output)
    }
}
