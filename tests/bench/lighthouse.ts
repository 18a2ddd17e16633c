import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { browserFlags, ensureBrowser } from '../support/pages/browser.ts';
import { testStudio } from '../support/studio/test-studio.ts';
import { type Figure, median } from './measure.ts';

const debuggingPort = 9333;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** P1: Lighthouse's four mobile scores, the median of several runs. Scores are recorded; no test depends on them. */
export async function benchLighthouse(paths: string[], rounds: number): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${debuggingPort}`],
  });
  try {
    const figures: Figure[] = [];
    for (const path of paths) {
      const runs: Result[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const result = await lighthouse(`${testStudio.site}${path}`, { port: debuggingPort, logLevel: 'error' });
        if (!result) throw new Error(`Lighthouse gave no result for ${path}.`);
        runs.push(result.lhr);
      }
      const scores = categories.map((category) =>
        Math.round(median(runs.map((run) => run.categories[category]?.score ?? 0)) * 100),
      );
      const lcp = median(runs.map((run) => run.audits['largest-contentful-paint']?.numericValue ?? Number.NaN));
      figures.push({
        id: 'P1',
        measure: `${path} Lighthouse on a phone, median of ${rounds}: performance, accessibility, best practices, SEO`,
        result: `${scores.join(' / ')} (LCP ${(lcp / 1000).toFixed(1)} s)`,
        target: '100 / 100 / 100 / 100',
        met: scores.every((score) => score === 100),
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}
