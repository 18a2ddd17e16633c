import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import {
  answers,
  answerWebsite,
  builtInCards,
  draft,
  forgetWebsite,
  home,
  open,
  outline,
  picture,
  publishButton,
  published,
  since,
} from './editor-testing.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerWebsite);
afterEach(forgetWebsite);

test('the library lists what the website shows apart from what is not used, with since when', async () => {
  const hero = { id: 'a'.repeat(20), width: 1_500, height: 1_000, color: '#284838', focus: [50, 40], alt: 'Oaks' };
  const content = { ...defaultWebsite, home: { ...home, picture: hero } } as typeof defaultWebsite;
  answers['GET /api/admin/website'] = { draft: draft(content), ...published('live') };
  answers['GET /api/admin/website/pictures'] = {
    items: [
      picture('a', 'Oaks.jpg'),
      picture('b', 'Old hero.jpg', { unused_since: '2026-11-01T18:00:00.000Z' }),
      picture('c', 'Just uploaded.jpg'),
      { ...picture('d', 'broken.jpg'), state: 'failed', reason: 'is no photo that we can read.' },
      { ...picture('e', 'on its way.jpg'), state: 'pending' },
    ],
  };
  await open();
  await userEvent.click(outline().getByRole('button', { name: 'Picture library' }));
  const used = within(await screen.findByRole('region', { name: 'On the website' }));
  expect(used.getByText('Oaks.jpg')).toBeInTheDocument();
  expect(used.getAllByRole('listitem')).toHaveLength(1);
  const unused = within(screen.getByRole('region', { name: 'Not used' }));
  expect(unused.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Old hero.jpg1500 × 1000Not used since Nov 1, 2026',
    'Just uploaded.jpg1500 × 1000',
  ]);
  expect(unused.getByText(/is cleared after 30 days\.$/)).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('“broken.jpg” is no photo that we can read.');
});

test('where nothing was built in, a place says what visitors get without a picture', async () => {
  answers['GET /api/admin/website'] = { draft: draft(defaultWebsite), ...published('live') };
  await open();
  await userEvent.click(outline().getByRole('button', { name: 'About' }));
  expect(screen.getByRole('group', { name: 'Face' })).toHaveTextContent(
    'Without one, the words stand alone.no picture.',
  );
  await userEvent.click(outline().getByRole('button', { name: 'Search and sharing' }));
  expect(screen.getByRole('group', { name: 'Home: sharing picture' })).toHaveTextContent(
    'one of the page’s own pictures.',
  );
});

test('a featured photo becomes the picture of a place once its files are made, and is to be described', async () => {
  const { slug } = defaultWebsite.services[0]!;
  const photo = { portfolio_key: 'k'.repeat(20), width: 3_000, height: 2_000, thumbhash: '' };
  answers['GET /api/public/portfolio'] = { categories: [{ slug, photos: [photo] }] };
  const pending = { ...picture('p', 'Gallery photo'), state: 'pending' };
  answers['POST /api/admin/website/pictures/featured'] = () => {
    answers['GET /api/admin/website/pictures'] = { items: [pending] };
    return pending;
  };
  await open();
  const place = within(screen.getByRole('group', { name: 'Photograph' }));
  await userEvent.click(place.getByRole('button', { name: 'Choose a picture: Photograph' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Photograph' }));
  expect(await dialog.findByText('No picture was uploaded yet.')).toBeInTheDocument();
  await userEvent.click(await dialog.findByRole('button', { name: 'Photo 1 of the gallery' }));
  expect(await dialog.findByText('Making its sizes...')).toBeInTheDocument();
  expect(since(0)).toEqual([
    `POST /api/admin/website/pictures/featured {"category":"${slug}","portfolio_key":"${photo.portfolio_key}"}`,
  ]);
  answers['GET /api/admin/website/pictures'] = { items: [picture('p', 'Gallery photo')] };
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(place.getByRole('textbox', { name: 'Description: Photograph' })).toHaveValue('');
  expect(place.getByText('Say what it shows; publishing needs it.')).toBeInTheDocument();
  expect(place.getByRole('slider', { name: 'From the top' })).toHaveValue('40');
  expect(screen.getByText('1 change, not saved')).toBeInTheDocument();
});

test('the cards’ part says which categories the gallery leaves out, until one has a picture or a featured photo', async () => {
  const featured = [{ slug: 'maternity', photos: [{ portfolio_key: 'k', width: 3, height: 2 }] }];
  answers['GET /api/public/portfolio'] = { categories: featured };
  await open(builtInCards(false, ['weddings', 'maternity', 'cake-smash']));
  await userEvent.click(outline().getByRole('button', { name: 'Cards' }));
  const notice = await screen.findByText(/not in the gallery until/);
  expect(notice).toHaveTextContent(/^Weddings and Cake Smash have no picture of yours yet\. /);
  expect(notice).toHaveTextContent('choose a picture for the card, or show photos of a session in the public gallery.');
});

test('categories whose stand-ins visitors don’t see are among those left out', async () => {
  await open(builtInCards(true));
  await userEvent.click(outline().getByRole('button', { name: 'Cards' }));
  expect(await screen.findByText(/not in the gallery until/)).toHaveTextContent(
    /^Professional Headshots, .*and Events have/,
  );
});

test('a picture that is too small says its pixels and what is needed, at its place and before it is published', async () => {
  const hero = { id: 'a'.repeat(20), width: 640, height: 480, color: '#284838', focus: [50, 40], alt: 'Oaks' };
  const card = { ...hero, id: 'b'.repeat(20), width: 800, height: 600 };
  const content = {
    ...defaultWebsite,
    home: { ...home, picture: hero },
    services: defaultWebsite.services.map((service, index) => (index < 2 ? { ...service, picture: card } : service)),
  } as typeof defaultWebsite;
  answers['GET /api/admin/website'] = { draft: draft(content), ...published('live') };
  await open();
  const notice = 'This picture has 640 × 480 pixels. It needs 1,800 × 1,200 or more here, or it looks blurred.';
  expect(within(screen.getByRole('group', { name: 'Photograph' })).getByText(notice)).toBeInTheDocument();
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  expect(dialog.getByText(`Hero, Photograph: ${notice}`)).toBeInTheDocument();
  // The first card is a wide one; the second is not.
  expect(dialog.getAllByText(/This picture has 800 × 600 pixels/)).toHaveLength(1);
  expect(dialog.getByText(/^Cards, Professional Headshots: Picture: This picture/)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: /^Publish/ })).toBeEnabled();
});
