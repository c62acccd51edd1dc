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

    /** Nothing was seen. */
    public static final ContentTypes NONE = new ContentTypes(List.of());

    /** Seen longest ago first; never changed. */
    private final List<Seen> seen;

    private ContentTypes(List<Seen> seen) {
        this.seen = seen;
    }

    /** An answer came, with a Content-Type header as it was sent; one that names no media type is passed over. */
    public ContentTypes saw(String url, String header) {
        String type = mediaType(header);
        if (type == null) {
            return this;
        }
        String shape = shape(RequestTarget.of(url));
        List<Seen> next = new ArrayList<>(seen);
        next.removeIf(known -> known.shape.equals(shape));
        next.add(new Seen(shape, type));
        if (next.size() > SHAPES_MAX) {
            next.remove(0);
        }
        return new ContentTypes(next);
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

    /** One byte where nothing was seen. */
    public void write(StateWriter out) {
        out.writeLong(seen.size());
        seen.forEach(known -> out.writeString(known.shape).writeString(known.type));
    }

    public static ContentTypes read(StateReader in) {
        int count = in.readCount();
        if (count == 0) {
            return NONE;
        }
        List<Seen> seen = new ArrayList<>();
        for (int left = count; left > 0; left--) {
            seen.add(new Seen(in.readString(), in.readString()));
        }
        return new ContentTypes(seen);
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
