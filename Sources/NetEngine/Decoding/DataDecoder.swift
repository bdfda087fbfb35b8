#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The bytes of the body as Foundation's type, content codings undone. Never fails.
public struct DataDecoder: ResponseDecoder {
    /// It has no settings.
    public init() {}
    /// The bytes, however many.
    public func decode(_ response: Response) throws(EngineError) -> Data { Data(response.body) }
}

extension ResponseDecoder where Self == DataDecoder {
    /// The bytes as Foundation's type.
    public static var data: DataDecoder { DataDecoder() }
}
