import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Two kinds of tests without a browser: everything that runs on Node, and components in jsdom. */
export default defineConfig({
  test: {
    // Half of what the tests do is waiting, so both of two cores get a worker; vitest alone would keep one free.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{shared,infra,lambdas,local}/**/*.test.ts', 'tests/**/*.test.ts', 'web/**/*.node.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          // jsdom is loaded once a worker, and each file still has a window of its own.
          pool: 'vmForks',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', 'web/**/*.node.test.ts'],
          setupFiles: ['./tests/support/jsdom.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
