/// A certificate of 127.0.0.1 and localhost that signs itself, and its key.
/// They guard nothing: nobody trusts them but tests. Made by
///
///     openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes …
///     openssl ca -selfsign -startdate 20200101000000Z -enddate 21200101000000Z …
enum TestCertificate {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBcTCCARegAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5vZGRzYmVu
        Y2gtdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
        A1UEAwwOb2Rkc2JlbmNoLXRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARq
        3eHsurzvT/jmdcqx6zHeFH1QkscGwzZkXWFcYXEZg/+kqPPUE12fD7C7yXuChDpn
        Dxd1RTOYVp0LQ2/mbi5Co04wTDAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
        DwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUA1T7JdysrQbytlGK6gXVP11EtFUw
        CgYIKoZIzj0EAwIDSAAwRQIgOvs7r1PwOer2D/PaBFujpCSMEpKKWq+SJy7xQctL
        UlcCIQCRxEZTwFB/nEbq2NFjqEDru4hPXjNzlCgCIEPMnP11tw==
        -----END CERTIFICATE-----
        """

    /// As a client names it.
    static let description =
        "serial number 1; common name oddsbench-test; alternative names 127.0.0.1,localhost"

    /// Of the same names and key, signed by the first, and no longer valid.
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBXjCCAQSgAwIBAgIBAjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5vZGRzYmVu
        Y2gtdGVzdDAeFw0wMTAxMDEwMDAwMDBaFw0wMTAyMDMwMDAwMDBaMBkxFzAVBgNV
        BAMMDm9kZHNiZW5jaC10ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEat3h
        7Lq870/45nXKsesx3hR9UJLHBsM2ZF1hXGFxGYP/pKjz1BNdnw+wu8l7goQ6Zw8X
        dUUzmFadC0Nv5m4uQqM9MDswGgYDVR0RBBMwEYcEfwAAAYIJbG9jYWxob3N0MB0G
        A1UdDgQWBBQDVPsl3KytBvK2UYrqBdU/XUS0VTAKBggqhkjOPQQDAgNIADBFAiB8
        WnvylvPIoqZ6TV3aCSgyz8Qmu2FdvCnUVnSQsbGraAIhAPUGnEFMtYCG9s1ZIgRS
        fb7yqf8QYSLMXFfdFV/SrLTJ
        -----END CERTIFICATE-----
        """

    static let expiredDescription = description.replacing("number 1", with: "number 2")

    /// Of elsewhere.example, signed by the first.
    static let elsewhere = """
        -----BEGIN CERTIFICATE-----
        MIIBYjCCAQigAwIBAgIBAzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5vZGRzYmVu
        Y2gtdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
        A1UEAwwOb2Rkc2JlbmNoLXRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARq
        3eHsurzvT/jmdcqx6zHeFH1QkscGwzZkXWFcYXEZg/+kqPPUE12fD7C7yXuChDpn
        Dxd1RTOYVp0LQ2/mbi5Coz8wPTAcBgNVHREEFTATghFlbHNld2hlcmUuZXhhbXBs
        ZTAdBgNVHQ4EFgQUA1T7JdysrQbytlGK6gXVP11EtFUwCgYIKoZIzj0EAwIDSAAw
        RQIhALa2XXjVpmS6t6RX4vXhl89IrK78Cz7gCFjxpnk+MrfZAiB/GTMIPDyS6dkp
        mUf2c44SC6mXfQiFAbxIJLobCV++iw==
        -----END CERTIFICATE-----
        """

    /// Of the same names, signed by the first, with the extended key usage of clients.
    static let forClients = """
        -----BEGIN CERTIFICATE-----
        MIIBdTCCARugAwIBAgIBBDAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5vZGRzYmVu
        Y2gtdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
        A1UEAwwOb2Rkc2JlbmNoLXRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARq
        3eHsurzvT/jmdcqx6zHeFH1QkscGwzZkXWFcYXEZg/+kqPPUE12fD7C7yXuChDpn
        Dxd1RTOYVp0LQ2/mbi5Co1IwUDAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
        EwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0OBBYEFANU+yXcrK0G8rZRiuoF1T9d
        RLRVMAoGCCqGSM49BAMCA0gAMEUCIQDIzfZe5DZTl+i7Ol62WBkZoSBtjfuz1BSw
        YVjie4+TkwIgYsRbtTr/w25IFFeX0Df9zRldDMgoxOuGTApz2C9opdw=
        -----END CERTIFICATE-----
        """

    static let forClientsDescription = description.replacing("number 1", with: "number 4")

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7+kQvBIw8cUnzqNs
        QDnsc4LsJtJ1+CFyaYh0eLg4JSyhRANCAARq3eHsurzvT/jmdcqx6zHeFH1QkscG
        wzZkXWFcYXEZg/+kqPPUE12fD7C7yXuChDpnDxd1RTOYVp0LQ2/mbi5C
        -----END PRIVATE KEY-----
        """
}
