@testable import Explorer
@testable import TerminalUI

extension Walk {
    static let states: [Walk] = []
    static let stores: [Walk] = []
    static let edits: [Walk] = []
    static let screens: [Walk] = []
}
