import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// Why a request is resolved.
enum ResolvePurpose: Sendable, Hashable {
    /// To be sent.
    case send
    /// To show the variables it uses.
    case show
    /// To show what would be sent.
    case plan
    /// To be sent as a step of a plan.
    case step
}

/// A request to be resolved in the background. The ticket shows whether a job is still wanted.
package struct ResolveJob: Sendable {
    var ticket: Int
    var purpose: ResolvePurpose
    /// The open request it is for.
    var owner: OpenRequest.ID
    var request: SavedRequest
    var file: CollectionFile
    var place: CollectionPlace
    var environmentName: String?
    var overrides: [String: String]
    var cache = CacheChoice()
    var defaults = RequestDefaults()
    /// Whether what a description only warns of makes the request fail.
    var isContractStrict = false
    /// When it was asked for.
    var askedAt: MonotonicTime
    /// How long it took to look up variables and fetch tokens.
    var preparation: Duration = .zero
    /// What the user typed for prompts.
    var answers: [String: String] = [:]
    /// The requests whose notes the user confirmed, by their `SendPlan.Step.requestKey`.
    var confirmed: Set<String> = []
    /// The responses of other requests.
    var memory = ResponseMemory()
    /// The repetition, in a loop.
    var turn: LoopTurn?
    /// Open files that may be imported, by path; empty where nothing is.
    var known: [String: CollectionFile] = [:]
    /// The request's checks, made ready with the rest for a send.
    var checks: [PreparedCheck] = []
    /// What is wrong with its target once its variables have values.
    var notice: Notice?
    /// What it breaks of the description that it belongs to.
    var contractNotices: [Notice] = []
    /// The values of its variables; used after the response too.
    var uses: [VariableUse] = []
}

/// A file to be written.
package struct SaveJob: Sendable, Hashable {
    var path: String
    var bytes: [UInt8]
    var stamp: FileStamp
    var isForced: Bool
}

/// A text for the user's editor.
package struct EditorJob: Sendable, Hashable {
    package enum Part: Sendable, Hashable { case body, block }
    var owner: OpenRequest.ID
    package var part: Part
    package var text: String
    /// Ends the temporary file's name, so that editors choose their colours: `json`, `http`, `txt`.
    package var fileExtension: String
}

package enum EditorOutcome: Sendable, Hashable {
    case changed(String)
    case unchanged
    /// Nothing changes; one sentence says why.
    case failed(String)
}
