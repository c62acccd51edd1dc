package org.decorum.wire.registry;

/** Error codes of Confluent's REST interface. The first three digits are the HTTP status. */
public final class RegistryErrors {

    public static final int BAD_REQUEST = 400;
    public static final int INCOMPATIBLE_SCHEMA = 409;
    public static final int SUBJECT_NOT_FOUND = 40401;
    public static final int VERSION_NOT_FOUND = 40402;
    public static final int SCHEMA_NOT_FOUND = 40403;
    public static final int INVALID_SCHEMA = 42201;
    public static final int INVALID_VERSION = 42202;
    public static final int STORE_FAILED = 50001;

    private RegistryErrors() {}
}
