@testable import TerminalUI

/// A report of the mouse in a walk: `x,y` for a click, `x,y:2` for a double click, `x,y:up` and `x,y:down` for the wheel, `x,y:x,y` for a
/// drag from the first place to the second, `x,y:press` for a button that stays down.
struct WalkMouse {
    private enum Deed {
        case click, twice, press
        case wheel(MouseEvent.Kind)
        case drag(to: Point)
    }

    private var place: Point
    private var deed = Deed.click

    init?(_ text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let first = parts.first, let place = Self.point(first), parts.count <= 2 else { return nil }
        self.place = place
        guard parts.count == 2 else { return }
        switch parts[1] {
        case "2": deed = .twice
        case "up": deed = .wheel(.scrollUp)
        case "down": deed = .wheel(.scrollDown)
        case "press": deed = .press
        default:
            guard let end = Self.point(parts[1]) else { return nil }
            deed = .drag(to: end)
        }
    }

    private static func point(_ text: Substring) -> Point? {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
    }

    func act(on robot: Robot) {
        switch deed {
        case .click:
            robot.click(place.x, place.y)
            robot.click(place.x, place.y, .release)
        case .twice:
            robot.click(place.x, place.y)
            robot.click(place.x, place.y, .release)
            robot.click(place.x, place.y, .doublePress)
            robot.click(place.x, place.y, .release)
        case .press: robot.click(place.x, place.y)
        case .wheel(let kind): robot.click(place.x, place.y, kind)
        case .drag(let end): robot.drag(from: place, to: end)
        }
    }
}
