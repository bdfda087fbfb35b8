import NetEngine

// The response and log panes know their own keys; here stands only what reaches beyond them.

extension Model {
    mutating func performInResponse(_ command: Command) -> [Effect] {
        response.perform(command, in: layout.inside(.response).size)
    }

    mutating func performInLog(_ command: Command) -> [Effect] {
        log.perform(command, in: layout.inside(.log).size)
    }
}
