// snippet: publishers
import Dispatch
import NetEngine
import NetEnginePublishers

func showName(of id: Int, in shop: Environment, by engine: Engine, show: @escaping (String) -> Void) -> AnyCancellable {
    engine.publisher(for: Shop.product(id: id), in: shop)
        .map(\.name)
        .replaceError(with: "no name")
        .receive(on: DispatchQueue.main)
        .sink { name in show(name) }
}
// snippet end
