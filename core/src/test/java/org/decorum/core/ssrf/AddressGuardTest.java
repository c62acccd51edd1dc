package org.decorum.core.ssrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.decorum.core.TestTable;
import org.decorum.core.origin.AddressLiteral;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AddressGuardTest {

    static Stream<Arguments> addresses() {
        return TestTable.rows(AddressGuardTest.class, "addresses.txt");
    }

    @ParameterizedTest(name = "{0} is {1} {2}")
    @MethodSource("addresses")
    void judgesAddressesByTheRegistries(String address, String verdict, String why) {
        assertThat(judge(AddressGuard.strict(), address)).as(why).isEqualTo(verdict);
    }

    @Test
    void javaUnwrapsMappedAddressesAndWouldConnectToTheInnerOne() throws UnknownHostException {
        AddressGuard guard = AddressGuard.strict();

        assertThat(guard.verdict(InetAddress.getByName("::ffff:10.0.0.1")).printed())
                .isEqualTo("BLOCK:private-10");
        assertThat(guard.verdict(InetAddress.getByName("8.8.8.8"))).isEqualTo(Verdict.PUBLIC);
    }

    @Test
    void anAllowListOpensItsRangesOnly() {
        AddressGuard guard = AddressGuard.allowing(CidrList.parse("127.0.0.0/8, ::1/128 10.1.0.0/16"));

        assertThat(judge(guard, "127.9.9.9")).isEqualTo("ALLOW:127.0.0.0/8");
        assertThat(judge(guard, "::1")).isEqualTo("ALLOW:::1/128");
        assertThat(judge(guard, "10.1.2.3")).isEqualTo("ALLOW:10.1.0.0/16");
        assertThat(judge(guard, "10.2.2.3")).isEqualTo("BLOCK:private-10");
        assertThat(judge(guard, "::ffff:127.0.0.1")).isEqualTo("BLOCK:ipv4-mapped");
        assertThat(judge(guard, "9.9.9.9")).isEqualTo("PUBLIC");
    }

    @Test
    void metadataServicesOpenOnlyByTheirOwnAddress() {
        AddressGuard ranges = AddressGuard.allowing(CidrList.parse("0.0.0.0/0 ::/0"));
        AddressGuard exact = AddressGuard.allowing(CidrList.parse("169.254.169.254/32, fd00:ec2::254"));

        for (String metadata : new String[] {
            "169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"
        }) {
            assertThat(judge(ranges, metadata)).startsWith("BLOCK:");
        }
        assertThat(judge(ranges, "169.254.1.1")).isEqualTo("ALLOW:0.0.0.0/0");
        assertThat(judge(ranges, "fd00::1")).isEqualTo("ALLOW:::/0");
        assertThat(judge(exact, "169.254.169.254")).isEqualTo("ALLOW:169.254.169.254/32");
        assertThat(judge(exact, "fd00:ec2::254")).isEqualTo("ALLOW:fd00:ec2::254");
    }

    @Test
    void metadataHiddenInsideAnIpv6AddressStaysBlockedToo() {
        AddressGuard ranges = AddressGuard.allowing(CidrList.parse("::/0"));

        for (String metadata : new String[] {
            "::ffff:169.254.169.254",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::a9fe:a9fe",
            "::169.254.169.254",
            "2002:a9fe:a9fe::1"
        }) {
            assertThat(judge(ranges, metadata)).startsWith("BLOCK:");
        }
    }

    @Test
    void anAddressHasFourOrSixteenOctets() {
        assertThatThrownBy(() -> AddressGuard.strict().verdict(new byte[5]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("address octets: 5 (expected: 4 or 16)");
    }

    @Property
    void everyIpv6AddressOutsideGlobalUnicastIsBlocked(@ForAll @Size(16) byte[] octets) {
        boolean globalUnicast = (octets[0] & 0xe0) == 0x20;
        if (!globalUnicast) {
            assertThat(AddressGuard.strict().verdict(octets).isBlocked()).isTrue();
        }
    }

    private static String judge(AddressGuard guard, String address) {
        return guard.verdict(AddressLiteral.parse(address).orElseThrow()).printed();
    }
}
