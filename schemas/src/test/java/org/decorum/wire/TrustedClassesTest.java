package org.decorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;
import org.apache.avro.util.ClassUtils;
import org.decorum.schema.CrawlRejected;
import org.decorum.schema.RejectReason;
import org.decorum.wire.SubjectNaming.Part;
import org.decorum.wire.registry.LocalRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrustedClassesTest {

    private static final CrawlRejected REJECTED = CrawlRejected.newBuilder()
            .setReason(RejectReason.NULL_VALUE)
            .setDetail("value: null")
            .setRejectedAt(Instant.EPOCH)
            .build();

    @BeforeEach
    void trust() {
        Records.trustGeneratedCode();
    }

    @Test
    void noFlagOfThisJvmTrustsAnything() {
        assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments())
                .noneMatch(flag -> flag.contains("SERIALIZABLE"));
        assertThat(System.getProperties().stringPropertyNames()).noneMatch(name -> name.contains("SERIALIZABLE"));
    }

    @Test
    void generatedCodeWorksIncludingWhatGoesThroughAvrosOwnModel() throws IOException {
        assertThat(CrawlRejected.newBuilder(REJECTED).build()).isEqualTo(REJECTED);
        assertThat(CrawlRejected.fromByteBuffer(REJECTED.toByteBuffer())).isEqualTo(REJECTED);
    }

    @Test
    void noOtherClassIsTrusted() {
        assertThatThrownBy(() -> ClassUtils.forName("java.io.File")).isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> ClassUtils.forName("org.decorum.wire.Records")).isInstanceOf(SecurityException.class);
    }

    @Test
    void theSerdesDoNotDependOnWhatTheProcessTrusts() {
        LocalRegistry registry = LocalRegistry.inMemory();
        ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
        ClassSecurityValidator.setGlobal(nothing -> false);
        try {
            byte[] framed = new AvroWriter(registry).write("topic", Part.VALUE, REJECTED);

            assertThat(AvroReader.of(CrawlRejected.class, registry).read(framed))
                    .isEqualTo(Decoded.ok(REJECTED));
        } finally {
            ClassSecurityValidator.setGlobal(before);
        }
    }
}
