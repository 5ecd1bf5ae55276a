import OddsExternal
import Testing

/// Programs that do not answer end as a clear result, in bounded time.
@Suite struct ProgramFailureTests {
    /// Answers hello as it should, by what Python's standard library has, then does
    /// something else.
    private static func program(_ rest: String) -> ExternalProgram {
        ExternalProgram(
            command: """
                exec python3 -c '
                0; import os, struct, sys, time
                length, kind, sequence = struct.unpack("<3I", os.read(0, 12))
                os.read(0, length)
                hello = b"{\\"protocol\\":\\"oddsbench.strategy/1\\","
                hello += b"\\"name\\":\\"x\\",\\"level\\":\\"full\\","
                hello += b"\\"transport\\":\\"pipe\\"}"
                os.write(1, struct.pack("<3I", len(hello), 1, 0) + hello)
                \(rest)
                '
                """, transport: .pipe)
    }

    private static func failure(
        of program: ExternalProgram, frameBytes: Int = 2
    ) throws -> ProgramFailure? {
        var limits = ProgramLimits()
        limits.answerSeconds = 1
        limits.helloSeconds = 10
        do throws(ProgramFailure) {
            let session = try ProgramSession(program, channels: ["/1"], limits: limits)
            let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: frameBytes, alignment: 1)
            defer { frame.deallocate() }
            frame.initializeMemory(as: UInt8.self, repeating: 0x20)
            _ = try session.apply(UnsafeRawBufferPointer(frame), channel: 0, events: 1)
            _ = try session.apply(UnsafeRawBufferPointer(frame), channel: 0, events: 1)
            try session.end()
            return nil
        } catch {
            return error
        }
    }

    @Test func programThatIsNotThere() throws {
        for program in [
            ExternalProgram(words: ["/no/such/program"]),
            ExternalProgram(command: "/no/such/program", transport: .pipe),
        ] {
            let failure = try Self.failure(of: program)
            #expect(failure?.reason == .notFound)
            #expect(
                failure?.description == """
                    /no/such/program is not found: give a path, or a program that is on the PATH
                    """)
        }
    }

    @Test func programThatEndsAtOnce() throws {
        let failure = try Self.failure(of: ExternalProgram(command: "exit 3", transport: .pipe))
        #expect(failure?.description == "exit 3 ended with status 3 at hello")
    }

    @Test func programThatSaysSomethingElse() throws {
        let failure = try Self.failure(
            of: ExternalProgram(command: "echo Hello, world; cat >/dev/null", transport: .pipe))
        #expect(failure?.moment == .hello)
        guard case .garbage = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(failure?.description.hasSuffix("; it wrote 'Hello, world\\n'") == true)
    }

    /// A grandchild that holds the pipes is not waited for.
    @Test(arguments: [AnswerWaiting.sleeping, .spinning])
    func programThatEndsBeforeItsChild(waiting: AnswerWaiting) throws {
        var limits = ProgramLimits()
        // Far beyond the time limit of any test.
        limits.helloSeconds = 100_000
        let program = ExternalProgram(command: "sleep 100000 & exit 3", transport: .pipe)
        let failure = #expect(throws: ProgramFailure.self) {
            try ProgramSession(program, channels: [], limits: limits, waiting: waiting)
        }
        #expect(failure?.reason == .ended("ended with status 3"))
    }

    /// What it said last is read, as far as it came.
    @Test func programThatSaysWhyItEnds() throws {
        let program = ExternalProgram(
            command: #"printf 'no\033[2J'; sleep 100000 & exit 3"#, transport: .pipe)
        let failure = try Self.failure(of: program)
        #expect(
            failure?.description.hasSuffix(
                #" ended with status 3 at hello; it wrote 'no\u{1B}[2J'"#) == true)
    }

    /// Nor is one waited for after bye, where it has nothing to say.
    @Test func programWhoseChildOutlivesIt() throws {
        let program = Self.program(
            """
            if os.fork() == 0: time.sleep(100000)
            while True:
                length, kind, sequence = struct.unpack("<3I", os.read(0, 12))
                while length > 0: length -= len(os.read(0, length))
                count = 32 if kind == 2 else 0
                os.write(1, struct.pack("<3I", count, kind, sequence) + bytes(count))
                if kind == 4: os._exit(0)
            """)
        #expect(try Self.failure(of: program) == nil)
    }

    static let rests: [(String, ProgramFailure.Moment, String)] = [
        ("os._exit(7)", .frame(1), "ended with status 7 at frame 1"),
        ("os.kill(os.getpid(), 9)", .frame(1), "was ended by signal 9 at frame 1"),
        (
            "time.sleep(60)", .frame(1),
            "did not answer within 1 s at frame 1 (--answer-timeout changes that)"
        ),
        (
            "os.read(0, 99); os.write(1, bytes(44)); time.sleep(60)", .frame(1),
            "kind 0 and sequence 0, where kind 2 and sequence 1 are due"
        ),
        (
            "os.read(0, 99); os.write(1, struct.pack(\"<3I\", 1 << 30, 2, 1)); time.sleep(60)",
            .frame(1), "1073741824 bytes, where 32 are due"
        ),
        (
            "os.read(0, 99); os.write(1, struct.pack(\"<3I\", 32, 2, 1) + bytes(76)); "
                + "time.sleep(60)", .frame(2), "kind 0 and sequence 0"
        ),
    ]

    @Test(arguments: rests)
    func programThatFailsAtAFrame(
        rest: String, moment: ProgramFailure.Moment, text: String
    ) throws {
        let failure = try #require(try Self.failure(of: Self.program(rest)))
        #expect(failure.moment == moment)
        #expect(failure.description.contains(text), "\(failure)")
    }

    /// Neither side reads what the other writes: that ends, too.
    @Test func programThatWritesWithoutEnd() throws {
        let rest = "\nwhile True: os.write(1, bytes(4096))"
        let failure = try #require(
            try Self.failure(of: Self.program(rest), frameBytes: 1 << 20))
        #expect(failure.moment == .frame(1))
    }
}
