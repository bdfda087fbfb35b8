/// Sends requests through an engine's parts, past its interceptors.
final class PlainSender: Sendable {
    private let builder: RequestBuilder
    private let options: RequestOptions
    private let reachability: any Reachability
    private let transport: any Transport
    private let retryClock: any Clock<Duration>
    private let hosts: HostsFile
    private let hub: EventHub
    private let active: ActiveExchanges

    init(
        builder: RequestBuilder, options: RequestOptions, reachability: any Reachability,
        transport: any Transport, retryClock: any Clock<Duration>, hosts: HostsFile, hub: EventHub,
        active: ActiveExchanges
    ) {
        self.builder = builder
        self.options = options
        self.reachability = reachability
        self.transport = transport
        self.retryClock = retryClock
        self.hosts = hosts
        self.hub = hub
        self.active = active
    }

    @Sendable
    func send(_ draft: RequestDraft) async -> Exchange {
        let id = ExchangeID(rawValue: Serial.nextExchange())
        let control = active.add(id, transport: transport)
        return await ExchangeRun(
            id: id, draft: draft.over(options), control: control, builder: builder, reachability: reachability,
            transport: transport, hub: hub, retryClock: retryClock, hosts: hosts
        ).run(in: active)
    }
}
