import Glibc

/// A colour in Björn Ottosson's OKLab, where equal distances look about equally large: for "the nearest colour", and for "the same
/// colour, but lighter".
struct OKLab: Sendable, Hashable {
    /// 0 for black, 1 for white.
    var lightness: Double
    /// From green to red, and from blue to yellow.
    var a, b: Double

    init(_ color: RGB) {
        let light = color.linear
        let l = cbrt(0.4122214708 * light.x + 0.5363325363 * light.y + 0.0514459929 * light.z)
        let m = cbrt(0.2119034982 * light.x + 0.6806995451 * light.y + 0.1073969566 * light.z)
        let s = cbrt(0.0883024619 * light.x + 0.2817188376 * light.y + 0.6299787005 * light.z)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    }

    func distance(to other: OKLab) -> Double {
        let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
        return x * x + y * y + z * z
    }

    /// The colour of the same hue at another lightness, with as much of its chroma as a screen can show there.
    func color(atLightness lightness: Double) -> RGB {
        if lightness <= 0 { return .black }
        if lightness >= 1 { return .white }
        let whole = linear(lightness, chroma: 1)
        if Self.isShown(whole) { return RGB(linear: whole) }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<8 {
            let middle = (low + high) / 2
            if Self.isShown(linear(lightness, chroma: middle)) { low = middle } else { high = middle }
        }
        return RGB(linear: linear(lightness, chroma: low))
    }

    private static func isShown(_ light: SIMD3<Double>) -> Bool { light.min() >= -0.0001 && light.max() <= 1.0001 }

    /// - Parameter chroma: the part of the chroma that is kept.
    private func linear(_ lightness: Double, chroma: Double) -> SIMD3<Double> {
        let (a, b) = (a * chroma, b * chroma)
        func cube(_ value: Double) -> Double { value * value * value }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return SIMD3(
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    }
}

extension RGB {
    /// The colour itself where its contrast with a ground is large enough; else one of the same hue that is just light or dark enough.
    ///
    /// There always is one: black or white has 4.58 on any ground.
    func legible(on ground: RGB, atLeast least: Double) -> RGB {
        guard contrast(with: ground) < least else { return self }
        let start = OKLab(self)
        var (near, far) = (start.lightness, ground.isDark ? 1.0 : 0.0)
        var found = start.color(atLightness: far)
        for _ in 0..<12 {
            let middle = (near + far) / 2
            let color = start.color(atLightness: middle)
            if color.contrast(with: ground) >= least { (far, found) = (middle, color) } else { near = middle }
        }
        return found
    }
}
