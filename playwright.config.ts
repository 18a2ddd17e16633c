import { defineConfig, devices } from '@playwright/test';
import { browserFlags, findBrowser } from './tests/support/pages/browser.ts';
import { testStudio } from './tests/support/studio/test-studio.ts';

const executablePath = findBrowser();

/** The configuration of tests in a real browser, against a newly started local studio on its own ports. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Each of the studios that run side by side (tests/run.ts) has its own folder.
  outputDir: `.cache/e2e-results/${testStudio.ports.edge}`,
  // The browser and the local AWS services share one machine.
  workers: 1,
  // The time limits end a hanging test. They are many times as long as any test needs, because a loaded machine is that
  // much slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: testStudio.site,
    // Traces make the run about a quarter longer; record one test with `npx playwright test <name> --trace on`.
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserFlags },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
  webServer: {
    command: 'node tests/support/studio/start-test-studio.ts',
    // The studio prints this line once the demo data is stored, later than it opens its first port.
    wait: { stderr: /The studio is open/ },
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
