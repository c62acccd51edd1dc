package org.decorum.stage.runtime;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where a local installation keeps its files. The default is {@code $DECORUM_DATA}, else {@code $XDG_DATA_HOME/decorum},
 * else {@code ~/.local/share/decorum}.
 */
public record DataDirectory(Path root) {
    private static final String NAME = "decorum";

    /** The default for this environment; an XDG path that is not absolute is ignored, as its specification asks. */
    public static DataDirectory byDefault(Map<String, String> environment, Path home) {
        String own = environment.getOrDefault("DECORUM_DATA", "");
        if (!own.isBlank()) {
            return new DataDirectory(Path.of(own).toAbsolutePath());
        }
        Path xdg = Path.of(environment.getOrDefault("XDG_DATA_HOME", ""));
        Path base = xdg.isAbsolute() ? xdg : home.resolve(".local").resolve("share");
        return new DataDirectory(base.resolve(NAME));
    }

    /** The default of this process. */
    public static DataDirectory byDefault() {
        return byDefault(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** A directory of the same layout inside this one, for a second installation such as the demo's. */
    public DataDirectory child(String name) {
        return new DataDirectory(root.resolve(name));
    }

    public Path broker() {
        return root.resolve("broker");
    }

    public Path registry() {
        return root.resolve("registry");
    }

    public Path state() {
        return root.resolve("state");
    }
}
