import Glibc
import NetEngine

extension BodyBytes {
    /// Why a file takes no more.
    private struct Refusal: Error { var code: Int32 }

    /// Writes all bytes to an open file, with no more than 1 MiB of them in memory.
    /// - Parameter write: `write(2)`; tests replace it to simulate a full disk.
    /// - Returns: 0, or the error number.
    func write(
        to descriptor: Int32, by write: (Int32, UnsafeRawPointer, Int) -> Int = { Glibc.write($0, $1, $2) }
    ) -> Int32 {
        do throws(Refusal) {
            try forEachPiece { piece throws(Refusal) in
                var rest = piece
                while let start = rest.baseAddress, !rest.isEmpty {
                    let written = write(descriptor, start, rest.count)
                    if written < 0, errno == EINTR { continue }
                    guard written > 0 else { throw Refusal(code: written == 0 ? ENOSPC : errno) }
                    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                }
            }
            return 0
        } catch {
            return error.code
        }
    }
}
