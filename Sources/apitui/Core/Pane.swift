/// The four places of the screen that can have the focus.
enum Pane: Int, Sendable, Hashable, CaseIterable {
    case collections = 1
    case request, response, log
}
