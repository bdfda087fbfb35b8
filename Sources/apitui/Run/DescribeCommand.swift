import ArgumentParser
import Base
import Contract
import DescriptionDrafts
import NetEngine
import OpenAPI
import Runs
import Workspace

/// `apitui describe RUN…`: a draft of an OpenAPI description of what was recorded.
struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Drafts an OpenAPI 3.1 description from recorded runs, or says how they differ from one.",
        discussion: """
            Paths with ids become paths with parameters. Schemas are merged from all bodies: what is not in all of them is \
            optional, null is one more type, an enum needs many samples. The only values of bodies that are written are members \
            of enums, and none that looks like a secret.

            With --difference the draft is compared with an existing description: what was recorded and is not described, or is \
            described otherwise. The exit status is then 1 if there is a difference.

            What was left out, and why a path has a parameter, goes to standard error.

            Examples:
              apitui describe last > openapi.yaml
              apitui describe before after --json
              apitui describe run.jsonl --difference openapi.yaml
            """)

    @Argument(
        help: ArgumentHelp(
            "Recorded runs as 'apitui runs' lists them, or files of recordings.", valueName: "run"), completion: .file()
    )
    var runs: [String]

    @Option(
        help: ArgumentHelp("Say how the runs differ from this description.", valueName: "description"),
        completion: .file())
    var difference: String?

    @Flag(help: "Print JSON; without it YAML, or lines.")
    var json = false

    func run() throws {
        let described = try difference.map { (path) throws(CommandFailure) in try DescriptionArgument.api(path) }
        var draft = DescriptionDraft(following: described?.description)
        var count = 0
        for run in runs {
            try RecordedExchanges.forEach(of: run) { exchange in
                for hop in exchange.hops {
                    count += 1
                    draft.add(Self.observed(hop))
                }
            }
        }
        guard count > 0 else {
            throw CommandFailure(
                SafeText("\(NameList.text(runs)): no exchange was recorded, so there is nothing to describe."))
        }
        let document = draft.document()
        let streams = StandardStreams.live
        // Each names the path that it is about.
        for notice in document.notices { streams.report(SafeText("apitui: \(notice.text)")) }
        guard let described else {
            return streams.writeBytes(json ? document.json : document.yaml)
        }
        let difference = DescriptionDifference(of: document, from: described.description)
        if json {
            streams.writeBytes(difference.json)
        } else {
            for line in difference.text.split(separator: "\n") { streams.line(SafeText(String(line))) }
        }
        if !difference.isEmpty { throw CommandFailure([], status: .failed) }
    }

    private static func observed(_ hop: Hop) -> DescriptionDrafts.ObservedExchange {
        func fields(_ headers: HeaderFields?) -> [(name: String, value: String)] {
            headers?.map { ($0.name, $0.value) } ?? []
        }
        var body: [UInt8]?
        if case .bytes(let bytes) = hop.request.body { body = bytes }
        return DescriptionDrafts.ObservedExchange(
            method: hop.request.method.rawValue, url: hop.request.url.textWithoutUserInfo,
            requestFields: fields(hop.request.headers), requestBody: body, requestBodyIsCut: false,
            status: hop.response?.status, responseFields: fields(hop.response?.headers),
            responseBody: hop.response.map { Array($0.body) }, responseBodyIsCut: hop.response?.isComplete == false)
    }
}
