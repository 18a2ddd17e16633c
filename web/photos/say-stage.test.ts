import { expect, test } from 'vitest';
import type { Stage } from '#shared/contract/photos/photos.ts';
import { sayStage } from './say-stage.ts';

const photos = (...stages: (Stage | null)[]) => stages.map((stage) => ({ stage }));

test('a page says the stage of most photos, and what a proof is wherever it uses the word', () => {
  expect(sayStage(photos('proof', 'proof', 'finished'))).toEqual({
    stage: 'proof',
    words: 'Proofs, not retouched yet',
  });
  expect(sayStage(photos('finished', 'finished'))).toEqual({ stage: 'finished', words: 'Finished' });
  expect(sayStage(photos('finished', 'proof', 'finished'))).toEqual({
    stage: 'finished',
    words: 'Finished, but for proofs, not retouched yet',
  });
});

test('a page without stages says none', () => {
  expect(sayStage([])).toBeNull();
  expect(sayStage(photos(null, null))).toBeNull();
});
