import type { Stage } from '#shared/contract/photos/photos.ts';

const labels = { proof: 'Proof', finished: 'Finished' };
const tones = {
  light: { proof: 'text-amber-ink', finished: 'text-leaf-deep' },
  dark: { proof: 'text-brass-bright', finished: 'text-white' },
};

/**
 * The stage of a photo as one word; renders nothing if its session has no stages. The color only repeats the word.
 */
export function StageWord({
  stage,
  look = 'light',
  className = '',
}: {
  stage: Stage | null;
  look?: keyof typeof tones;
  className?: string;
}) {
  return stage && <span className={`font-semibold ${tones[look][stage]} ${className}`}>{labels[stage]}</span>;
}
