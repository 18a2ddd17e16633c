import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Path patterns of files that take 20 s or more, the longest first: a long file that starts last would run alone. */
const longFiles = ['infra/deploy-guide', 'api/rights/matrix', 'faults/', 'infra/', 'api/', 'photos/'];

/**
 * Starts the longest files first. vitest's own order goes by size in a new clone, where it does not know durations yet.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = (file: (typeof files)[number]) => {
      const position = longFiles.findIndex((pattern) => file.moduleId.includes(`/tests/${pattern}`));
      return position < 0 ? longFiles.length : position;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * Chooses the seed by which a short run draws its faults (tests/support/faults/sample.ts). The same seed draws the same
 * faults.
 */
if (!process.env.STUDIO_SEED) {
  process.env.STUDIO_SEED = String(randomInt(1_000_000_000));
  console.log(`Faults are drawn with STUDIO_SEED=${process.env.STUDIO_SEED}`);
}

/**
 * Time limits in milliseconds, which end a hanging test. They are many times as long as any test needs, because a
 * loaded machine is that much slower.
 */
const limits = {
  testTimeout: process.env.STUDIO_TEST_LONG ? 600_000 : 120_000,
  hookTimeout: process.env.STUDIO_TEST_LONG ? 600_000 : 180_000,
  expect: { poll: { timeout: 30_000 } },
};

const onNode = {
  environment: 'node',
  // Loads the AWS SDK, CDK and dynalite once per worker; each file still has its own copies of the project's modules.
  isolate: false,
  setupFiles: ['./tests/support/studio/clean-process.ts'],
  ...limits,
} satisfies TestProjectInlineConfiguration['test'];

/** Three projects of tests without a browser: units and services on Node, and components in jsdom. */
export default defineConfig({
  test: {
    // Tests wait about half of the time, so two cores get three workers; vitest's default is one fewer than the cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Passing tests log the faults that they inject, which would look like errors.
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tests/support/second-tries.ts'],
    projects: [
      {
        test: {
          ...onNode,
          name: 'units',
          include: ['{shared,infra,lambdas}/**/*.test.ts', 'web/**/*.node.test.ts'],
        },
      },
      {
        test: {
          ...onNode,
          name: 'services',
          include: ['{tests,local}/**/*.test.ts'],
          // In CI, a failed test against local services is repeated once, and listed if it passes then.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // Loads jsdom once per worker; each file still has its own window.
          pool: 'vmForks',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'web/**/*.node.test.ts'],
          setupFiles: ['./tests/support/pages/jsdom.ts'],
          ...limits,
        },
      },
    ],
  },
});
