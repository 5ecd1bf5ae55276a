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

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7+kQvBIw8cUnzqNs
        QDnsc4LsJtJ1+CFyaYh0eLg4JSyhRANCAARq3eHsurzvT/jmdcqx6zHeFH1QkscG
        wzZkXWFcYXEZg/+kqPPUE12fD7C7yXuChDpnDxd1RTOYVp0LQ2/mbi5C
        -----END PRIVATE KEY-----
        """
}
