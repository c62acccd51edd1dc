package org.decorum.core.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.decorum.core.origin.AliasMap.Entry;

class AliasMapTest {

    @Example
    void aSiteThatNobodySpeaksOfPaysForItselfAndSoDoSubDomains() {
        AliasMap map = map(at(1, "a.example", "g"), at(1, "b.example", "g"));
        assertThat(map.originOf("a.example")).isEqualTo("g");
        assertThat(map.originOf("b.example")).isEqualTo("g");
        assertThat(map.originOf("c.example")).isEqualTo("c.example");
        assertThat(map.originOf("list.a.example")).isEqualTo("list.a.example");
        assertThat(AliasMap.EMPTY.originOf("a.example")).isEqualTo("a.example");
    }

    @Example
    void theMostSpecificCounts() {
        AliasMap map = map(
                at(1, "*.example", "wide"),
                at(1, "*.blogs.example", "blogs.example"),
                at(1, "own.blogs.example", "own.blogs.example"),
                at(1, "blogs.example", "blogs.example"));
        assertThat(map.refused()).isEmpty();
        assertThat(map.originOf("x.example")).isEqualTo("wide");
        assertThat(map.originOf("a.b.blogs.example")).isEqualTo("blogs.example");
        assertThat(map.originOf("blogs.example")).isEqualTo("blogs.example");
        assertThat(map.originOf("own.blogs.example")).isEqualTo("own.blogs.example");
        assertThat(map.aliasOf("own.blogs.example")).hasValue("own.blogs.example");
        assertThat(map.aliasOf("x.test")).isEmpty();
        assertThat(map.originOf("[2001:db8::1]")).isEqualTo("[2001:db8::1]");
    }

    @Example
    void aChainIsRefusedFromEitherEnd() {
        AliasMap later = map(at(1, "b.example", "g"), at(2, "a.example", "b.example"));
        assertThat(later.accepted()).containsOnlyKeys("b.example");
        assertThat(later.refused().get("a.example"))
                .isEqualTo("a.example -> b.example goes on to g by the alias b.example"
                        + " (expected: an origin that pays for itself, such as g)");
        AliasMap earlier = map(at(2, "b.example", "g"), at(1, "a.example", "b.example"));
        assertThat(earlier.accepted()).containsOnlyKeys("a.example");
        assertThat(earlier.refused().get("b.example"))
                .isEqualTo("b.example -> g would lead b.example away, the origin of other aliases"
                        + " (expected: those lead to g first)");
    }

    @Example
    void ofACycleTheFirstStays() {
        AliasMap map = map(at(2, "a.example", "b.example"), at(1, "b.example", "a.example"));
        assertThat(map.accepted()).isEqualTo(Map.of("b.example", "a.example"));
        assertThat(map.originOf("a.example")).isEqualTo("a.example");
    }

    @Example
    void aPatternThatLeadsAnOriginAwayIsRefusedUnlessThatIsTakenOut() {
        Entry alias = at(1, "h.example", "a.wide.example");
        Entry pattern = at(3, "*.wide.example", "g");
        assertThat(map(alias, pattern).refused()).containsOnlyKeys("*.wide.example");
        Entry itself = at(2, "a.wide.example", "a.wide.example");
        assertThat(map(alias, itself, pattern).refused()).isEmpty();
        assertThat(map(alias, itself, pattern).originOf("h.example")).isEqualTo("a.wide.example");
        assertThat(map(alias, itself, pattern).originOf("b.wide.example")).isEqualTo("g");
    }

    @Example
    void aPatternMayLeadToANameBelowItself() {
        AliasMap map = map(at(1, "*.wide.example", "a.wide.example"));
        assertThat(map.originOf("b.wide.example")).isEqualTo("a.wide.example");
        assertThat(map.originOf("a.wide.example")).isEqualTo("a.wide.example");
    }

    @Provide
    Arbitrary<List<Entry>> aliases() {
        Arbitrary<String> name = Arbitraries.of(
                "x", "a.x", "b.x", "c.x", "a.a.x", "b.a.x", "a.b.x", "b.b.x", "y", "a.y", "b.y", "a.b.y", "g");
        Arbitrary<String> key = Combinators.combine(name, Arbitraries.of(true, false))
                .as((host, pattern) -> pattern ? KeyPattern.BELOW + host : host);
        return Combinators.combine(key, name, Arbitraries.longs().between(0, 3))
                .as(Entry::new)
                .list()
                .uniqueElements(Entry::key)
                .ofMaxSize(12);
    }

    @Property
    void everyOriginPaysForItself(@ForAll("aliases") List<Entry> entries, @ForAll("aliases") List<Entry> others) {
        AliasMap map = AliasMap.of(entries);
        List<String> names = new ArrayList<>(map.accepted().values());
        others.forEach(entry -> names.add(entry.originKey()));
        for (String name : names) {
            String origin = map.originOf(name);
            assertThat(map.originOf(origin)).isEqualTo(origin);
        }
        assertThat(map.accepted().values())
                .allSatisfy(origin -> assertThat(map.originOf(origin)).isEqualTo(origin));
    }

    @Property
    void theOrderOfArrivalDoesNotMatterAndEachIsAcceptedOrRefused(
            @ForAll("aliases") List<Entry> entries, @ForAll long seed) {
        List<Entry> shuffled = new ArrayList<>(entries);
        Collections.shuffle(shuffled, new Random(seed));
        AliasMap map = AliasMap.of(entries);
        assertThat(AliasMap.of(shuffled).accepted()).isEqualTo(map.accepted());
        assertThat(AliasMap.of(shuffled).refused()).isEqualTo(map.refused());
        assertThat(map.accepted().size() + map.refused().size()).isEqualTo(entries.size());
    }

    /** What is accepted has no chain as a whole, and so it is accepted again when it is written anew at one time. */
    @Property
    void whatHasNoChainIsAcceptedWhenItIsWrittenAtOneTime(@ForAll("aliases") List<Entry> entries) {
        Map<String, String> accepted = new LinkedHashMap<>(AliasMap.of(entries).accepted());
        List<Entry> anew = new ArrayList<>();
        accepted.forEach((key, origin) -> anew.add(new Entry(key, origin, 7)));
        assertThat(AliasMap.of(anew).accepted()).isEqualTo(accepted);
    }

    @Property
    void oneThatComesLastNeverEndsAnother(@ForAll("aliases") List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        List<Entry> first = entries.subList(0, entries.size() - 1);
        Entry last = entries.get(entries.size() - 1);
        List<Entry> all = new ArrayList<>(first);
        all.add(new Entry(last.key(), last.originKey(), 9));
        assertThat(AliasMap.of(all).accepted())
                .containsAllEntriesOf(AliasMap.of(first).accepted());
    }

    private static Entry at(long millis, String key, String originKey) {
        return new Entry(key, originKey, millis);
    }

    private static AliasMap map(Entry... entries) {
        return AliasMap.of(List.of(entries));
    }
}
