package org.decorum.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.fetch.FailReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {

    private final Destination.Reader reader = new Destination.Reader(AddressGuard.strict(), Route.DIRECT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/",
                "http://127.1/",
                "http://2130706433/",
                "http://0x7f.0.0.1/",
                "http://[::1]/",
                "http://[::ffff:7f00:1]:8080/",
                "http://[::ffff:127.0.0.1]/",
                "http://169.254.169.254/latest/meta-data/",
                "http://localhost/",
                "http://localhost./",
                "http://printer/",
                "http://metadata.google.internal/"
            })
    void aHostThatCanOnlyBeInternalIsNotEvenResolved(String url) {
        assertThat(reason(url)).contains(FailReason.SSRF_BLOCKED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.org/",
                "mailto:a@b.example",
                "",
                "http://",
                "//example.org/",
                "http://a b.example/"
            })
    void whatIsNoHttpUrlIsBad(String url) {
        assertThat(reason(url)).contains(FailReason.BAD_URL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.org",
                "https://EXAMPLE.org:8443/a?b#c",
                "http://user:pass@example.org/",
                "http://exampl%65.org/",
                "https://xn--exampl-gva.org/",
                "http://8.8.8.8/"
            })
    void aPublicUrlIsReachable(String url) {
        assertThat(reason(url)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.example\\@b.example/",
                "http://a.example#@b.example/",
                "http://a.example:80@b.example/",
                "http://a.example;@b.example/",
                "http://a.example/..//b.example/"
            })
    void noTrickMakesTheClientAskAnotherHostThanTheOneThatPays(String url) {
        Destination destination = reader.read(url);

        if (destination instanceof Destination.Reachable reachable) {
            assertThat(OriginKeyer.bundled().key(url).printed())
                    .isEqualTo(reachable.url().host());
        } else {
            assertThat(reason(url)).contains(FailReason.BAD_URL);
        }
    }

    @Test
    void aStandInNeedsNoPublicAddress() {
        InetSocketAddress farm = new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);
        Destination.Reader routed = new Destination.Reader(AddressGuard.strict(), Route.allTo(farm));

        assertThat(routed.read("https://example.org/"))
                .isInstanceOfSatisfying(
                        Destination.Reachable.class,
                        reachable -> assertThat(reachable.standIn()).contains(farm));
    }

    private Optional<FailReason> reason(String url) {
        return reader.read(url) instanceof Destination.Refused refused
                ? Optional.of(refused.reason())
                : Optional.empty();
    }
}
