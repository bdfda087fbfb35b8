// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that building the program does not build this.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "apitui", path: "..")],
    targets: [
        .executableTarget(
            name: "EngineBenchmark",
            dependencies: [
                .product(name: "NetEngine", package: "apitui"),
                .product(name: "NetEngineRequestLog", package: "apitui"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]),
        .executableTarget(
            name: "CacheBenchmark",
            dependencies: [
                .product(name: "NetEngine", package: "apitui"),
                .product(name: "NetEngineSQLiteCache", package: "apitui"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]),
        .executableTarget(
            name: "BareCurl", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("curl")]),
    ],
    swiftLanguageModes: [.v6]
)
