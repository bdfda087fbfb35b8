import ArgumentParser
import Base
import Glibc
import NetEngine
import NetEngineRequestLog
import Settings

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Sends requests that come as JSON Lines on standard input.",
        discussion: #"""
            For scripts and other languages. Each line of standard input is one request object; one result object per \#
            line goes to standard output as soon as a request ends, in any order. Every line gets exactly one result. The \#
            process ends when the input is closed and the last result is written.

            Members of a request. Only id, method and url are required; null is the
            same as absent. Defaults are in parentheses.
              id              string or number; the result repeats it as written
              method, url     sent as written
              headers         [["Name","value"],...]; a character from U+0000 to
                              U+00FF is one byte
              body            text, sent as UTF-8; empty is none
              bodyBase64      bytes, instead of body
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
              caFile          PEM file of authorities, instead of the system's
              proxy           a URL, or "env" for http_proxy and the like (none)
              retries         after a lost connection and status 429, 500, 502, 503
                              or 504, for methods that are idempotent (0)
              retryUnsafe     retry the other methods too (false)

            A line that is not such an object gets a request-build error that names the wrong member; its id is null if \#
            none can be read. Unknown members are ignored and reported on standard error. Empty lines are skipped. A line \#
            may have up to 64 MiB.

            Members of a result. All are always present; null is what did not happen.
              id, status, httpVersion ("1.0", "1.1", "2")
              headers, trailers  as on the wire
              body               if the bytes are UTF-8, else bodyBase64; decoded,
                                 unless the request has an Accept-Encoding or the
                                 status is 206
              cache              {outcome, reason, stored, revalidating}; the outcome is
                                 hit, revalidated, stale, miss or bypass; revalidating
                                 if the server is asked in the background
              error              {category, phase, sentence, hint, code}; a 4xx, a 5xx
                                 and a broken-off response have one and a status
              attempts           tries, not counting redirects
              redirects
              finalUrl           without user and password; [redacted] instead of
                                 values of api_key, access_token, token, password,
                                 sig and the like, unless --reveal is given
              reused             whether the last request reused a connection
              timings            milliseconds, summed over hops and attempts: queue,
                                 dns, connect, tls, send, wait, receive, retryWait,
                                 total; redirect is the part of them spent on
                                 redirected hops

            The cache (RFC 9111, private) keeps up to 64 MiB of responses in memory until the process ends; the member \#
            cache of a request changes how it is used.

            Headers that are sent unless the request has them: Host, User-Agent (\#(EngineConfiguration.defaultUserAgent)), Accept, Accept-Encoding, \#
            Content-Length for a body and for POST, PUT and PATCH, Authorization for user:password in the URL.

            Input is read while requests run, at most 4096 lines or 64 MiB ahead of the results. While nobody reads the \#
            results, no new request begins. So memory is bounded for any number of lines.

            After ^C, SIGTERM or SIGHUP every request in flight and every line still to come gets a cancelled error; a second \#
            ^C or SIGTERM ends the program at once. The exit status is 0 if every line got a result, whatever the results; 1 if \#
            output cannot be written; 2 if input cannot be read; 129, 130 and 143 after a signal; 141 if the reader of the \#
            results closed the pipe.

            Examples:
              echo '{"id":1,"method":"GET","url":"http://127.0.0.1/"}' | apitui batch
              jq -c '{id: .name, method: "GET", url: .link}' links.json | apitui batch
              apitui batch --jobs 5 < requests.jsonl | jq -c 'select(.error)'
            """#)

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "How many requests run at a time, 1 to 10000; others wait, and timings.queue says how long.",
            valueName: "count"))
    var jobs = 50

    @Flag(help: "Print secrets of requests in finalUrl and error; they are hidden by default.")
    var reveal = false

    @Flag(help: "Write nothing to the request log.")
    var noLog = false

    func validate() throws {
        guard (1...10_000).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 10000.") }
    }

    func run() throws {
        let streams = StandardStreams.live
        let budget = try OpenFiles.budget(jobs: jobs)
        if let note = budget.note { streams.report(SafeText("apitui: \(note)")) }
        if isatty(STDIN_FILENO) == 1 {
            streams.report(
                #"Type one JSON object per line, such as {"id":1,"method":"GET","url":"http://127.0.0.1/"}; ^D ends."#)
        }
        for (descriptor, name) in [(STDIN_FILENO, "input"), (STDOUT_FILENO, "output")]
        where StandardDescriptors.isClosed(descriptor) {
            throw CommandFailure("Standard \(name) is closed.")
        }
        let engine = Engine(
            configuration: EngineConfiguration(
                connectionLimits: budget.connections, threads: JobThreads.count(jobs: budget.jobs),
                cache: MemoryCacheStore()))
        let log = ProgramLog(engine, .batch, isOff: noLog, limits: ProgramSettings.load().logLimits)
        defer {
            try? BlockingBridge.wait {
                await engine.shutdown()
                await log?.close()
            }
        }
        let run = BatchRun(
            engine: engine, jobs: budget.jobs, outputIsTerminal: streams.outputIsTerminal, reveals: reveal,
            report: { streams.report($0) })
        // Leaves time to write results that wait for a slow reader.
        let watch = try SignalWatch(grace: .seconds(60)) { run.stop() }
        defer { watch.end() }
        switch run.run() {
        case nil: break
        case .stopped: throw CommandFailure([], status: watch.received ?? .interrupted)
        // ^C ends the reader of a pipe as well: not worth a message.
        case .unwritable where watch.received != nil:
            throw CommandFailure([], status: watch.received ?? .interrupted)
        case .unreadable(let code):
            throw CommandFailure("Standard input \(StandardDescriptors.clause(code, "read"))")
        case .unwritable(EPIPE):
            throw CommandFailure(
                "The reader of the results closed the pipe; requests in flight were cancelled.", status: .readerLeft)
        case .unwritable(let code):
            throw CommandFailure(
                "Standard output cannot be written to: \(SystemError.clause(code)).", status: .failed)
        }
    }
}
