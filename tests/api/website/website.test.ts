import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebsiteDraft, WebsiteState, WebsiteVersion, WebsiteVersions } from '#shared/contract/website.ts';
import { limits } from '#shared/limits.ts';
import { defaultWebsite, deployedWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { type ApiStudio, adminClaims, type Call, call, startApiStudio } from '../../support/studio/api-studio.ts';

/** The website's draft and its published versions. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const owner = { ...adminClaims(), name: 'Elena' };
const staff = { ...adminClaims('[staff]'), name: 'Sam' };
const ask = (method: string, path = '', body?: Call['body'], as = owner) =>
  call(admin, method, `/api/admin/website${path}`, { as, body });
const withHeadline = (headline: string) => ({ ...defaultWebsite, home: { ...defaultWebsite.home, headline } });
const state = async () => (await ask('GET')).json<WebsiteState>();
const save = async (headline: string, as = owner) => {
  const { draft } = await state();
  return ask('PUT', '/draft', { version: draft.version, content: withHeadline(headline) }, as);
};
const publish = async () => ask('POST', '/publish', { version: (await state()).draft.version });

test('an untouched website is the deployed one, which is version 0, and nothing is published', async () => {
  const { draft, published } = await state();
  expect(draft).toEqual({ version: 0, content: deployedWebsite, saved: null });
  expect(draft.content.pictures.stand_ins).toBe(true);
  expect(published).toBeNull();
  expect((await ask('GET', '/versions')).json<WebsiteVersions>().items).toEqual([{ number: 0, at: null, by: '' }]);
  expect((await ask('POST', '/publish', { version: 0 })).outcome).toBe('400 INVALID');
});

test('two editors: the second save is refused with what is stored, and loses nothing by saving again', async () => {
  const { draft } = await state();
  const mine = { version: draft.version, content: withHeadline('Mine') };
  expect((await ask('PUT', '/draft', { version: draft.version, content: withHeadline('Theirs') }, staff)).status).toBe(
    200,
  );
  const refused = await ask('PUT', '/draft', mine);
  expect(refused.outcome).toBe('409 CHANGED_MEANWHILE');
  const current = refused.error.details?.current as WebsiteDraft;
  expect(current.content.home.headline).toBe('Theirs');
  const again = await ask('PUT', '/draft', { ...mine, version: current.version });
  expect(again.json<WebsiteDraft>()).toMatchObject({ version: current.version + 1, content: mine.content });
  // A request whose response was lost.
  expect((await ask('PUT', '/draft', { ...mine, version: current.version })).status).toBe(200);
  expect((await state()).draft.version).toBe(current.version + 1);
});

test('staff save drafts, and only admins publish them', async () => {
  expect((await save('By staff', staff)).status).toBe(200);
  const { draft } = await state();
  expect((await ask('POST', '/publish', { version: draft.version }, staff)).outcome).toBe('403 FORBIDDEN');
  expect((await state()).published).toBeNull();
});

test('what is published is the draft that was looked at, and says by whom', async () => {
  const { draft } = await state();
  await save('Saved after the look');
  const refused = await ask('POST', '/publish', { version: draft.version });
  expect(refused.outcome).toBe('409 CHANGED_MEANWHILE');
  expect(refused.error.details).toMatchObject({ current: { content: withHeadline('Saved after the look') } });
  const answer = (await publish()).json<WebsiteState>();
  expect(answer.published).toMatchObject({ number: 1, content: withHeadline('Saved after the look'), by: 'Elena' });
  expect(answer.state).toBe('publishing');
});

test('the last versions are kept, compared and brought back', async () => {
  const first = (await state()).published?.number ?? 0;
  for (let more = 1; more <= limits.websiteVersions; more += 1) {
    await save(`Version ${first + more}`);
    expect((await publish()).status).toBe(200);
  }
  const { items } = (await ask('GET', '/versions')).json<WebsiteVersions>();
  const newest = first + limits.websiteVersions;
  expect(items.map(({ number }) => number)).toEqual(
    // Version 0 stays when all but the last are gone.
    [...Array.from({ length: limits.websiteVersions }, (_, index) => newest - index), 0],
  );
  const oldest = (await ask('GET', `/versions/${first + 1}`)).json<WebsiteVersion>();
  expect(oldest.content.home.headline).toBe(`Version ${first + 1}`);
  expect((await ask('GET', `/versions/${first}`)).outcome).toBe('404 NOT_FOUND');
  const { draft } = await state();
  const restored = await ask('POST', `/versions/${first + 1}/restore`, { version: draft.version });
  expect(restored.json<WebsiteDraft>().content).toEqual(oldest.content);
  expect((await state()).published?.number).toBe(newest);
  expect((await ask('POST', `/versions/${first}/restore`, { version: draft.version + 1 })).outcome).toBe(
    '404 NOT_FOUND',
  );
});

test('the website as it was deployed is compared, brought back and published again', async () => {
  const zero = (await ask('GET', '/versions/0')).json<WebsiteVersion>();
  expect(zero).toEqual({ number: 0, at: null, by: '', content: deployedWebsite });
  const { draft } = await state();
  const restored = await ask('POST', '/versions/0/restore', { version: draft.version });
  expect(restored.json<WebsiteDraft>().content).toEqual(deployedWebsite);
  expect((await publish()).json<WebsiteState>().published?.content).toEqual(deployedWebsite);
});

test('a draft with unfinished rows is saved, and publishing says what is missing where', async () => {
  const unfinished = {
    ...defaultWebsite,
    studio: { ...defaultWebsite.studio, name: ' ', email: '', phone_link: '' },
    sessions: {
      packages: [
        { ...defaultWebsite.sessions.packages[0]!, name: '', price_cents: null },
        ...defaultWebsite.sessions.packages.slice(1),
      ],
      add_ons: [{ name: '', detail: 'Framed', price_cents: null, per: 'session' as const }],
    },
    contact: { questions: [{ question: 'Where?', answer: '' }], steps: [{ title: '', text: 'Soon' }] },
    testimonials: [{ name: 'Rosa', words: '', source: '', source_link: '', service: '', picture: null }],
  };
  const { draft } = await state();
  const saved = await ask('PUT', '/draft', { version: draft.version, content: unfinished });
  expect(saved.outcome).toBe('200');
  const stored = (await state()).draft.content;
  expect(stored).toEqual({ ...unfinished, studio: { ...unfinished.studio, name: '' } });
  const { published } = await state();
  const refused = await publish();
  expect(refused.outcome).toBe('400 INVALID');
  expect(refused.error.message).toBe('10 fields of the draft are not filled yet.');
  expect(refused.error.fields).toEqual({
    'content.studio.name': 'Please enter a name.',
    'content.studio.email': 'Please enter an email address.',
    'content.studio.phone_link': 'Please enter the number with + and country code, and no spaces: +17135550142.',
    'content.sessions.packages.0.name': 'Please enter a name.',
    'content.sessions.packages.0.price_cents': 'Please enter a price.',
    'content.sessions.add_ons.0.name': 'Please enter a name.',
    'content.sessions.add_ons.0.price_cents': 'Please enter a price.',
    'content.contact.questions.0.answer': 'Please enter an answer.',
    'content.contact.steps.0.title': 'Please enter a step.',
    'content.testimonials.0.words': 'Please enter the words of the testimonial.',
  });
  expect((await state()).published).toEqual(published);
});

describe('refused by field', () => {
  const { studio: facts, sessions } = defaultWebsite;
  test.each<[string, object, string]>([
    ['a link without https', { studio: { ...facts, facebook: 'javascript:alert(1)' } }, 'content.studio.facebook'],
    ['a number that no phone dials', { studio: { ...facts, phone_link: '555' } }, 'content.studio.phone_link'],
    ['an email address that is none', { studio: { ...facts, email: 'hello' } }, 'content.studio.email'],
    [
      'a price with fractions of cents',
      { sessions: { ...sessions, add_ons: [{ name: 'A', detail: '', price_cents: 0.5, per: 'session' }] } },
      'content.sessions.add_ons.0.price_cents',
    ],
    [
      'a headline that is too long',
      { home: { ...defaultWebsite.home, headline: 'x'.repeat(61) } },
      'content.home.headline',
    ],
  ])('%s', async (_, change, field) => {
    const { draft } = await state();
    const answer = await ask('PUT', '/draft', { version: draft.version, content: { ...defaultWebsite, ...change } });
    expect(answer.outcome).toBe('400 INVALID');
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });
});
