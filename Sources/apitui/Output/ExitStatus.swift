import Base
import NetEngine
import Workspace

/// The exit statuses of the program. The numbers are stable, because scripts depend on them.
enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    case success = 0
    /// A check of the request failed, or its response could not be written to the file it names; `run`: a request
    /// failed. For other commands: the task could not be done.
    case failed = 1
    /// A wrong flag, a missing path, an unreadable file, an unknown environment, no request; `send`: a variable without a
    /// value.
    case usage = 2

    // `send`: one number for each `ErrorCategory`, in its order.
    case requestBuild = 10
    case offline = 11
    case dns = 12
    case connect = 13
    case tls = 14
    case proxy = 15
    case timeout = 16
    case `protocol` = 17
    case redirect = 18
    case clientError = 19
    case serverError = 20
    case unexpectedStatus = 21
    case decoding = 22
    case api = 23
    case tooLarge = 24
    case cache = 25
    case `internal` = 27

    /// SIGHUP: the terminal was closed.
    case hungUp = 129
    /// ^C, as shells report it: 128 plus the signal's number. Also `send`'s status for `cancelled`.
    case interrupted = 130
    /// The reader of standard output closed it before the end (128 + SIGPIPE).
    case readerLeft = 141
    /// SIGTERM.
    case terminated = 143

    /// The status with which `send` ends for an error of that category.
    init(_ category: ErrorCategory) {
        self =
            switch category {
            case .requestBuild: .requestBuild
            case .offline: .offline
            case .dns: .dns
            case .connect: .connect
            case .tls: .tls
            case .proxy: .proxy
            case .timeout: .timeout
            case .protocol: .protocol
            case .redirect: .redirect
            case .clientError: .clientError
            case .serverError: .serverError
            case .unexpectedStatus: .unexpectedStatus
            case .decoding: .decoding
            case .api: .api
            case .tooLarge: .tooLarge
            case .cache: .cache
            case .cancelled: .interrupted
            case .internal: .internal
            }
    }

    /// The table as `--help` and docs/errors.md show it.
    static let table = """
        0    success
        1    a check failed, or a response was not written to its file;
             run: a request failed or could not be sent;
             other commands: it could not be done
        2    wrong flag, missing path, unreadable file, unknown environment,
             no request; send: a variable without a value
        10   request-build      16  timeout         22  decoding
        11   offline            17  protocol        23  api
        12   dns                18  redirect        24  too-large
        13   connect            19  client-error    25  cache
        14   tls                20  server-error    27  internal
        15   proxy              21  unexpected-status
        129  the terminal was closed
        130  interrupted or cancelled
        141  the reader of the output closed it
        143  terminated
        """
}

/// An error that ends a command: plain sentences for the user, and the exit status.
struct CommandFailure: Error, Sendable {
    var sentences: [SafeText]
    /// Lines printed after them, such as the place in question.
    var details: [SafeText] = []
    var status: ExitStatus

    init(_ sentence: SafeText, status: ExitStatus = .usage) { self.init([sentence], status: status) }

    init(_ sentences: [SafeText], status: ExitStatus = .usage) {
        self.sentences = sentences
        self.status = status
    }

    /// Both failures as one, for work that goes on after the first: all sentences, and the status of the first.
    func after(_ earlier: CommandFailure?) -> CommandFailure {
        guard let earlier else { return self }
        var both = earlier
        both.sentences += sentences
        both.details += details
        return both
    }

    /// Without a home folder there is no place for what a command needs.
    init(missing folder: UserFolder, _ result: String) { self.init(SafeText(folder.missing(result))) }
}
