/// A field of a stream of server-sent events: what one line of it means (WHATWG HTML §9.2.6). An empty line ends an event.
package enum EventField: Sendable, Hashable {
    /// The type of the event.
    case event(ArraySlice<UInt8>)
    /// A line of its data.
    case data(ArraySlice<UInt8>)
    /// The id that the event has, and those after it.
    case id(ArraySlice<UInt8>)
    /// The time before a client connects again, in milliseconds.
    case retry(ArraySlice<UInt8>)

    /// nil for an empty line, a comment, and a field that the standard does not know, which is ignored. One space after the
    /// colon is not part of the value.
    /// - Parameter line: without its end, as `LineSplitter` gives it.
    package init?(_ line: ArraySlice<UInt8>) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let name = line[..<colon]
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if name.elementsEqual("data".utf8) {
            self = .data(value)
        } else if name.elementsEqual("event".utf8) {
            self = .event(value)
        } else if name.elementsEqual("id".utf8) {
            self = .id(value)
        } else if name.elementsEqual("retry".utf8) {
            self = .retry(value)
        } else {
            return nil
        }
    }
}
