import HTTPFormat
import NetEngine
import Runs
import Workspace

/// Requests of the collection, to be sent as one run.
package struct ReplayJob: Sendable {
    package typealias ID = Int

    var id: ID
    /// What is run, for people: `orders.http`, `3 marked requests`.
    var title: String
    /// The same as `apitui run` would be given it.
    var paths: [String]
    /// With their unsaved edits, in the order of the tree.
    var files: [CollectionFile]
    /// Which of their requests.
    var selection: RunSelection
    var place: CollectionPlace
    var environmentName: String?
    var overrides: [String: String]
    var cache: CacheChoice
    var defaults = RequestDefaults()
    /// Whether what a description only warns of makes a request fail.
    var isContractStrict = false
    /// Requests in flight at most.
    var jobs = 1
    var isRecorded: Bool
    /// Whether it is of the marked requests.
    var isOfMarks = false
    /// What the user typed for prompts.
    var answers: [String: String] = [:]
    /// Whether the user confirmed the requests that ask for it.
    var isConfirmed = false
    /// Where the focus was when it was asked for: it goes back there if nothing is sent.
    var cameFrom: Window.FocusPlace?

    /// How many requests are asked for, without those that a line switches off. More are sent where these need others.
    var count: Int {
        files.reduce(0) { count, file in
            guard selection.takes(file, isAlone: files.count == 1) else { return count }
            let isNamed = selection.named[file.path] != nil
            return count
                + file.document.requests.count { request in
                    selection.choice(of: request, in: file) == .sent && (isNamed || !request.settings.isDisabled)
                }
        }
    }
}

/// A run that begins.
package struct ReplayPlanned: Sendable {
    var head: RunHead
    /// Where each of its requests is: a file by its path, and the index of the request there.
    var places: [(file: String, index: Int)]
    var isRecorded: Bool
}

/// What happened in a run since the last time.
package struct ReplayNews: Sendable {
    /// The steps that began, by index.
    var began: [Int] = []
    var records: [RunRecord] = []
    /// Once it is over.
    var end: RunEnd?

    var isEmpty: Bool { began.isEmpty && records.isEmpty && end == nil }
}

/// Two recorded runs to be compared.
package struct RunPair: Sendable, Hashable {
    var id: Int
    var a: RunEntry
    var b: RunEntry
}

/// A result of a recorded run with its exchange.
package struct RecordedResult: Sendable {
    var request: RunHead.Request
    var record: RunRecord
    var exchange: Exchange
}
