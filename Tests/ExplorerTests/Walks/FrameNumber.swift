@testable import Base
@testable import TerminalUI

extension CellBuffer {
    /// A number for what each cell holds and means, and for the places of cursors and of what can be pressed: eight hexadecimal digits. Other
    /// screens have other numbers.
    func number() -> String {
        // FNV-1a.
        var sum: UInt32 = 0x811C_9DC5
        func add(_ byte: UInt8) { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        func add(_ number: Int) {
            add(UInt8(truncatingIfNeeded: number))
            add(UInt8(truncatingIfNeeded: number >> 8))
        }
        for byte in dump().utf8 { add(byte) }
        for cell in cells {
            add(cell.style.role.rawValue)
            add(cell.style.emphasis.rawValue)
        }
        for point in [cursor, selected] {
            add(point?.x ?? -1)
            add(point?.y ?? -1)
        }
        for target in targets {
            add(target.x)
            add(target.y)
            add(target.width)
        }
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
