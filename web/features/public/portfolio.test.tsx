import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serviceCards } from '#shared/studio.ts';
import { Component } from './portfolio.tsx';
import type { SiteImage } from './site-images.ts';

const image = (key: string): SiteImage => ({
  key,
  width: 3000,
  height: 2000,
  color: '#888',
  avif: [800],
  webp: [800],
  alt: `Built in ${key}`,
});
const [first, second] = serviceCards;
const slug = first?.slug ?? '';

let arrive: (categories: object[]) => Promise<void>;
beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  arrive = (categories) => act(async () => resolve(Response.json({ categories })));
  vi.stubGlobal('fetch', () => promise);
  vi.stubGlobal('__SITE_IMAGES__', {
    services: { [slug]: ['a', 'b', 'c'].map(image), [second?.slug ?? '']: ['d'].map(image) },
  });
});
afterEach(() => void vi.unstubAllGlobals());

const featured = [
  {
    slug,
    photos: ['e', 'f', 'g'].map((portfolio_key) => ({ portfolio_key, width: 3000, height: 2000 })),
  },
];
const loadings = () => screen.getAllByRole('img').map((picture) => picture.getAttribute('loading'));

test('a picture that is looked at stays when the featured photos arrive', async () => {
  render(<Component />);
  await userEvent.click(screen.getByRole('img', { name: 'Built in b' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('img', { name: 'Built in b' })).toBeInTheDocument();
  await arrive(featured);
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(4));
  expect(dialog.getByRole('img', { name: 'Built in b' })).toBeInTheDocument();
  expect(dialog.getByText('2 / 4')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Next photograph' }));
  expect(dialog.getByRole('img', { name: 'Built in c' })).toBeInTheDocument();
});

test('only the pictures that a phone opens with are fetched before they are near', async () => {
  render(<Component />);
  expect(loadings()).toEqual(['eager', 'eager', 'lazy', 'lazy']);
  await arrive(featured);
  await waitFor(() => expect(loadings()).toEqual(['eager', 'eager', 'lazy']));
});
