package org.decorum.wire.registry;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a registry answers: base URLs without credentials, and the Authorization header that each is to get. */
final class RegistryEndpoints {

    /** One base URL, ending in a slash. */
    record Endpoint(URI base, Optional<String> authorization) {}

    private RegistryEndpoints() {}

    /** Comma separated URLs; credentials given apart win over those in a URL. */
    static List<Endpoint> parse(String urls, String userInfo) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (String url : urls.split(",", -1)) {
            endpoints.add(endpoint(url.trim(), userInfo));
        }
        return List.copyOf(endpoints);
    }

    private static Endpoint endpoint(String url, String userInfo) {
        URI given;
        try {
            given = new URI(url);
        } catch (URISyntaxException e) {
            throw unusable(e.getReason());
        }
        boolean http = "http".equalsIgnoreCase(given.getScheme()) || "https".equalsIgnoreCase(given.getScheme());
        if (!http || given.getHost() == null) {
            throw unusable(given.getScheme() + ", host " + given.getHost());
        }
        String path = given.getRawPath().endsWith("/") ? given.getRawPath() : given.getRawPath() + "/";
        String port = given.getPort() < 0 ? "" : ":" + given.getPort();
        URI base = URI.create(given.getScheme() + "://" + given.getHost() + port + path);
        return new Endpoint(base, authorization(userInfo.isBlank() ? decoded(given.getRawUserInfo()) : userInfo));
    }

    private static String decoded(@Nullable String rawUserInfo) {
        // A plus is a plus in a URL's user-info; only forms make it a blank.
        return rawUserInfo == null ? "" : URLDecoder.decode(rawUserInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Optional<String> authorization(String userInfo) {
        if (userInfo.isBlank()) {
            return Optional.empty();
        }
        byte[] bytes = userInfo.getBytes(StandardCharsets.UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(bytes));
    }

    private static IllegalArgumentException unusable(String found) {
        return new IllegalArgumentException(
                "schema.registry.url: " + found + " (expected: http://host:port, https://host:port or mock://scope)");
    }
}
