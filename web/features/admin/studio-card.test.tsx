import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { studioPhoto } from '../../photos/testing.ts';
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
