// snippet: library
import NetEngine

struct Weather: Decodable, Sendable { let celsius: Double }

struct WeatherIn: Endpoint {
    typealias Response = Weather
    let city: String

    var path: String { "weather" }
    var query: [QueryItem] { [QueryItem("city", city)] }
    var options: RequestOptions { RequestOptions(retry: RetryPolicy()) }
}

func report(on city: String, from station: Environment, by engine: Engine) async -> String {
    do throws(EngineError) {
        let weather = try await engine.fetch(WeatherIn(city: city), in: station)
        return "\(weather.celsius) °C"
    } catch {
        return "\(error.sentence) \(error.hint)"
    }
}
// snippet end
