import Testing

@testable import Explorer
@testable import TerminalUI

/// A named state of the screen, reached by keys and by what the runner would report: no terminal, no files, no network, no clock.
///
/// The pictures of README and the frames in `Tests/Frames` show them. The texts are those of the pictures.
enum Scene: String, CaseIterable, Sendable {
    case main, failure, waterfall, cache, run, editing, help, picker, log, comparison

    /// What a reader sees who does not see the picture.
    var description: String {
        switch self {
        case .main:
            "The main screen: a tree of requests with their last status, a POST request with a JSON body above its response 201 "
                + "with coloured JSON, the history of the request and the log."
        case .failure:
            "A failure: the response pane names the category timeout, the phase in which it happened, one sentence and what to try."
        case .waterfall:
            "The Timing tab: every phase of a redirect and of the request after it as bars on one axis, with Server-Timing inside the wait."
        case .cache:
            "The Cache tab: a stored response was revalidated, with the arithmetic of its age and lifetime and the directive that decided."
        case .run:
            "A run of ten requests: failures first, each with status, failed check and time, and a bar on one axis of time."
        case .editing: "A header of a request is edited in place."
        case .help: "The list of keys, those of the focused pane first."
        case .picker: "A request is found by some of its letters and shown beside the list."
        case .log: "The log shows only the rows that match a filter."
        case .comparison: "Two responses of one request beside each other, with what differs."
        }
    }

    var title: String {
        switch self {
        case .main: "The main screen"
        case .failure: "A failure"
        case .waterfall: "The waterfall of a request"
        case .cache: "The decision of the cache"
        case .run: "A run"
        case .editing: "Editing a header"
        case .help: "Help"
        case .picker: "Going to a request"
        case .log: "The log with a filter"
        case .comparison: "A comparison"
        }
    }

    /// Plays the scene on a screen of this size.
    func play(_ columns: Int = 120, _ rows: Int = 36) throws -> Robot {
        let robot = try SceneCollection.robot(columns, rows)
        switch self {
        case .main: try main(robot)
        case .failure: try failure(robot)
        case .waterfall: try waterfall(robot)
        case .cache: try cache(robot)
        case .run: try run(robot)
        case .editing: try editing(robot)
        case .help: robot.press("2", "?")
        case .picker:
            robot.press(.control("o"))
            robot.type("order")
        case .log: try log(robot)
        case .comparison: try comparison(robot)
        }
        return robot
    }
}
