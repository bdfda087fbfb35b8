import NetEngine

// Stands in for the response and log panes until their branch is merged; removed then.

struct BodyDocument: Sendable {}
struct BodyJob: Sendable {}

extension ResponsePaneState {
    var isTyping: Bool { false }
    mutating func begin(id: ExchangeID, request: String, at: MonotonicTime) {}
    mutating func take(_ event: EngineEvent) -> [Effect] { [] }
    mutating func bodyPrepared(_ id: ExchangeID, _ document: BodyDocument) {}
    mutating func handle(_ key: Key, in size: Size) -> [Effect] { [] }
    mutating func perform(_ command: Command, in size: Size) -> [Effect] { [] }
    mutating func paste(_ text: String) -> [Effect] { [] }
    mutating func leaveSearch() -> Bool { false }
    mutating func scroll(by rows: Int, in size: Size) -> [Effect] { [] }
    mutating func click(_ mouse: MouseEvent, in rect: Rect) -> [Effect] { [] }
}

extension LogPaneState {
    var isTyping: Bool { false }
    mutating func take(_ event: EngineEvent) -> [Effect] { [] }
    mutating func handle(_ key: Key, in size: Size) -> [Effect] { [] }
    mutating func perform(_ command: Command, in size: Size) -> [Effect] { [] }
    mutating func paste(_ text: String) -> [Effect] { [] }
    mutating func scroll(by rows: Int, in size: Size) -> [Effect] { [] }
    mutating func click(_ mouse: MouseEvent, in rect: Rect) -> [Effect] { [] }
}

enum ResponsePane {
    static func title(_ state: ResponsePaneState, now: MonotonicTime, isFocused: Bool, glyphs: Glyphs) -> (
        title: [Span], trailing: [Span]
    ) {
        ([Span("Response", isFocused ? .titleFocused : .title)], [])
    }
    static func draw(
        _ state: ResponsePaneState, in rect: Rect, now: MonotonicTime, isFocused: Bool, on buffer: inout CellBuffer
    ) {}
}

enum LogPane {
    static func title(_ state: LogPaneState, isFocused: Bool) -> (title: [Span], trailing: [Span]) {
        ([Span("Log", isFocused ? .titleFocused : .title)], [])
    }
    static func draw(_ state: LogPaneState, in rect: Rect, isFocused: Bool, on buffer: inout CellBuffer) {}
}
