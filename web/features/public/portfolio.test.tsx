import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import { defaultWebsite, serviceCards } from '#shared/website/default-website.ts';
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
const [firstCard, secondCard] = serviceCards;
const slug = firstCard?.slug ?? '';

const show = (address = '/gallery') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ContentProvider value={defaultWebsite}>
        <Component />
      </ContentProvider>
    </MemoryRouter>,
  );

let arrive: (categories: object[]) => Promise<void>;
beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  arrive = (categories) => act(async () => resolve(Response.json({ categories })));
  vi.stubGlobal('fetch', () => promise);
  vi.stubGlobal('__SITE_IMAGES__', {
    services: { [slug]: ['a', 'b', 'c'].map(image), [secondCard?.slug ?? '']: ['d'].map(image) },
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
  await waitFor(() => expect(screen.getByRole('img', { name: /photograph 3 by/ })).toBeInTheDocument());
  expect(dialog.getByRole('img', { name: 'Built in b' })).toBeInTheDocument();
  expect(dialog.getByText('2 / 4')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Next photograph' }));
  expect(dialog.getByRole('img', { name: 'Built in c' })).toBeInTheDocument();
});

test('only the pictures of a phone’s first row load eagerly', async () => {
  show();
  expect(loadings()).toEqual(['eager', 'eager', 'lazy', 'lazy']);
  await arrive(featured);
  await waitFor(() => expect(loadings()).toEqual(['eager', 'eager', 'lazy', 'lazy']));
});

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const pictureTexts = () => screen.getAllByRole('img').map((picture) => picture.getAttribute('alt'));

test('featured photos take the place of their own category’s pictures alone', async () => {
  show();
  await arrive([{ ...featured[0], photos: featured[0]!.photos.slice(0, 1) }]);
  await waitFor(() =>
    expect(pictureTexts()).toEqual([`${firstCard?.name}, photograph 1 by ${studio.name}`, 'Built in d']),
  );
  expect(headings().slice(0, 2)).toEqual([firstCard?.name, secondCard?.name]);
});

test('a category without pictures is left out until a photo is featured in it, and is then what a link led to', async () => {
  const scrolledTo: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this.id);
  };
  show('/gallery#weddings');
  expect(screen.queryByText('Weddings')).toBeNull();
  await arrive([{ slug: 'weddings', photos: featured[0]!.photos.slice(0, 1) }]);
  await waitFor(() => expect(headings()).toContain('Weddings'));
  expect(screen.getByRole('link', { name: 'Weddings' })).toHaveAttribute('href', '#weddings');
  expect(scrolledTo).toEqual(['weddings']);
});

test('a gallery without any picture has no list of categories, and says so once no photo has arrived', async () => {
  vi.stubGlobal('__SITE_IMAGES__', { services: {} });
  show();
  expect(screen.queryByText('Photographs will be here soon.')).toBeNull();
  await arrive([]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Gallery');
  expect(screen.getByText('Photographs will be here soon.')).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(headings()).toEqual(['Shall we make yours?']);
});

test('a late close event does not close a photo that Forward has opened again', async () => {
  show();
  await userEvent.click(screen.getByRole('img', { name: 'Built in b' }));
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog, new Event('close'));
  expect(dialog).toHaveAttribute('open');
  expect(within(dialog).getByRole('img', { name: 'Built in b' })).toBeInTheDocument();
});

test('newer photographs that are tried again leave the focus where they were missed', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  show();
  const again = await screen.findByRole('button', { name: 'Try again' });
  vi.stubGlobal('fetch', async () => Response.json({ categories: featured }));
  await userEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(document.body).not.toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Book Your Session' })).toHaveFocus();
});
