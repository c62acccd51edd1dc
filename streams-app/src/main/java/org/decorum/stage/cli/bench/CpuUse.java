package org.decorum.stage.cli.bench;

/**
 * CPU time that was taken meanwhile, microseconds.
 *
 * @param app of this process without the load's threads: the stage or what is measured in its place, and the collector
 *     and the compiler of this process
 * @param broker of the broker's process, what it does for the load included
 * @param load of the threads that publish, read and report
 */
record CpuUse(double app, double broker, double load) {

    CpuUse since(CpuUse before) {
        return new CpuUse(app - before.app, broker - before.broker, load - before.load);
    }
}
