package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.decorum.core.TestTable;
import org.decorum.core.origin.KeyResult.Keyed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KnownHostTest {
    private final OriginKeyer keyer = OriginKeyer.bundled();

    static Stream<Arguments> stores() {
        return TestTable.rows(KnownHostTest.class, "object-stores.txt");
    }

    static Stream<Arguments> kinds() {
        return TestTable.rows(KnownHostTest.class, "host-kinds.txt");
    }

    @ParameterizedTest(name = "{0} is {1} {2}, keyed {3}")
    @MethodSource("stores")
    void keysABucketWhereTheUrlNamesOne(String url, String service, String bucket, String originKey) {
        Keyed keyed = (Keyed) keyer.key(url);
        assertThat(keyed.service()).isEqualTo(new Service(service, bucket));
        assertThat(keyed.kind()).isEqualTo(service.isEmpty() ? OriginKind.SITE : OriginKind.OBJECT_STORE);
        assertThat(keyed.originKey()).isEqualTo(originKey.equals("host") ? keyed.siteKey() : originKey);
    }

    @ParameterizedTest(name = "{0} is a {1} of {2}")
    @MethodSource("kinds")
    void tellsCdnsAndImageServicesFromSites(String url, String kind, String service, String siteKey) {
        Keyed keyed = (Keyed) keyer.key(url);
        assertThat(keyed.kind().wireName()).isEqualTo(kind);
        assertThat(keyed.service()).isEqualTo(new Service(service, Service.NO_BUCKET));
        assertThat(keyed.originKey()).isEqualTo(siteKey);
        assertThat(keyed.siteKey()).isEqualTo(siteKey);
    }
}
