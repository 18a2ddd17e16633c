import type { GalleryPhoto, Stage } from '#shared/contract/photos/photos.ts';

/**
 * Returns the stage of most of these photos, and the label with which a page states it once and explains 'Proof';
 * null if the photos have no stages.
 */
export function sayStage(photos: readonly Pick<GalleryPhoto, 'stage'>[]): { stage: Stage; words: string } | null {
  const proofs = photos.filter(({ stage }) => stage === 'proof').length;
  const finished = photos.filter(({ stage }) => stage === 'finished').length;
  if (proofs + finished === 0) return null;
  if (proofs >= finished) return { stage: 'proof', words: 'Proofs, not retouched yet' };
  return { stage: 'finished', words: proofs > 0 ? 'Finished, but for proofs, not retouched yet' : 'Finished' };
}
