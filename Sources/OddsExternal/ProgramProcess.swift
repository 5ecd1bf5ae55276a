import Foundation

/// The process of a program, which leads a group of its own, with pipes to its standard
/// input and output. One thread owns it.
final class ProgramProcess {
    let identifier: pid_t
    /// Written by this process; does not block.
    let input: Int32
    /// Read by this process; does not block.
    let output: Int32
    private var endStatus: Int32?

    /// Starts a program.
    ///
    /// The calling thread has SIGPIPE blocked from now on: a program that has ended is
    /// noticed by an error of `write`.
    ///
    /// - Parameters:
    ///   - words: The program, which is looked for along the PATH, and its arguments.
    ///   - inherited: Descriptors for the process, from number 3 on.
    /// - Throws: Why it cannot be started.
    init(_ words: [String], inheriting inherited: [Int32] = []) throws(ProcessError) {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        let messages = try Pipe()
        let answers = try Pipe()
        let own = inherited.map { fcntl($0, F_DUPFD_CLOEXEC, Self.lowestOwnDescriptor) }
        defer {
            for descriptor in own + [messages.reading, answers.writing] { close(descriptor) }
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, messages.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, answers.writing, STDOUT_FILENO)
        for (index, descriptor) in own.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, 3 + Int32(index))
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &pipe)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let error = posix_spawnp(
            &process, words[0], &actions, &attributes, &arguments, environ)
        guard error == 0 else {
            close(messages.writing)
            close(answers.reading)
            throw ProcessError(
                text: String(cString: strerror(error)), isNotFound: error == ENOENT)
        }
        identifier = process
        input = messages.writing
        output = answers.reading
        for descriptor in [input, output] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit {
        kill()
        close(input)
        close(output)
    }

    /// Beyond those that a process inherits.
    static let lowestOwnDescriptor: Int32 = 16

    /// True if the process has ended.
    var hasEnded: Bool {
        if endStatus == nil {
            var status: Int32 = 0
            guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
            endStatus = status
        }
        return true
    }

    /// How the process ended, as a predicate; `nil` if it runs.
    func endText() -> String? { hasEnded ? endStatus.map(Self.text) : nil }

    /// Waits for the end; `nil` if the process still runs after that time.
    func endText(within seconds: Double) -> String? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            if let text = endText() { return text }
            guard Date() < deadline else { return nil }
            usleep(1_000)
        }
    }

    /// A shell's word for a command that it does not find: status 127.
    var isNotFound: Bool { endStatus.map { $0 & 0x7F == 0 && ($0 >> 8) & 0xFF == 127 } ?? false }

    /// Whether it ended with status 0.
    var hasSucceeded: Bool { endStatus == 0 }

    /// Ends the process and all others of its group.
    func kill() {
        Foundation.kill(-identifier, SIGKILL)
        guard endStatus == nil else { return }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        endStatus = status
    }

    private static func text(_ status: Int32) -> String {
        let signal = status & 0x7F
        return signal == 0
            ? "ended with status \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
    }
}

/// Why a process cannot be started.
struct ProcessError: Error {
    let text: String
    var isNotFound = false
}

/// The two ends of a pipe, which other processes do not inherit.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(ProcessError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw ProcessError(text: String(cString: strerror(errno))) }
        // Beyond the numbers that a process inherits its own by.
        reading = fcntl(ends[0], F_DUPFD_CLOEXEC, ProgramProcess.lowestOwnDescriptor)
        writing = fcntl(ends[1], F_DUPFD_CLOEXEC, ProgramProcess.lowestOwnDescriptor)
        close(ends[0])
        close(ends[1])
    }
}
