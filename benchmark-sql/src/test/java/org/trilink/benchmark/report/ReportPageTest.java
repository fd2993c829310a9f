package org.trilink.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in a real browser. */
class ReportPageTest {

  private static final Path SCREENSHOTS = Path.of("target", "report-page");
  private static final int PHONE = 390;

  /** The charts in which nothing of a size has an engine's or strategy's colour. */
  private static final String CHARTS_WITHOUT_MARKS =
      """
      const style = getComputedStyle(document.documentElement);
      const names = ['--flink', '--flink-2', '--flink-3', '--trilink', '--way-1', '--way-2',
          '--way-3', '--ceiling'];
      const colours = names.map((name) => style.getPropertyValue(name).trim().toLowerCase());
      const drawn = (path) => {
        const box = path.getBoundingClientRect();
        const colour = (name) => (path.getAttribute(name) ?? '').toLowerCase();
        return box.width > 0 && box.height > 0
            && (colours.includes(colour('fill')) || colours.includes(colour('stroke')));
      };
      return [...document.querySelectorAll('.chart')]
          .filter((chart) => ![...chart.querySelectorAll('svg path')].some(drawn))
          .map((chart) => chart.getAttribute('aria-label'));
      """;

  /** The charts that do not fill the place that they have. */
  private static final String CHARTS_OF_ANOTHER_SIZE =
      """
      return [...document.querySelectorAll('.chart')]
          .filter((chart) => {
            const drawn = chart.querySelector('svg').getBoundingClientRect();
            return Math.abs(drawn.width - chart.clientWidth) > 1
                || Math.abs(drawn.height - chart.clientHeight) > 1;
          })
          .map((chart) => chart.getAttribute('aria-label'));
      """;

  @TempDir private static Path folder;

  private static Path page;
  private static ChromiumPage browser;

  @BeforeAll
  static void openBrowser() throws IOException {
    Optional<String> missing = ChromiumPage.missing();
    assumeTrue(missing.isEmpty(), () -> "needs a browser: " + missing.get());
    SampleResults.writeAll(folder);
    page = Report.write(Edition.FULL, folder, folder.resolve("report"));
    browser = ChromiumPage.open();
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"1200, light", "1200, dark", "390, light", "390, dark"})
  void showsAllChartsWithoutErrorsOrRequests(int width, String scheme) throws IOException {
    browser.load(page, width, scheme);

    assertThat(strings(CHARTS_OF_ANOTHER_SIZE)).isEmpty();
    browser.screenshot(SCREENSHOTS.resolve(scheme + "-" + width + ".png"));
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.matches("(file|data):.*"));
    assertThat(count("return document.querySelectorAll('.chart').length")).isEqualTo(31);
    assertThat(smallestChart()).isGreaterThan(200);
    assertThat(strings(CHARTS_WITHOUT_MARKS)).isEmpty();
  }

  @Test
  void fitsOnAPhone() {
    browser.load(page, PHONE, "light");

    assertThat(count("return document.documentElement.scrollWidth")).isEqualTo(PHONE);
  }

  @Test
  void chartsFollowTheWindow() {
    browser.load(page, 1_200, "light");
    long wide = smallestChart();
    browser.load(page, PHONE, "light");

    assertThat(smallestChart()).isLessThan(wide).isLessThan(PHONE);
  }

  @Test
  void changesItsColoursWithTheSystem() {
    browser.load(page, 1_200, "light");
    assertThat(background()).isEqualTo("rgb(251, 250, 247)");

    browser.prefer("dark");

    assertThat(background()).isEqualTo("rgb(20, 23, 26)");
    assertThat(strings(CHARTS_WITHOUT_MARKS)).isEmpty();
  }

  @Test
  void saysWhatHasNotBeenRun() throws IOException {
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    browser.load(Report.write(Edition.FULL, nothing, folder.resolve("empty")), 1_200, "light");

    assertThat(browser.console()).isEmpty();
    assertThat(count("return document.querySelectorAll('.chart').length")).isZero();
    assertThat((String) browser.evaluate("return document.body.innerText"))
        .contains("Not run yet: bin/trilink bench throughput measures it.")
        .contains("Not run yet: bin/trilink bench state measures it.");
  }

  /** Width of the narrowest chart. */
  private static long smallestChart() {
    return count(
        """
        return Math.min(...[...document.querySelectorAll('.chart svg')]
            .map((svg) => svg.getBoundingClientRect().width));
        """);
  }

  private static String background() {
    return (String) browser.evaluate("return getComputedStyle(document.body).backgroundColor");
  }

  private static long count(String script) {
    return ((Number) browser.evaluate(script)).longValue();
  }

  private static List<?> strings(String script) {
    return (List<?>) browser.evaluate(script);
  }
}
