import Descriptions

extension MemberStep {
    /// As a heading names it.
    var title: String {
        switch self {
        case .name(let name): name
        case .index(let index): "[\(index)]"
        }
    }
}
