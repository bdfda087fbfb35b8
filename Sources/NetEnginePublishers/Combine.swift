// Who imports NetEnginePublishers has `sink`, `map`, `receive(on:)` and queues as schedulers without another import: Combine where
// it exists, OpenCombine elsewhere.
#if canImport(Combine)
    @_exported import Combine
#else
    @_exported import OpenCombine
    @_exported import OpenCombineDispatch
#endif

#if !Publishers && !All && !canImport(Combine)
    #error("Name the trait Publishers in the line of this package: traits: [\"Publishers\"].")
#endif
