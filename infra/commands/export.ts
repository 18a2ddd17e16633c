import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CognitoIdentityProviderClient, paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { csv } from '#shared/csv.ts';
import { type Variant, variants } from '#shared/media.ts';
import { studio } from '#shared/studio.ts';
import config from '../../studio.config.ts';
import type { TableName } from '../blueprint.ts';
import { run, type Say } from './command-line.ts';
import { findPhotosBucket, findTables, findUserPool } from './deployed.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { BucketFiles, listStored } from './exported/bucket-files.ts';
import { diskName, Paths, stemOf } from './exported/file-names.ts';
import { indexPage, type PageOfSession, sessionPage } from './exported/gallery-pages.ts';
import { isMarked, xmp } from './exported/metadata.ts';
import { allVariants, derivativeOf, originalOf } from './exported/photo-files.ts';
import {
  type CustomerRow,
  exportedTables,
  isCustomer,
  isSession,
  type PhotoRow,
  type Row,
  rowsFile,
  type SessionRow,
  writeRows,
} from './exported/rows.ts';

const usage = `Usage: npm run studio:export -- <folder>

  Copies everything that is the studio's to a folder of this computer: originals by client and session, all rows as JSON,
  favorites and notes as CSV and XMP, and galleries that open without internet (index.html).
  The same folder again: only what is new is fetched. It reads, and changes nothing in AWS.`;

/** Where everything comes from. */
export interface Source {
  dynamodb: DynamoDBDocumentClient;
  s3: S3Client;
  cognito: CognitoIdentityProviderClient;
  tables: Record<TableName, string>;
  photosBucket: string;
  userPool: string;
}

/** Also the shape of `export.json`, which is written last: an export without it is not whole. */
export interface ExportSummary {
  studio: string;
  began_at: string;
  ended_at: string;
  rows: Record<string, number>;
  /** Files that are here, and how many of them this run has fetched. */
  files: number;
  fetched: number;
  bytes: number;
  /** Keys that a row names and the bucket has not. */
  missing: string[];
  /** Photos whose upload had not ended. */
  pending: number;
}

/**
 * Exports into a folder, which is empty or holds an earlier export.
 * @throws Error for a folder that holds something else, and for a file that does not arrive whole
 */
export async function exportStudio(source: Source, folder: string, say: Say): Promise<ExportSummary> {
  await checkFolder(folder);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await rm(join(folder, 'export.json'), { force: true });
  const began_at = new Date().toISOString();

  // What lies in the bucket before the rows are read: an upload meanwhile gives a row without a file, never a file without a row.
  say('Listing the files …');
  await writeRows(join(folder, 'objects.jsonl'), listStored(source.s3, source.photosBucket));
  const { counts, customers, sessions, photos } = await exportRows(source, folder, say);

  const files = await BucketFiles.open(folder);
  const { wanted, paths } = plan(customers, sessions, photos, files);
  const { fetched, missing } = await fetchAll(source, files, wanted, say);
  await writeMarks(folder, { customers, sessions, photos, paths });
  await writePages(folder, began_at, { customers, sessions, photos, paths });

  const all = [...files.entries];
  const summary: ExportSummary = {
    studio: studio.name,
    began_at,
    ended_at: new Date().toISOString(),
    rows: counts,
    files: all.length,
    fetched,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
    missing,
    pending: photos.filter(({ state }) => state === 'pending').length,
  };
  await writeFile(join(folder, 'export.json'), `${JSON.stringify(summary, null, 2)}\n`);
  return summary;
}

async function checkFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  if (names.length > 0 && !names.includes('rows')) {
    throw new Error(`${folder} holds something that is no export: name an empty or a new folder.`);
  }
}

interface Everything {
  customers: Map<string, CustomerRow>;
  sessions: Map<string, SessionRow>;
  photos: PhotoRow[];
  /** Where a photo's uploaded file lies in the export, by its key. */
  paths: Map<string, string>;
}

async function exportRows(source: Source, folder: string, say: Say) {
  const counts: Record<string, number> = {};
  const customers = new Map<string, CustomerRow>();
  const sessions = new Map<string, SessionRow>();
  const photos: PhotoRow[] = [];
  for (const name of exportedTables) {
    counts[name] = await writeRows(
      rowsFile(folder, name),
      passing(scan(source, source.tables[name]), (row) => {
        if (name === 'customers' && isCustomer(row)) customers.set(row.id, row);
        if (name === 'sessions' && isSession(row)) sessions.set(row.id, row);
        if (name === 'photos') photos.push(row as unknown as PhotoRow);
      }),
    );
  }
  counts.logins = await writeRows(rowsFile(folder, 'logins'), listLogins(source));
  say(
    `Rows: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  return { counts, customers, sessions, photos };
}

async function* passing(rows: AsyncIterable<Row>, look: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    look(row);
    yield row;
  }
}

/** Scans: nobody waits here, and nothing must be left out. */
async function* scan({ dynamodb }: Source, TableName: string): AsyncGenerator<Row> {
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true }))
    yield* Items;
}

/** Who can sign in. Passwords and authenticators never leave Cognito. */
async function* listLogins({ cognito, userPool }: Source): AsyncGenerator<Row> {
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: userPool })) {
    for (const { Username, Attributes = [], UserStatus, Enabled } of Users) {
      const attributes = Object.fromEntries(Attributes.map(({ Name = '', Value }) => [Name, Value]));
      yield { username: Username, sub: attributes.sub, email: attributes.email, status: UserStatus, enabled: Enabled };
    }
  }
}

interface Wanted {
  key: string;
  file: string;
  crc32?: string;
}

/** Which objects belong where in the export. What has been fetched before stays where it is. */
function plan(
  customers: Everything['customers'],
  sessions: Everything['sessions'],
  photos: PhotoRow[],
  files: BucketFiles,
): { wanted: Wanted[]; paths: Everything['paths'] } {
  const free = new Paths([...files.entries].map(({ file }) => file));
  const paths: Everything['paths'] = new Map();
  const wanted: Wanted[] = [];
  // In the order of their uploading, so that later photos never change the names of earlier ones.
  for (const photo of photos.toSorted((a, b) => compare(a.uploaded_at, b.uploaded_at) || compare(a.id, b.id))) {
    const key = originalOf(photo);
    if (!key) continue;
    const folder = folderOf(photo, customers.get(photo.customer_id), sessions.get(photo.session_id));
    const file = files.entry(key)?.file ?? free.take(folder, photo.file_name, photo.id);
    paths.set(key, file);
    wanted.push({ key, file, ...(photo.crc32 && { crc32: photo.crc32 }) });
    if (photo.state !== 'ready') continue;
    for (const variant of allVariants)
      wanted.push({ key: derivativeOf(photo, variant), file: pictureOf(photo, variant) });
  }
  return { wanted, paths };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function folderOf(photo: PhotoRow, customer: CustomerRow | undefined, session: SessionRow | undefined): string {
  const who = customer ? `${customer.name} ${customer.customer_id}` : `Unknown customer ${photo.customer_id}`;
  const what = session ? `${session.session_date} ${session.session_name}` : `Unknown session ${photo.session_id}`;
  const aside = { ready: '', deleted: '/In the bin', failed: '/Refused', pending: '/Refused' }[photo.state];
  return `photos/${diskName(who)}/${diskName(what)}${aside}`;
}

const pictureOf = (photo: PhotoRow, variant: Variant) =>
  `gallery/pictures/${photo.session_id}/${photo.id}-${photo.stale_media_key ?? photo.media_key}-${variants[variant].file}`;

async function fetchAll({ s3, photosBucket }: Source, files: BucketFiles, wanted: Wanted[], say: Say) {
  const missing: string[] = [];
  let fetched = 0;
  let done = 0;
  await forEachAtOnce(wanted, async ({ key, file, crc32 }) => {
    if (!(await files.has(key))) {
      if (await files.fetch(s3, photosBucket, key, file, crc32)) fetched += 1;
      else missing.push(key);
    }
    done += 1;
    if (done % 1_000 === 0) say(`${done} of ${wanted.length} files`);
  });
  say(`${wanted.length - missing.length} files are here, ${fetched} of them new.`);
  return { fetched, missing: missing.toSorted() };
}

/** `favorites-and-notes.csv`, and an XMP file beside each photo that has a star or a note. */
async function writeMarks(folder: string, { customers, sessions, photos, paths }: Everything): Promise<void> {
  const lines = [['Client', 'Customer ID', 'Session', 'Date', 'File', 'Favorite', 'Since', 'Note']];
  for (const photo of photos) {
    const file = paths.get(originalOf(photo) ?? '');
    if (!file) continue;
    const sidecar = join(folder, `${stemOf(file)}.xmp`);
    if (!isMarked(photo)) {
      await rm(sidecar, { force: true });
      continue;
    }
    await writeFile(sidecar, xmp(photo));
    const customer = customers.get(photo.customer_id);
    const session = sessions.get(photo.session_id);
    lines.push([
      customer?.name ?? '',
      customer?.customer_id ?? '',
      session?.session_name ?? '',
      session?.session_date ?? '',
      file,
      photo.is_favorite ? 'yes' : '',
      photo.favorited_at ?? '',
      photo.note ?? '',
    ]);
  }
  await writeFile(join(folder, 'favorites-and-notes.csv'), csv(lines));
}

async function writePages(
  folder: string,
  madeAt: string,
  { customers, sessions, photos, paths }: Everything,
): Promise<void> {
  const bySession = Map.groupBy(
    photos.filter(({ state }) => state === 'ready'),
    ({ session_id }) => session_id,
  );
  await mkdir(join(folder, 'gallery'), { recursive: true });
  const pages: PageOfSession[] = [];
  for (const session of sessions.values()) {
    const own = bySession.get(session.id) ?? [];
    if (own.length === 0) continue;
    const page: PageOfSession = {
      path: `gallery/${session.id}.html`,
      customer: customers.get(session.customer_id)?.name ?? 'Unknown customer',
      name: session.session_name,
      date: session.session_date,
      photos: own
        .toSorted((a, b) => compare(orderOf(a, session), orderOf(b, session)))
        .map((photo) => ({
          name: photo.file_name,
          small: pictureOf(photo, 'small'),
          large: pictureOf(photo, 'large'),
          original: paths.get(originalOf(photo) ?? '') ?? '',
          isFavorite: photo.is_favorite === true,
          isHidden: !photo.is_approved,
          note: photo.note ?? '',
        })),
    };
    pages.push(page);
    await writeFile(join(folder, page.path), sessionPage(page));
  }
  const sorted = pages.toSorted((a, b) => compare(a.customer, b.customer) || compare(b.date, a.date));
  await writeFile(join(folder, 'index.html'), indexPage(studio.name, madeAt, sorted));
}

const orderOf = (photo: PhotoRow, { photo_order }: SessionRow) => photo[`${photo_order}_order`] ?? '';

/** The studio that these credentials and the config lead to. */
export async function deployedSource(region: string): Promise<Source> {
  const dynamodb = new DynamoDBClient({ region });
  const s3 = new S3Client({ region });
  const cognito = new CognitoIdentityProviderClient({ region });
  return {
    dynamodb: DynamoDBDocumentClient.from(dynamodb),
    s3,
    cognito,
    tables: await findTables(dynamodb),
    photosBucket: await findPhotosBucket(s3),
    userPool: await findUserPool(cognito),
  };
}

/** What an export holds, in sentences. */
export function describeExport({ files, fetched, bytes, missing, pending }: ExportSummary, folder: string): string[] {
  const gigabytes = (bytes / 1e9).toFixed(2);
  return [
    `${folder} holds everything: ${files} files, ${gigabytes} GB, ${fetched} of them fetched just now. Open index.html to look at it.`,
    ...(missing.length > 0
      ? [
          `The bucket lacks ${missing.length} files that rows name; export.json lists them. See docs/runbook.md, "Restore".`,
        ]
      : []),
    ...(pending > 0 ? [`${pending} photos were still on their way; export again when they are done.`] : []),
  ];
}

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length > 0) throw new Error(usage);
  const path = resolve(folder);
  const summary = await exportStudio(await deployedSource(config.region), path, console.log);
  console.log(describeExport(summary, path).join('\n'));
}

if (import.meta.main) run(main);
