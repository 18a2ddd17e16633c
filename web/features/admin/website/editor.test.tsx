import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultWebsite, deployedWebsite } from '#shared/website/default-website.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { websiteQuery } from './api.ts';
import { WebsiteEditor } from './editor.tsx';
import type { BuiltInPicture } from './pictures/picture-context.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const { home } = defaultWebsite;
const newHeadline = { ...defaultWebsite, home: { ...home, headline: 'Light, kept' } };
const published = (state: 'publishing' | 'live' | 'failed', content = defaultWebsite) => ({
  published: { number: 3, at: '2026-11-23T12:00:00.000Z', by: 'Elena Marsh', content },
  state,
});
const draft = (content = defaultWebsite) => ({
  version: 7,
  content,
  saved: { at: '2026-11-23T11:00:00.000Z', by: 'Elena Marsh' },
});
const picture = (id: string, name: string, change: object = {}) => ({
  id: id.repeat(20),
  name,
  asked_at: '2026-10-01T12:00:00.000Z',
  state: 'ready',
  width: 1_500,
  height: 1_000,
  color: '#284838',
  focus: [50, 40],
  unused_since: null,
  ...change,
});

let answers: Answers;
let requests: string[];
let queries: QueryClient;
beforeEach(() => {
  answers = {
    'GET /api/admin/website': { draft: draft(), ...published('live') },
    'GET /api/admin/website/pictures': { items: [] },
    'GET /api/public/portfolio': { categories: [] },
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await network.fetch(...request);
    // Parsed in this test's window, because the form copies only objects of its window.
    return Object.assign(response, { json: async () => JSON.parse(await response.text()) });
  });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  signIn({ isStaff: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const signIn = ({ isStaff }: { isStaff: boolean }) =>
  queries.setQueryData(loginQuery.queryKey, {
    user: { email: 'elena@studio.example', name: 'Elena Marsh', phone: '', isAdmin: true, isStaff },
    arrival: { kind: 'opened' },
  });
async function open(builtIn: Record<string, BuiltInPicture> = {}) {
  const Component = () => <WebsiteEditor Preview={() => null} builtIn={builtIn} />;
  showScreen([{ path: '/admin/website', Component }], '/admin/website', queries);
  await screen.findByRole('navigation', { name: 'Parts of the website' });
}
const outline = () => within(screen.getByRole('navigation', { name: 'Parts of the website' }));
const status = () => screen.getAllByRole('status').map((each) => each.textContent);
const publishButton = () => screen.queryByRole('button', { name: 'Publish' });
const since = (count: number) => requests.slice(count).filter((request) => !request.startsWith('GET'));

test('while a version is being published the screen says which, and “Live” only once visitors see it', async () => {
  answers['GET /api/admin/website'] = { draft: draft(), ...published('publishing') };
  await open();
  expect(status()).toContain('Publishing Visitors see version 3 in a moment...');
  expect(screen.queryByText('Live')).toBeNull();
  answers['GET /api/admin/website'] = { draft: draft(), ...published('live') };
  // The editor refetches by itself.
  expect(await screen.findByText('Live')).toBeInTheDocument();
  expect(screen.getByText(/^Version 3, published .*by Elena Marsh$/)).toBeInTheDocument();
});

test('a failed publication says what visitors see and what to do, and is published again', async () => {
  answers['GET /api/admin/website'] = { draft: draft(), ...published('failed') };
  answers['POST /api/admin/website/publish'] = { draft: draft(), ...published('live') };
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Publishing failed. Visitors may still see the former version, at least on some pages. Publish again, or ask whoever runs the site.',
  );
  expect(screen.queryByText('Live')).toBeNull();
  expect(status()).toContainEqual(expect.stringMatching(/^Not liveVersion 3, published .*by Elena Marsh$/));
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  expect(dialog.getByText('The newest version is published again.')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(since(0)).toEqual(['POST /api/admin/website/publish {"version":7}']);
});

test('a deployment that did not reach visitors is not called live, and can’t be mended by publishing', async () => {
  answers['GET /api/admin/website'] = { draft: draft(deployedWebsite), published: null, state: 'failed' };
  await open();
  expect(screen.queryByText('Live')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(/at least on some pages. Ask whoever runs the site.$/);
  expect(publishButton()).toBeDisabled();
});

test('a refused publication keeps the dialog and says why; nothing to publish can’t be published', async () => {
  answers['GET /api/admin/website'] = { draft: draft(newHeadline), ...published('live') };
  answers['POST /api/admin/website/publish'] = failing(503, 'BUSY', 'The studio is busy.');
  await open();
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  expect(dialog.getByText(home.headline, { selector: 'del' })).toBeInTheDocument();
  expect(dialog.getByText('Light, kept', { selector: 'ins' })).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was published. The studio is busy.');
  const newest = { ...published('live', newHeadline).published, number: 4 };
  const done = { draft: draft(newHeadline), published: newest, state: 'publishing' };
  answers['POST /api/admin/website/publish'] = done;
  answers['GET /api/admin/website'] = { ...done, state: 'live' };
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^Version 4, published/)).toBeInTheDocument();
  expect(publishButton()).toBeDisabled();
});

test('staff save a draft and are told who publishes', async () => {
  signIn({ isStaff: true });
  answers['PUT /api/admin/website/draft'] = ({ version, content }: { version: number; content: object }) => ({
    ...draft(),
    version: version + 1,
    content,
  });
  await open();
  expect(screen.getByText('Admins publish.')).toBeInTheDocument();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.paste('Light, kept');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Admins publish.')).toBeInTheDocument();
  expect(screen.getByText(/^1 change, saved/)).toBeInTheDocument();
  expect(publishButton()).toBeNull();
  expect(queries.getQueryData(websiteQuery.queryKey)?.draft).toMatchObject({ version: 8 });
  expect(queries.getQueryData(websiteQuery.queryKey)?.draft.content.home.headline).toBe('Light, kept');
});

test('a draft that was not saved keeps what was typed', async () => {
  answers['PUT /api/admin/website/draft'] = failing(503, 'BUSY', 'The studio is busy.');
  await open();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.paste('Light, kept');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The draft was not saved. The studio is busy.');
  expect(headline).toHaveValue('Light, kept');
  expect(screen.getByText('1 change, not saved')).toBeInTheDocument();
});

test('a save shows the part with the field that is wrong, and says so until it is corrected', async () => {
  await open();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.click(headline);
  await userEvent.paste('x'.repeat(61));
  await userEvent.click(outline().getByRole('button', { name: 'Scrapbook' }));
  expect(headline).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('A headline can have at most 60 characters.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields need another look');
  expect(outline().getByRole('option', { name: 'Home: Hero (needs another look)' })).toBeInTheDocument();
  await userEvent.clear(headline);
  await userEvent.click(headline);
  await userEvent.paste('Light, kept');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(since(0)).toEqual([]);
});

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

const builtIn = (isStandIn: boolean): BuiltInPicture => ({ src: '/p.webp', width: 3, height: 2, alt: 'P', isStandIn });
const cards = (isStandIn: boolean, but: string[] = []) =>
  Object.fromEntries(
    defaultWebsite.services.flatMap(({ slug }, index) =>
      but.includes(slug) ? [] : [[`services.${index}.picture`, builtIn(isStandIn)]],
    ),
  );

test('the cards’ part says which categories the gallery leaves out, until one has a picture or a featured photo', async () => {
  const featured = [{ slug: 'maternity', photos: [{ portfolio_key: 'k', width: 3, height: 2 }] }];
  answers['GET /api/public/portfolio'] = { categories: featured };
  await open(cards(false, ['weddings', 'maternity', 'cake-smash']));
  await userEvent.click(outline().getByRole('button', { name: 'Cards' }));
  const notice = await screen.findByText(/not in the gallery until/);
  expect(notice).toHaveTextContent(/^Weddings and Cake Smash have no picture of yours yet\. /);
  expect(notice).toHaveTextContent('choose a picture for the card, or show photos of a session in the public gallery.');
});

test('categories whose stand-ins visitors don’t see are among those left out', async () => {
  await open(cards(true));
  await userEvent.click(outline().getByRole('button', { name: 'Cards' }));
  expect(await screen.findByText(/not in the gallery until/)).toHaveTextContent(
    /^Professional Headshots, .*and Events have/,
  );
});

const firstPublication = async (builtInPictures: Record<string, BuiltInPicture>) => {
  const content = { ...newHeadline, pictures: deployedWebsite.pictures };
  answers['GET /api/admin/website'] = { draft: draft(content), published: null, state: 'live' };
  const saved: (typeof defaultWebsite)[] = [];
  answers['PUT /api/admin/website/draft'] = (body: { content: typeof defaultWebsite }) => {
    saved.push(body.content);
    return { ...draft(body.content), version: 8 };
  };
  answers['POST /api/admin/website/publish'] = { draft: draft(content), ...published('publishing', content) };
  await open(builtInPictures);
  await userEvent.click(publishButton()!);
  return { dialog: within(screen.getByRole('dialog', { name: 'What will change' })), saved };
};

test('the first publication asks first what visitors see in places with a stand-in, and takes nothing off unasked', async () => {
  const { dialog, saved } = await firstPublication(cards(true));
  const question = dialog.getByRole('group', {
    name: /^9 places still have stand-ins.*What should visitors see there\?$/,
  });
  expect(question.compareDocumentPosition(dialog.getByRole('list')) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  for (const answer of within(question).getAllByRole('radio')) expect(answer).not.toBeChecked();
  expect(dialog.getByText(/Versions keeps it as version 0\.$/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  const failure = dialog.getByRole('alert');
  expect(failure).toHaveTextContent('Please answer the question about the stand-ins first.');
  // The question is scrolled into view with the button, and has the focus.
  expect(failure.closest('.dialog-foot')).toContainElement(dialog.getByRole('button', { name: 'Publish 1 change' }));
  expect(within(question).getAllByRole('radio')[0]).toHaveFocus();
  expect(since(0)).toEqual([]);
  await userEvent.click(within(question).getByRole('radio', { name: /^The stand-ins, as today/ }));
  expect(failure).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([]);
  expect(since(0)).toEqual(['POST /api/admin/website/publish {"version":7}']);
});

test('places that are left out at the first publication are among what will change', async () => {
  const { dialog, saved } = await firstPublication(cards(true));
  await userEvent.click(dialog.getByRole('radio', { name: /^Nothing/ }));
  expect(dialog.getByText('Shown to visitors', { selector: 'del' })).toBeInTheDocument();
  expect(dialog.getByText('Left out', { selector: 'ins' })).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 2 changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved.map(({ pictures }) => pictures.stand_ins)).toEqual([false]);
  expect(since(0).at(-1)).toBe('POST /api/admin/website/publish {"version":8}');
});

test('a studio whose pictures are all its own is asked nothing', async () => {
  const { dialog } = await firstPublication(cards(false));
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Publish 1 change' })).toBeEnabled();
});

test('a draft with unfinished rows is saved, and the list before a publication says what is missing', async () => {
  const sent: { content: typeof defaultWebsite }[] = [];
  answers['PUT /api/admin/website/draft'] = (body: { content: typeof defaultWebsite }) => {
    sent.push(body);
    return { ...draft(body.content), version: 8 };
  };
  await open();
  await userEvent.click(outline().getByRole('button', { name: 'Testimonials' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a testimonial' }));
  await userEvent.click(outline().getByRole('button', { name: 'Add-ons' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add an add-on' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(publishButton()).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent[0]!.content.testimonials).toMatchObject([{ name: '', words: '' }]);
  expect(sent[0]!.content.sessions.add_ons.at(-1)).toMatchObject({ name: '', price_cents: null });
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  const lacking = within(dialog.getByRole('alert')).getAllByRole('listitem');
  expect(lacking.map(({ textContent }) => textContent)).toEqual([
    'Add-ons, number 4: Please enter a name.',
    'Add-ons, number 4: Please enter a price.',
    'Testimonials, number 1: Please enter a name.',
    'Testimonials, number 1: Please enter the words of the testimonial.',
  ]);
  expect(dialog.getByRole('button', { name: /^Publish/ })).toBeDisabled();
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

/** The server's website: it refuses a save over another version with the stored draft. */
function storeDrafts() {
  const stored = { now: draft() };
  answers['PUT /api/admin/website/draft'] = ({
    version,
    content,
  }: {
    version: number;
    content: typeof defaultWebsite;
  }) => {
    if (version !== stored.now.version) {
      return failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current: stored.now } });
    }
    stored.now = { ...draft(content), version: version + 1 };
    return stored.now;
  };
  return {
    stored,
    theySave: (change: (content: typeof defaultWebsite) => typeof defaultWebsite) => {
      stored.now = { ...draft(change(stored.now.content)), version: stored.now.version + 1 };
    },
  };
}
const headline = () => screen.getByRole('textbox', { name: 'Headline' });
const type = async (text: string) => {
  await userEvent.clear(headline());
  await userEvent.paste(text);
};
const saveDraft = () => userEvent.click(screen.getByRole('button', { name: 'Save draft' }));

test('a save keeps what another tab has saved of other fields, shows it and says so, and so does the next one', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs' } }));
  await saveDraft();
  const news = await screen.findByRole('region', { name: 'Changed in the meantime' });
  expect(news).toHaveFocus();
  expect(news).toHaveTextContent(/^Saved, together with what Elena Marsh has changed in the meantime:.*Theirs/);
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine', tagline: 'Theirs' });
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(headline()).toHaveValue('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs again' } }));
  await type('Mine again');
  await saveDraft();
  expect(await screen.findByDisplayValue('Theirs again')).toBeInTheDocument();
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine again', tagline: 'Theirs again' });
});

test('a field that both have changed is chosen in sight, with the focus, before anything is saved', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs', tagline: 'Theirs, too' } }));
  await saveDraft();
  const conflict = await screen.findByRole('region', { name: 'Changed by two people' });
  expect(conflict).toHaveFocus();
  const field = within(conflict).getByRole('group', { name: 'Home · Hero · Headline' });
  expect(within(field).getByRole('radio', { name: /^Yours/ })).toHaveAccessibleName('Yours Mine');
  await saveDraft();
  expect(conflict).toHaveFocus();
  expect(since(0)).toHaveLength(1);
  await userEvent.click(within(field).getByRole('radio', { name: 'Stored now Theirs' }));
  await userEvent.click(within(field).getByRole('radio', { name: 'Yours Mine' }));
  await saveDraft();
  expect(await screen.findByDisplayValue('Theirs, too')).toBeInTheDocument();
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine', tagline: 'Theirs, too' });
  expect(screen.queryByRole('region', { name: 'Changed by two people' })).toBeNull();
});

test('a draft that was saved once more while one chose is asked about anew', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs' } }));
  await saveDraft();
  await userEvent.click(await screen.findByRole('radio', { name: 'Yours Mine' }));
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs again' } }));
  await saveDraft();
  expect(await screen.findByRole('radio', { name: 'Stored now Theirs again' })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: 'Yours Mine' })).not.toBeChecked();
  expect(stored.now.content.home.headline).toBe('Theirs again');
  await userEvent.click(screen.getByRole('radio', { name: 'Stored now Theirs again' }));
  await saveDraft();
  await waitFor(() => expect(headline()).toHaveValue('Theirs again'));
});

test('what was typed before a reload is merged with what was saved since, and can be discarded', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  cleanup();
  queries.clear();
  signIn({ isStaff: false });
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs' } }));
  answers['GET /api/admin/website'] = () => ({ draft: stored.now, ...published('live') });
  await open();
  expect(screen.getByText('Your unsaved changes are still here.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Changed in the meantime' })).toHaveTextContent(
    /^Elena Marsh has changed the draft in the meantime\. .*Theirs/,
  );
  expect(headline()).toHaveValue('Mine');
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(headline()).toHaveValue(home.headline);
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
});

test('who publishes what another tab has changed sees it first', async () => {
  const { theySave } = storeDrafts();
  answers['GET /api/admin/website'] = { draft: draft(newHeadline), ...published('live') };
  answers['POST /api/admin/website/publish'] = failing(409, 'CHANGED_MEANWHILE', 'Changed.', {
    details: {
      current: { ...draft({ ...newHeadline, home: { ...newHeadline.home, tagline: 'Theirs' } }), version: 8 },
    },
  });
  theySave((content) => content);
  await open();
  await userEvent.click(publishButton()!);
  await userEvent.click(screen.getByRole('button', { name: 'Publish 1 change' }));
  expect(await screen.findByRole('region', { name: 'Changed in the meantime' })).toHaveTextContent(
    /^Elena Marsh has changed the draft in the meantime\. It is shown here/,
  );
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(publishButton()).toBeEnabled();
});
