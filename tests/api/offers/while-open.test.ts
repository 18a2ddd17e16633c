import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { Template } from '#shared/contract/templates/templates.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import type { EmailOf } from '../../../lambdas/domain/emails/email-kinds.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { readSentOfferFacts } from '../../../lambdas/domain/offers/email-facts.ts';
import { readSteps } from '../../../lambdas/domain/offers/repository.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { agreeOffer, newDraft, offerContent, offerIds, sendDraft, signatureOf } from '../../support/studio/offers.ts';

/** What changes around an offer that its client can sign: its template, its customer, other people, the clocks. */

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());
beforeEach(async () => {
  person = await newPerson();
});

const as = adminClaims();
const ask = (method: string, path: string, body?: unknown) => call(admin, method, `/api/admin${path}`, { as, body });
const own = (method: string, path: string, body?: unknown, by = person) =>
  call(client, method, `/api/client/offers/${path}`, { as: by.login, body });
const read = async (id: string) => (await ask('GET', `/offers/${id}`)).json<StudioOffer>();
const sent = async (values: Partial<OfferContent> = {}, customer = person.customer) => {
  const offer = await newDraft(customer, values);
  await sendDraft({ offer });
  return offer;
};

test('a template that is edited and deleted while its terms are signed changes nothing of them', async () => {
  const content = { kind: 'terms', blocks: offerContent().terms!, is_starting_point: false } as const;
  const template = (await ask('POST', '/templates', { name: newId(), content })).json<Template>();
  const offer = await sent({
    signers: [],
    terms: content.blocks,
    terms_from: { template_id: template.id, name: template.name, version: 1 },
  });
  const signature = await signatureOf(offer);
  const edit = {
    name: template.name,
    version: 1,
    content: { ...content, blocks: [{ kind: 'box', text: 'All yours.' }] },
  };
  expect((await ask('PUT', `/templates/${template.id}`, edit)).outcome).toBe('200');
  expect((await ask('DELETE', `/templates/${template.id}?version=2`)).outcome).toBe('204');
  const signed = await own('POST', `${offer}/signature`, signature);
  expect(signed.json<ClientOffer>()).toMatchObject({ state: 'agreed', hash: signature.hash });
  expect((await read(offer)).content.terms).toEqual(content.blocks);
});

test('whoever has the address of an offer can do nothing with it, whatever they send', async () => {
  const offer = await sent();
  const before = await read(offer);
  const signature = await signatureOf(offer);
  const stranger = await newPerson();
  const tries: [string, string, unknown?][] = [
    ['GET', offer],
    ['POST', `${offer}/choices`, { version: 2, choices: signature.choices }],
    ['POST', `${offer}/signature`, signature],
    ['POST', `${offer}/decline`, { version: 2, words: 'No' }],
    ['POST', `${offer}/question`, { request_id: randomUUID(), words: 'How much?' }],
  ];
  for (const [method, path, body] of tries) {
    const { outcome, text } = await own(method, path, body, stranger);
    expect([path, outcome]).toEqual([path, '404 NOT_FOUND']);
    expect(text).not.toContain('Nguyen');
  }
  expect(await read(offer)).toEqual(before);
});

test('a draft, and a deleted one, can’t be signed, chosen, declined or asked about', async () => {
  const offer = await newDraft(person.customer);
  const signature = await signatureOf(offer);
  for (const end of [async () => {}, () => ask('DELETE', `/offers/${offer}?version=1`)]) {
    await end();
    for (const [act, body] of Object.entries({
      choices: { version: 1, choices: signature.choices },
      signature,
      decline: { version: 1 },
      question: { request_id: randomUUID(), words: 'How much?' },
    })) {
      expect([act, (await own('POST', `${offer}/${act}`, body)).outcome]).toEqual([act, '404 NOT_FOUND']);
    }
  }
});

test('a client who has closed the account can’t sign, and can once it is open again', async () => {
  const offer = await sent();
  const signature = await signatureOf(offer);
  await call(client, 'POST', '/api/client/me/close', { as: person.login });
  const refused = await own('POST', `${offer}/signature`, signature);
  expect(refused.status).toBe(403);
  expect((await read(offer)).signed_count).toBe(1);
  expect((await ask('POST', `/customers/${person.customer}/reopen`)).outcome).toBe('200');
  expect((await own('POST', `${offer}/signature`, signature)).outcome).toBe('200');
});

test('an offer to a record that is joined is signed with the parties that it names, by the login that signs', async () => {
  const made = (await ask('POST', '/customers', { name: 'Tom', email: `${newId()}@example.com` })).json<Customer>();
  const offer = await sent({ signers: [] }, made.id);
  const { version } = (await ask('GET', `/customers/${person.customer}`)).json<Customer>();
  const other = { other: made.id, version, other_version: made.version };
  expect((await ask('POST', `/customers/${person.customer}/join`, other)).outcome).toBe('200');
  const signature = await signatureOf(offer);
  expect((await own('POST', `${offer}/signature`, signature)).json<ClientOffer>()).toMatchObject({
    state: 'agreed',
    client_name: 'Tom',
  });
  expect((await readSteps(offer)).at(-1)?.signature).toMatchObject({ email: person.email, verified_by: 'code' });
  expect(await readEmail(`offer-agreed#${offer}`)).toMatchObject({ to: person.email });
  expect((await read(offer)).is_unchanged).toBe(true);
});

test('a wrong clock of the browser changes no time of a signature', async () => {
  const offer = await sent();
  const before = new Date().toISOString();
  const answer = await call(client, 'POST', `/api/client/offers/${offer}/signature`, {
    as: person.login,
    body: await signatureOf(offer),
    headers: { date: 'Tue, 01 Jan 2030 00:00:00 GMT' },
  });
  const signed_at = answer.json<ClientOffer>().signers.find(({ id }) => id === 'client')?.signed_at;
  expect(signed_at! >= before && signed_at! <= new Date().toISOString()).toBe(true);
  const claimed = { ...(await signatureOf(offer)), signed_at: '2020-01-01T00:00:00.000Z' };
  expect((await own('POST', `${offer}/signature`, claimed)).outcome).toBe('400 INVALID');
});

test('the last day is that of the studio’s time zone: its last minute signs, the next one does not', async () => {
  const offer = await sent({ valid_until: '2031-05-15' });
  const signature = await signatureOf(offer);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    // In May, Houston's midnight is 05:00 in UTC.
    vi.setSystemTime('2031-05-16T05:00:00.000Z');
    expect((await own('POST', `${offer}/signature`, signature)).outcome).toBe('409 CHANGED_MEANWHILE');
    vi.setSystemTime('2031-05-16T04:59:59.000Z');
    expect((await own('POST', `${offer}/signature`, signature)).outcome).toBe('200');
  } finally {
    vi.useRealTimers();
  }
});

test('a sent offer’s session, plan and lines can’t be moved by anybody, also while some have signed', async () => {
  const offer = await sent();
  await own('POST', `${offer}/signature`, await signatureOf(offer));
  const { version, content } = await read(offer);
  for (const claims of [as, adminClaims('[staff]')]) {
    const body = { version, content: offerContent({ session: { ...content.session, date: '2032-01-01' } }) };
    const answer = await call(admin, 'PUT', `/api/admin/offers/${offer}`, { as: claims, body });
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
  }
  expect((await read(offer)).content).toEqual(content);
});

const { fullDay, second, keepsake } = offerIds;
const impossible: Record<string, [{ package_id: string | null; add_on_ids: string[] }, string]> = {
  'no package': [{ package_id: null, add_on_ids: [] }, 'Please choose one of the packages.'],
  'an add-on as the package': [{ package_id: second, add_on_ids: [] }, 'Please choose one of the packages.'],
  'an add-on twice': [{ package_id: fullDay, add_on_ids: [second, second] }, 'An add-on can be chosen once.'],
  'a package as an add-on': [
    { package_id: fullDay, add_on_ids: [fullDay] },
    'An add-on is not part of this offer anymore.',
  ],
  'a line of another offer': [
    { package_id: fullDay, add_on_ids: [newId()] },
    'An add-on is not part of this offer anymore.',
  ],
};
test.each(Object.entries(impossible))('%s is neither chosen nor signed', async (_, [choices, message]) => {
  const offer = await sent();
  for (const [act, body] of Object.entries({
    choices: { version: 2, choices },
    signature: { ...(await signatureOf(offer)), choices },
  })) {
    const { outcome, error } = await own('POST', `${offer}/${act}`, body);
    expect([act, outcome, error.message]).toEqual([act, '400 INVALID', message]);
  }
  expect(await read(offer)).toMatchObject({ version: 2, choices: null, signed_count: 1 });
});

test('of signing, declining and taking back at once, one happens', async () => {
  const offer = await sent();
  const signature = await signatureOf(offer);
  const answers = await Promise.all([
    own('POST', `${offer}/signature`, signature),
    own('POST', `${offer}/decline`, { version: 2 }),
    ask('POST', `/offers/${offer}/withdraw`, { version: 2 }),
    own('POST', `${offer}/choices`, { version: 2, choices: { package_id: fullDay, add_on_ids: [keepsake] } }),
  ]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
    '200',
    ...Array.from({ length: 3 }, () => '409 CHANGED_MEANWHILE'),
  ]);
  expect((await read(offer)).is_unchanged).toBe(true);
});

test('markup, bidirectional marks, long words and emoji stay as they are in what is signed, without the marks', async () => {
  const typed = `<b>\u202e${'Donaudampf'.repeat(6)} 👩‍👩‍👧 {{client}} Łukasz`;
  const stored = typed.replace('\u202e', '');
  const line = { ...offerContent().add_ons[0]!, name: typed, detail: typed };
  const offer = await sent({ title: typed, add_ons: [line], packages: [], signers: [] });
  const shown = (await own('GET', offer)).json<ClientOffer>();
  expect(shown.content.add_ons[0]).toMatchObject({ name: stored, detail: stored });
  const choices = { package_id: null, add_on_ids: [line.id] };
  const signed = await own('POST', `${offer}/signature`, await signatureOf(offer, choices));
  expect(signed.json<ClientOffer>()).toMatchObject({ state: 'agreed' });
  expect((await everyRow()).outbox).toContainEqual(expect.objectContaining({ id: `offer-agreed#${offer}` }));
});

describe('a client whose address has changed since an offer was sent', () => {
  const move = async () => {
    const made = (await ask('POST', '/customers', { name: 'Tom', email: `${newId()}@example.com` })).json<Customer>();
    const offer = await newDraft(made.id);
    return {
      offer,
      change: async () => {
        const email = `${newId()}@example.com`;
        const edit = { name: 'Tom', email, phone: '', profile_complete: true, version: made.version };
        expect((await ask('PATCH', `/customers/${made.id}`, edit)).outcome).toBe('200');
        return email;
      },
    };
  };

  test('gets the email of its end at the new one, and none at the one that may be a stranger’s', async () => {
    const { offer, change } = await move();
    await agreeOffer({ offer });
    const to = await change();
    expect((await ask('POST', `/offers/${offer}/cancel`, { version: 3 })).outcome).toBe('200');
    expect(await readEmail(`offer-canceled#${offer}`)).toMatchObject({ to });
    const sent = (await readEmail(`offer-sent#${offer}`)) as EmailOf<'offer-sent'>;
    await expect(readSentOfferFacts(sent)).rejects.toThrow('The client can no longer sign this offer.');
  });

  test('is not sent the offer at the former one again', async () => {
    const { offer, change } = await move();
    await sendDraft({ offer });
    const sent = (await readEmail(`offer-sent#${offer}`)) as EmailOf<'offer-sent'>;
    expect(await readSentOfferFacts(sent)).toMatchObject({ title: 'Nguyen Wedding', follows: null });
    await change();
    await expect(readSentOfferFacts(sent)).rejects.toThrow('their emails go to another address');
  });
});
