package org.decorum.core.capacity;

/** What the user pays, in any currency. 0 costs nothing. */
public record Prices(double coreHour, double memoryGbHour, double diskGbMonth) {

    /** 365 days of 24 hours, a twelfth. */
    static final double HOURS_A_MONTH = 730;

    public static final Prices NONE = new Prices(0, 0, 0);

    public Prices {
        Checks.atLeast("price_core_hour", coreHour, 0);
        Checks.atLeast("price_memory_gb_hour", memoryGbHour, 0);
        Checks.atLeast("price_disk_gb_month", diskGbMonth, 0);
    }

    boolean isGiven() {
        return coreHour > 0 || memoryGbHour > 0 || diskGbMonth > 0;
    }
}
