package org.decorum.core.ssrf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.decorum.core.origin.AddressLiteral;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrListTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.0.0.128/25, 10.0.0.127, false",
        "10.0.0.128/25, 10.0.0.128, true",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, ::1, false",
        "9.9.9.9, 9.9.9.9, true",
        "9.9.9.9/32, 9.9.9.8, false",
        "fd00::/8, fdff::1, true",
        "fd00::/8, fe00::1, false",
        "2001:db8::/65, 2001:db8:0:0:7fff::, true",
        "2001:db8::/65, 2001:db8:0:0:8000::, false",
        "2001:db8::/64, 2001:db8:0:1::, false",
        "::1/128, ::1, true",
        "::/0, ::1, true",
        "::/0, 9.9.9.9, false",
    })
    void aRangeHoldsTheAddressesThatShareItsPrefix(String range, String address, boolean holds) {
        assertThat(CidrList.parse(range)
                        .rangeOf(AddressLiteral.parse(address).orElseThrow())
                        .isPresent())
                .isEqualTo(holds);
    }

    @Test
    void rangesAreSeparatedByCommasOrSpaces() {
        assertThat(CidrList.parse(" 10.0.0.0/8,::1 , 127.0.0.1\n").toString()).isEqualTo("10.0.0.0/8, ::1, 127.0.0.1");
        assertThat(CidrList.parse("  ").isEmpty()).isTrue();
        assertThat(CidrList.empty().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "10.0.0.1/8",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "010.0.0.0/8",
                "10/8",
                "::/129",
                "::1/64",
                "localhost",
                "fe80::1%eth0",
                "10.0.0.0/8/8",
                "10.0.0.0/999999999999"
            })
    void refusesWhatIsNoRange(String text) {
        assertThatThrownBy(() -> CidrList.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("address range: " + text + " (expected: a CIDR such as 10.0.0.0/8 or ::1/128)");
    }
}
