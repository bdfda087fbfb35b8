// swift-tools-version: 6.2
import PackageDescription

/// Makes the changes for `scripts/mutants generate`. A package of its own: nothing else here needs swift-syntax.
let package = Package(
    name: "Mutants",
    dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
    targets: [
        .executableTarget(
            name: "Mutants",
            dependencies: ["SwiftSyntax", "SwiftParser", "SwiftOperators"].map {
                .product(name: $0, package: "swift-syntax")
            })
    ]
)
