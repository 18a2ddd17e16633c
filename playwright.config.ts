import { defineConfig, devices } from '@playwright/test';
import { browserFlags, findBrowser } from './tests/support/browser.ts';
import { testStudio } from './tests/support/test-studio.ts';

const executablePath = findBrowser();

/** Journeys in a real browser against the whole studio, started afresh on ports of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e-results',
  // One machine plays browser and cloud at once.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: testStudio.site,
    // Recording every test makes the run about a quarter longer: `npx playwright test <name> --trace on` records one.
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: browserFlags },
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }, grep: /@phone/ },
  ],
  webServer: {
    command: 'node tests/support/start-test-studio.ts',
    // Said once the demo data is there too, later than the first answer of any port.
    wait: { stderr: /The studio is open/ },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
