/// Everything a person can ask for. One row of `Command.table` gives each its help text, footer word and default keys,
/// so keys, help, footer and palette cannot drift apart.
enum Command: String, Sendable, Hashable, CaseIterable {
    // Anywhere
    case focusCollections, focusRequest, focusResponse, focusLog, focusNext, focusPrevious
    case send, escape, cancelAll, save, reload, chooseEnvironment, showHelp, zoom, shrink, grow, back, quit, suspend
    // Moving
    case moveUp, moveDown, moveLeft, moveRight, top, bottom, halfPageDown, halfPageUp, pageDown, pageUp
    case previousTab, nextTab
    // Lists and rows
    case open, toggle, addItem, cloneItem, deleteItem
    // Request
    case editHere, editExternally
    // Response
    case search, searchNext, searchPrevious, cycleBodyMode, toggleWrap
    // Log
    case toggleFollow
}
