import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultWebsite, serviceCards } from '#shared/default-website.ts';
import { ContentProvider } from '../../ui/content.tsx';
import { Component } from './portfolio.tsx';
import type { SiteImage } from './site-image.ts';

const image = (key: string): SiteImage => ({
  key,
  width: 3000,
  height: 2000,
  color: '#888',
  focus: [50, 30],
  avif: [800],
  webp: [800],
  alt: `Built in ${key}`,
});
const [first, second] = serviceCards;
const slug = first?.slug ?? '';

const show = () =>
  render(
    <ContentProvider value={defaultWebsite}>
      <Component />
    </ContentProvider>,
    { wrapper: MemoryRouter },
  );

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

test('an open picture stays when the featured photos arrive', async () => {
  show();
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

test('only the pictures of a phone’s first row load eagerly', async () => {
  show();
  expect(loadings()).toEqual(['eager', 'eager', 'lazy', 'lazy']);
  await arrive(featured);
  await waitFor(() => expect(loadings()).toEqual(['eager', 'eager', 'lazy']));
});

test('a late close event does not close a photo that Forward has opened again', async () => {
  show();
  await userEvent.click(screen.getByRole('img', { name: 'Built in b' }));
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog, new Event('close'));
  expect(dialog).toHaveAttribute('open');
  expect(within(dialog).getByRole('img', { name: 'Built in b' })).toBeInTheDocument();
});
