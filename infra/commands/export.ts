import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient, paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Variant, variants } from '#shared/photos/media.ts';
import type { UserPoolName } from '#shared/site-config.ts';
import { studio } from '#shared/studio.ts';
import { csv } from '#shared/text/csv.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import config from '../../studio.config.ts';
import type { TableName } from '../blueprint.ts';
import { run, type Say } from './command-line.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { BucketFiles, DamagedObjectError, findStored, listStored, type StoredObject } from './exported/bucket-files.ts';
import { writeGuests, writeLinks, writeMessages, writeQuotes } from './exported/csv-tables.ts';
import { describePrice } from './exported/export-price.ts';
import { asideFolders, diskName, Paths } from './exported/file-names.ts';
import { indexPage, type PageOfSession, sessionPage } from './exported/gallery-pages.ts';
import { hasFavoriteOrNote, xmpOf } from './exported/metadata.ts';
import { type Edge, fromS3, isServedByEdge, throughEdge } from './exported/object-reader.ts';
import {
  allVariants,
  derivativeAt,
  formerOf,
  mediaKeysOf,
  nameOf,
  neededKeys,
  originalOf,
} from './exported/photo-files.ts';
import { pictureFileOf, pictureKeys } from './exported/picture-files.ts';
import { fingerprintOf } from './exported/restored-links.ts';
import {
  type AttachmentRow,
  type CustomerRow,
  checkRows,
  exportedTables,
  isAttachment,
  isCustomer,
  isGuest,
  isLink,
  isPhoto,
  isSession,
  isUniquenessRow,
  keyOf,
  type PhotoRow,
  type Row,
  readRows,
  rowsFile,
  type SessionRow,
  sessionOf,
  type WrittenRows,
  writeRows,
} from './exported/rows.ts';
import { findApiKey, findEdge, findPhotosBucket, findTables, findUserPool, stackResources } from './stack/deployed.ts';

const usage = `Usage: npm run studio:export -- <folder> [--rows]

  Copies everything that is the studio's to a folder of this computer: originals by client and session, all rows as JSON,
  favorites, notes, quotes, messages, links and what their guests picked as CSV, stars and notes as XMP for raw files, and galleries that open without internet
  (index.html). Says what AWS takes for it before it fetches anything. A bad row or file is reported at the end.
  The same folder again: only what is new is fetched. It reads, and changes nothing in AWS.
  --rows: only the rows, without any file: for 'npm run studio:repair' and 'npm run studio:restore'.`;

/** The sources of an export. */
export interface Source {
  dynamodb: DynamoDBDocumentClient;
  s3: S3Client;
  cognito: CognitoIdentityProviderClient;
  tables: Record<TableName, string>;
  photosBucket: string;
  userPools: Record<UserPoolName, string>;
  /** The access to files through CloudFront, which costs less; when undefined, files are read from the bucket. */
  edge?: Edge;
  /** Reads the value from which the API's keys are derived; it resolves to undefined when the value is unknown. */
  readApiKey?: () => Promise<string | undefined>;
}

/**
 * The result of an export, and the format of `export.json`, which is written last: an export without it is incomplete.
 */
export interface ExportSummary {
  studio: string;
  /** The address of the site, to which guests' links lead. */
  site?: string;
  /** The fingerprint of the key by which links can be copied again. */
  links_key?: string;
  began_at: string;
  ended_at: string;
  rows: Record<string, number>;
  /** The number of files in the export; `fetched` is the number that this run has fetched. */
  files: number;
  fetched: number;
  bytes: number;
  /** Keys that a row names and the bucket does not contain. */
  missing: string[];
  /** The number of missing objects that this folder has, from an earlier export or from CloudFront's cache. */
  missing_here?: number;
  /** Files that could not be fetched or written completely, each with the reason. */
  failed: string[];
  /** Rows that do not match the studio's format: exported as rows, but not used for files and pages. */
  bad_rows: string[];
  /** The number of photos whose upload was not complete. */
  pending: number;
  /** Set when files were left out. */
  rows_only?: true;
}

/**
 * Exports into a folder, which is empty or contains an earlier export.
 * @throws Error for a folder with other content, and when AWS or the disk fails
 */
export async function exportStudio(source: Source, folder: string, say: Say): Promise<ExportSummary> {
  await checkFolder(folder);
  await mkdir(join(folder, 'rows'), { recursive: true });
  await rm(join(folder, 'export.json'), { force: true });
  const began_at = new Date().toISOString();

  // The objects are listed before the rows are read: an upload in between adds a row without a listed file, never a
  // file without a row.
  say('Listing the files …');
  const firstList = await writeRows(objectsFile(folder), listStored(source.s3, source.photosBucket));
  const { writtenRows, badRows, customers, sessions, photos, attachments, pictures } = await exportRows(
    source,
    folder,
    say,
  );

  const files = await BucketFiles.reopen(folder);
  const { plannedFiles, paths } = plan({ customers, sessions, photos, attachments }, files);
  plannedFiles.push(...pictures.map((key) => ({ key, file: pictureFileOf(key) })));
  const needed = [photos.map(neededKeys), attachments.map(({ original_key }) => original_key ?? []), pictures].flat(2);
  const { listed, sizes, missingKeys } = await findNeeded(source, folder, firstList, needed);
  const { presentKeys, fetched, missing, failed } = await fetchAll(source, files, plannedFiles, sizes, say);
  await writeFavoritesAndNotes(folder, { customers, sessions, photos, paths });
  await writeQuotes(folder, customers);
  await writeMessages(folder);
  const links = await writeLinks(folder, { customers, sessions });
  await writeGuests(folder, links, { customers, sessions, photos, paths });
  await writePages(folder, began_at, { customers, sessions, photos, paths });

  say('Reading back what was written …');
  await checkRows(objectsFile(folder), listed);
  await checkAllRows(folder, writtenRows);
  await files.check(presentKeys);
  const entries = [...files.entries];
  const summary: ExportSummary = {
    studio: studio.name,
    ...(await originOfLinks(source)),
    began_at,
    ended_at: new Date().toISOString(),
    rows: countsOf(writtenRows),
    files: entries.length,
    fetched,
    bytes: entries.reduce((sum, { size }) => sum + size, 0),
    missing: [...new Set([...missingKeys, ...missing])].toSorted(),
    missing_here: (await Promise.all(missingKeys.map((key) => files.has(key)))).filter(Boolean).length,
    failed,
    bad_rows: badRows,
    pending: photos.filter(({ state }) => state === 'pending').length,
  };
  await writeSummary(folder, summary);
  if (summary.missing.length === 0 && failed.length === 0) await recordExport(source, began_at, say);
  return summary;
}

/**
 * Records the export, so that the dashboard says when the next one is due. If that fails, the export is complete all
 * the same.
 */
async function recordExport(source: Source, made_at: string, say: Say): Promise<void> {
  try {
    await source.dynamodb.send(new PutCommand({ TableName: source.tables.settings, Item: { id: 'export', made_at } }));
  } catch (error) {
    say(`The dashboard does not know of this export: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Exports the rows without files, for repairs. It reads the tables, and nothing from S3.
 * @throws Error for a folder with other content, or an export with files
 */
export async function exportRowsOnly(source: Source, folder: string, say: Say): Promise<ExportSummary> {
  await checkFolder(folder);
  if (existsSync(join(folder, 'objects.jsonl'))) {
    throw new Error(`${folder} contains an export with files: use another folder for rows only.`);
  }
  await mkdir(join(folder, 'rows'), { recursive: true });
  await rm(join(folder, 'export.json'), { force: true });
  const began_at = new Date().toISOString();
  const { writtenRows, badRows, photos } = await exportRows(source, folder, say);
  await checkAllRows(folder, writtenRows);
  const summary: ExportSummary = {
    studio: studio.name,
    ...(await originOfLinks(source)),
    began_at,
    ended_at: new Date().toISOString(),
    rows: countsOf(writtenRows),
    files: 0,
    fetched: 0,
    bytes: 0,
    missing: [],
    failed: [],
    bad_rows: badRows,
    pending: photos.filter(({ state }) => state === 'pending').length,
    rows_only: true,
  };
  await writeSummary(folder, summary);
  return summary;
}

/** Returns the facts by which a restore finds out whether links lead to its site, and can be copied again. */
async function originOfLinks({ edge, readApiKey }: Source): Promise<Pick<ExportSummary, 'site' | 'links_key'>> {
  const key = await readApiKey?.();
  return { ...(edge && { site: edge.origin }), ...(key && { links_key: fingerprintOf(key) }) };
}

/** Writes `export.json`, which appears only when it is complete. */
async function writeSummary(folder: string, summary: ExportSummary): Promise<void> {
  const file = join(folder, 'export.json');
  await writeFile(`${file}.part`, `${JSON.stringify(summary, null, 2)}\n`);
  await rename(`${file}.part`, file);
}

async function checkFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  if (names.length > 0 && !names.includes('rows')) {
    throw new Error(`${folder} contains other files than an export: use an empty or a new folder.`);
  }
}

interface Everything {
  customers: Map<string, CustomerRow>;
  sessions: Map<string, SessionRow>;
  photos: PhotoRow[];
  /** The path of each photo's original in the export, by its key. */
  paths: Map<string, string>;
}

/** Tables whose rows are used for files, pages and CSV tables of sessions. */
const usedTables: TableName[] = ['customers', 'sessions', 'photos', 'links', 'guests'];

async function exportRows(source: Source, folder: string, say: Say) {
  const writtenRows: Record<string, WrittenRows> = {};
  const customers = new Map<string, CustomerRow>();
  const sessions = new Map<string, SessionRow>();
  const photos: PhotoRow[] = [];
  const attachments: AttachmentRow[] = [];
  /** The keys of the website's pictures. */
  const pictureFileKeys: string[] = [];
  const badRows: string[] = [];
  for (const name of exportedTables) {
    writtenRows[name] = await writeRows(
      rowsFile(folder, name),
      withEach(scan(source, source.tables[name]), (row) => {
        if (name === 'pictures' && row.state === 'ready') pictureFileKeys.push(...pictureKeys(row));
        else if (name === 'customers' && isCustomer(row)) customers.set(row.id, row);
        else if (name === 'sessions' && isSession(row)) sessions.set(row.id, row);
        else if (name === 'photos' && isPhoto(row)) photos.push(row);
        else if (name === 'photos' && isAttachment(row)) attachments.push(row);
        else if ((name === 'links' && isLink(row)) || (name === 'guests' && isGuest(row))) return;
        else if (usedTables.includes(name) && !isUniquenessRow(row)) {
          badRows.push(`${name} ${JSON.stringify(keyOf(name, row))}`);
        }
      }),
    );
  }
  writtenRows.logins = await writeRows(rowsFile(folder, 'logins'), listLogins(source));
  say(
    `Rows: ${Object.entries(countsOf(writtenRows))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  return { writtenRows, badRows, customers, sessions, photos, attachments, pictures: pictureFileKeys };
}

const countsOf = (writtenRows: Record<string, WrittenRows>): Record<string, number> =>
  Object.fromEntries(Object.entries(writtenRows).map(([name, { count }]) => [name, count]));

/**
 * Reads all files of rows again.
 * @throws Error for a file that does not read as it was written
 */
async function checkAllRows(folder: string, writtenRows: Record<string, WrittenRows>): Promise<void> {
  for (const [name, rows] of Object.entries(writtenRows)) await checkRows(rowsFile(folder, name), rows);
}

/** Yields the rows, and calls `work` for each. */
async function* withEach(rows: AsyncIterable<Row>, work: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    work(row);
    yield row;
  }
}

/** Yields all rows of a table. It scans, because nobody waits and no row may be missing. */
export async function* scan({ dynamodb }: Pick<Source, 'dynamodb'>, TableName: string): AsyncGenerator<Row> {
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true }))
    yield* Items;
}

/** Yields everyone who can sign in, with the pool's name. Cognito does not export passwords and authenticators. */
async function* listLogins({ cognito, userPools }: Source): AsyncGenerator<Row> {
  for (const [pool, UserPoolId] of Object.entries(userPools)) {
    for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId })) {
      for (const { Username: username, Attributes = [], UserStatus: status, Enabled: enabled } of Users) {
        const { sub, email } = Object.fromEntries(Attributes.map(({ Name = '', Value }) => [Name, Value]));
        yield { pool, username, sub, email, status, enabled };
      }
    }
  }
}

const objectsFile = (folder: string) => join(folder, 'objects.jsonl');

/**
 * Finds out which needed objects the bucket lacks. It asks the bucket again for objects that are not in the list,
 * because uploads may have stored some after the list was made, and adds these to the list.
 * @param firstList the count and the digest of the list as it was written first
 * @returns the sizes of the bucket's objects by key, and the needed keys that it lacks
 */
async function findNeeded({ s3, photosBucket }: Source, folder: string, firstList: WrittenRows, needed: string[]) {
  const sizes = new Map<string, number>();
  for await (const { key, size } of readRows<StoredObject>(objectsFile(folder))) sizes.set(key, size);
  const lateObjects: StoredObject[] = [];
  const missingKeys: string[] = [];
  await forEachAtOnce(new Set(needed.filter((key) => !sizes.has(key))), async (key) => {
    const storedObject = await findStored(s3, photosBucket, key);
    if (storedObject) lateObjects.push(storedObject);
    else missingKeys.push(key);
  });
  for (const { key, size } of lateObjects) sizes.set(key, size);
  const listed =
    lateObjects.length > 0 ? await writeRows(objectsFile(folder), withLateObjects(folder, lateObjects)) : firstList;
  return { listed, sizes, missingKeys };
}

async function* withLateObjects(folder: string, lateObjects: StoredObject[]): AsyncGenerator<StoredObject> {
  yield* readRows<StoredObject>(objectsFile(folder));
  yield* lateObjects;
}

interface PlannedFile {
  key: string;
  file: string;
  crc32?: string;
}

/** Decides which object is written to which path. Files that an earlier run has fetched keep their paths. */
function plan(
  { customers, sessions, photos, attachments }: Omit<Everything, 'paths'> & { attachments: AttachmentRow[] },
  files: BucketFiles,
): { plannedFiles: PlannedFile[]; paths: Everything['paths'] } {
  const freePaths = new Paths([...files.entries].map(({ file }) => file));
  const paths: Everything['paths'] = new Map();
  const plannedFiles: PlannedFile[] = [];
  for (const photo of inOrderOfUpload(photos)) {
    const key = originalOf(photo);
    if (!key) continue;
    const folder = folderOf(photo, customers.get(photo.customer_id), sessions.get(photo.session_id));
    const file = files.entry(key)?.file ?? freePaths.take(folder, nameOf(photo), photo.id);
    paths.set(key, file);
    plannedFiles.push({ key, file, ...(photo.crc32 && { crc32: photo.crc32 }) });
    for (const { original_key, crc32, ...version } of formerOf(photo)) {
      const name = nameOf(version);
      const earlierFile =
        files.entry(original_key)?.file ?? freePaths.take(`${folder}/${asideFolders.earlier}`, name, photo.id);
      plannedFiles.push({ key: original_key, file: earlierFile, crc32 });
    }
    if (photo.state !== 'ready') continue;
    for (const version of [photo, ...formerOf(photo)]) {
      for (const media_key of mediaKeysOf(version)) {
        for (const variant of allVariants)
          plannedFiles.push({
            key: derivativeAt(version, media_key, variant),
            file: imageFileAt(version, media_key, variant),
          });
      }
    }
  }
  for (const row of attachments.toSorted((a, b) => compare(a.attached_at, b.attached_at) || compare(a.id, b.id))) {
    const { original_key: key, crc32 } = row;
    if (!key) continue;
    const folder = folderOf(row, customers.get(row.customer_id), sessions.get(sessionOf({ ...row })));
    const file =
      files.entry(key)?.file ?? freePaths.take(`${folder}/${asideFolders.attachments}`, row.file_name, row.id);
    plannedFiles.push({ key, file, ...(crc32 && { crc32 }) });
  }
  return { plannedFiles, paths };
}

/** Returns the photos in the order of their upload, so that later photos never change the names of earlier ones. */
const inOrderOfUpload = (photos: PhotoRow[]) =>
  photos.toSorted((a, b) => compare(a.uploaded_at, b.uploaded_at) || compare(a.id, b.id));

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function folderOf(
  photo: Pick<PhotoRow, 'customer_id' | 'session_id' | 'state'>,
  customer: CustomerRow | undefined,
  session: SessionRow | undefined,
): string {
  const customerFolder = customer
    ? `${customer.name} ${customer.customer_id}`
    : `Unknown customer ${photo.customer_id}`;
  const sessionFolder = session
    ? `${session.session_date} ${session.session_name}`
    : `Unknown session ${photo.session_id}`;
  const subfolder = {
    ready: '',
    deleted: `/${asideFolders.deleted}`,
    failed: `/${asideFolders.refused}`,
    pending: `/${asideFolders.refused}`,
  }[photo.state];
  return `photos/${diskName(customerFolder)}/${diskName(sessionFolder)}${subfolder}`;
}

const imageFileOf = (photo: PhotoRow, variant: Variant) =>
  imageFileAt(photo, photo.stale_media_key ?? photo.media_key, variant);

const imageFileAt = ({ session_id, id }: PhotoRow, media_key: string, variant: Variant) =>
  `gallery/pictures/${session_id}/${id}-${media_key}-${variants[variant].file}`;

async function fetchAll(
  { s3, photosBucket, edge }: Source,
  files: BucketFiles,
  plannedFiles: PlannedFile[],
  sizes: Map<string, number>,
  say: Say,
) {
  const direct = fromS3(s3, photosBucket);
  const openObject = edge ? throughEdge(edge, direct) : direct;
  say(describePrice(await bytesToFetch(files, plannedFiles, sizes, edge !== undefined)));
  const presentKeys: string[] = [];
  const missingKeys: string[] = [];
  const failures: string[] = [];
  let fetched = 0;
  let done = 0;
  // Files that the bucket lacks are fetched, too: CloudFront may still have the last copy of one.
  await forEachAtOnce(plannedFiles, async ({ key, file, crc32 }) => {
    const expected = { crc32, size: sizes.get(key) };
    try {
      if (!(await files.has(key))) {
        const isFetched = await files.fetch(openObject, key, file, expected).catch((error: unknown) => {
          if (!edge || !(error instanceof DamagedObjectError)) throw error;
          return files.fetch(direct, key, file, expected);
        });
        if (!isFetched) return void missingKeys.push(key);
        fetched += 1;
      }
      presentKeys.push(key);
    } catch (error) {
      if (!isAboutOneFile(error)) throw error;
      failures.push(error.message);
    }
    done += 1;
    if (done % 1_000 === 0) say(`${done} of ${plannedFiles.length} files`);
  });
  say(`${presentKeys.length} files are here, ${fetched} of them new.`);
  return { presentKeys, fetched, missing: missingKeys.toSorted(), failed: failures.toSorted() };
}

/** Whether an error concerns only one object or file name. */
const isAboutOneFile = (error: unknown): error is Error =>
  error instanceof DamagedObjectError ||
  (error instanceof Error &&
    (error.name === 'InvalidObjectState' ||
      ('code' in error && /^(ENAMETOOLONG|EINVAL|EILSEQ|EISDIR|ENOTDIR|EEXIST)$/.test(String(error.code)))));

async function bytesToFetch(
  files: BucketFiles,
  plannedFiles: PlannedFile[],
  sizes: Map<string, number>,
  hasEdge: boolean,
) {
  const bytes = { edge: 0, direct: 0, originals: 0 };
  for (const { key } of plannedFiles) {
    if (await files.has(key)) continue;
    const size = sizes.get(key) ?? 0;
    bytes[hasEdge && isServedByEdge(key) ? 'edge' : 'direct'] += size;
    if (key.startsWith('originals/')) bytes.originals += size;
  }
  return bytes;
}

const aboutXmp = `An XMP file for each photo that has a star or a note, called as the camera called the photo.
Of photos with one name, the later ones have letters behind it; each file also names its photo inside (PreservedFileName).

Lightroom, Camera Raw and Bridge read them beside RAW files: copy them into the folder of the raw files (IMG_0001.CR3 and IMG_0001.xmp),
then choose Metadata > Read Metadata from Files. A favorite has five stars and the label Favorite; the note is the caption.

They ignore such files beside JPEGs. For JPEGs, filter by the names in favorites-and-notes.csv, column Camera file.
`;

/** Writes `favorites-and-notes.csv`, and an XMP file for each photo with a favorite or a note. */
async function writeFavoritesAndNotes(
  folder: string,
  { customers, sessions, photos, paths }: Everything,
): Promise<void> {
  const lines = [
    ['Client', 'Customer ID', 'Session', 'Date', 'File', 'Camera file', 'Favorite', 'Since', 'Note', 'Reply'],
  ];
  const sidecars = new Paths();
  await rm(join(folder, 'xmp'), { recursive: true, force: true });
  for (const photo of inOrderOfUpload(photos)) {
    const file = paths.get(originalOf(photo) ?? '');
    if (!file || !hasFavoriteOrNote(photo)) continue;
    const customer = customers.get(photo.customer_id);
    const session = sessions.get(photo.session_id);
    const sidecarFolder = folderOf(photo, customer, session).replace(/^photos\//, 'xmp/');
    const sidecar = sidecars.take(sidecarFolder, `${splitEnding(diskName(photo.file_name)).stem}.xmp`, photo.id);
    await mkdir(join(folder, sidecarFolder), { recursive: true });
    await writeFile(join(folder, sidecar), xmpOf(photo));
    lines.push([
      customer?.name ?? '',
      customer?.customer_id ?? '',
      session?.session_name ?? '',
      session?.session_date ?? '',
      file,
      photo.file_name,
      photo.is_favorite ? 'yes' : '',
      photo.favorited_at ?? '',
      photo.note ?? '',
      photo.reply ?? '',
    ]);
  }
  if (lines.length > 1) await writeFile(join(folder, 'xmp', 'READ ME.txt'), aboutXmp);
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
    const sessionPhotos = bySession.get(session.id) ?? [];
    if (sessionPhotos.length === 0) continue;
    const page: PageOfSession = {
      path: `gallery/${session.id}.html`,
      customer: customers.get(session.customer_id)?.name ?? 'Unknown customer',
      name: session.session_name,
      date: session.session_date,
      photos: sessionPhotos
        .toSorted(
          (a, b) => chapterOf(a, session) - chapterOf(b, session) || compare(orderOf(a, session), orderOf(b, session)),
        )
        .map((photo) => ({
          name: photo.file_name,
          small: imageFileOf(photo, 'small'),
          large: imageFileOf(photo, 'large'),
          original: paths.get(originalOf(photo) ?? '') ?? '',
          isFavorite: photo.is_favorite === true,
          isHidden: !photo.is_approved,
          note: photo.note ?? '',
          reply: photo.reply ?? '',
        })),
    };
    pages.push(page);
    await writeFile(join(folder, page.path), sessionPage(page));
  }
  const sorted = pages.toSorted((a, b) => compare(a.customer, b.customer) || compare(b.date, a.date));
  await writeFile(join(folder, 'index.html'), indexPage(studio.name, madeAt, sorted));
}

const orderOf = (photo: PhotoRow, { photo_order, base_order = 'captured' }: SessionRow) =>
  photo[`${photo_order === 'custom' ? base_order : photo_order}_order`] ?? '';

/** Returns the position of the photo's chapter; photos without a chapter follow the chapters. */
function chapterOf({ chapter_id }: PhotoRow, { chapters = [] }: SessionRow): number {
  const position = chapters.findIndex(({ id }) => id === chapter_id);
  return position < 0 ? chapters.length : position;
}

/** Returns the deployed studio that the credentials and the config name. */
export async function deployedSource(region: string): Promise<Source> {
  const cloudformation = new CloudFormationClient({ region });
  const resources = stackResources(cloudformation, config.prefix);
  const edge = await findEdge(cloudformation, resources, new SecretsManagerClient({ region }), config.prefix);
  return {
    ...(edge && { edge }),
    readApiKey: () => findApiKey(new SSMClient({ region }), config.prefix),
    dynamodb: DynamoDBDocumentClient.from(new DynamoDBClient({ region })),
    s3: new S3Client({ region }),
    cognito: new CognitoIdentityProviderClient({ region }),
    tables: await findTables(resources),
    photosBucket: await findPhotosBucket(resources),
    userPools: {
      clients: await findUserPool(resources, 'clients'),
      studio: await findUserPool(resources, 'studio'),
    },
  };
}

/** Returns sentences about an export's content. */
export function describeExport(summary: ExportSummary, folder: string): string[] {
  const { files, fetched, bytes, missing, missing_here = 0, failed, bad_rows, pending } = summary;
  const gigabytes = (bytes / 1e9).toFixed(2);
  const isWhole = missing.length + failed.length + bad_rows.length === 0;
  return [
    `${folder} holds ${isWhole ? 'everything' : 'everything but what is named below'}: ${files} files, ${gigabytes} GB, ${fetched} of them fetched just now. Open index.html to look at it.`,
    ...(missing.length > 0
      ? [
          `The bucket lacks ${missing.length} files that rows name; export.json lists them. See docs/runbook.md, "Restore".`,
          ...(missing_here > 0
            ? [
                `${missing_here} of them are in this folder, from an earlier export or from CloudFront: npm run studio:restore -- ${folder} puts them back.`,
              ]
            : []),
        ]
      : []),
    ...(failed.length > 0
      ? [`${failed.length} files could not be brought here; the others were:`, ...failed.map((line) => `  ${line}`)]
      : []),
    ...(bad_rows.length > 0
      ? [
          `${bad_rows.length} rows are not as the studio writes them. They are in rows/, and nothing else is made of them (docs/runbook.md, "Restore"):`,
          ...bad_rows.map((row) => `  ${row}`),
        ]
      : []),
    ...(pending > 0 ? [`${pending} photos were still on their way; export again when they are done.`] : []),
  ];
}

async function main(): Promise<void> {
  const [folder, rows, ...extraArguments] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || (rows && rows !== '--rows') || extraArguments.length > 0)
    throw new Error(usage);
  const path = resolve(folder);
  if (rows) {
    await exportRowsOnly(await deployedSource(config.region), path, console.log);
    return console.log(`${path} holds all rows, and no files.`);
  }
  const summary = await exportStudio(await deployedSource(config.region), path, console.log);
  console.log(describeExport(summary, path).join('\n'));
}

if (import.meta.main) run(main);
