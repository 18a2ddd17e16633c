import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** Files of 20 s and more: one that began last would run alone. */
const longest = ['infra/deploy-guide', 'api/matrix', 'faults/', 'infra/', 'api/', 'photos/'];

/** Starts the longest files first; vitest's own order, by size, knows nothing of their duration in a new clone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = (file: (typeof files)[number]) => {
      const place = longest.findIndex((part) => file.moduleId.includes(`/tests/${part}`));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** What a short run draws of the faults, tests/support/faults/sample.ts; the same seed draws the same again. */
if (!process.env.STUDIO_SEED) {
  process.env.STUDIO_SEED = String(randomInt(1_000_000_000));
  console.log(`Faults are drawn with STUDIO_SEED=${process.env.STUDIO_SEED}`);
}

/** Limits end what hangs, in milliseconds: many times what any test needs, because a loaded machine is that much slower. */
const limits = {
  testTimeout: process.env.STUDIO_TEST_LONG ? 600_000 : 120_000,
  hookTimeout: process.env.STUDIO_TEST_LONG ? 600_000 : 180_000,
  expect: { poll: { timeout: 30_000 } },
};

const onNode = {
  environment: 'node',
  // Load the AWS SDK, CDK and dynalite once per worker; each file still has its own copies of the project's modules.
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
          // In CI, a test against local services is repeated once, and listed if that passes.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // Load jsdom once per worker; each file still has its own window.
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
