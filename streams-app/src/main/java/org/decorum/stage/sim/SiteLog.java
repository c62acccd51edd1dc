package org.decorum.stage.sim;

/** The starts of one site, whichever origin booked them. Those that were overtaken are judged by their bookings alone. */
final class SiteLog {

    private final FloorWatch watch = new FloorWatch();
    private long lastReleaseAtMicros = Long.MIN_VALUE;
    private long lastNumber;

    /** How much too early this start is, microseconds; 0 or less if it is not. */
    long shortfallMicros(Booking booking, long nowMicros, long latenessMicros) {
        long releaseAt = booking.releaseAtMicros();
        if (releaseAt < lastReleaseAtMicros || (releaseAt == lastReleaseAtMicros && booking.number() <= lastNumber)) {
            return 0;
        }
        lastReleaseAtMicros = releaseAt;
        lastNumber = booking.number();
        return watch.shortfallMicros(nowMicros, booking.release().getCost(), booking.site(), latenessMicros);
    }
}
