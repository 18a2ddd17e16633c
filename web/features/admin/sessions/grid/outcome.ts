import { formatCount } from '#shared/text/format-count.ts';

/** Progress of a bulk action: its description, and the numbers of photos done and in total. */
export interface Progress {
  text: string;
  done: number;
  total: number;
}

export const formatProgress = ({ text, done, total }: Progress) =>
  `${text}... ${formatCount(done)} of ${formatCount(total)}`;

/**
 * Outcome of a bulk action, with undo or retry if possible; the tone is 'info' if the action succeeded but some photos stay
 * hidden.
 */
export interface Outcome {
  tone: 'success' | 'info' | 'error';
  text: string;
  undo?: () => void;
  retry?: () => void;
}
