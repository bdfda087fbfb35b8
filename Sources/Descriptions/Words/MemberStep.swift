/// A step of the path to a value in a JSON body.
package enum MemberStep: Sendable, Hashable {
    case name(String)
    case index(Int)
}
