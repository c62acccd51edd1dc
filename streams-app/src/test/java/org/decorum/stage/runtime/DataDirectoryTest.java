package org.decorum.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {
    private static final Path HOME = Path.of("/home/ada");

    @Test
    void ownVariableWinsOverXdgAndHome() {
        assertThat(root(Map.of("DECORUM_DATA", "/data", "XDG_DATA_HOME", "/xdg")))
                .isEqualTo("/data");
        assertThat(root(Map.of("XDG_DATA_HOME", "/xdg"))).isEqualTo("/xdg/decorum");
        assertThat(root(Map.of())).isEqualTo("/home/ada/.local/share/decorum");
    }

    @Test
    void emptyVariablesAndRelativeXdgPathsCountAsUnset() {
        assertThat(root(Map.of("DECORUM_DATA", " ", "XDG_DATA_HOME", "relative")))
                .isEqualTo("/home/ada/.local/share/decorum");
    }

    private static String root(Map<String, String> environment) {
        return DataDirectory.byDefault(environment, HOME).root().toString();
    }
}
