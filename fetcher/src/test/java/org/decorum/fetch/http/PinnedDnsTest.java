package org.decorum.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import okhttp3.Dns;
import org.decorum.core.ssrf.AddressGuard;
import org.decorum.core.ssrf.CidrList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PinnedDnsTest {

    @Test
    void publicAnswersPassInTheirOrder() throws UnknownHostException {
        PinnedDns dns = strict(answering("8.8.8.8", "2606:4700::1111"));

        assertThat(dns.lookup("example.org")).containsExactly(address("8.8.8.8"), address("2606:4700::1111"));
    }

    @Test
    void oneBadAnswerBlocksTheName() {
        PinnedDns dns = strict(answering("8.8.8.8", "127.0.0.1"));

        assertThatThrownBy(() -> dns.lookup("rebind.example"))
                .isInstanceOf(BlockedAddressException.class)
                .hasMessage("rebind.example is at 127.0.0.1 (loopback)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "169.254.169.254", "192.168.0.1", "100.64.0.1", "::1", "fd00::1", "fe80::1"})
    void anInternalAddressIsBlocked(String internal) {
        assertThatThrownBy(() -> strict(answering(internal)).lookup("a.example"))
                .isInstanceOf(BlockedAddressException.class);
    }

    @Test
    void anAddressOfTheOwnNetworkPassesOnceItIsListed() throws UnknownHostException {
        PinnedDns dns = new PinnedDns(answering("10.1.2.3"), AddressGuard.allowing(CidrList.parse("10.1.0.0/16")));

        assertThat(dns.lookup("wiki.example")).containsExactly(address("10.1.2.3"));
    }

    @Test
    void aNameIsAskedForOncePerLookup() throws UnknownHostException {
        Deque<String> answers = new ArrayDeque<>(List.of("8.8.8.8", "127.0.0.1"));
        PinnedDns dns = strict(host -> List.of(address(answers.remove())));

        assertThat(dns.lookup("flip.example")).containsExactly(address("8.8.8.8"));
        assertThat(answers).containsExactly("127.0.0.1");
    }

    private static PinnedDns strict(Dns resolver) {
        return new PinnedDns(resolver, AddressGuard.strict());
    }

    static Dns answering(String... addresses) {
        return host -> Arrays.stream(addresses).map(PinnedDnsTest::address).toList();
    }

    static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(literal, e);
        }
    }
}
