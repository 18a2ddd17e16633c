import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CopyObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { CustomerRow } from '../../lambdas/domain/customers/repository.ts';
import { OutboxRow } from '../../lambdas/domain/emails/outbox.ts';
import { SentEmailRow } from '../../lambdas/domain/emails/sent-emails.ts';
import { GuestRow, LinkRow, ReactionRow } from '../../lambdas/domain/links/repository.ts';
import { MessageRow } from '../../lambdas/domain/messages/repository.ts';
import { NumbersRow, OfferRow, StepRow } from '../../lambdas/domain/offers/row.ts';
import { Photo } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { PictureRow } from '../../lambdas/domain/pictures/repository.ts';
import { QuoteRow } from '../../lambdas/domain/quotes/repository.ts';
import { ChosenRow, RoundRow } from '../../lambdas/domain/rounds/repository.ts';
import { ChoiceRow, SelectionRow } from '../../lambdas/domain/selections/repository.ts';
import { DeletedSessionRow, SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import config from '../../studio.config.ts';
import { type TableBlueprint, tables } from '../blueprint/tables.ts';
import { readCaptureTimesAgain } from './capture-times.ts';
import { run, type Say } from './command-line.ts';
import { diskName } from './exported/file-names.ts';
import { type Row, readRows, rowsFile, sessionOf } from './exported/rows.ts';
import { recount } from './exported/session-counts.ts';
import { deployedSource, type Source } from './exported/source.ts';
import { writeSearchKeys } from './search-keys.ts';

const usage = `Usage: npm run studio:repair -- <table> <key> [--export <folder> | --table <name> | --object <landing bucket>]
       npm run studio:repair -- capture-times
       npm run studio:repair -- search-keys

  capture-times      reads when photos were taken from their originals again, where a former version may have taken the time
                     zone of a computer, and corrects what differs; says first how many they are and what AWS takes for it

  search-keys        lets the search find the photos and files that were stored before there was one

  <table> <key>      customers, sessions, quotes, messages, outbox or emails (sent), and the row's id; or photos, and
                     <session id> <photo id>; or selections, and <session id> <part>, such as 'selection#<selection id>';
                     or offers, and <offer id> <part>: 'offer', or 'step#0001' for an act on it
                     or pictures (of the website), and 'website' <picture id>
                     or links, and the link's id; or guests, and <link id> <part>, such as 'guest#<guest id>'
  (nothing else)     says what is wrong with the row, and changes nothing
  --export <folder>  replaces the damaged attributes by those of an export (with or without files)
  --table <name>     the same from a table that was restored to a point in time
  --object <bucket>  photos: deletes the row and processes the original again, as if it had just been uploaded into this
                     landing bucket (S3 console: its name contains 'landing')

  The row as it was is written to a file of this folder first.`;

/** The schemas of the rows in the table `selections`, by the beginning of `part`. */
const selectionSchemas = { selection: SelectionRow, choice: ChoiceRow, round: RoundRow, chosen: ChosenRow };

/** The schemas of the rows in the table `offers`, by the beginning of `part`. */
const offerSchemas = { offer: OfferRow, step: StepRow, numbers: NumbersRow };

/** The schemas of the rows in the table `guests`, by the beginning of `part`. */
const guestSchemas = { guest: GuestRow, mark: ReactionRow };
const kindOf = ({ part }: Row) => String(part).split('#', 1)[0]!;

const schemas = {
  customers: () => CustomerRow,
  sessions: (row: Row) => ('deleted_at' in row ? DeletedSessionRow : SessionRow),
  photos: () => Photo,
  quotes: () => QuoteRow,
  selections: (row) => selectionSchemas[kindOf(row) as keyof typeof selectionSchemas],
  offers: (row) => offerSchemas[kindOf(row) as keyof typeof offerSchemas],
  messages: () => MessageRow,
  pictures: () => PictureRow,
  links: () => LinkRow,
  guests: (row) => guestSchemas[kindOf(row) as keyof typeof guestSchemas],
  outbox: () => OutboxRow,
  emails: () => SentEmailRow,
} as const satisfies Record<string, (row: Row) => z.ZodType>;
type RepairedTable = keyof typeof schemas;

/** The index attributes that every row of a state has; the schemas do not contain them. */
const indexAttributes = [
  ...['directory', 'date_order', 'uploaded_order', 'captured_order', 'name_order', 'group', 'expiring', 'agreed_in'],
];
/** The index attributes of links. Selections have `ending`, too, but only open ones. */
const linkIndexAttributes = ['ending'];

/** The attributes of a link that decide who gets in, and until when. */
const accessAttributes = ['pin', 'pin_version', 'ends_at', 'is_revoked'];

type Target = Pick<Source, 'dynamodb' | 's3' | 'tables' | 'photosBucket'>;

/** Returns the damage of a row, attribute → message; empty for a valid row. */
export function damageOf(table: RepairedTable, row: Row): Map<string, string> {
  const { error } = schemas[table](row).safeParse(row);
  return new Map((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/**
 * Returns the row with its damaged attributes replaced by the source's. Other attributes keep their values, so that
 * later changes are not undone. A photo whose `is_approved` is damaged becomes hidden. A link becomes revoked when an
 * attribute is damaged that decides who gets in. An email whose `state` is damaged becomes failed, so that no email is
 * sent twice: the source may say `queued` for an email that was sent later.
 * @throws Error when the source's attributes are damaged, too
 */
export function mend(table: RepairedTable, row: Row, source: Row): Row {
  const mended = { ...row };
  for (const name of table === 'links' ? linkIndexAttributes : indexAttributes) {
    if (mended[name] === undefined && source[name] !== undefined && row.state === source.state)
      mended[name] = source[name];
  }
  // An attribute such as a photo's state determines which other attributes are required, so replacing it can reveal
  // more damage.
  const replacedNames = new Set<string>();
  for (let damage = damageOf(table, mended); damage.size > 0; damage = damageOf(table, mended)) {
    for (const [name, message] of damage) {
      if (replacedNames.has(name))
        throw new Error(`The source's '${name}' is damaged, too: ${message}. Name another source.`);
      replacedNames.add(name);
      if (name === 'is_approved') mended[name] = false;
      else if (table === 'outbox' && name === 'state') Object.assign(mended, { state: 'failed', undelivered: 'email' });
      else if (source[name] === undefined) delete mended[name];
      else mended[name] = source[name];
      if (table === 'links' && accessAttributes.includes(name)) mended.is_revoked = true;
    }
  }
  return mended;
}

export async function readRow({ dynamodb }: Target, TableName: string, key: Row): Promise<Row | undefined> {
  const { Item } = await dynamodb.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
  return Item;
}

/**
 * Returns a row of an export.
 * @throws Error when the export contains no row with this key
 */
export async function readExported(folder: string, table: RepairedTable, key: Row): Promise<Row> {
  if (!existsSync(rowsFile(folder, table))) throw new Error(`${folder} has no ${table}. Name another source.`);
  for await (const row of readRows(rowsFile(folder, table))) {
    if (Object.entries(key).every(([name, value]) => row[name] === value)) return row;
  }
  throw new Error(`${folder} holds no such row in ${table}.`);
}

/**
 * Replaces a damaged row, and recounts its session's photos.
 * @throws Error when the row has changed since it was read
 */
export async function writeMended(target: Target, table: RepairedTable, row: Row, mended: Row): Promise<void> {
  const { partitionKey }: TableBlueprint = tables[table];
  const comparedNames = ['state', 'version', 'media_key', 'revision', 'is_chosen', 'is_picked', 'note'].filter(
    (name) => row[name] !== undefined,
  );
  await target.dynamodb.send(
    new PutCommand({
      TableName: target.tables[table],
      Item: mended,
      ConditionExpression: ['attribute_exists(#key)', ...comparedNames.map((name) => `#${name} = :${name}`)].join(
        ' AND ',
      ),
      ExpressionAttributeNames: {
        '#key': partitionKey,
        ...Object.fromEntries(comparedNames.map((name) => [`#${name}`, name])),
      },
      ...(comparedNames.length > 0 && {
        ExpressionAttributeValues: Object.fromEntries(comparedNames.map((name) => [`:${name}`, row[name]])),
      }),
    }),
  );
  if (table === 'photos') await recount(target, sessionOf(mended));
}

/**
 * Deletes a damaged photo's row and copies its original, that of the current version if it is known, to the landing
 * bucket with the metadata of an upload; S3's event then makes process-photo rebuild the row. Favorite, note, capture
 * order and earlier versions are lost; a photo not known to be visible is hidden.
 * @throws Error when the original, or the session, does not exist
 */
export async function rebuildFromObject(
  target: Target,
  landingBucket: string,
  key: { session_id: string; id: string },
  row: Row,
): Promise<void> {
  const session = await readRow(target, target.tables.sessions, { id: key.session_id });
  if (!session) throw new Error(`There is no session ${key.session_id}.`);
  const folder = `originals/${session.customer_id}/${key.session_id}/`;
  const original = await findOriginal(target, folder, key.id, row.original_key);
  const { ContentDisposition = '' } = await target.s3.send(
    new HeadObjectCommand({ Bucket: target.photosBucket, Key: original.key }),
  );
  await target.dynamodb.send(new DeleteCommand({ TableName: target.tables.photos, Key: key }));
  await recount(target, key.session_id);
  const name = typeof row.file_name === 'string' ? encodeURIComponent(row.file_name) : nameIn(ContentDisposition);
  await target.s3.send(
    new CopyObjectCommand({
      Bucket: landingBucket,
      // The key of a replacement: only the first version's checksum is the photo's id.
      Key: `${session.customer_id}/${key.session_id}/${key.id}/${randomUUID().replaceAll('-', '')}`,
      CopySource: encodeURI(`${target.photosBucket}/${original.key}`),
      MetadataDirective: 'REPLACE',
      ChecksumAlgorithm: 'SHA256',
      Metadata: {
        'file-name': name,
        approved: String(row.is_approved === true),
        downloadable: String(row.downloadable === true),
        'uploaded-at': original.uploadedAt,
        ...(row.stage === 'finished' && { stage: row.stage }),
      },
    }),
  );
}

/** Returns the URI-encoded file name of a Content-Disposition header. */
const nameIn = (disposition: string) => /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? 'photo';

/**
 * Returns a photo's original, an object with a key of the form `originals/{customer}/{session}/{time of upload, 17
 * digits}-{photo id}-{file name, or which version}`.
 * @param knownKey the key in the damaged row; without it, the object that was stored last counts
 */
async function findOriginal({ s3, photosBucket: Bucket }: Target, Prefix: string, id: string, knownKey: unknown) {
  const originals: { key: string; uploadedAt: string; stored: number }[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
    for (const { Key = '', LastModified } of Contents) {
      const [, digits, photo] = /^(\d{17})-([0-9a-z]+)-/.exec(Key.slice(Prefix.length)) ?? [];
      if (photo !== id || !digits) continue;
      const uploadedAt = digits.replace(/(....)(..)(..)(..)(..)(..)(...)/, '$1-$2-$3T$4:$5:$6.$7Z');
      originals.push({ key: Key, uploadedAt, stored: Number(LastModified) });
    }
  }
  const [latestOriginal] = originals.toSorted((a, b) => b.stored - a.stored);
  const original = originals.find(({ key }) => key === knownKey) ?? latestOriginal;
  if (original) return original;
  throw new Error(`The photos bucket holds no original of the photo ${id} under ${Prefix}.`);
}

/**
 * Says what is wrong with a row, and repairs it from a source if there is one.
 * @throws Error, in a sentence, for a row that does not exist or can't be repaired from this source
 */
export async function repair(
  target: Target,
  table: RepairedTable,
  key: Row,
  from: { export: string } | { table: string } | { object: string } | undefined,
  folder: string,
  say: Say,
): Promise<void> {
  const row = await readRow(target, target.tables[table], key);
  if (!row)
    throw new Error(`There is no such row in ${table}. 'npm run studio:restore' puts back rows that are missing.`);
  const damage = damageOf(table, row);
  if (damage.size === 0) return say('This row is valid: nothing to repair.');
  for (const [name, message] of damage) say(`${name}: ${message}`);
  if (!from)
    return say(
      'Nothing was changed. Name a source: --export <folder>, --table <name>, or --object <landing bucket> for a photo.',
    );

  const file = resolve(folder, diskName(`damaged-${table}-${Object.values(key).join('-')}-${Date.now()}.json`));
  await writeFile(file, `${JSON.stringify(row, null, 2)}\n`);
  say(`The row as it was: ${file}`);
  if ('object' in from) {
    await rebuildFromObject(target, from.object, { session_id: String(key.session_id), id: String(key.id) }, row);
    return say('The row was deleted and its original is being processed again: the photo is listed within a minute.');
  }
  const source =
    'export' in from ? await readExported(from.export, table, key) : await readRow(target, from.table, key);
  if (!source) throw new Error('The restored table does not contain this row. Restore an earlier point in time.');
  await writeMended(target, table, row, mend(table, row, source));
  say(`Repaired: ${[...damage.keys()].join(', ')}.`);
}

const isRepairable = (name: string | undefined): name is RepairedTable => name !== undefined && name in schemas;

/**
 * Returns the table, the key and the source that the command line names.
 * @throws Error with the usage for any other arguments
 */
export function parseArguments([table, ...positionals]: string[]) {
  if (!isRepairable(table)) throw new Error(usage);
  const { partitionKey, sortKey }: TableBlueprint = tables[table];
  const keys = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
  const ids = positionals.slice(0, keys.length);
  const [flag, value, ...extraArguments] = positionals.slice(ids.length);
  if (ids.length < keys.length || ids.some((id) => id === '' || id.startsWith('-')) || extraArguments.length > 0) {
    throw new Error(usage);
  }
  const key: Row = Object.fromEntries(keys.map((name, index) => [name, ids[index]]));
  if (flag === undefined) return { table, key, from: undefined };
  if (flag === '--object' && value && table === 'photos') return { table, key, from: { object: value } };
  if (flag === '--export' && value) return { table, key, from: { export: resolve(value) } };
  if (flag === '--table' && value) return { table, key, from: { table: value } };
  throw new Error(usage);
}

async function main(): Promise<void> {
  if (process.argv[2] === 'capture-times' && process.argv.length === 3) {
    return readCaptureTimesAgain(await deployedSource(config.region), console.log);
  }
  if (process.argv[2] === 'search-keys' && process.argv.length === 3) {
    return writeSearchKeys(await deployedSource(config.region), console.log);
  }
  const { table, key, from } = parseArguments(process.argv.slice(2));
  await repair(await deployedSource(config.region), table, key, from, '.', console.log);
}

if (import.meta.main) run(main);
