package org.decorum.stage.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What documents point to exists: files, headings, tests. */
class LinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern TEST_CLASS = Pattern.compile("`(\\w+(?:Test|IT))`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : found(LINK, page)) {
                if (!link.contains("://") && !leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Set<String> tests;
        try (Stream<Path> files = Files.walk(Repository.path(""))) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        Set<String> named = new TreeSet<>();
        for (Path page : pages()) {
            named.addAll(found(TEST_CLASS, page));
        }
        assertThat(named).isNotEmpty().isSubsetOf(tests);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(
                Repository.path("README.md"),
                Repository.path("schemas/README.md"),
                Repository.path("fetcher/README.md"),
                Repository.path("benchmarks/README.md")));
        try (Stream<Path> files = Files.walk(Repository.path("topology-docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    private static List<String> found(Pattern pattern, Path page) throws IOException {
        return pattern.matcher(Files.readString(page))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        return Files.exists(target)
                && (hash < 0
                        || found(HEADING, target).stream()
                                .map(LinksTest::anchor)
                                .anyMatch(link.substring(hash + 1)::equals));
    }

    /** As the usual renderers make it. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{Alnum} -]", "")
                .replace(' ', '-');
    }
}
