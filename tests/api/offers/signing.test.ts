import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { SignOffer } from '#shared/contract/offers/signing.ts';
import { limits } from '#shared/limits.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { changeOffer, readOffer, readSteps } from '../../../lambdas/domain/offers/repository.ts';
import { write } from '../../../lambdas/platform/table.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { chooseIn, newDraft, offerContent, offerIds, sendDraft, signatureOf } from '../../support/studio/offers.ts';

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
const ask = (method: string, path: string, body?: unknown, claims = as) =>
  call(admin, method, `/api/admin/offers${path}`, { as: claims, body });
const own = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(client, method, `/api/client/offers/${path}`, { as: person.login, body, headers });
const sign = (offer: string, body: unknown) => own('POST', `${offer}/signature`, body);
const read = async (id: string) => (await ask('GET', `/${id}`)).json<StudioOffer>();
const sent = async (values: Partial<OfferContent> = {}) => {
  const offer = await newDraft(person.customer, values);
  await sendDraft({ offer });
  return offer;
};
const both = { package_id: offerIds.event, add_on_ids: [offerIds.second, offerIds.keepsake] };
const timelineOf = async (kind: string) =>
  ((await everyRow()).timeline as { kind: string; customer_id: string }[]).filter(
    (row) => row.kind === kind && row.customer_id === person.customer,
  );

describe('a client’s signature', () => {
  test('stores the choices and all that proves it, chains it, and tells the studio', async () => {
    const offer = await sent();
    const drawing = [[[0, 300] as [number, number], [1_000, 0] as [number, number]]];
    const signature = { ...(await signatureOf(offer, both)), name: '  Łukasz <b>Nguyễn</b>\u202e ', drawing };
    const answer = await own('POST', `${offer}/signature`, signature, { 'user-agent': 'A browser' });
    expect(answer.outcome).toBe('200');
    expect(answer.json<ClientOffer>()).toMatchObject({ state: 'signed', choices: both, hash: signature.hash });
    const [first, step] = await readSteps(offer);
    expect(step).toMatchObject({
      ...{ number: 2, kind: 'signed', by: { kind: 'client' }, previous: first?.hash, signed_hash: signature.hash },
      signature: {
        ...{ signer_id: 'client', name: 'Łukasz <b>Nguyễn</b>', drawing, email: person.email, verified_by: 'code' },
        ...{ boxes: ['I have read the part on payment.'], consent_version: 1, choices: both },
        ...{ total_cents: signature.total_cents, network: '203.0.113.9', browser: 'A browser' },
      },
    });
    expect(await read(offer)).toMatchObject({
      ...{ state: 'signed', signed_count: 2, signers_count: 3, is_unchanged: true, choices: both },
      ...{ least_cents: signature.total_cents, most_cents: signature.total_cents },
    });
    expect(await readEmail(`offer-signed#${offer}#client`)).toMatchObject({
      ...{ kind: 'offer-signed', signed_count: 2, signers_count: 3, hash: step?.hash },
    });
    expect(await timelineOf('offer-signed')).toMatchObject([{ by: 'client', what: 'Nguyen Wedding' }]);
    expect(await timelineOf('offer-agreed')).toEqual([]);
  });

  test('that is the last one makes the offer agreed, in the month’s figures, and tells all by the last hash', async () => {
    const offer = await sent({ signers: [] });
    const signature = await signatureOf(offer);
    expect((await sign(offer, signature)).json<ClientOffer>()).toMatchObject({ state: 'agreed' });
    const { agreed_at, steps } = await read(offer);
    const hash = steps.at(-1)?.hash;
    expect(await readEmail(`offer-agreed#${offer}`)).toMatchObject({
      ...{ kind: 'offer-agreed', to: person.email, total_cents: signature.total_cents, hash },
    });
    expect(await readEmail(`offer-signed#${offer}#client`)).toMatchObject({ signed_count: 2, signers_count: 2, hash });
    expect(await timelineOf('offer-agreed')).toMatchObject([{ by: 'system', price_cents: signature.total_cents }]);
    const agreed = await ask('GET', '?group=agreed');
    expect(agreed.json<{ items: StudioOffer[] }>().items).toMatchObject([{ id: offer, agreed_at }]);
  });

  test('is stored once for a button that is pressed twice, and for a request that is repeated', async () => {
    const offer = await sent();
    const signature = await signatureOf(offer);
    const answers = await Promise.all([1, 2, 3].map(() => sign(offer, signature)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200']);
    expect((await sign(offer, signature)).outcome).toBe('200');
    expect((await readSteps(offer)).filter(({ kind }) => kind === 'signed')).toHaveLength(1);
  });

  test('of a second window is refused with what was signed', async () => {
    const offer = await sent();
    const second = await signatureOf(offer, both);
    await sign(offer, await signatureOf(offer));
    const { outcome, error } = await sign(offer, second);
    expect([outcome, error.message]).toEqual(['409 CHANGED_MEANWHILE', 'You have signed this offer already.']);
    expect(error.details?.current).toMatchObject({ state: 'signed', choices: { add_on_ids: [] } });
  });

  const others: Record<string, (signature: SignOffer) => Partial<SignOffer>> = {
    'a lower total': ({ total_cents }) => ({ total_cents: total_cents - 1 }),
    'another version': ({ version }) => ({ version: version - 1 }),
    'another text': () => ({ hash: 'a'.repeat(64) }),
    'other choices than the text’s': () => ({ choices: both }),
  };
  test.each(Object.entries(others))('with %s is refused with the present offer', async (_, change) => {
    const offer = await sent();
    const signature = await signatureOf(offer);
    const { outcome, error } = await sign(offer, { ...signature, ...change(signature) });
    expect([outcome, error.message]).toEqual([
      '409 CHANGED_MEANWHILE',
      'The studio changed this offer. Look at it again.',
    ]);
    expect(error.details?.current).toMatchObject({ id: offer, hash: null, choices: null });
    expect((await read(offer)).signatures).toHaveLength(1);
  });

  const wrong: Record<string, [Partial<Record<keyof SignOffer, unknown>>, string, string | RegExp]> = {
    'one letter as a name': [{ name: 'x' }, 'name', 'Please enter your name in letters, as on your ID.'],
    'spaces as a name': [{ name: ' \u200b ' }, 'name', 'Please enter your full name.'],
    'signs as a name': [{ name: '😀 --- 😀' }, 'name', 'Please enter your name in letters, as on your ID.'],
    'a box that is not ticked': [{ boxes: [false] }, 'boxes.0', 'Please tick this box.'],
    'no box': [{ boxes: [] }, 'boxes.0', 'Please tick the box of the terms.'],
    'no consent': [{ consent_version: undefined }, 'consent_version', /^Please agree to sign electronically/],
    'an empty drawing': [{ drawing: [] }, 'drawing', 'Please draw your signature.'],
    'an endless drawing': [
      { drawing: [Array.from({ length: limits.drawingPoints + 1 }, () => [0, 0])] },
      'drawing',
      'This signature is too long. Clear it, and draw it again.',
    ],
  };
  test.each(Object.entries(wrong))('with %s is refused at its field', async (_, [values, field, message]) => {
    const offer = await sent();
    const { outcome, error } = await sign(offer, { ...(await signatureOf(offer)), ...values });
    expect(outcome).toBe('400 INVALID');
    expect(error.fields?.[field]).toMatch(message);
    expect((await read(offer)).signatures).toHaveLength(1);
  });

  test('of choices that the offer does not have is refused', async () => {
    const offer = await sent({ most_add_ons: 1 });
    const signature = await signatureOf(offer);
    const { outcome, error } = await sign(offer, { ...signature, choices: both });
    expect([outcome, error.message]).toEqual(['400 INVALID', 'Please choose at most 1 of the add-ons.']);
  });

  const ended: Record<string, [(offer: string) => Promise<unknown>, string]> = {
    withdrawn: [(offer) => ask('POST', `/${offer}/withdraw`, { version: 2 }), 'The studio took this offer back.'],
    declined: [(offer) => own('POST', `${offer}/decline`, { version: 2 }), 'You have declined this offer.'],
    expired: [
      async (offer) => {
        const row = await readOffer(offer);
        await write(changeOffer(row!, { valid_until: dayAhead(-1, new Date()) }));
      },
      'This offer has ended.',
    ],
    replaced: [
      async (offer) => {
        const next = (await ask('POST', `/${offer}/replacement`, { request_id: randomUUID() })).json<StudioOffer>();
        await ask('POST', `/${next.id}/send`, { version: 0 });
      },
      'There is a newer offer.',
    ],
  };
  test.each(Object.entries(ended))('of an offer that is %s is refused', async (state, [end, message]) => {
    const offer = await sent();
    const signature = await signatureOf(offer);
    await end(offer);
    const { outcome, error } = await sign(offer, signature);
    expect([outcome, error.message]).toEqual(['409 CHANGED_MEANWHILE', message]);
    expect(error.details?.current).toMatchObject({ state });
  });

  test('of an addition to an offer that was canceled is refused', async () => {
    const base = await sent({ signers: [] });
    await sign(base, await signatureOf(base));
    const addition = (await ask('POST', `/${base}/amendment`, { request_id: randomUUID() })).json<StudioOffer>();
    await ask('PUT', `/${addition.id}`, { version: 0, content: offerContent({ signers: [] }) });
    await sendDraft({ offer: addition.id });
    const signature = await signatureOf(addition.id);
    await ask('POST', `/${base}/cancel`, { version: (await read(base)).version });
    const { outcome, error } = await sign(addition.id, signature);
    expect([outcome, error.message]).toEqual(['400 INVALID', 'The offer to which this one adds was canceled.']);
  });

  test('of another client’s offer is refused as one that is not there', async () => {
    const offer = await sent();
    const signature = await signatureOf(offer);
    person = await newPerson();
    expect((await sign(offer, signature)).outcome).toBe('404 NOT_FOUND');
  });
});

describe('choices that stand', () => {
  test('are shown with the hash of what is signed, and can be changed until somebody has signed them', async () => {
    const offer = await sent({ studio_signs: 'later' });
    const { hash, total_cents } = await signatureOf(offer, both);
    const settled = await own('POST', `${offer}/choices`, { version: 2, choices: both });
    expect(settled.json<ClientOffer>()).toMatchObject({ choices: both, hash });
    expect(await timelineOf('offer-chosen')).toMatchObject([{ price_cents: total_cents }]);
    const other = { ...both, add_on_ids: [] };
    expect((await own('POST', `${offer}/choices`, { version: 3, choices: other })).outcome).toBe('200');
    await countersign(offer, await signatureOf(offer));
    const { version } = await read(offer);
    expect((await own('POST', `${offer}/choices`, { version, choices: both })).outcome).toBe('409 CHANGED_MEANWHILE');
    const signature = await signatureOf(offer, both);
    expect((await sign(offer, signature)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await sign(offer, await signatureOf(offer))).outcome).toBe('200');
  });
});

const countersign = (offer: string, { request_id, version, total_cents, hash }: SignOffer, claims = as) =>
  ask('POST', `/${offer}/signature`, { request_id, version, total_cents, hash, name: 'Dana Lee' }, claims);

describe('the studio', () => {
  test('signs what the client has chosen, once, and so makes it agreed', async () => {
    const offer = await sent({ studio_signs: 'later', signers: [] });
    await sign(offer, await signatureOf(offer, both));
    const signature = await signatureOf(offer);
    for (const _ of [1, 2]) expect((await countersign(offer, signature)).outcome).toBe('200');
    expect(await read(offer)).toMatchObject({
      ...{ state: 'agreed', is_unchanged: true, most_cents: totalOf(offerContent(), both).total_cents },
      signatures: [{ signer_id: 'client' }, { signer_id: 'studio', name: 'Dana Lee' }],
    });
    expect((await readSteps(offer)).map(({ kind }) => kind)).toEqual(['sent', 'signed', 'signed']);
  });

  test('can’t sign before the client has chosen, nor a second time, nor as staff', async () => {
    const offer = await sent({ studio_signs: 'later' });
    const early = await countersign(offer, await signatureOf(offer));
    expect([early.outcome, early.error.message]).toEqual([
      '400 INVALID',
      'The client has not chosen yet. Sign when their choices stand.',
    ]);
    await chooseIn(person);
    expect((await countersign(person.offer, await signatureOf(person.offer), adminClaims('[staff]'))).outcome).toBe(
      '403 FORBIDDEN',
    );
    expect((await countersign(person.offer, await signatureOf(person.offer))).outcome).toBe('200');
    expect((await countersign(person.offer, await signatureOf(person.offer))).outcome).toBe('409 CHANGED_MEANWHILE');
  });

  test('sees when a step was changed after it was stored', async () => {
    const offer = await sent();
    await sign(offer, await signatureOf(offer));
    const [, step] = await readSteps(offer);
    await write({
      Update: {
        TableName: process.env.OFFERS_TABLE!,
        Key: { offer_id: offer, part: step!.part },
        UpdateExpression: 'SET signature.total_cents = :cents',
        ExpressionAttributeValues: { ':cents': step!.signature!.total_cents - 1 },
      },
    });
    expect(await read(offer)).toMatchObject({ is_unchanged: false });
  });
});
