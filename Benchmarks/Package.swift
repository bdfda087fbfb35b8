// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "apitui", path: "..")],
    targets: [
        .executableTarget(name: "EngineLoad", dependencies: [.product(name: "NetEngine", package: "apitui")])
    ],
    swiftLanguageModes: [.v6]
)
