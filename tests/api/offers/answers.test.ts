import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { newDraft, sendDraft, signatureOf } from '../../support/studio/offers.ts';

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());
beforeEach(async () => {
  person = await newPerson();
});

const own = (method: string, path: string, body?: unknown) =>
  call(client, method, `/api/client/offers/${path}`, { as: person.login, body });
const read = async (id: string) =>
  (await call(admin, 'GET', `/api/admin/offers/${id}`, { as: adminClaims() })).json<StudioOffer>();
const sent = async () => {
  const offer = await newDraft(person.customer);
  await sendDraft({ offer });
  return offer;
};
const timelineOf = async (kind: string) =>
  ((await everyRow()).timeline as { kind: string; customer_id: string }[]).filter(
    (row) => row.kind === kind && row.customer_id === person.customer,
  );

describe('declining', () => {
  test('ends the offer with the client’s words, once, and tells the studio', async () => {
    const offer = await sent();
    const body = { version: 2, words: 'We found another date.' };
    for (const _ of [1, 2]) {
      const answer = await own('POST', `${offer}/decline`, body);
      expect(answer.json<ClientOffer>()).toMatchObject({ state: 'declined', ended_words: body.words });
    }
    expect(await read(offer)).toMatchObject({ state: 'declined', is_unchanged: true });
    expect(await readEmail(`offer-declined#${offer}`)).toMatchObject({ message: body.words, email: person.email });
    expect(await timelineOf('offer-declined')).toMatchObject([{ words: body.words }]);
  });

  test('is refused once the client has signed', async () => {
    const offer = await sent();
    await own('POST', `${offer}/signature`, await signatureOf(offer));
    const { outcome, error } = await own('POST', `${offer}/decline`, { version: 3 });
    expect([outcome, error.message]).toEqual(['409 CHANGED_MEANWHILE', 'You have signed this offer already.']);
  });
});

describe('a question', () => {
  test('becomes one message to the studio, with an email', async () => {
    const offer = await sent();
    const body = { request_id: randomUUID(), words: 'Is travel included?' };
    for (const _ of [1, 2]) expect((await own('POST', `${offer}/question`, body)).outcome).toBe('204');
    const messages = ((await everyRow()).messages as { id: string; email: string; message: string }[]).filter(
      ({ email }) => email === person.email,
    );
    expect(messages.map(({ message }) => message)).toEqual([
      'About the offer “Nguyen Wedding”:\n\nIs travel included?',
    ]);
    expect(await readEmail(`message-received#${messages[0]?.id}`)).toMatchObject({ email: person.email });
    expect(await timelineOf('offer-asked')).toMatchObject([{ words: body.words }]);
  });

  test('is refused above the limit of an hour, with what to do', async () => {
    const offer = await sent();
    const send = () => own('POST', `${offer}/question`, { request_id: randomUUID(), words: 'And?' });
    for (let count = 0; count < limits.offerQuestions; count += 1) expect((await send()).outcome).toBe('204');
    const { outcome, error } = await send();
    expect([outcome, error.message]).toEqual([
      '429 TOO_MANY',
      'You have sent many questions. Call or email the studio, or try again in an hour.',
    ]);
  });
});
