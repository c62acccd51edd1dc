package org.decorum.stage.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.decorum.stage.chaos.process.Children;
import org.decorum.stage.runtime.Ports;

/** PostgreSQL with a row for each key that holds GCRA's one timestamp, and moves with each request. */
public final class PostgresPeer implements Peer {

    private static final String CLIENT = "org.postgresql.Driver";
    private static final String USER = "decorum";
    private static final String ROOT = "root";
    private static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private static final String TABLE =
            "CREATE TABLE IF NOT EXISTS pace (origin text PRIMARY KEY, tat bigint NOT NULL) WITH (fillfactor = 70)";

    /** The row is locked while it waits for another to commit, and then the clock is read: so none goes before its time. */
    private static final String BOOK =
            "INSERT INTO pace AS p VALUES (?, " + NOW + " + ?) ON CONFLICT (origin) DO UPDATE SET"
                    + " tat = greatest(p.tat, " + NOW + ") + ? RETURNING tat - ? - " + NOW;

    private final PeerProcess process;
    private final int port;
    private final String password;
    private final boolean durable;
    private final long intervalMicros;

    private PostgresPeer(PeerProcess process, int port, String password, boolean durable, long intervalMicros) {
        this.process = process;
        this.port = port;
        this.password = password;
        this.durable = durable;
        this.intervalMicros = intervalMicros;
    }

    /**
     * Starts a server.
     *
     * @param user whom it runs as; nothing for this process's own. It refuses to run as root
     * @param durable whether it writes each decision to the disk before it answers
     * @throws PeerAbsent where it is not installed, or may not run
     */
    public static PostgresPeer start(
            Children children, Path directory, Optional<String> user, boolean durable, long intervalMicros) {
        Clients.require(CLIENT);
        Path initdb = program("initdb");
        Path server = program("postgres");
        if (user.isEmpty() && ROOT.equals(System.getProperty("user.name"))) {
            throw new PeerAbsent("it refuses to run as root (expected: --postgres-user, or another user)");
        }
        int port = Ports.anyFree();
        String password = UUID.randomUUID().toString();
        String data = directory.resolve("db").toString();
        List<String> as = user.map(PostgresPeer::as).orElse(List.of());
        PeerProcess.run(
                "postgres-initdb",
                children,
                command(
                        as,
                        initdb.toString(),
                        "--pgdata=" + data,
                        "--username=" + USER,
                        "--auth=scram-sha-256",
                        "--pwfile=" + passwordFile(directory, user, password),
                        "--no-locale",
                        "--encoding=UTF8"));
        PeerProcess process = PeerProcess.start(
                "postgres",
                children,
                command(
                        as,
                        server.toString(),
                        "-D",
                        data,
                        "-p",
                        Integer.toString(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories="));
        PostgresPeer peer = new PostgresPeer(process, port, password, durable, intervalMicros);
        process.awaitReady(() -> {
            try (Connection connection = peer.open();
                    Statement statement = connection.createStatement()) {
                statement.execute(TABLE);
            }
        });
        return peer;
    }

    private static Path program(String name) {
        return Programs.find(name)
                .orElseThrow(() -> new PeerAbsent(
                        "no " + name + " on PATH or under /usr/lib/postgresql (Debian: apt install postgresql)"));
    }

    private static List<String> command(List<String> prefix, String... words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(words));
        return command;
    }

    /** No process stands between this one and the server, so that ending and measuring it are simple. */
    private static List<String> as(String user) {
        if (Programs.find("setpriv").isEmpty()) {
            throw new PeerAbsent("--postgres-user needs setpriv (Debian: apt install util-linux)");
        }
        return List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--init-groups");
    }

    private static Path passwordFile(Path directory, Optional<String> user, String password) {
        try {
            Files.createDirectories(directory);
            Path file = Files.writeString(directory.resolve("password"), password, StandardCharsets.UTF_8);
            if (user.isPresent()) {
                UserPrincipal owner =
                        FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(user.get());
                Files.setOwner(directory, owner);
                Files.setOwner(file, owner);
            }
            return file;
        } catch (IOException failure) {
            throw new PeerAbsent("its files cannot be given to " + user.orElse("it") + ": " + failure);
        }
    }

    private Connection open() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", password);
        properties.setProperty("options", "-c synchronous_commit=" + (durable ? "on" : "off"));
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", properties);
    }

    @Override
    public String version() {
        try (Connection connection = open()) {
            return "PostgreSQL " + connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException failure) {
            throw new UncheckedIOException(new IOException(failure));
        }
    }

    @Override
    public Duration cpuTime() {
        return process.cpuTime();
    }

    @Override
    public Decider connect() {
        try {
            Connection connection = open();
            return new Booker(connection, connection.prepareStatement(BOOK));
        } catch (SQLException failure) {
            throw new UncheckedIOException(new IOException(failure));
        }
    }

    @Override
    public void close() {
        process.stop();
    }

    private final class Booker implements Decider {
        private final Connection connection;
        private final PreparedStatement book;

        private Booker(Connection connection, PreparedStatement book) {
            this.connection = connection;
            this.book = book;
        }

        @Override
        public List<Long> waitMicros(List<String> keys) {
            try {
                List<Long> waits = new ArrayList<>();
                for (String key : keys) {
                    waits.add(waitMicros(key));
                }
                return waits;
            } catch (SQLException failure) {
                throw new UncheckedIOException(new IOException(failure));
            }
        }

        private long waitMicros(String key) throws SQLException {
            book.setString(1, key);
            book.setLong(2, intervalMicros);
            book.setLong(3, intervalMicros);
            book.setLong(4, intervalMicros);
            try (ResultSet answer = book.executeQuery()) {
                if (!answer.next()) {
                    throw new SQLException("no row (expected: the one that was booked)");
                }
                return Math.max(0, answer.getLong(1));
            }
        }

        @Override
        public boolean isBooked() {
            return true;
        }

        @Override
        public void close() {
            try {
                book.close();
                connection.close();
            } catch (SQLException failure) {
                throw new UncheckedIOException(new IOException(failure));
            }
        }
    }
}
