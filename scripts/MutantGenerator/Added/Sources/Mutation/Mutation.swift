import Glibc

/// Whether the change with this number is made: `APITUI_MUTANT` has one number, or some with commas between them.
///
/// Where `APITUI_REACHED` names a file, its byte of this number becomes 1. Public, so that the default value of a public
/// function's parameter may ask.
public func mutated(_ number: Int) -> Bool {
    if let reached, number < reached.count { reached[number] = 1 }
    return number == onlyNumber || (hasMore && numbers.contains(number))
}

// What a comparison becomes. Each side is computed once.
public func mutatedLess<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    mutated(number) ? left <= right : left < right
}
public func mutatedLessOrEqual<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    mutated(number) ? left < right : left <= right
}
public func mutatedGreater<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    mutated(number) ? left >= right : left > right
}
public func mutatedGreaterOrEqual<Value: Comparable>(_ number: Int, _ left: Value, _ right: Value) -> Bool {
    mutated(number) ? left > right : left >= right
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private let numbers = Set((variable("APITUI_MUTANT") ?? "").split(separator: ",").compactMap { Int($0) })
/// Most runs have one number, and ask millions of times.
private let onlyNumber = numbers.count == 1 ? numbers.first : nil
private let hasMore = numbers.count > 1

/// Memory that all programs of a run share, and that outlives a crash. It is as large as the file.
nonisolated(unsafe) private let reached: UnsafeMutableBufferPointer<UInt8>? = {
    guard let path = variable("APITUI_REACHED") else { return nil }
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0, let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { return nil }
    return UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: size)
}()
