import Glibc

/// The time zone of the user.
enum LocalTime {
    /// Now; east of UTC is positive.
    static var utcOffsetSeconds: Int {
        var moment = time(nil)
        var local = tm()
        localtime_r(&moment, &local)
        return local.tm_gmtoff
    }
}
