extension HTTPDocument {
    enum Edit: Sendable, Hashable {
        case setMethod(String)
        /// The whole target. New lines in it are refused.
        case setTarget(String)
        case setParameter(Int, name: String, value: String)
        case addParameter(name: String, value: String)
        case removeParameter(Int)
        case toggleParameter(Int)
        case setHeader(Int, name: String, value: String)
        case addHeader(name: String, value: String)
        case removeHeader(Int)
        case toggleHeader(Int)
        /// The editable text with LF line ends; the file's own line ends are written.
        case setBody(String)
        case setTitle(String)
    }

    struct EditRefusal: Error, Sendable, Hashable {
        /// One sentence for the person.
        var sentence: String
    }

    func applying(_ edit: Edit, toRequest index: Int) throws(EditRefusal) -> HTTPDocument { fatalError("skeleton") }
    /// Appends a request in the portable subset (§18.6), or inserts it after the request `after`.
    func addingRequest(method: String, target: String, title: String, after: Int? = nil) -> HTTPDocument {
        fatalError("skeleton")
    }
    /// A copy of a request's whole block directly below it, its `@name` made unique.
    func cloningRequest(_ index: Int) -> HTTPDocument { fatalError("skeleton") }
    func removingRequest(_ index: Int) -> HTTPDocument { fatalError("skeleton") }
}
