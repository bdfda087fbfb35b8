/// One event of a response of the type `text/event-stream` (WHATWG HTML §9.2), from `ResponseStream.events`.
public struct ServerSentEvent: Sendable, Hashable {
    /// What the server calls it in the field `event`; `message` if it has no such field.
    public var type: String
    /// The lines of the fields `data`, joined by LF.
    public var data: String
    /// The last id that the server gave, with this event or an earlier one; empty if it gave none. A client that connects
    /// again sends it as `Last-Event-ID`, unless it is empty.
    public var lastEventID: String

    /// An event as a server sends it, for tests of what reads events.
    /// - `type`: default `message`.
    /// - `lastEventID`: default none.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}

/// Makes events of lines (WHATWG HTML §9.2.6).
struct EventAssembler: Sendable {
    private var type: [UInt8] = []
    private var data: [UInt8] = []
    private var id = ""
    /// Set when an event ends, with data or without.
    private(set) var lastEventID = ""
    /// The last valid `retry`.
    private(set) var reconnectionTime: Duration?

    /// The bytes of the data of the event that has no end yet.
    var dataCount: Int { max(0, data.count - 1) }

    /// - Parameter line: without its end.
    /// - Returns: the event that the line ends. One without data is none.
    mutating func take(_ line: ArraySlice<UInt8>) -> ServerSentEvent? {
        guard !line.isEmpty else { return end() }
        switch EventField(line) {
        case nil: break
        case .event(let value): type = Array(value)
        case .data(let value):
            data += value
            data.append(0x0A)
        case .id(let value):
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case .retry(let value):
            guard !value.isEmpty, value.allSatisfy(ASCII.isDigit) else { break }
            reconnectionTime = .milliseconds(Int64(String(decoding: value, as: UTF8.self)) ?? .max)
        }
        return nil
    }

    private mutating func end() -> ServerSentEvent? {
        defer { (type, data) = ([], []) }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self), lastEventID: lastEventID)
    }
}
