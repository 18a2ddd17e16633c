import { appendFileSync, mkdirSync } from 'node:fs';
import type { TestCase as Journey, Reporter as PlaywrightReporter, TestResult } from '@playwright/test/reporter';
import type { TestCase, Reporter as VitestReporter } from 'vitest/node';

/** The list of tests that passed only when they were repeated, which `.ci/run` prints at its end. */
const list = '.cache/second-tries.txt';

/** A reporter for vitest and for Playwright: adds each test that passed only when repeated to the list. */
export default class SecondTries implements VitestReporter, PlaywrightReporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) add(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestEnd(test: Journey, result: TestResult): void {
    if (test.outcome() === 'flaky') add(`${test.titlePath().filter(Boolean).join(' › ')} (try ${result.retry + 1})`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function add(line: string): void {
  mkdirSync('.cache', { recursive: true });
  appendFileSync(list, `${line}\n`);
}
