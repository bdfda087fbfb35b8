/// The kinds of bodies that are decoded for reading. JSON is not among them: the viewer reads it itself.
package enum BodyKind: String, Sendable, Hashable, CaseIterable {
    case xml, html

    /// As titles name it.
    package var name: String {
        switch self {
        case .xml: "XML"
        case .html: "HTML"
        }
    }

    /// Its one decoder.
    package var decoder: any BodyDecoder.Type {
        switch self {
        case .xml: XMLBodyDecoder.self
        case .html: HTMLBodyDecoder.self
        }
    }
}
