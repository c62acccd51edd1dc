package org.decorum.stage.runtime;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * At most one process works on a directory: an operating-system lock on {@value #FILE}, which names the holder's
 * process id. The system drops the lock when the process dies, so a stale file blocks nobody.
 */
public final class DirectoryLock implements Closeable {
    static final String FILE = "decorum.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Creates the directory if need be and locks it; throws {@link StartupException} when another holds it. */
    public static DirectoryLock acquire(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
            if (!tryLock(channel)) {
                String holder = holder(channel);
                channel.close();
                throw new StartupException(directory + " is in use by " + holder
                        + ": stop that process, or choose another directory with --data-dir");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(US_ASCII)));
            return new DirectoryLock(channel);
        } catch (IOException e) {
            throw new StartupException(
                    "cannot write to " + directory + " (" + e + "): choose another directory with --data-dir", e);
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(20);
        channel.read(pid, 0);
        return pid.position() == 0
                ? "another process"
                : "process " + new String(pid.array(), 0, pid.position(), US_ASCII);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
