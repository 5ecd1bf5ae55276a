import Testing

@testable import OddsFleetLoad

struct ClientPlacesTests {
    @Test func aClientIsWhereItWasLastConnected() {
        let places = ClientPlaces(targets: [0, 1, 0])
        places.connected(0, to: 0, at: 10)
        places.connected(1, to: 1, at: 10)
        places.connected(2, to: 0, at: 10)
        #expect(places.connectedCounts() == [0: 2, 1: 1])
        places.disconnected(0)
        #expect(places.connectedCounts() == [0: 1, 1: 1])
        // On its way it still belongs to the edge that it lost.
        #expect(places.target(of: 0) == 0)
        places.connected(0, to: 1, at: 50)
        #expect(places.target(of: 0) == 1)
        #expect(
            places.stays(of: 0) == [
                .init(target: 0, from: 0), .init(target: 1, from: 50),
            ])
        places.disconnected(0)
        places.connected(0, to: 1, at: 70)
        #expect(places.stays(of: 0).count == 2)
    }
}
