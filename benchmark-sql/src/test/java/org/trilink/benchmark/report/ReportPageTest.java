/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page in a real browser. */
@Tag("slow")
class ReportPageTest {

  /** The committed ones: their figures are as wide as they get. */
  private static final Path RESULTS = Path.of("results");

  private static final Path SCREENSHOTS = Path.of("target", "report-page");
  private static final int PHONE = 390;
  private static final int LAPTOP = 1_280;

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

  /** The texts of charts that go beyond their chart. */
  private static final String TEXTS_CUT_OFF =
      """
      return [...document.querySelectorAll('.chart svg')].flatMap((svg) => {
        const all = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('text')]
            .filter((text) => {
              const box = text.getBoundingClientRect();
              return box.left < all.left - 1 || box.right > all.right + 1
                  || box.top < all.top - 1 || box.bottom > all.bottom + 1;
            })
            .map((text) => svg.closest('.chart').getAttribute('aria-label') + ': '
                + text.textContent);
      });
      """;

  /** The texts of charts that lie on each other; those that are turned are left out. */
  private static final String TEXTS_ON_EACH_OTHER =
      """
      const isLevel = (text) => {
        const matrix = text.getScreenCTM();
        return Math.abs(matrix.b) < 0.01 && text.textContent.trim() !== '';
      };
      return [...document.querySelectorAll('.chart svg')].flatMap((svg) => {
        const texts = [...svg.querySelectorAll('text')].filter(isLevel)
            .map((text) => ({says: text.textContent, box: text.getBoundingClientRect()}));
        return texts.flatMap((one, i) => texts.slice(i + 1)
            .filter((other) =>
                Math.min(one.box.right, other.box.right)
                        > Math.max(one.box.left, other.box.left) + 2
                    && Math.min(one.box.bottom, other.box.bottom)
                        > Math.max(one.box.top, other.box.top) + 4)
            .map((other) => svg.closest('.chart').getAttribute('aria-label') + ': ' + one.says
                + ' | ' + other.says));
      });
      """;

  /** A script that finds what of the unfolded page goes beyond the window, or beyond its place. */
  private static final String CUT_OFF =
      """
      document.querySelectorAll('details').forEach((details) => details.open = true);
      const width = document.documentElement.clientWidth;
      const name = (element) => element.tagName + ': ' + element.textContent.slice(0, 80);
      return [...document.querySelectorAll('body *')]
          .filter((element) => !element.closest('svg'))
          .filter((element) => {
            const box = element.getBoundingClientRect();
            return box.right > width + 1 || box.left < -1
                || (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1);
          })
          .map(name);
      """;

  /** The charts with a logarithmic axis on which the least bar has no height. */
  private static final String BARS_WITHOUT_HEIGHT =
      """
      return [...document.querySelectorAll('.chart')].filter((element) => {
        const chart = echarts.getInstanceByDom(element);
        const option = chart.getOption();
        const values = option.series.flatMap((series) => series.data)
            .filter((datum) => datum !== null && !isNaN(datum.value ?? datum))
            .map((datum) => datum.value ?? datum);
        const bottom = chart.getModel().getComponent('yAxis').axis.scale.getExtent()[0];
        return option.yAxis[0].type === 'log' && Math.min(...values) <= bottom;
      }).map((chart) => chart.getAttribute('aria-label'));
      """;

  /** The charts whose bars all end below the middle, and why: another series is far above them. */
  private static final String FLAT_BARS =
      """
      return [...document.querySelectorAll('.chart')].filter((element) => {
        const chart = echarts.getInstanceByDom(element);
        const option = chart.getOption();
        const bars = option.series.filter((series) => series.type === 'bar')
            .flatMap((series) => series.data)
            .filter((datum) => datum !== null && !isNaN(datum.value ?? datum))
            .map((datum) => datum.value ?? datum);
        const top = chart.getModel().getComponent('yAxis').axis.scale.getExtent()[1];
        return bars.length > 0 && option.yAxis[0].type !== 'log'
            && Math.max(...bars) < top / 2;
      }).map((chart) => chart.getAttribute('aria-label'));
      """;

  @TempDir private static Path folder;

  private static Path page;
  private static Path published;
  private static ChromiumPage browser;

  @BeforeAll
  static void openBrowser() throws IOException {
    Optional<String> missing = ChromiumPage.missing();
    assumeTrue(missing.isEmpty(), () -> "needs a browser: " + missing.get());
    SampleResults.writeAll(folder);
    page = Report.write(false, folder, folder.resolve("report"));
    published = Report.write(false, RESULTS, folder.resolve("published"));
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
    assertThat(count("return document.querySelectorAll('.chart').length")).isEqualTo(48);
    assertThat(smallestChart()).isGreaterThan(200);
    assertThat(strings(CHARTS_WITHOUT_MARKS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1280, light", "1280, dark", "400, light", "400, dark"})
  void showsThePublishedResults(int width, String scheme) throws IOException {
    browser.load(published, width, scheme);

    browser.screenshot(SCREENSHOTS.resolve("published-" + scheme + "-" + width + ".png"));
    assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.matches("(file|data):.*"));
    assertThat(strings(CHARTS_WITHOUT_MARKS)).isEmpty();
    assertThat(strings(TEXTS_CUT_OFF)).isEmpty();
    assertThat(strings(TEXTS_ON_EACH_OTHER)).isEmpty();
    assertThat(strings(FLAT_BARS)).isEmpty();
    assertThat(strings(BARS_WITHOUT_HEIGHT)).isEmpty();
  }

  @Test
  void saysItsMessageOnTheFirstScreen() {
    browser.load(published, LAPTOP, "light");

    assertThat(count("return document.querySelectorAll('.message .chart svg').length")).isOne();
    assertThat(bottom(".message")).isBetween(300L, 640L);
    assertThat(bottom(".headlines")).isLessThan(900);
    assertThat(count("return document.querySelectorAll('.headlines li').length")).isBetween(1L, 4L);
  }

  @Test
  void nothingIsCutOffOnALaptop() {
    browser.load(published, LAPTOP, "light");
    assertThat(count("return document.querySelectorAll('table').length")).isPositive();
    assertThat(strings(CUT_OFF)).isEmpty();

    browser.load(page, LAPTOP, "light");
    assertThat(strings(CUT_OFF)).isEmpty();
  }

  @Test
  void noBarsAreFlattened() {
    browser.load(page, LAPTOP, "light");

    assertThat(strings(FLAT_BARS)).isEmpty();
  }

  @Test
  void aQuickRunIsMarkedAndHasNoMessage() throws IOException {
    Path quick = Files.createDirectory(folder.resolve("quick"));
    SampleResults.throughput().quick().write(quick);
    browser.load(Report.write(true, quick, quick), LAPTOP, "light");

    assertThat((String) browser.evaluate("return document.title")).endsWith("a quick run");
    assertThat((String) browser.evaluate("return document.querySelector('.banner').innerText"))
        .endsWith("its figures are no result.");
    assertThat(bottom(".banner")).isLessThan(300);
    assertThat(count("return document.querySelectorAll('.message, .headlines').length")).isZero();
    assertThat(count("return document.querySelectorAll('.chart').length")).isPositive();
  }

  @Test
  void fitsOnAPhone() {
    for (Path any : List.of(page, published)) {
      browser.load(any, PHONE, "light");

      assertThat(count("return document.documentElement.scrollWidth")).isEqualTo(PHONE);
    }
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
  void leavesOutWhatHasNotBeenRun() throws IOException {
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    browser.load(Report.write(false, nothing, folder.resolve("empty")), 1_200, "light");

    assertThat(browser.console()).isEmpty();
    assertThat(count("return document.querySelectorAll('.chart').length")).isZero();
    assertThat(count("return document.querySelectorAll('section').length")).isZero();
  }

  /** Width of the narrowest chart. */
  private static long smallestChart() {
    return count(
        """
        return Math.min(...[...document.querySelectorAll('.chart svg')]
            .map((svg) => svg.getBoundingClientRect().width));
        """);
  }

  private static long bottom(String selector) {
    return count(
        "return document.querySelector('%s').getBoundingClientRect().bottom".formatted(selector));
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
