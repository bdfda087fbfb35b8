import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The C functions that libcurl calls; each finds its Swift object and passes the bytes on.
enum CurlCallbacks {
    static func install(
        on pointer: UnsafeMutableRawPointer, handle: UnsafeMutableRawPointer, loop: UnsafeMutableRawPointer
    ) {
        _ = ccurl_set_debug_callback(pointer, debug)
        _ = ccurl_set_debug_data(pointer, handle)
        _ = ccurl_set_header_callback(pointer, header)
        _ = ccurl_set_header_data(pointer, handle)
        _ = ccurl_set_write_callback(pointer, write)
        _ = ccurl_set_write_data(pointer, handle)
        _ = ccurl_set_prereq_callback(pointer, prerequisite)
        _ = ccurl_set_prereq_data(pointer, handle)
        _ = ccurl_set_open_socket_callback(pointer, openSocket)
        _ = ccurl_set_open_socket_data(pointer, handle)
        _ = ccurl_set_close_socket_callback(pointer, closeSocket)
        // The connection outlives the transfer, so it knows the loop only.
        _ = ccurl_set_close_socket_data(pointer, loop)
    }

    static func installReading(on handle: UnsafeMutableRawPointer, source: BodySource) {
        let pointer = Unmanaged.passUnretained(source).toOpaque()
        _ = ccurl_set_read_callback(handle, read)
        _ = ccurl_set_read_data(handle, pointer)
        _ = ccurl_set_seek_callback(handle, seek)
        _ = ccurl_set_seek_data(handle, pointer)
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue().transfer }
    }

    private static func loop(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
        context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    static func install(on multi: UnsafeMutableRawPointer, loop: UnsafeMutableRawPointer) {
        ccurl_multi_set_callbacks(multi, wantedSocket, timer, loop)
    }

    private static let wantedSocket: curl_socket_callback = { _, socket, wish, context, _ in
        let events: UInt32 =
            switch wish {
            case CURL_POLL_IN: SocketWatch.readable
            case CURL_POLL_OUT: SocketWatch.writable
            case CURL_POLL_INOUT: SocketWatch.readable | SocketWatch.writable
            default: 0
            }
        loop(context)?.watch.want(events, on: socket)
        return 0
    }

    private static let timer: curl_multi_timer_callback = { _, milliseconds, context in
        loop(context)?.timerMoved(to: milliseconds)
        return 0
    }

    private static let debug: curl_debug_callback = { _, kind, bytes, count, context in
        guard let transfer = transfer(context) else { return 0 }
        // Before libcurl reads the chunks.
        if kind == CURLINFO_DATA_IN { transfer.heard(wireBody: UnsafeRawBufferPointer(start: bytes, count: count)) }
        guard !transfer.hearsBodyAlone else { return 0 }
        switch kind {
        case CURLINFO_TEXT: transfer.heard(UnsafeRawBufferPointer(start: bytes, count: count))
        case CURLINFO_HEADER_IN:
            if CurlTransfer.curlFoldsIntoNothing, let bytes, count > 0,
                transfer.meetsFoldOfNothing(UnsafeBufferPointer(start: bytes, count: count))
            {
                bytes[0] = CChar(UInt8(ascii: "X"))
            }
            transfer.heard(proxyLine: UnsafeRawBufferPointer(start: bytes, count: count))
        case CURLINFO_SSL_DATA_IN: transfer.heard(tlsRecord: UnsafeRawBufferPointer(start: bytes, count: count))
        case CURLINFO_HEADER_OUT: transfer.sent(head: UnsafeRawBufferPointer(start: bytes, count: count))
        case CURLINFO_DATA_OUT: transfer.sent(body: count)
        default: break
        }
        return 0
    }

    private static let header: curl_write_callback = { bytes, size, count, context in
        let length = size * count
        guard let transfer = transfer(context) else { return 0 }
        return transfer.received(headLine: UnsafeRawBufferPointer(start: bytes, count: length)) ? length : stop
    }

    private static let write: curl_write_callback = { bytes, size, count, context in
        let length = size * count
        guard let transfer = transfer(context) else { return 0 }
        switch transfer.received(body: UnsafeRawBufferPointer(start: bytes, count: length)) {
        case .taken: return length
        case .paused: return Int(CURL_WRITEFUNC_PAUSE)
        case .stopped: return stop
        }
    }

    /// Any count other than the one given stops the transfer; this one is never a true count nor a pause.
    private static let stop = Int.max

    private static let prerequisite: curl_prereq_callback = { context, _, _, _, localPort in
        guard let transfer = transfer(context) else { return CURL_PREREQFUNC_ABORT }
        return transfer.isReady(localPort: localPort) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let address else { return CURL_SOCKET_BAD }
        // Closed in programs that are started: they would keep connections alive.
        let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.pointee.family, type, address.pointee.protocol)
        let code = errno
        if descriptor >= 0 {
            transfer(context)?.opened(descriptor)
        } else if DescriptorShortage.isMeant(by: code) {
            transfer(context)?.descriptorShortage = code
        }
        return descriptor
    }

    private static let closeSocket: curl_closesocket_callback = { context, socket in
        loop(context)?.forget(socket)
        return close(socket)
    }

    private static let read: curl_read_callback = { buffer, size, count, context in
        guard let context, let buffer else { return Int(CURL_READFUNC_ABORT) }
        let source = Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue()
        switch source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count)) {
        case .bytes(let count): return count
        case .notYet: return Int(CURL_READFUNC_PAUSE)
        case .failed: return Int(CURL_READFUNC_ABORT)
        }
    }

    private static let seek: curl_seek_callback = { context, offset, origin in
        guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
        let source = Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue()
        return source.seek(to: Int64(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
}
