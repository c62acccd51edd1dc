package org.decorum.core.origin;

/** What stands behind a host; chooses the default profile of an origin. */
public enum OriginKind {
    SITE("site"),
    OBJECT_STORE("object-store"),
    CDN("cdn"),
    IMAGE_SERVICE("image-service");

    private final String wireName;

    OriginKind(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
