import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TableName, tables } from '../../../infra/blueprint/tables.ts';
import * as attachments from '../../../lambdas/domain/attachments/repository.ts';
import * as customers from '../../../lambdas/domain/customers/repository.ts';
import * as downloads from '../../../lambdas/domain/downloads/repository.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import * as sentEmails from '../../../lambdas/domain/emails/sent-emails.ts';
import { listUndelivered } from '../../../lambdas/domain/emails/undelivered.ts';
import * as links from '../../../lambdas/domain/links/repository.ts';
import * as messages from '../../../lambdas/domain/messages/repository.ts';
import * as offers from '../../../lambdas/domain/offers/repository.ts';
import { transitions } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import * as photos from '../../../lambdas/domain/photos/row/repository.ts';
import * as pictures from '../../../lambdas/domain/pictures/repository.ts';
import * as presets from '../../../lambdas/domain/presets/repository.ts';
import * as quotes from '../../../lambdas/domain/quotes/repository.ts';
import * as rounds from '../../../lambdas/domain/rounds/repository.ts';
import * as selections from '../../../lambdas/domain/selections/repository.ts';
import * as sessions from '../../../lambdas/domain/sessions/repository.ts';
import * as settings from '../../../lambdas/domain/settings/repository.ts';
import { readTaxes } from '../../../lambdas/domain/settings/taxes.ts';
import * as templates from '../../../lambdas/domain/templates/repository.ts';
import * as timeline from '../../../lambdas/domain/timeline/repository.ts';
import * as website from '../../../lambdas/domain/website/repository.ts';
import { type ApiStudio, startApiStudio } from '../../support/studio/api-studio.ts';

/**
 * Rows as the first version stored them: studios in production hold such rows. Attributes that were added later with a
 * default are not in them. Never edit or remove a row of stored-rows.json; add one for a new kind of row.
 */

type Row = Record<string, unknown> & { id: string };
type StoredTable = Exclude<TableName, 'guards'>;
const stored = JSON.parse(readFileSync(`${import.meta.dirname}/stored-rows.json`, 'utf8')) as Record<
  StoredTable,
  Row[]
>;

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient());
  for (const [TableName, rows] of Object.entries(stored)) {
    for (const Item of rows) await dynamodb.send(new PutCommand({ TableName, Item }));
  }
  dynamodb.destroy();
});
afterAll(() => studio?.close());

/** Reads a stored row as the functions do. */
const readers: Record<StoredTable, (row: Row) => Promise<unknown>> = {
  customers: ({ id }) => {
    const [kind = '', value = ''] = id.split('#');
    if (kind === 'login') return customers.readLogin(value);
    if (kind === 'email') return customers.findByEmail(value);
    return customers.readCustomer(id);
  },
  sessions: ({ id }) => {
    const [kind, customer = '', label = ''] = id.split('#');
    return kind === 'label' ? sessions.findByLabel(customer, label) : sessions.readAnySession(id);
  },
  photos: ({ session_id, id }) => {
    const key = { session_id: String(session_id), id };
    return key.session_id.startsWith('attachments#') ? attachments.readAttachment(key) : photos.readPhoto(key);
  },
  quotes: ({ id }) => quotes.readQuote(id),
  offers: async ({ offer_id, part }) => {
    if (part === 'numbers') return offers.readLastNumber();
    return part === 'offer' ? offers.readOffer(String(offer_id)) : (await offers.readSteps(String(offer_id)))[0];
  },
  messages: ({ id }) => messages.readMessage(id),
  downloads: ({ customer_id, id }) => downloads.readDownload({ customer_id: String(customer_id), id }),
  outbox: ({ id }) => readEmail(id),
  emails: async ({ id }) => {
    const email = await sentEmails.readSentEmail(id);
    return email && { ...email, text: sentEmails.contentOf(email) };
  },
  timeline: async ({ customer_id }) => (await timeline.readByCustomer(String(customer_id), 1, undefined)).rows[0],
  links: ({ id }) => links.readLink(id),
  selections: async ({ session_id, part }) => {
    const [kind, id = '', second = ''] = String(part).split('#');
    const key = { session_id: String(session_id), id };
    if (kind === 'choice') return (await selections.readChoicesOf(key, [second]))[0];
    if (kind === 'round') return rounds.readRound(key, Number(second));
    if (kind === 'chosen') return (await rounds.readRoundPhotos(key, Number(second)))[0];
    return selections.readSelection(key.session_id, id);
  },
  settings: async ({ id }) => {
    if (id.startsWith('preset#')) return presets.readPreset(id.slice('preset#'.length));
    if (id === 'presets') return (await presets.readPresets(await presets.readPresetList()))[0];
    const [kind, template = '', version] = id.split('#');
    if (kind === 'template') return templates.readTemplateVersion(template, Number(version));
    if (id === 'templates') return (await templates.readTemplateList())?.entries[1];
    if (id === 'taxes') return (await readTaxes()).items[0];
    return id === 'export' ? settings.readExportedAt() : (await settings.readEmailSettings()).told_until;
  },
  website: async ({ id }) => {
    if (id === 'draft') return website.readDraft();
    if (id.startsWith('version#')) return website.readVersion(1);
    if (id === 'currency') return (await website.readCurrency()).version || undefined;
    const { number, build, live } = await website.readState();
    return { wanted: number === 1, deployed: build, live: live.number }[id];
  },
  pictures: ({ id }) => pictures.readPicture(id),
  guests: async ({ link_id, part }) => {
    const [kind, guest = '', photo = ''] = String(part).split('#');
    return kind === 'guest'
      ? links.readGuest(String(link_id), guest)
      : links.readReaction(String(link_id), guest, photo);
  },
};

test('every table but guards, which no schema parses, has a stored row, and photos and attachments one of each state', () => {
  expect(Object.keys(stored).toSorted()).toEqual(
    Object.keys(tables)
      .filter((name) => name !== 'guards')
      .toSorted(),
  );
  const states = new Set(Object.values(transitions).flatMap(({ from }) => from));
  const isAttachment = ({ session_id }: Row) => String(session_id).startsWith('attachments#');
  const statesOf = (rows: Row[]) => new Set(rows.map(({ state }) => state));
  expect(statesOf(stored.photos.filter((row) => !isAttachment(row)))).toEqual(states);
  expect(statesOf(stored.photos.filter(isAttachment))).toEqual(new Set(['pending', 'failed', 'ready', 'deleted']));
});

describe.each(Object.keys(stored) as StoredTable[])('%s', (name) => {
  // Nothing reads a row that keeps a display id from being used again.
  test.each(stored[name].filter(({ id }) => !id?.startsWith('display#')))('$id is read', async (row) => {
    expect(await readers[name](row)).toBeDefined();
  });
});

async function offersAsListed(group: 'client' | 'draft') {
  const { rows, damaged } = await offers.readGroup(group, 10);
  return { rows: rows.map(({ offer_id }) => ({ id: offer_id })), damaged };
}

test('the lists hold the stored rows and report none as damaged', async () => {
  const lists = {
    customers: await customers.readDirectory(10, undefined),
    sessions: await sessions.readDirectory(10, undefined),
    quotes: await quotes.readDirectory(10, undefined),
    offers: await offersAsListed('client'),
    drafts: await offersAsListed('draft'),
    messages: await messages.readDirectory(10, undefined),
    photos: await photos.readReady('session', 'captured', 'all', 10, undefined),
    attachments: { rows: await attachments.readReadyAttachments('session'), damaged: undefined },
    unsettled: await photos.readUnsettled('session', 10, undefined),
  };
  const ids = Object.entries(lists).map(([list, { rows, damaged }]) => [
    list,
    rows.map(({ id }) => id).toSorted(),
    damaged,
  ]);
  expect(ids).toEqual([
    ['customers', ['customer'], undefined],
    ['sessions', ['session'], undefined],
    ['quotes', ['quote'], undefined],
    ['offers', ['offer'], undefined],
    ['drafts', ['draft-offer'], undefined],
    ['messages', ['message', 'read-message'], undefined],
    ['photos', ['ready'], undefined],
    ['attachments', ['ready-attachment'], undefined],
    ['unsettled', ['failed', 'pending'], undefined],
  ]);
  expect((await customers.readTrash()).map(({ id }) => id)).toEqual(['deleted-customer', 'joined-customer']);
  const undelivered = await listUndelivered({
    kind: 'admin',
    role: 'admin',
    sub: 'sub',
    username: 'owner',
    name: 'Elena',
  });
  expect(undelivered.items.map(({ kind }) => kind)).toEqual(['gallery-ready']);
});
