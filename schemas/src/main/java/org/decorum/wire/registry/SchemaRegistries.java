package org.decorum.wire.registry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Registries by URL. {@code mock://scope} is a {@link LocalRegistry} that everybody in the process who names the scope
 * shares; {@code http://} and {@code https://} URLs, separated by commas, are asked over REST, the next one where one fails.
 */
public final class SchemaRegistries {

    private static final String MOCK = "mock://";
    private static final Map<String, LocalRegistry> SCOPES = new ConcurrentHashMap<>();

    private SchemaRegistries() {}

    public static SchemaRegistry of(String url) {
        return of(url, "");
    }

    /** {@code userInfo} is {@code user:password} for basic authentication; blank leaves it to the URL. */
    public static SchemaRegistry of(String url, String userInfo) {
        String trimmed = url.trim();
        if (trimmed.startsWith(MOCK)) {
            return SCOPES.computeIfAbsent(trimmed.substring(MOCK.length()), scope -> LocalRegistry.inMemory());
        }
        return new RestRegistry(RegistryEndpoints.parse(trimmed, userInfo));
    }

    /** Forgets a scope: whoever names it next gets an empty registry. */
    public static void dropScope(String scope) {
        SCOPES.remove(scope);
    }
}
