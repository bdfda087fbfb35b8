import ArgumentParser
import Base
import NetEngine
import Synchronization

/// The flags that describe the request of a URL, with curl's names and meanings.
struct CurlFlags: ParsableArguments {
    /// A data value that keeps its position among all data flags: curl joins data in the order it was typed.
    struct Data: Sendable, Hashable {
        let text: String
        let place: Int

        private static let count = Mutex(0)

        /// - Parameter text: parsed from left to right, each value once.
        init(_ text: String) {
            self.text = text
            place = Self.count.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Option(
        name: [.customShort("X", allowingJoined: true), .customLong("request")], parsing: .unconditional,
        help: ArgumentHelp("The method. Default: GET, or POST with data.", valueName: "method"))
    var method: String?

    @Option(
        name: [.customShort("H", allowingJoined: true), .customLong("header")], parsing: .unconditionalSingleValue,
        help: ArgumentHelp("A header to send. May be repeated.", valueName: "name: value"))
    var headers: [String] = []

    @Option(
        name: [.customShort("d", allowingJoined: true), .customLong("data"), .customLong("data-ascii")],
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The body; @FILE reads a file without its line breaks, @- standard input. Several are joined with &. The content type is application/x-www-form-urlencoded unless a header says otherwise.",
            valueName: "data"), transform: { Data($0) })
    var data: [Data] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The same; @ has no meaning.", valueName: "data"), transform: { Data($0) })
    var dataRaw: [Data] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The same; a file is sent byte for byte.", valueName: "data"), transform: { Data($0) })
    var dataBinary: [Data] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("The same; what follows NAME= is percent-encoded.", valueName: "data"),
        transform: { Data($0) })
    var dataUrlencode: [Data] = []

    @Option(
        name: [.customShort("F", allowingJoined: true), .customLong("form")], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A part of a multipart form; @FILE sends a file of this folder. May be repeated.",
            valueName: "name=content"))
    var form: [String] = []

    @Flag(name: [.customShort("G"), .customLong("get")], help: "Send the data as the query of a GET.")
    var isQuery = false

    @Flag(name: [.customShort("I"), .customLong("head")], help: "Send HEAD and print the header of the response.")
    var isHead = false

    @Option(
        name: [.customShort("u", allowingJoined: true), .customLong("user")], parsing: .unconditional,
        help: ArgumentHelp("Log in (Basic).", valueName: "user:password"))
    var user: String?

    @Option(
        name: [.customShort("A", allowingJoined: true), .customLong("user-agent")], parsing: .unconditional,
        help: ArgumentHelp("The User-Agent to send.", valueName: "name"))
    var userAgent: String?

    @Option(
        name: [.customShort("b", allowingJoined: true), .customLong("cookie")], parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Cookies to send. --cookies FILE reads them from a file, and keeps new ones.", valueName: "name=value"))
    var sentCookies: [String] = []

    @Flag(name: [.customShort("L"), .customLong("location")], help: "Follow redirects.")
    var followsRedirects = false

    @Option(
        name: [.customShort("m", allowingJoined: true), .customLong("max-time")], parsing: .unconditional,
        help: ArgumentHelp("The time limit for the whole exchange.", valueName: "seconds"))
    var maxTime: String?

    @Flag(name: [.customLong("compressed")], help: "Not needed: a compressed body is asked for and decoded.")
    var isCompressed = false

    @Flag(name: [.customShort("f"), .customLong("fail")], help: "Not needed: a status of 400 or more is a failure.")
    var fails = false

    @Flag(name: [.customShort("s"), .customLong("silent")], help: "Not needed: no progress is shown.")
    var isSilent = false

    @Flag(name: [.customShort("S"), .customLong("show-error")], help: "Not needed: errors are shown.")
    var showsErrors = false

    func validate() throws {
        if let file = sentCookies.first(where: { !$0.contains(bytes: "=") }) {
            throw ValidationError("--cookie takes name=value, not '\(file)'; --cookies FILE reads cookies from a file.")
        }
        if let maxTime, Double(maxTime).map({ $0 > 0 && $0.isFinite }) != true {
            throw ValidationError("--max-time takes a number of seconds above 0, not '\(maxTime)'.")
        }
        for header in headers {
            if header.hasPrefix("@") {
                throw ValidationError("--header takes 'Name: value'; a file of headers is not read.")
            }
            guard header.contains(bytes: ":") || header.hasSuffix(";"), header.first != ":",
                !header.contains(where: \.isNewline)
            else { throw ValidationError("--header takes one line 'Name: value', not '\(header)'.") }
        }
        for part in form where !part.contains(bytes: "=") {
            throw ValidationError("--form takes name=content, not '\(part)'.")
        }
        if !form.isEmpty, !data.isEmpty || !dataRaw.isEmpty || !dataBinary.isEmpty || !dataUrlencode.isEmpty {
            throw ValidationError("--form and --data cannot be combined.")
        }
    }

    /// A sentence for each flag that was given and has no effect.
    var unneeded: [String] {
        [
            isCompressed ? "--compressed is not needed: a compressed body is asked for and decoded." : nil,
            fails ? "-f is not needed: a status of 400 or more is a failure, and its body is printed." : nil,
            isSilent
                ? "-s is not needed: the body alone goes to standard output; 2>/dev/null leaves out the summary." : nil,
            showsErrors ? "-S is not needed: errors are shown." : nil,
        ].compactMap(\.self)
    }

    /// The first flag that was given and describes a request; nil if there is none.
    var given: String? {
        let flags: [(String, Bool)] = [
            ("-X", method != nil), ("-H", !headers.isEmpty), ("-d", !data.isEmpty), ("--data-raw", !dataRaw.isEmpty),
            ("--data-binary", !dataBinary.isEmpty), ("--data-urlencode", !dataUrlencode.isEmpty), ("-F", !form.isEmpty),
            ("-G", isQuery), ("-I", isHead), ("-u", user != nil), ("-A", userAgent != nil),
            ("-b", !sentCookies.isEmpty), ("-L", followsRedirects), ("-m", maxTime != nil),
        ]
        return flags.first { $0.1 }?.0
    }
}
