import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StudioSelections } from '#shared/contract/selections.ts';
import type { Preset, PresetSettings, Presets } from '#shared/contract/sessions/presets.ts';
import type { Session, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

/** Presets: named settings that sessions are created with, or given later. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const staff = adminClaims('[staff]');
const ask = (method: string, path: string, body?: object, claims = as) =>
  call(admin, method, `/api/admin${path}`, { as: claims, body });

const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
const selection = { name: 'Album', included: 30, extra_cents: 1_500, minimum: 5, days: 14, client_words: 'For you' };
const wedding = {
  chapters: ['Getting ready', 'Ceremony', 'Party'],
  photo_order: 'name',
  time_zone: 'Europe/Rome',
  client_words: 'Take your time',
  download_sizes: ['web', 'print'],
  download_allowance: 100,
  client_may_share: true,
  watermark,
  selection,
} as const satisfies PresetSettings;

const create = (name: string, settings: object, claims = as) => ask('POST', '/presets', { name, settings }, claims);
const newPreset = async (settings: object, name = newId()) => {
  const answer = await create(name, settings);
  expect(answer.status).toBe(201);
  return answer.json<Preset>();
};
const list = async () => (await ask('GET', '/presets')).json<Presets>();
const removeAll = async () => {
  for (const { id, version } of (await list()).items) await ask('DELETE', `/presets/${id}?version=${version}`);
};

let session: Session;
beforeEach(async () => {
  await removeAll();
  const { profile } = await newClient();
  session = await newSession(profile.id);
});

const details = async (id = session.id) => (await ask('GET', `/sessions/${id}`)).json<SessionDetails>();
const selections = async (id = session.id) =>
  (await ask('GET', `/sessions/${id}/selections`)).json<StudioSelections>().items;
const apply = async (preset: Preset, values: object = {}, claims = as) =>
  ask(
    'POST',
    `/sessions/${session.id}/preset`,
    {
      preset_id: preset.id,
      preset_version: preset.version,
      opens_selection: preset.settings.selection !== undefined,
      version: (await details()).version,
      ...values,
    },
    claims,
  );

describe('the list', () => {
  test('has each preset with exactly the settings that are part of it, by name', async () => {
    const second = await newPreset(wedding, 'Wedding 10');
    const first = await newPreset({ watermark: null, client_words: '' }, 'wedding 9');
    expect(first).toEqual({
      id: first.id,
      name: 'wedding 9',
      settings: { watermark: null, client_words: '' },
      version: 0,
    });
    expect(await list()).toEqual({ items: [first, second] });
  });

  test('has one preset of a name, compared without case, accents and blanks', async () => {
    const preset = await newPreset({ client_may_share: true }, 'Studio Minis');
    const other = await newPreset({ client_may_share: true }, 'Wedding');
    for (const name of ['Studio Minis', ' STUDIO  MÍNIS ']) {
      expect((await create(name, { client_may_share: true })).json()).toMatchObject({
        error: {
          code: 'NAME_TAKEN',
          fields: { name: 'There is a preset “Studio Minis” already. Choose another name.' },
        },
      });
      const renamed = await ask('PATCH', `/presets/${other.id}`, { name, version: 0 });
      expect(renamed.json()).toMatchObject({ error: { code: 'NAME_TAKEN', fields: { name: expect.any(String) } } });
    }
    const itself = await ask('PATCH', `/presets/${preset.id}`, { name: 'Studio minis', version: 0 });
    expect(itself.json()).toEqual({ ...preset, name: 'Studio minis', version: 1 });
    const answers = await Promise.all(['Sports', 'sports'].map((name) => create(name, { client_may_share: true })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const freed = await ask('PATCH', `/presets/${other.id}`, { name: 'Weddings', version: 0 });
    expect(freed.status).toBe(200);
    expect((await create('Wedding', { client_may_share: true })).status).toBe(201);
  });

  test('has no room for more than the limit', async () => {
    for (let number = 0; number < limits.presets; number += 1) await newPreset({ client_may_share: true });
    expect((await create('One more', { client_may_share: true })).json()).toMatchObject({
      error: { code: 'INVALID', message: `There can be ${limits.presets} presets. Delete one first.` },
    });
    expect((await list()).items).toHaveLength(limits.presets);
  });

  test.each([
    ['settings', {}],
    ['settings.watermark', { watermark: { ...watermark, text: '...' } }],
    ['settings.chapters', { chapters: ['Party', 'party'] }],
    ['settings.chapters', { chapters: [] }],
    ['settings.photo_order', { photo_order: 'custom' }],
    ['settings.time_zone', { time_zone: 'Mars/Base' }],
    ['settings.selection.included', { selection: { ...selection, included: 0, extra_cents: null, minimum: 0 } }],
    ['settings.selection.minimum', { selection: { ...selection, extra_cents: null, minimum: 31 } }],
    ['settings.selection.days', { selection: { ...selection, days: 0 } }],
    ['settings', { cover_id: newId() }],
  ])('takes nothing that a session would not: %s', async (field, settings) => {
    const answer = await create('Wedding', settings);
    expect(answer.json()).toMatchObject({ error: { code: 'INVALID', fields: { [field]: expect.any(String) } } });
    expect((await list()).items).toEqual([]);
  });
});

describe('a preset', () => {
  test('gets another name, other settings, or both', async () => {
    const { id } = await newPreset(wedding, 'Wedding');
    const settings = { chapters: ['Party'] };
    const edit = (values: object) => ask('PATCH', `/presets/${id}`, values);
    expect((await edit({ name: 'Weddings', version: 0 })).json()).toMatchObject({
      name: 'Weddings',
      settings: wedding,
    });
    expect((await edit({ settings, version: 1 })).json()).toEqual({ id, name: 'Weddings', settings, version: 2 });
    const last = { id, name: 'Party', settings: { watermark: null }, version: 3 };
    expect((await edit({ name: 'Party', settings: { watermark: null }, version: 2 })).json()).toEqual(last);
    expect((await list()).items).toEqual([last]);
  });

  test('that somebody else has changed is neither changed nor deleted', async () => {
    const { id } = await newPreset(wedding);
    const current = (await ask('PATCH', `/presets/${id}`, { settings: { watermark: null }, version: 0 })).json();
    const conflict = { error: { code: 'CHANGED_MEANWHILE', details: { current } } };
    expect((await ask('PATCH', `/presets/${id}`, { name: 'Other', version: 0 })).json()).toMatchObject(conflict);
    expect((await ask('DELETE', `/presets/${id}?version=0`)).json()).toMatchObject(conflict);
    expect((await list()).items).toEqual([current]);
  });

  test('is deleted for good, and sessions keep what it gave them', async () => {
    const preset = await newPreset(wedding);
    expect((await apply(preset)).status).toBe(200);
    expect((await ask('DELETE', `/presets/${preset.id}?version=0`)).status).toBe(204);
    expect((await list()).items).toEqual([]);
    for (const method of ['PATCH', 'DELETE']) {
      const path = `/presets/${preset.id}${method === 'DELETE' ? '?version=0' : ''}`;
      expect((await ask(method, path, method === 'PATCH' ? { version: 0 } : undefined)).status).toBe(404);
    }
    expect((await details()).client_words).toBe('Take your time');
    expect((await apply(preset)).json()).toMatchObject({
      error: { code: 'INVALID', fields: { preset_id: expect.any(String) } },
    });
  });
});

describe('a session', () => {
  const sessionSettings = {
    photo_order: 'name',
    time_zone: 'Europe/Rome',
    client_words: 'Take your time',
    download_sizes: ['web', 'print'],
    download_allowance: 100,
    client_may_share: true,
    watermark,
  };
  const opened = {
    name: 'Album',
    included: 30,
    extra_cents: 1_500,
    minimum: 5,
    client_words: 'For you',
    state: 'open',
  };
  const namesOf = ({ chapters }: Pick<Session, 'chapters'>) => chapters.map(({ name }) => name);
  const create = (values: object, claims = as) =>
    ask(
      'POST',
      '/sessions',
      { customer_id: session.customer_id, session_name: 'A & B', session_date: '2026-05-04', ...values },
      claims,
    );

  test('is created with a preset, its selection open', async () => {
    const preset = await newPreset(wedding);
    const answer = await create({ preset_id: preset.id }, staff);
    expect(answer.status).toBe(201);
    const created = answer.json<Session>();
    expect(created).toMatchObject({ session_name: 'A & B', version: 0, ...sessionSettings });
    expect(namesOf(created)).toEqual(wedding.chapters);
    expect(await selections(created.id)).toEqual([
      expect.objectContaining({ ...opened, ends_on: dayAhead(14, new Date()) }),
    ]);
    const { items } = (await ask('GET', `/sessions/${created.id}/timeline`)).json<TimelinePage>();
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['selection-opened', 'session-created']);
    // The number of its selections is counted from the beginning.
    const [first] = await selections(created.id);
    expect((await ask('DELETE', `/sessions/${created.id}/selections/${first!.id}?version=0`)).status).toBe(204);
  });

  test('gets a last day of its own, counted from the day on which it gets the preset, unless one is named', async () => {
    const preset = await newPreset({ open_days: 90 });
    const ends_on = dayAhead(90, new Date());
    expect((await create({ preset_id: preset.id }, staff)).json<Session>()).toMatchObject({ ends_on });
    const own = dayAhead(5, new Date());
    const named = await create({ preset_id: preset.id, ends_on: own }, staff);
    expect(named.json<Session>()).toMatchObject({ ends_on: own });
    expect((await apply(preset)).json<SessionDetails>()).toMatchObject({ ends_on, version: 1 });
    const { items } = (await ask('GET', `/sessions/${session.id}/timeline`)).json<TimelinePage>();
    expect(items.filter(({ kind }) => kind === 'gallery-end-set')).toMatchObject([{ what: ends_on }]);
    const none = await newPreset({ open_days: null });
    expect((await apply(none, { version: 1 })).json<SessionDetails>()).toMatchObject({ ends_on: null, version: 2 });
  });

  test('is not created with a preset that was deleted', async () => {
    const answer = await create({ preset_id: newId() });
    expect(answer.json()).toMatchObject({ error: { code: 'INVALID', fields: { preset_id: expect.any(String) } } });
  });

  test('gets the settings of a preset by one request, and again changes nothing', async () => {
    const preset = await newPreset(wedding);
    const answer = await apply(preset);
    expect(answer.json()).toMatchObject({ id: session.id, version: 1, ...sessionSettings });
    expect(await details()).toMatchObject(sessionSettings);
    expect(namesOf(await details())).toEqual(wedding.chapters);
    expect(await selections()).toEqual([expect.objectContaining(opened)]);
    const again = await apply(preset, { opens_selection: false });
    expect(again.json()).toMatchObject({ version: 1 });
    expect(await selections()).toHaveLength(1);
  });

  test('keeps what is not part of the preset, its chapters and their photos', async () => {
    const chapters = ['CEREMONY', 'Own'].map((name) => ({ id: null, name }));
    const edited = { chapters, client_words: 'Words', version: 0 };
    const before = (await ask('PATCH', `/sessions/${session.id}`, edited)).json<SessionDetails>();
    const photo = await newPhoto(session, { chapter_id: before.chapters[1]!.id });
    const { settings, ...preset } = await newPreset({ chapters: ['Getting ready', 'Ceremony', 'Party'] });
    const after = (await apply({ ...preset, settings })).json<SessionDetails>();
    expect(namesOf(after)).toEqual(['Getting ready', 'CEREMONY', 'Party', 'Own']);
    expect(after.chapters[1]).toEqual(before.chapters[0]);
    expect(after.chapters[3]).toEqual(before.chapters[1]);
    expect(after).toMatchObject({ client_words: 'Words', download_allowance: null, photo_order: before.photo_order });
    expect(photo).toBeDefined();
  });

  test('loses what the preset has as none', async () => {
    const first = await newPreset({ ...wedding, selection: undefined });
    await apply(first);
    const none = await newPreset({ watermark: null, time_zone: null, client_words: '', download_allowance: null });
    const after = (await apply(none)).json<SessionDetails>();
    expect(after).toMatchObject({ client_words: '', download_allowance: null, download_sizes: ['web', 'print'] });
    expect(after).not.toHaveProperty('watermark');
    expect(after).not.toHaveProperty('time_zone');
    expect(await details()).not.toHaveProperty('watermark');
  });

  test('that somebody else has changed gets nothing', async () => {
    const preset = await newPreset(wedding);
    await ask('PATCH', `/sessions/${session.id}`, { client_words: 'Words', version: 0 });
    const stale = await apply(preset, { version: 0 });
    expect(stale.json()).toMatchObject({
      error: { code: 'CHANGED_MEANWHILE', details: { current: { id: session.id, client_words: 'Words', version: 1 } } },
    });
    expect(await details()).toMatchObject({ client_words: 'Words', chapters: [] });
    expect(await selections()).toEqual([]);
  });

  test('gets nothing of a preset that has changed since it was seen', async () => {
    const preset = await newPreset(wedding);
    await ask('PATCH', `/presets/${preset.id}`, { settings: { watermark }, version: 0 });
    expect((await apply(preset)).json()).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } });
    expect(await details()).toMatchObject({ version: 0 });
  });

  test('gets a selection only where none is open or submitted, and only if that was seen', async () => {
    const preset = await newPreset({ selection, client_may_share: true });
    const own = (
      await ask('POST', `/sessions/${session.id}/selections`, { name: 'Own', included: 1, extra_cents: 0 })
    ).json<{
      id: string;
    }>();
    expect((await apply(preset)).json()).toMatchObject({ error: { code: 'CHANGED_MEANWHILE' } });
    expect((await details()).client_may_share).toBe(false);
    expect((await apply(preset, { opens_selection: false })).json()).toMatchObject({ client_may_share: true });
    expect((await selections()).map(({ name }) => name)).toEqual(['Own']);
    await ask('PATCH', `/sessions/${session.id}/selections/${own.id}`, { status: 'closed', version: 0 });
    expect((await apply(preset, { opens_selection: false })).json()).toMatchObject({
      error: { code: 'CHANGED_MEANWHILE' },
    });
    expect((await apply(preset)).status).toBe(200);
    expect((await selections()).map(({ name }) => name)).toEqual(['Own', 'Album']);
  });

  test('tells the client of an announced session about the selection', async () => {
    const preset = await newPreset({ selection });
    const emails = async () => {
      const [{ id, version }] = (await selections()) as [StudioSelections['items'][number]];
      return readEmail(`selection-opened#${id}#${version}`);
    };
    await apply(preset);
    expect(await emails()).toBeUndefined();
    const { profile } = await newClient();
    session = await newSession(profile.id);
    await newPhoto(session);
    const announcement = { announced_at: null, message: '' };
    expect((await ask('POST', `/sessions/${session.id}/announcement`, announcement)).status).toBe(200);
    await apply(preset);
    expect(await emails()).toMatchObject({ kind: 'selection-opened', session_id: session.id });
  });

  test('gets nothing while it has its largest number of selections', async () => {
    const preset = await newPreset({ selection, client_words: 'Words' });
    for (let number = 0; number < limits.selectionsPerSession; number += 1) {
      const terms = { name: `Own ${number}`, included: 1, extra_cents: 0 };
      const { id } = (await ask('POST', `/sessions/${session.id}/selections`, terms)).json<{ id: string }>();
      await ask('PATCH', `/sessions/${session.id}/selections/${id}`, { status: 'closed', version: 0 });
    }
    const message = `A session can have ${limits.selectionsPerSession} selections. Delete one first.`;
    expect((await apply(preset)).json()).toMatchObject({ error: { code: 'INVALID', message } });
    expect(await details()).toMatchObject({ client_words: '', version: 0 });
    expect(await selections()).toHaveLength(limits.selectionsPerSession);
  });

  test('gets nothing in the trash', async () => {
    const preset = await newPreset(wedding);
    const { version } = await details();
    expect((await ask('DELETE', `/sessions/${session.id}?version=${version}`)).status).toBe(204);
    expect((await apply(preset, { version })).status).toBe(404);
    expect((await apply(preset, { version: version + 1 })).status).toBe(404);
    const restored = (await ask('POST', `/sessions/${session.id}/restore`)).json<SessionDetails>();
    expect(restored).toMatchObject({ chapters: [], client_words: '' });
    expect(await selections()).toEqual([]);
  });

  test('gets one selection of two requests at the same time', async () => {
    const preset = await newPreset({ selection });
    const answers = await Promise.all([apply(preset), apply(preset)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await selections()).toHaveLength(1);
  });
});

describe('the download limit', () => {
  test('of a preset is set, changed and removed by admins only', async () => {
    const preset = await newPreset({ download_allowance: 10, client_words: 'Words' });
    const only = { error: { code: 'FORBIDDEN' } };
    expect((await create('Other', { download_allowance: null }, staff)).json()).toMatchObject(only);
    expect((await create('Other', { client_words: '' }, staff)).status).toBe(201);
    for (const settings of [{ download_allowance: 11 }, { download_allowance: null }, { client_words: 'Words' }]) {
      const answer = await ask('PATCH', `/presets/${preset.id}`, { settings, version: 0 }, staff);
      expect(answer.json()).toMatchObject(only);
    }
    const kept = { settings: { download_allowance: 10, client_words: '' }, version: 0 };
    expect((await ask('PATCH', `/presets/${preset.id}`, kept, staff)).status).toBe(200);
    expect((await ask('DELETE', `/presets/${preset.id}?version=1`, undefined, staff)).json()).toMatchObject(only);
  });

  test('of a session stays when staff apply a preset', async () => {
    const preset = await newPreset({ download_allowance: 10, client_words: 'Words' });
    expect((await apply(preset, {}, staff)).json()).toMatchObject({ client_words: 'Words', download_allowance: null });
    expect((await apply(preset)).json()).toMatchObject({ download_allowance: 10 });
  });
});
