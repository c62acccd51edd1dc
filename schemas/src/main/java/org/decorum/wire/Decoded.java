package org.decorum.wire;

import java.util.function.Function;
import org.decorum.schema.RejectReason;

/** Either a record, or the reason why the bytes are none: what reading input that a stranger wrote yields. */
public sealed interface Decoded<T> {

    /** The bytes were a record, and {@code value} is it. */
    record Ok<T>(T value) implements Decoded<T> {}

    /** The bytes were no usable record; {@code detail} says what was found and what was expected. */
    record Failed<T>(RejectReason reason, String detail) implements Decoded<T> {

        /** The same failure where another type was hoped for. */
        public <R> Decoded<R> as() {
            return new Failed<>(reason, detail);
        }
    }

    static <T> Decoded<T> ok(T value) {
        return new Ok<>(value);
    }

    static <T> Decoded<T> failed(RejectReason reason, String detail) {
        return new Failed<>(reason, detail);
    }

    default boolean isOk() {
        return this instanceof Ok;
    }

    /** What {@code next} makes of the record; a failure stays the failure it is. */
    default <R> Decoded<R> flatMap(Function<? super T, Decoded<R>> next) {
        if (this instanceof Ok<T> ok) {
            return next.apply(ok.value());
        }
        return ((Failed<T>) this).as();
    }
}
