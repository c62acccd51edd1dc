package org.decorum.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.decorum.core.codec.StateReader;
import org.decorum.core.codec.StateWriter;
import org.decorum.core.origin.RequestTarget;
import org.jspecify.annotations.Nullable;

/**
 * The media type that an origin last answered with, by the shape of the URL: its first directory and the extension of
 * its file, such as {@code /img/*.png}. It holds {@link #SHAPES_MAX} shapes; of more, the one that was seen longest ago
 * is forgotten.
 */
public final class ContentTypes {

    static final int SHAPES_MAX = 16;

    private static final int DIRECTORY_CHARS_MAX = 32;
    private static final int EXTENSION_CHARS_MAX = 8;
    private static final int TYPE_CHARS_MAX = 64;

    /** What is known of one shape. */
    private record Seen(String shape, String type) {}

    /** Seen longest ago first. */
    private final List<Seen> seen;

    public ContentTypes() {
        this(new ArrayList<>(0));
    }

    private ContentTypes(List<Seen> seen) {
        this.seen = seen;
    }

    /** An answer came, with a Content-Type header as it was sent; one that names no media type is passed over. */
    public void saw(String url, String header) {
        String type = mediaType(header);
        if (type == null) {
            return;
        }
        String shape = shape(RequestTarget.of(url));
        seen.removeIf(known -> known.shape.equals(shape));
        seen.add(new Seen(shape, type));
        if (seen.size() > SHAPES_MAX) {
            seen.remove(0);
        }
    }

    /** The media type last seen at URLs of this shape, in lower case. */
    Optional<String> at(RequestTarget target) {
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        String shape = shape(target);
        return seen.stream()
                .filter(known -> known.shape.equals(shape))
                .map(Seen::type)
                .findFirst();
    }

    public ContentTypes copy() {
        return new ContentTypes(new ArrayList<>(seen));
    }

    /** One byte where nothing was seen. */
    public void write(StateWriter out) {
        out.writeLong(seen.size());
        seen.forEach(known -> out.writeString(known.shape).writeString(known.type));
    }

    public static ContentTypes read(StateReader in) {
        ContentTypes types = new ContentTypes();
        for (int left = in.readCount(); left > 0; left--) {
            types.seen.add(new Seen(in.readString(), in.readString()));
        }
        return types;
    }

    private static String shape(RequestTarget target) {
        String path = target.path();
        int slash = path.indexOf('/', 1);
        String directory = slash < 0 ? "" : path.substring(1, Math.min(slash, 1 + DIRECTORY_CHARS_MAX)) + "/";
        int dot = path.lastIndexOf('.');
        int length = path.length() - dot - 1;
        boolean hasExtension = dot > path.lastIndexOf('/') && length >= 1 && length <= EXTENSION_CHARS_MAX;
        return "/" + directory + "*" + (hasExtension ? path.substring(dot).toLowerCase(Locale.ROOT) : "");
    }

    private static @Nullable String mediaType(String header) {
        int end = header.indexOf(';');
        String type = (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        return type.indexOf('/') > 0 && type.length() <= TYPE_CHARS_MAX ? type : null;
    }
}
