import CLibFuzzer
import Glibc

/// `Fuzz TARGET [libFuzzer's arguments]`: feeds one target. `scripts/fuzz` starts it.
@main
enum FuzzDriver {
    nonisolated(unsafe) static var target = FuzzTarget.requestFile

    static func main() {
        var arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
            // `scripts/fuzz` reads the names from here.
            for target in FuzzTarget.allCases { print(target.rawValue) }
            exit(arguments.count > 1 ? 64 : 0)
        }
        self.target = target
        arguments.remove(at: 1)
        var words = arguments.map { strdup($0) } + [nil]
        var count = Int32(arguments.count)
        words.withUnsafeMutableBufferPointer { words in
            var start = words.baseAddress
            exit(
                LLVMFuzzerRunDriver(&count, &start) { data, size in
                    if let fault = FuzzDriver.target.fault(Array(UnsafeBufferPointer(start: data, count: size))) {
                        print("FAULT \(FuzzDriver.target.rawValue): \(fault)")
                        fflush(nil)
                        abort()
                    }
                    return 0
                })
        }
    }
}

/// libFuzzer has a `main` of its own, which needs this function. The one above takes its place.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt { 0 }
