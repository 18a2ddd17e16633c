import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { readSentOfferFacts } from '../../../lambdas/domain/offers/email-facts.ts';
import { readSteps } from '../../../lambdas/domain/offers/repository.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { agreeOffer, newDraft, offerContent, sendDraft } from '../../support/studio/offers.ts';

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
const act = (name: string, id: string, version: number, message = 'Here it is') =>
  ask('POST', `/offers/${id}/${name}`, { version, message });
const read = async (id: string) => (await ask('GET', `/offers/${id}`)).json<StudioOffer>();
const readOwn = (id: string) => call(client, 'GET', `/api/client/offers/${id}`, { as: person.login });
const follow = async (id: string, kind: 'replacement' | 'amendment') =>
  ask('POST', `/offers/${id}/${kind}`, { request_id: randomUUID() });
const emailsAbout = async (id: string) =>
  ((await everyRow()).outbox as { id: string; offer_id?: string; kind: string }[]).filter((row) => row.offer_id === id);
const timelineOf = async (kind: string) =>
  ((await everyRow()).timeline as { kind: string; customer_id: string }[]).filter(
    (row) => row.kind === kind && row.customer_id === person.customer,
  );

describe('sending', () => {
  test('gives a number, fixes the parties, signs for the studio, and tells the client and the timeline', async () => {
    const sent = await sendDraft(person);
    expect(sent).toMatchObject({ state: 'sent', version: 2, signed_count: 1, signers_count: 3, is_unchanged: true });
    expect(sent.number).toBeGreaterThan(0);
    expect(sent.signatures).toMatchObject([{ signer_id: 'studio' }]);
    expect(sent.steps).toMatchObject([
      { number: 1, kind: 'sent', words: 'Here it is', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(await readEmail(`offer-sent#${person.offer}`)).toMatchObject({
      ...{ kind: 'offer-sent', offer_id: person.offer, message: 'Here it is', state: 'queued' },
    });
    expect(await timelineOf('offer-sent')).toMatchObject([{ what: 'Nguyen Wedding', words: 'Here it is' }]);
  });

  test('does not sign for a studio that signs later', async () => {
    const offer = await newDraft(person.customer, { studio_signs: 'later' });
    expect(await sendDraft({ offer })).toMatchObject({ signed_count: 0, signatures: [] });
  });

  test('twice, by the same request or by two admins at once, sends once and counts on', async () => {
    const requests = await Promise.all([1, 2, 3].map(() => act('send', person.offer, 1)));
    expect(requests.map(({ outcome }) => outcome)).toEqual(['200', '200', '200']);
    expect(await emailsAbout(person.offer)).toHaveLength(1);
    expect(await readSteps(person.offer)).toHaveLength(1);
    const next = await sendDraft({ offer: await newDraft(person.customer) });
    expect(next.number).toBe((await read(person.offer)).number! + 1);
  });

  test('with other words than those that were sent is a conflict with the sent offer', async () => {
    await sendDraft(person);
    const { outcome, error } = await act('send', person.offer, 1, 'Other words');
    expect(outcome).toBe('409 CHANGED_MEANWHILE');
    expect(error.details).toMatchObject({ current: { state: 'sent', message: 'Here it is' } });
  });

  test('of a draft that was saved since is a conflict', async () => {
    await ask('PUT', `/offers/${person.offer}`, { version: 1, content: offerContent({ title: 'New' }) });
    expect((await act('send', person.offer, 1)).outcome).toBe('409 CHANGED_MEANWHILE');
  });

  test('takes two numbers for two offers that are sent at once', async () => {
    const drafts = await Promise.all([1, 2, 3].map(() => newDraft(person.customer)));
    const sent = await Promise.all(drafts.map((offer) => sendDraft({ offer })));
    expect(new Set(sent.map(({ number }) => number)).size).toBe(3);
  });

  const unfinished: Record<string, [Partial<OfferContent>, string, string | RegExp]> = {
    'no title': [{ title: '' }, 'title', 'Please enter a title.'],
    'no terms': [{ terms: null }, 'terms', 'Please choose the terms that are signed.'],
    'a last day that is over': [
      { valid_until: dayAhead(-1, new Date()) },
      'valid_until',
      'This day is over. Choose a later one.',
    ],
    'a payment before a session without a day': [
      { session: { date: null, from: null, to: null, place: '' } },
      'plan.1.due',
      'Payment 2 depends on the day of the session. Enter that day.',
    ],
    'a field without a value': [
      {
        session: { date: '2031-05-15', from: null, to: null, place: '' },
        terms: [{ kind: 'paragraph', text: 'We meet at {{place}}.' }],
      },
      'terms.0',
      /^\{\{place\}\} in .* has no value in this offer\./,
    ],
    'a signer without an address': [
      { signers: [{ ...offerContent().signers[0]!, email: 'linh' }] },
      'signers.0.email',
      'Please enter a valid email address.',
    ],
  };
  test.each(Object.entries(unfinished))('is refused with %s', async (_, [values, field, message]) => {
    const offer = await newDraft(person.customer, values);
    const { outcome, error } = await act('send', offer, 1);
    expect(outcome).toBe('400 INVALID');
    expect(error.fields?.[field]).toMatch(message);
    expect(await read(offer)).toMatchObject({ state: 'draft', version: 1, number: null });
  });

  test('is refused while two sign with one address, also with the client’s in other letters', async () => {
    const { client_email } = await read(person.offer);
    const signers = [{ ...offerContent().signers[0]!, email: client_email.toUpperCase() }];
    const offer = await newDraft(person.customer, { signers });
    expect((await act('send', offer, 1)).error.fields).toEqual({
      'signers.0.email': 'Somebody else signs with this address. Each signer needs their own.',
    });
  });

  test('is refused while the account is closed', async () => {
    await call(client, 'POST', '/api/client/me/close', { as: person.login });
    const { outcome, error } = await act('send', person.offer, 1);
    expect([outcome, error.message]).toEqual([
      '400 INVALID',
      'This customer’s account is closed. Reopen it before you send an offer.',
    ]);
  });
});

test('an offer keeps the currency in which it was sent', async () => {
  const setCurrency = async (currency: string) => {
    const { version } = (await ask('GET', '/settings/currency')).json<{ version: number }>();
    expect((await ask('PUT', '/settings/currency', { currency, version })).status).toBe(200);
  };
  await setCurrency('EUR');
  expect((await ask('GET', `/offers/${person.offer}/preview`)).json<ClientOffer>().currency).toBe('EUR');
  await sendDraft(person);
  await setCurrency('USD');
  expect((await readOwn(person.offer)).json<ClientOffer>().currency).toBe('EUR');
  expect((await read(await newDraft(person.customer))).currency).toBe('USD');
});

describe('the client', () => {
  test('sees no draft, and then what was previewed', async () => {
    expect((await readOwn(person.offer)).outcome).toBe('404 NOT_FOUND');
    const preview = (await ask('GET', `/offers/${person.offer}/preview`)).json<ClientOffer>();
    const sent = await sendDraft(person);
    const seen = (await readOwn(person.offer)).json<ClientOffer>();
    expect(seen).toEqual({
      ...preview,
      ...{ state: 'seen', number: sent.number, version: 2 },
      signers: preview.signers.map((signer) => ({
        ...signer,
        signed_at: signer.id === 'studio' ? sent.sent_at : null,
      })),
    });
    expect(JSON.stringify(seen)).not.toContain('terms_from');
  });

  test('is recorded once as having seen it, which changes no version', async () => {
    await sendDraft(person);
    await Promise.all([readOwn(person.offer), readOwn(person.offer)]);
    await readOwn(person.offer);
    const offer = await read(person.offer);
    expect(offer).toMatchObject({ state: 'seen', version: 2, is_unchanged: true });
    expect(offer.steps.map(({ kind }) => kind)).toEqual(['sent', 'seen']);
    expect(await timelineOf('offer-seen')).toHaveLength(1);
  });

  test('reads what is signed beside its hash, if nothing is left to choose', async () => {
    expect((await ask('GET', `/offers/${person.offer}/preview`)).json<ClientOffer>().hash).toBeNull();
    const offer = await newDraft(person.customer, { packages: [], add_ons: [] });
    const hashOf = async () => (await ask('GET', `/offers/${offer}/preview`)).json<ClientOffer>().hash;
    const before = await hashOf();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    await ask('PUT', `/offers/${offer}`, {
      version: 1,
      content: offerContent({ packages: [], add_ons: [], words: 'Other words.' }),
    });
    expect(await hashOf()).not.toBe(before);
  });

  test('lists sent offers only', async () => {
    await sendDraft(person);
    await newDraft(person.customer);
    const { items } = (await call(client, 'GET', '/api/client/offers', { as: person.login })).json<{
      items: { id: string }[];
    }>();
    expect(items.map(({ id }) => id)).toEqual([person.offer]);
  });
});

describe('ending', () => {
  test('withdrawing tells the client once, and the offer says so with the words', async () => {
    await sendDraft(person);
    const requests = await Promise.all([1, 2].map(() => act('withdraw', person.offer, 2, 'The date is taken.')));
    expect(requests.map(({ outcome }) => outcome)).toEqual(['200', '200']);
    expect((await readOwn(person.offer)).json<ClientOffer>()).toMatchObject({
      ...{ state: 'withdrawn', ended_words: 'The date is taken.', ended_at: expect.any(String) },
    });
    const kinds = (await emailsAbout(person.offer)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['offer-sent', 'offer-withdrawn']);
    expect((await read(person.offer)).is_unchanged).toBe(true);
    await expect(
      readSentOfferFacts({ ...{ kind: 'offer-sent', to: '', name: '', message: '' }, offer_id: person.offer }),
    ).rejects.toThrow('The client can no longer sign this offer.');
  });

  test('a draft, an agreed and a withdrawn offer can’t be withdrawn', async () => {
    expect((await act('withdraw', person.offer, 1)).outcome).toBe('409 CHANGED_MEANWHILE');
    await agreeOffer(person);
    expect((await act('withdraw', person.offer, 3)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await act('cancel', person.offer, 3, 'Sorry.')).json<StudioOffer>()).toMatchObject({ state: 'canceled' });
    expect((await act('withdraw', person.offer, 4)).outcome).toBe('409 CHANGED_MEANWHILE');
  });

  test('only an agreed offer can be canceled, which its client is told', async () => {
    await sendDraft(person);
    expect((await act('cancel', person.offer, 2)).outcome).toBe('409 CHANGED_MEANWHILE');
    const { offer } = { offer: await newDraft(person.customer) };
    await agreeOffer({ offer });
    await act('cancel', offer, 3, 'Sorry.');
    expect(await readEmail(`offer-canceled#${offer}`)).toMatchObject({ message: 'Sorry.', title: 'Nguyen Wedding' });
  });
});

describe('a replacement', () => {
  test('replaces when it is sent, and the old offer leads to it', async () => {
    await sendDraft(person);
    const draft = (await follow(person.offer, 'replacement')).json<StudioOffer>();
    expect(draft).toMatchObject({ state: 'draft', replaces: person.offer, title: 'Nguyen Wedding' });
    expect((await readOwn(person.offer)).json<ClientOffer>()).toMatchObject({ state: 'seen', replaced_by: null });
    expect((await act('send', draft.id, draft.version)).outcome).toBe('200');
    expect((await readOwn(person.offer)).json<ClientOffer>()).toMatchObject({
      state: 'replaced',
      replaced_by: draft.id,
    });
    const kinds = (await read(person.offer)).steps.map(({ kind }) => kind);
    expect(kinds).toEqual(['sent', 'seen', 'replaced']);
    expect((await follow(person.offer, 'replacement')).error.message).toBe('This offer was replaced already.');
  });

  test('is sent once by several requests at once', async () => {
    await sendDraft(person);
    const draft = (await follow(person.offer, 'replacement')).json<StudioOffer>();
    const answers = await Promise.all([1, 2, 3, 4].map(() => act('send', draft.id, draft.version)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200', '200']);
    expect((await read(person.offer)).replaced_by).toBe(draft.id);
  });

  test('of an offer that ended leads to the new one, and stays what it was', async () => {
    await sendDraft(person);
    await act('withdraw', person.offer, 2);
    const draft = (await follow(person.offer, 'replacement')).json<StudioOffer>();
    await act('send', draft.id, draft.version);
    expect(await read(person.offer)).toMatchObject({ state: 'withdrawn', replaced_by: draft.id });
  });

  test('is refused for a draft, for an agreed offer, and when it was agreed meanwhile', async () => {
    expect((await follow(person.offer, 'replacement')).error.message).toContain('was not sent yet');
    const offer = await newDraft(person.customer);
    await sendDraft({ offer });
    const draft = (await follow(offer, 'replacement')).json<StudioOffer>();
    await agreeOffer({ offer });
    expect((await act('send', draft.id, draft.version)).error.message).toContain('was agreed');
    expect((await follow(offer, 'replacement')).error.message).toContain('is agreed');
    expect((await read(draft.id)).state).toBe('draft');
  });
});

describe('an amendment', () => {
  const save = async (id: string, version: number, content: OfferContent) =>
    (await ask('PUT', `/offers/${id}`, { version, content })).json<StudioOffer>();
  const albumIn = ({ content }: StudioOffer): OfferContent => ({
    ...content,
    add_ons: [{ ...offerContent().add_ons[0]!, name: 'Album', tax_ids: [], is_optional: false }],
  });

  test('adds to an agreed offer, without its lines', async () => {
    expect((await follow(person.offer, 'amendment')).error.message).toBe('Only an agreed offer can have an amendment.');
    await agreeOffer(person);
    const draft = (await follow(person.offer, 'amendment')).json<StudioOffer>();
    expect(draft).toMatchObject({ amends: person.offer, title: 'Addition to Nguyen Wedding', most_cents: 0 });
    const { version } = await save(draft.id, draft.version, albumIn(draft));
    expect((await act('send', draft.id, version)).outcome).toBe('200');
    expect((await readOwn(draft.id)).json<ClientOffer>().amends).toEqual({ id: person.offer, title: 'Nguyen Wedding' });
    expect((await read(person.offer)).state).toBe('agreed');
  });

  test('is replaced by an amendment of the same offer', async () => {
    await agreeOffer(person);
    const draft = (await follow(person.offer, 'amendment')).json<StudioOffer>();
    const { version } = await save(draft.id, draft.version, albumIn(draft));
    await act('send', draft.id, version);
    const next = (await follow(draft.id, 'replacement')).json<StudioOffer>();
    expect(next).toMatchObject({ replaces: draft.id, amends: person.offer });
  });

  test('can’t be sent once that offer is canceled', async () => {
    await agreeOffer(person);
    const draft = (await follow(person.offer, 'amendment')).json<StudioOffer>();
    const { version } = await save(draft.id, draft.version, albumIn(draft));
    await act('cancel', person.offer, 3);
    const { outcome, error } = await act('send', draft.id, version);
    expect([outcome, error.message]).toEqual(['400 INVALID', 'The offer to which this one adds was canceled.']);
  });
});
