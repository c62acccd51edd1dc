package org.decorum.stage.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.decorum.wire.WireConfig;
import org.decorum.wire.registry.RegistryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stage registers schemas only where it may. */
class RegisteredSchemasTest {

    @TempDir
    Path directory;

    @Test
    void aStageThatMayNotRegisterSaysWhichSchemaIsMissing() {
        try (StageHarness stage = new StageHarness(directory, Map.of(WireConfig.AUTO_REGISTER, "false"))) {
            assertThatThrownBy(() -> stage.publish("http://example.com/"))
                    .hasRootCauseInstanceOf(RegistryException.class)
                    .rootCause()
                    .hasMessageContaining("KeyedRequest")
                    .hasMessageContaining("auto.register.schemas=true");
        }
    }

    @Test
    void aStageThatMayRegisterDoes() {
        try (StageHarness stage = new StageHarness(directory, Map.of(WireConfig.AUTO_REGISTER, "true"))) {
            stage.publish("http://example.com/");
            assertThat(stage.releases()).hasSize(1);
        }
    }
}
