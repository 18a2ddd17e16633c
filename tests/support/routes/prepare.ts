import { randomUUID } from 'node:crypto';
import type { SignOffer } from '#shared/contract/offers/signing.ts';
import { limits } from '#shared/limits.ts';
import { consentVersion } from '#shared/offers/consent.ts';
import { searchKeysOf } from '#shared/photos/search-keys.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { listQueued, recordSent } from '../../../lambdas/domain/emails/outbox.ts';
import { putVersion } from '../../../lambdas/domain/website/repository.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { transact, write } from '../../../lambdas/platform/table.ts';
import { adminClaims, call } from '../studio/api-studio.ts';
import { type Person, storedRound } from '../studio/api-world.ts';
import { chooseIn, sendDraft, signatureOf } from '../studio/offers.ts';
import { termsContent } from './bodies.ts';

/** What makes objects ready for a route's request, where those of the world are not. */

/** The studio's decision on a quote that nobody has decided yet. */
export const decision = { status: 'approved', price_cents: 12_500, version: 0 };
export const approveQuote = (id: string) =>
  call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as: adminClaims(), body: decision });

export const submitChoice = ({ login, session, selection }: Person) =>
  call(client, 'POST', `/api/client/sessions/${session}/selections/${selection}/submit`, {
    as: login,
    body: { round: 1, revision: 1 },
  });

/** Puts a setting back to what is built in. */
export const forget = (id: string) => transact([{ Delete: { TableName: env('SETTINGS_TABLE'), Key: { id } } }]);

/** Removes the currency that the studio has chosen. */
export const forgetCurrency = () =>
  transact([{ Delete: { TableName: env('WEBSITE_TABLE'), Key: { id: 'currency' } } }]);

/** A website with a draft and as many published versions as are kept, always the same. */
export async function keepWebsite(): Promise<void> {
  const at = '2025-05-06T12:00:00.000Z';
  for (let number = 1; number <= limits.websiteVersions; number += 1) {
    await write(putVersion({ number, content: defaultWebsite, published_at: at, published_by: '' }));
  }
  const put = (Item: { id: string; [name: string]: unknown }) =>
    write({ Put: { TableName: env('WEBSITE_TABLE'), Item } });
  await put({ id: 'draft', version: 1, content: defaultWebsite, saved_at: at, saved_by: '' });
  await put({ id: 'wanted', number: limits.websiteVersions });
}

/** Has a finished photo that the client was not told of. */
export const finishPhotos = ({ session, photos }: Person) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session}/photos`, {
    as: adminClaims(),
    body: { photo_ids: [photos.visible], stage: 'finished' },
  });

export const removeAttachment = ({ session, attachment }: Person) =>
  call(admin, 'POST', `/api/admin/sessions/${session}/attachments/trash`, {
    as: adminClaims(),
    body: { attachment_ids: [attachment] },
  });

/** A library with a picture, always the same. */
export const keepPicture = () =>
  write({
    Put: {
      TableName: env('PICTURES_TABLE'),
      Item: {
        ...{ library: 'website', id: '0123456789abcdefghij', name: 'Bride.jpg', state: 'failed', reason: 'Damaged.' },
        asked_at: '2025-05-06T12:00:00.000Z',
      },
    },
  });

/** A name without digits that no other photo has, by the photo's id. */
export const nameToFind = (photo: string): string =>
  `Portrait ${photo.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}.jpg`;
/** Calls the photo by the name to find. */
export function renamePhoto({ session, photos }: Person): Promise<void> {
  const name = nameToFind(photos.visible);
  const { found_as, found_by } = searchKeysOf('photo', name, '2025-05-06T12:00:00.000Z');
  return write({
    Update: {
      TableName: env('PHOTOS_TABLE'),
      Key: { session_id: session, id: photos.visible },
      UpdateExpression: 'SET file_name = :name, found_as = :as, found_by = :by',
      ExpressionAttributeValues: { ':name': name, ':as': found_as, ':by': found_by },
    },
  });
}

/** The public address of a photo of the gallery, always the same. */
export const publicKey = '0123456789abcdefghij';
export const putInPortfolio = ({ session, photos }: Person) =>
  write({
    Update: {
      TableName: env('PHOTOS_TABLE'),
      Key: { session_id: session, id: photos.visible },
      UpdateExpression: 'SET category = :category, featured_at = :at, portfolio_key = :key',
      ExpressionAttributeValues: { ':category': 'weddings', ':at': '2025-05-06T12:00:00.000Z', ':key': publicKey },
    },
  });

export const presetSettings = { client_may_share: true };

/** Stores the preset of each person; the list has those of the last call. */
export async function keepPresets(people: Pick<Person, 'preset'>[]): Promise<void> {
  const put = (Item: { id: string; [name: string]: unknown }) =>
    write({ Put: { TableName: env('SETTINGS_TABLE'), Item } });
  const presets = people.map(({ preset }) => ({ id: preset, name: preset }));
  for (const { id, name } of presets) {
    await put({ id: `preset#${id}`, name, settings: presetSettings, version: 0 });
  }
  await put({ id: 'presets', entries: presets, version: 0 });
}

/**
 * The ids of the templates that requests name, which are there from the beginning. All requests share the list of templates, so
 * that each act that changes or deletes one has its own.
 */
export const storedTemplates = {
  edited: 'startingtermswedding',
  deleted: 'startingtermsportrait',
  restored: 'startingtermsrelease',
};

/** Stores the templates in the version `storedRound`, as the only ones of the list. */
export async function keepTemplates(): Promise<void> {
  const put = (Item: { id: string; [name: string]: unknown }) =>
    write({ Put: { TableName: env('SETTINGS_TABLE'), Item } });
  const saved = { version: storedRound, saved_at: '2025-05-06T12:00:00.000Z' };
  const entries = Object.values(storedTemplates).map((id) => ({ id, name: id, ...saved, kind: 'terms' }));
  for (const { id, name } of entries) {
    await forget(`template#${id}#${storedRound + 1}`);
    await put({ id: `template#${id}#${storedRound}`, name, ...saved, saved_by: '', content: termsContent });
  }
  await put({ id: 'templates', entries, version: 0 });
}

/** Stores the presets of both people of the world. */
export const keepBothPresets = ({ a, b }: Record<'a' | 'b', Person>) => keepPresets([...new Set([a, b])]);

/**
 * Records all emails that wait as sent. Lists show the 200 that wait the longest: which of two emails of the same
 * millisecond is the last of them differs from run to run, and so does the capacity that is read.
 */
export async function sendWaitingEmails(): Promise<void> {
  for (;;) {
    const waiting = await listQueued();
    if (waiting.length === 0) return;
    for (const { id } of waiting) await write(recordSent(id, undefined));
  }
}

/** What a client sends to sign the offers that a request was prepared for, by the offers' ids. */
const preparedSignatures = new Map<string, SignOffer>();

/** What is sent to sign an offer that nobody may sign: it has the right shape. */
const anySignature: SignOffer = {
  ...{
    request_id: randomUUID(),
    version: 2,
    total_cents: 100,
    hash: 'a'.repeat(64),
    name: 'Tom Nguyen',
    drawing: null,
  },
  ...{ choices: { package_id: null, add_on_ids: [] }, boxes: [], consent_version: consentVersion },
};

export const preparedSignature = (offer: string): SignOffer => preparedSignatures.get(offer) ?? anySignature;

/** Makes the offers of both people of the world ready to be signed. */
const prepareOffers = (make: (draft: Person) => Promise<unknown>) => async (world: Record<'a' | 'b', Person>) => {
  for (const person of new Set([world.a, world.b])) {
    await make(person);
    preparedSignatures.set(person.offer, await signatureOf(person.offer));
  }
};

/** Sends the offers of both people. */
export const sendOffers = prepareOffers(sendDraft);

/** Sends the offers of both people for the studio to sign, with choices that stand. */
export const chooseInOffers = prepareOffers(chooseIn);
