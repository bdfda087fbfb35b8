import Glibc

/// `Fuzz TARGET [libFuzzer's arguments]`: feeds one target. `scripts/fuzz` starts it. libFuzzer has the `main`, and calls these two.
enum FuzzDriver {
    nonisolated(unsafe) static var target = FuzzTarget.requestFile
}

/// Takes the name of the target from the arguments. Called once, before anything else.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>?>>
) -> CInt {
    let name = count.pointee > 1 ? arguments.pointee[1].map { String(cString: $0) } : nil
    guard let name, let target = FuzzTarget(rawValue: name) else {
        // `scripts/fuzz` reads the names from here.
        for target in FuzzTarget.allCases { print(target.rawValue) }
        exit(name == nil ? 0 : 64)
    }
    FuzzDriver.target = target
    // The program's name and all that follows the target's.
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    if let fault = FuzzDriver.target.fault(Array(UnsafeBufferPointer(start: data, count: size))) {
        print("FAULT \(FuzzDriver.target.rawValue): \(fault)")
        fflush(nil)
        abort()
    }
    return 0
}
