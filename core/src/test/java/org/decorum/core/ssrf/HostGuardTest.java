package org.decorum.core.ssrf;

import static org.assertj.core.api.Assertions.assertThat;

import org.decorum.core.origin.OriginKeyer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostGuardTest {
    private final OriginKeyer keyer = OriginKeyer.bundled();
    private final HostGuard strict = new HostGuard(AddressGuard.strict());

    @ParameterizedTest
    @CsvSource({
        "http://10.1.2.3/, BLOCK:private-10",
        "http://0xa010203/, BLOCK:private-10",
        "http://012.1.2.3/, BLOCK:private-10",
        "http://010.1.2.3/, PUBLIC",
        "http://169.16689662/, BLOCK:link-local",
        "http://%31%30.1.2.3/, BLOCK:private-10",
        "http://x@[::ffff:127.0.0.1]:80/, BLOCK:ipv4-mapped",
        "http://[::ffff:7f00:1]/, BLOCK:ipv4-mapped",
        "http://[::1]/, BLOCK:loopback-v6",
        "http://[2606:4700::1111]/, PUBLIC",
        "http://[::1%25lo]/, BLOCK:invalid-host",
        "http://10.1.2.3.4/, BLOCK:invalid-host",
        "ftp://example.org/, BLOCK:invalid-host",
        "http://LOCALHOST./, BLOCK:localhost-name",
        "http://a.b.localhost/, BLOCK:localhost-name",
        "http://www.localhost/, BLOCK:localhost-name",
        "http://localhost6.localdomain6/, BLOCK:localhost-name",
        "http://web.localdomain/, BLOCK:localhost-name",
        "http://ip6-loopback/, BLOCK:localhost-name",
        "http://nas.local/, BLOCK:mdns-name",
        "http://www.nas.local/, BLOCK:mdns-name",
        "http://router.home.arpa/, BLOCK:home-arpa",
        "http://home.arpa/, BLOCK:home-arpa",
        "http://metadata.google.internal/, BLOCK:internal-name",
        "http://ip-10-0-0-1.ec2.internal/, BLOCK:internal-name",
        "http://metadata.tencentyun.com/, BLOCK:cloud-metadata-name",
        "http://api.default.svc/, BLOCK:cluster-name",
        "http://api.default.svc.cluster.local/, BLOCK:cluster-name",
        "http://vault.service.consul/, BLOCK:cluster-name",
        "http://intranet/, BLOCK:single-label-name",
        "http://com/, BLOCK:single-label-name",
        "http://files.corp/, BLOCK:private-name",
        "http://router.lan/, BLOCK:private-name",
        "http://example.org/, PUBLIC",
        "http://local.example.org/, PUBLIC",
        "http://mylocalhost.example.org/, PUBLIC",
        "http://notlocal/, BLOCK:single-label-name",
        "http://x.notlocal/, PUBLIC",
        "http://10.1.2.3.nip.io/, PUBLIC",
    })
    void judgesTheHostOfAUrlBeforeAnyNameIsResolved(String url, String verdict) {
        assertThat(strict.verdict(keyer.key(url)).printed()).isEqualTo(verdict);
    }

    @Test
    void whoCrawlsTheirOwnMachineMayNameItToo() {
        HostGuard guard = new HostGuard(AddressGuard.allowing(CidrList.parse("127.0.0.0/8")));

        assertThat(guard.verdict("localhost").printed()).isEqualTo("ALLOW:localhost-name");
        assertThat(guard.verdict("shop.localhost").isBlocked()).isFalse();
        assertThat(guard.verdict("127.0.0.2").printed()).isEqualTo("ALLOW:127.0.0.0/8");
        assertThat(guard.verdict("[::1]").isBlocked()).isTrue();
        assertThat(guard.verdict("nas.local").isBlocked()).isTrue();
    }
}
