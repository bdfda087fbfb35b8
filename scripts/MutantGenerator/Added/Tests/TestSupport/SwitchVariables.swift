import Foundation

/// What switches read, for programs that tests start with an environment of their own.
public let switchVariables = ProcessInfo.processInfo.environment.filter { name, _ in
    ["APITUI_MUTANT", "APITUI_REACHED"].contains(name)
}
