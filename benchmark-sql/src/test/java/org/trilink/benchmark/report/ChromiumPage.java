/*
 * Copyright The Trilink Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package org.trilink.benchmark.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A page in the system's Chromium, without a window. */
final class ChromiumPage implements AutoCloseable {

  private static final Pattern REQUEST =
      Pattern.compile("\"Network.requestWillBeSent\".*?\"url\":\"([^\"]*)\"", Pattern.DOTALL);

  private final ChromeDriver driver;

  private ChromiumPage(ChromeDriver driver) {
    this.driver = driver;
  }

  /** The command that installs what a page needs to be opened; empty if all is there. */
  static Optional<String> missing() {
    List<String> packages =
        Stream.of(Map.entry("chromium", "chromium"), Map.entry("chromedriver", "chromium-driver"))
            .filter(command -> find(command.getKey()).isEmpty())
            .map(Map.Entry::getValue)
            .toList();
    return packages.isEmpty()
        ? Optional.empty()
        : Optional.of("apt-get install " + String.join(" ", packages));
  }

  private static Optional<File> find(String command) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> new File(folder, command))
        .filter(File::canExecute)
        .findFirst();
  }

  static ChromiumPage open() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(find("chromium").orElseThrow());
    // Chromium has no sandbox for root, as whom builds in containers run.
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(find("chromedriver").orElseThrow())
            .build();
    return new ChromiumPage(new ChromeDriver(service, options));
  }

  /**
   * Loads a file.
   *
   * @param width of the window in CSS pixels
   * @param scheme what the user prefers: light or dark
   */
  void load(Path file, int width, String scheme) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
    prefer(scheme);
    driver.get(file.toUri().toString());
    awaitLayout();
  }

  /** Charts take their containers' size when the page has been laid out: two frames later. */
  private void awaitLayout() {
    Object unused =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)));
            """);
  }

  /** Changes what the user prefers while the page is open. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** A script's value; "return" included. */
  Object evaluate(String script) {
    return driver.executeScript(script);
  }

  /** The messages that the page wrote to the console since the last call. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses that the page asked for since the last call, its own included. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> REQUEST.matcher(entry.getMessage()))
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .toList();
  }

  /** A picture of the whole page, for people. */
  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Object png =
        driver
            .executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
            .get("data");
    Files.write(file, Base64.getDecoder().decode(png.toString()));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
