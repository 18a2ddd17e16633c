import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { studioPhoto } from '../../../photos/testing.ts';
import { StudioCard } from './studio-card.tsx';

test.each([
  ['high', { width: 600, height: 12_000 }, { width: '10%', height: '100%' }],
  ['wide', { width: 12_000, height: 600 }, { width: '100%', height: '20%' }],
])('a %s panorama has its own place in its card, with no placeholder beside it', (_, size, style) => {
  render(
    <StudioCard
      photo={studioPhoto('IMG_1', size)}
      width={100}
      height={200}
      selected={false}
      selecting={false}
      onToggle={() => {}}
    />,
  );
  expect(screen.getByRole('button', { name: 'Open IMG_1.jpg' }).firstElementChild).toHaveStyle(style);
});

test.each([
  ['small', 'Hidden: too small for the watermark'],
  ['faint', 'Hidden: watermark not seen'],
] as const)('a proof that its watermark can’t be on says so, and what to do: %s', (unmarkable, expectedText) => {
  render(
    <StudioCard
      photo={studioPhoto('IMG_1', { is_approved: false, unmarkable })}
      width={100}
      height={200}
      selected={false}
      selecting={false}
      onToggle={() => {}}
    />,
  );
  expect(screen.getByText(expectedText)).toHaveAttribute('title', expect.stringContaining('under “Change watermark”'));
});
