import { appendFileSync, mkdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase } from 'vitest/node';

/** The list of tests that passed only when they were repeated, which `.ci/run` prints at its end. */
const list = '.cache/second-tries.txt';

/** A reporter: adds each test that passed only when repeated to the list, and how it failed at first. */
export default class SecondTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const message = stripVTControlCharacters(test.result().errors?.[0]?.message ?? 'It is not known how it failed.');
    mkdirSync('.cache', { recursive: true });
    appendFileSync(
      list,
      `${test.module.relativeModuleId} › ${test.fullName}\n    ${message.replaceAll('\n', '\n    ')}\n`,
    );
  }
}
