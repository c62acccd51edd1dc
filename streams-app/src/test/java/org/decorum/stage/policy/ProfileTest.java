package org.decorum.stage.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.decorum.core.origin.OriginKeyer;
import org.decorum.core.policy.Policy;
import org.decorum.core.policy.PolicyDraft;
import org.decorum.core.rate.Limit;
import org.decorum.schema.OriginPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which values lie under the records of whom. */
class ProfileTest {

    private static final String SITE = "example.org";
    private static final String BUCKET = "s3:books";
    private static final String BUCKET_HOST = "books.s3.amazonaws.com";

    private final PolicyBook book =
            new PolicyBook(PolicyDraft.every(7).maxAttempts(4).policy(), OriginKeyer.bundled());

    @ParameterizedTest
    @CsvSource({
        "example.org, POLITE",
        "s3:books, OBJECT_STORE",
        "books.s3.amazonaws.com, OBJECT_STORE",
        "d111111abcdef8.cloudfront.net, CDN",
        "demo.imgix.net, IMAGE_SERVICE",
        "192.0.2.1, POLITE"
    })
    void whatStandsBehindTheHostChoosesTheProfile(String key, Profile profile) {
        assertThat(book.say(key, key)).isEqualTo(new PolicyBook.Say(List.of(), profile, Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void eachProfileIsAGoodPolicyWithANameOfItsOwn(Profile profile) {
        assertThat(PolicyCheck.problem(profile.fields())).isEmpty();
        assertThat(Profile.named(profile.wireName())).contains(profile);
    }

    @Test
    void politeIsTheStagesSettingsAndTheOthersLeaveToThemWhatTheySayNothingOf() {
        assertThat(book.of(SITE)).isEqualTo(PolicyDraft.every(7).maxAttempts(4).policy());
        Policy bucket = book.of(BUCKET);
        assertThat(bucket.origin()).isEqualTo(Limit.burst(20_000, 100));
        assertThat(bucket.maxAttempts()).isEqualTo(4);
    }

    @Test
    void aSiteInsideABucketIsNoSlowerThanTheBucket() {
        assertThat(book.inside(BUCKET).of(BUCKET_HOST).site()).isEqualTo(Limit.burst(20_000, 100));
        assertThat(book.inside(BUCKET).of("s3.amazonaws.com").site()).isEqualTo(Limit.burst(20_000, 100));
        book.set(BUCKET, OriginPolicy.newBuilder().setIntervalMicros(1_000L).build());
        assertThat(book.inside(BUCKET).of(BUCKET_HOST).site()).isEqualTo(Limit.every(1_000));
        book.set(
                BUCKET_HOST, OriginPolicy.newBuilder().setIntervalMicros(9_000L).build());
        assertThat(book.inside(BUCKET).of(BUCKET_HOST).site()).isEqualTo(Limit.every(9_000));
        assertThat(book.of(BUCKET).origin()).as("the origin itself").isEqualTo(Limit.every(1_000));
    }

    @Test
    void aRecordNamesAnotherAndItsOwnFieldsCountMore() {
        book.set("*.org", OriginPolicy.newBuilder().setProfile("object-store").build());
        book.set(
                "*",
                OriginPolicy.newBuilder().setProfile("cdn").setMaxInFlight(9).build());
        assertThat(book.of(SITE).origin()).isEqualTo(Limit.burst(20_000, 100));
        assertThat(book.of(SITE).maxInFlight())
                .as("a record, though less specific")
                .isEqualTo(9);
        assertThat(book.say(SITE, SITE).namedBy()).contains("*.org");
        assertThat(book.of("example.com").origin()).isEqualTo(Limit.burst(100_000, 10));
        book.set(BUCKET, OriginPolicy.newBuilder().setProfile("polite").build());
        assertThat(book.of(BUCKET).origin()).isEqualTo(Limit.every(7_000_000));
    }

    @Test
    void adaptiveStartsSlowlyAndHasItsBounds() {
        book.set(SITE, OriginPolicy.newBuilder().setProfile("adaptive").build());
        Policy adaptive = book.of(SITE);
        assertThat(adaptive.origin()).isEqualTo(Limit.every(100_000));
        assertThat(adaptive.startMicros(100_000)).isEqualTo(2_000_000);
        assertThat(adaptive.intervalMaxMicros()).isEqualTo(60_000_000);
        assertThat(book.of("example.com").startMicros(7_000_000))
                .as("others start at T")
                .isZero();
    }

    @Test
    void anIntervalThatARecordGivesHasNoBurstOfAProfile() {
        book.set(BUCKET, OriginPolicy.newBuilder().setIntervalMicros(5_000_000L).build());
        assertThat(book.of(BUCKET).origin()).isEqualTo(Limit.every(5_000_000));
    }

    @Test
    void anIntervalIsForTheSitesToo() {
        book.set("*", OriginPolicy.newBuilder().setSiteIntervalMicros(9L).build());
        assertThat(book.of(SITE).site()).isEqualTo(Limit.every(9));
        book.set(SITE, OriginPolicy.newBuilder().setIntervalMicros(50L).build());
        assertThat(book.of(SITE).site()).isEqualTo(Limit.every(50));
    }
}
