import OddsServer
import ServiceLifecycle

/// What a simulator is in a fleet: a source that publishes its world, or an edge that serves
/// the feed of a source.
///
/// A simulator asks for `feed` first, and then calls `begin`, runs `service`, and, once that
/// has ended, calls `serverWillStop` and `serverHasStopped`, in this order and each once. If the
/// server cannot be started, or `begin` fails, only `serverHasStopped` follows; nothing does if
/// a service fails.
package protocol FleetRole: Sendable {
    /// What is served in place of a world; `nil` serves the world of the options.
    var feed: (any Feed)? { get }

    /// What the control interface serves beside the feed's own.
    var control: ControlServer.Extension { get }

    /// Runs beside the server, until the group of services shuts down. It ends the program with
    /// the message and the status of a `ServingError` that it throws.
    var service: any Service { get }

    /// The server listens; its addresses have not been announced yet. To publish its world is
    /// the moment now (`EMServer.publish`).
    ///
    /// - Throws: `ServingError`.
    func begin(_ server: EMServer) async throws

    /// Clients are about to be sent GOODBYE; frames go on until they have taken it.
    func serverWillStop() async

    /// The server has stopped, and with it its feed.
    func serverHasStopped() async
}
