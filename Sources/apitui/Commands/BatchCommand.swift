import ArgumentParser
import Base
import Glibc
import NetEngine

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Sends the requests that come as JSON Lines on standard input.",
        discussion: #"""
            For scripts and other languages: one request object a line on standard input, one result object a line on \#
            standard output as each ends, in any order. Every line is answered once. The process ends when the input is \#
            closed and the last result is written.

            Members of a request. Only id, method and url are required; null is the
            same as absent. In parentheses what holds then.
              id              string or number; the result repeats it as written
              method, url     as they shall be sent
              headers         [["Name","value"],...]; a character from U+0000 to
                              U+00FF is one byte
              body            text, sent as UTF-8; empty is none
              bodyBase64      bytes, in place of body
              cache           default, no-store, reload, no-cache, force-cache,
                              only-if-cached (default)
              timeout         seconds for all hops, attempts and waits before
                              retries, from the start of work (60)
              connectTimeout  seconds for the connection, and as many each for name
                              lookup and TLS (10 for the connection)
              followRedirects (true)
              maxRedirects    0 to 1000 (10)
              maxBodyBytes    of the decoded body (67108864, which is 64 MiB)
              insecure        accept any certificate (false)
              caFile          PEM file of authorities, in place of the system's
              proxy           a URL, or "env" for that of the environment (none)
              retries         after a lost connection and status 429, 500, 502, 503
                              or 504, for methods that are idempotent (0)
              retryUnsafe     retry the other methods too (false)

            A line that is no such object gets a request-build error that names the member at fault; its id is null if \#
            none can be read. A member that is not known is ignored, and told of on standard error. Empty lines are \#
            skipped. A line has 64 MiB at most.

            Members of a result. All are there each time; null is what did not happen.
              id, status, httpVersion ("1.0", "1.1", "2")
              headers, trailers  as on the wire
              body               where the bytes are UTF-8, else bodyBase64; decoded,
                                 unless the request has an Accept-Encoding
              cache              {outcome, reason, stored, revalidating}; the outcome is
                                 hit, revalidated, stale, miss or bypass; revalidating
                                 where the server is asked meanwhile, in the background
              error              {category, phase, sentence, hint, code}; a 4xx, a
                                 5xx and what broke off have one beside their status
              attempts           tries, without those that followed redirects
              redirects
              finalUrl           without user and password; [redacted] in place of
                                 values of api_key, access_token, token, password,
                                 sig and their like, unless --reveal is given
              reused             whether the last request went over a kept connection
              timings            milliseconds, summed over hops and attempts: queue,
                                 dns, connect, tls, send, wait, receive, retryWait,
                                 total; redirect is the part of them that was spent
                                 on hops that were redirected

            Answers are kept in memory, up to 64 MiB, and used again as RFC 9111 permits a private cache, until the process \#
            ends; the member cache of a request changes that.

            Header fields that are sent unless the request has them: Host, User-Agent, Accept, Accept-Encoding, \#
            Content-Length for a body and for POST, PUT and PATCH, Authorization for user:password in the URL.

            The cache (RFC 9111) keeps up to 64 MiB of answers in memory while the program runs, and begins empty.

            Input is read while requests are at work, at most 4096 lines or 64 MiB ahead of the results. While results are \#
            not read, no new work begins. So memory is bounded for any number of lines.

            After ^C or SIGTERM whatever is in flight, was read or waits in the input is answered as cancelled; a second \#
            signal ends the program at once. The exit status is 0 when every line was answered, whatever the answers; 1 \#
            when output cannot be written; 2 when input cannot be read; 130 and 143 after a signal; 141 when the reader \#
            of the results left.

            Examples:
              echo '{"id":1,"method":"GET","url":"http://127.0.0.1/"}' | apitui batch
              jq -c '{id: .name, method: "GET", url: .link}' links.json | apitui batch
              apitui batch --jobs 5 < requests.jsonl | jq -c 'select(.error)'
            """#)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Requests at work at once, 1 to 10000; more of them wait, which 'queue' tells.", valueName: "count"))
    var jobs = 50

    @Flag(help: "Print secrets of requests in finalUrl and error; they are hidden by default.")
    var reveal = false

    func validate() throws {
        guard (1...10_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 10000.") }
    }

    func run() throws {
        let streams = StandardStreams.live
        let budget = try OpenFiles.budget(jobs: jobs)
        if let note = budget.note { streams.talk(SafeText("apitui: \(note)")) }
        if isatty(STDIN_FILENO) == 1 {
            streams.talk(
                #"Type one JSON object a line, such as {"id":1,"method":"GET","url":"http://127.0.0.1/"}; ^D ends."#)
        }
        for (descriptor, name) in [(STDIN_FILENO, "input"), (STDOUT_FILENO, "output")]
        where StandardDescriptors.isClosed(descriptor) {
            throw CommandFailure("Standard \(name) is closed.")
        }
        let engine = Engine(
            configuration: EngineConfiguration(
                connectionLimits: budget.connections, threads: JobThreads.count(jobs: budget.jobs),
                cache: MemoryCacheStore()))
        let run = BatchRun(
            engine: engine, jobs: budget.jobs, outputIsTerminal: streams.outputIsTerminal, reveals: reveal,
            talk: { streams.talk($0) })
        // Results that wait for a slow reader are still to be written.
        let watch = try SignalWatch(grace: .seconds(60)) { run.stop() }
        defer { watch.end() }
        switch run.run() {
        case nil: break
        case .stopped: throw CommandFailure([], status: watch.received ?? .interrupted)
        // ^C ends the reader of a pipe as well: nobody needs to be told.
        case .unwritable where watch.received != nil:
            throw CommandFailure([], status: watch.received ?? .interrupted)
        case .unreadable(let code):
            throw CommandFailure("Standard input \(StandardDescriptors.clause(code, "read"))")
        case .unwritable(EPIPE):
            throw CommandFailure(
                "The reader of the results left; what was in flight is cancelled.", status: .readerLeft)
        case .unwritable(let code):
            throw CommandFailure(
                "Standard output cannot be written to: \(String(cString: strerror(code))).", status: .failed)
        }
    }
}
