import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Template, TemplateContent, Templates, TemplateVersions } from '#shared/contract/templates/templates.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { forget } from '../support/routes/prepare.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';

/** Templates: terms and payment plans, kept in versions. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const staff = adminClaims('[staff]');
const ask = (method: string, path: string, body?: object, claims = as) =>
  call(admin, method, `/api/admin/templates${path}`, { as: claims, body });

const list = async () => (await ask('GET', '')).json<Templates>().items;
const read = async (id: string) => (await ask('GET', `/${id}`)).json<Template>();
const versions = async (id: string) => (await ask('GET', `/${id}/versions`)).json<TemplateVersions>().items;
/** Each test begins with the templates that are there from the beginning. */
beforeEach(async () => {
  for (const { id, version } of await list()) await ask('DELETE', `/${id}?version=${version}`);
  await forget('templates');
});

const terms = (text: string) =>
  ({
    kind: 'terms',
    blocks: [{ kind: 'paragraph', text }],
    is_starting_point: false,
  }) as const satisfies TemplateContent;
const plan = {
  kind: 'plan',
  payments: [
    { part: { kind: 'rate', rate: 33_333 }, due: { kind: 'signing' } },
    { part: { kind: 'cents', cents: 200_00 }, due: { kind: 'date', date: '2027-05-01' } },
    { part: { kind: 'rest' }, due: { kind: 'after_session', days: 7 } },
  ],
} as const satisfies TemplateContent;
const create = async (name: string, content: TemplateContent) => {
  const answer = await ask('POST', '', { name, content });
  expect(answer.outcome).toBe('201');
  return answer.json<Template>();
};

const wedding = 'startingtermswedding';

describe('from the beginning', () => {
  test('there are three terms and three plans, which nobody has saved', async () => {
    expect((await list()).map(({ kind, name, version, saved_at }) => [kind, name, version, saved_at])).toEqual([
      ['plan', 'A third, then the rest', 0, null],
      ['plan', 'All on signing', 0, null],
      ['terms', 'Minor’s release', 0, null],
      ['terms', 'Portrait session', 0, null],
      ['plan', 'Two halves', 0, null],
      ['terms', 'Wedding', 0, null],
    ]);
    expect(await read(wedding)).toMatchObject({ name: 'Wedding', version: 0, content: { is_starting_point: true } });
  });

  test('reading stores nothing', async () => {
    const before = await everyRow();
    await list();
    await read(wedding);
    await versions(wedding);
    expect(await everyRow()).toEqual(before);
  });

  test('each can be saved as it is', async () => {
    for (const { id } of await list()) {
      const { name, content, version } = await read(id);
      expect((await ask('PUT', `/${id}`, { name, content, version })).outcome).toBe('200');
      expect(await read(id)).toMatchObject({ name, content, version: 1 });
    }
  });

  test('a deleted one stays deleted, and the others stay', async () => {
    expect((await ask('DELETE', `/${wedding}?version=0`)).outcome).toBe('204');
    expect((await list()).map(({ id }) => id)).not.toContain(wedding);
    expect(await list()).toHaveLength(5);
    expect((await ask('GET', `/${wedding}`)).outcome).toBe('404 NOT_FOUND');
    expect((await ask('GET', `/${wedding}/versions/0`)).outcome).toBe('404 NOT_FOUND');
  });
});

describe('saving', () => {
  test('each save is a version, with who and when', async () => {
    const first = await create('Session', terms('{{client}} pays.'));
    expect(first).toMatchObject({ version: 1, content: terms('{{client}} pays.') });
    const answer = await ask('PUT', `/${first.id}`, { name: ' Session  2 ', content: terms('Second'), version: 1 });
    const second = answer.json<Template>();
    expect(second).toMatchObject({ id: first.id, name: 'Session  2', version: 2, content: terms('Second') });
    expect(await read(first.id)).toEqual(second);
    expect(await versions(first.id)).toEqual(
      [second, first].map(({ version, name, saved_at, saved_by }) => ({ version, name, saved_at, saved_by })),
    );
    expect((await ask('GET', `/${first.id}/versions/1`)).json()).toEqual(first);
  });

  test('a plan is stored as it was sent', async () => {
    const { id } = await create('Three', plan);
    expect((await read(id)).content).toEqual(plan);
  });

  test('the last twenty versions are kept, and the starting point', async () => {
    for (let version = 0; version <= limits.templateVersions; version += 1) {
      const edit = { name: 'Wedding', content: terms(`Version ${version + 1}`), version };
      expect((await ask('PUT', `/${wedding}`, edit)).outcome).toBe('200');
    }
    const numbers = (await versions(wedding)).map(({ version }) => version);
    expect(numbers).toEqual([...Array.from({ length: limits.templateVersions }, (_, index) => 21 - index), 0]);
    expect((await ask('GET', `/${wedding}/versions/1`)).outcome).toBe('404 NOT_FOUND');
    expect((await ask('GET', `/${wedding}/versions/2`)).outcome).toBe('200');
  });

  test('an earlier version is put back as a new one, under the present name', async () => {
    await ask('PUT', `/${wedding}`, { name: 'Weddings', content: terms('Mine'), version: 0 });
    const start = (await ask('GET', `/${wedding}/versions/0`)).json<Template>();
    const restored = await ask('POST', `/${wedding}/versions/0/restore`, { version: 1 });
    expect(restored.json()).toMatchObject({ name: 'Weddings', version: 2, content: start.content });
    expect((await ask('POST', `/${wedding}/versions/1/restore`, { version: 2 })).json()).toMatchObject({
      version: 3,
      content: terms('Mine'),
    });
    expect((await ask('POST', `/${wedding}/versions/7/restore`, { version: 3 })).outcome).toBe('404 NOT_FOUND');
  });

  test('of two who save the same version, the second gets the first one’s', async () => {
    const edit = (text: string) => ask('PUT', `/${wedding}`, { name: 'Wedding', content: terms(text), version: 0 });
    const answers = await Promise.all([edit('One'), edit('Two')]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '409 CHANGED_MEANWHILE']);
    const refused = answers.find(({ outcome }) => outcome !== '200')!;
    expect(refused.error.details).toEqual({ current: await read(wedding) });
    const late = [
      ask('DELETE', `/${wedding}?version=0`),
      ask('POST', `/${wedding}/versions/0/restore`, { version: 0 }),
    ];
    for (const answer of await Promise.all(late)) expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
  });

  test('saves of different templates at the same time are all kept', async () => {
    const ids = ['startingtermswedding', 'startingtermsportrait', 'startingtermsrelease'];
    const answers = await Promise.all(
      ids.map((id) => ask('PUT', `/${id}`, { name: id, content: terms(id), version: 0 })),
    );
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200']);
    expect((await list()).filter(({ version }) => version === 1).map(({ name }) => name)).toEqual(ids.toSorted());
  });
});

describe('what is refused', () => {
  test('an unknown field, where it stands', async () => {
    const content = { ...terms('{{client}}'), blocks: [{ kind: 'list', items: ['{{client}}', 'Pay {{sum}}'] }] };
    const refused = await ask('POST', '', { name: newId(), content });
    expect(refused.outcome).toBe('400 INVALID');
    expect(refused.error.fields).toEqual({
      'content.blocks.0.items.1': 'There is no field {{sum}}. Choose one from the list, or remove the braces.',
    });
  });

  test('markup of other blocks, and a plan that does not make up the total', async () => {
    const html = { ...terms('x'), blocks: [{ kind: 'html', text: '<b>x</b>' }] };
    expect((await ask('POST', '', { name: newId(), content: html })).outcome).toBe('400 INVALID');
    const half = { kind: 'plan', payments: plan.payments.slice(0, 1) };
    const refused = await ask('POST', '', { name: newId(), content: half });
    expect(refused.error.fields).toEqual({
      'content.payments': 'One payment has to be the rest, or all are percentages that add up to 100%.',
    });
  });

  test('a name that another template of the kind has', async () => {
    const refused = await ask('POST', '', { name: 'WEDDING', content: terms('x') });
    expect([refused.outcome, refused.error.fields]).toEqual([
      '409 NAME_TAKEN',
      { name: 'There is a template “Wedding” already. Choose another name.' },
    ]);
    expect((await ask('POST', '', { name: 'Wedding', content: plan })).outcome).toBe('201');
    const renamed = await ask('PUT', `/${wedding}`, { name: 'Portrait session', content: terms('x'), version: 0 });
    expect(renamed.outcome).toBe('409 NAME_TAKEN');
  });

  test('terms that become a plan, an id that is none, and more templates than there can be', async () => {
    expect((await ask('PUT', `/${wedding}`, { name: 'x', content: plan, version: 0 })).outcome).toBe('400 INVALID');
    for (const id of [newId(), `template%23${wedding}%231`, 'templates', '__proto__']) {
      expect((await ask('GET', `/${id}`)).outcome).toBe('404 NOT_FOUND');
    }
    for (let number = 3; number < limits.templatesOfKind; number += 1) await create(`Terms ${number}`, terms('x'));
    expect((await ask('POST', '', { name: 'One more', content: terms('x') })).outcome).toBe('400 INVALID');
    expect((await ask('POST', '', { name: 'A plan', content: plan })).outcome).toBe('201');
  });

  test('staff read templates and change none', async () => {
    expect((await ask('GET', '', undefined, staff)).outcome).toBe('200');
    expect((await ask('GET', `/${wedding}/versions/0`, undefined, staff)).outcome).toBe('200');
    const edit = await ask('PUT', `/${wedding}`, { name: 'x', content: terms('x'), version: 0 }, staff);
    expect([edit.outcome, edit.error.message]).toEqual([
      '403 FORBIDDEN',
      'Only admins can change templates. Please ask one.',
    ]);
  });
});
