/// What a pane keeps from one action to the next.
protocol PaneState: Sendable {
    init()
}

/// The states of panes, each found by its type, so that a pane declares its state beside its keys and its drawing.
struct PaneStates: Sendable {
    private var states: [ObjectIdentifier: any PaneState] = [:]

    /// A state that was never set is as it begins.
    subscript<State: PaneState>(_: State.Type) -> State {
        get { states[ObjectIdentifier(State.self)] as? State ?? State() }
        _modify {
            // Taken out meanwhile: with a second reference to its arrays each change would copy them.
            var state = states.removeValue(forKey: ObjectIdentifier(State.self)) as? State ?? State()
            defer { states[ObjectIdentifier(State.self)] = state }
            yield &state
        }
    }
}
