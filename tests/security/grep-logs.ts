import { globSync, readFileSync } from 'node:fs';
import { testStudio } from '../support/studio/test-studio.ts';
import { leaksIn } from './log-leaks.ts';

/** Searches everything that the functions logged during the browser tests. */
const files = globSync(`${testStudio.data}/logs/*.log`);
const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
const found = texts.flatMap(([file, text]) => leaksIn(text).map((leak) => `${file}: ${leak}`));
const lines = texts.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
if (lines === 0) {
  console.error(`There are no logs in ${testStudio.data}/logs: run the journeys first.`);
  process.exitCode = 1;
} else if (found.length > 0) {
  console.error(found.join('\n'));
  process.exitCode = 1;
} else console.log(`${lines} lines of ${files.length} functions hold no token, cookie, signed link or secret.`);
