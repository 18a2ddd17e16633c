import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { portfolioPath, variants } from '#shared/media.ts';
import config from '../../studio.config.ts';
import { type TableBlueprint, tables } from '../blueprint.ts';
import { run, type Say } from './command-line.ts';
import { deployedSource, type Source } from './export.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { BucketFiles, type FetchedFile } from './exported/bucket-files.ts';
import { allVariants, derivativeOf } from './exported/photo-files.ts';
import { type ExportedTable, isSession, type PhotoRow, type Row, readRows, rowsFile } from './exported/rows.ts';
import { readSummary } from './restore-drill.ts';

const usage = `Usage: npm run studio:restore -- <folder of an export>

  Puts rows and files of an export back where the studio has none, counts the sessions' photos anew, and changes nothing that is
  there. Into a new, empty studio as well as into one that has lost something. It can be run again at any time.`;

export interface RestoreReport {
  /** Rows put back, table by table. */
  rows: Record<string, number>;
  /** Objects put back. */
  files: number;
  /** Logins that this user pool does not know: their customers are found again by the address that Google has verified. */
  forgottenLogins: number;
}

/** Not the outbox: a row put there is a letter sent. */
const restoredTables = ['customers', 'sessions', 'photos', 'quotes', 'messages'] as const satisfies ExportedTable[];

/** @throws Error for a folder that holds no whole export */
export async function restore(target: Source, folder: string, say: Say): Promise<RestoreReport> {
  await readSummary(folder);
  // Files first: a row must never say that a photo is ready whose file is not there.
  const files = await restoreFiles(target, folder);
  say(`${files} files put back.`);
  const known = await knownLogins(target, folder);
  const report: RestoreReport = { rows: {}, files, forgottenLogins: 0 };
  for (const name of restoredTables) {
    let count = 0;
    await forEachAtOnce(readRows(rowsFile(folder, name)), async (row) => {
      const login = name === 'customers' ? loginOf(row) : undefined;
      const isForgotten = login !== undefined && !known.has(login);
      if (isForgotten && isLoginRow(row)) report.forgottenLogins += 1;
      else if (await putIfMissing(target, name, isForgotten ? withoutLogin(row) : row)) count += 1;
    });
    report.rows[name] = count;
    say(`${count} ${name} put back.`);
  }
  await forEachAtOnce(readRows(rowsFile(folder, 'sessions')), async (row) => {
    if (isSession(row)) await recount(target, row.id);
  });
  return report;
}

/** Puts an object back where the bucket has none, as it was stored. */
async function restoreFiles({ s3, photosBucket: Bucket }: Source, folder: string): Promise<number> {
  const files = await BucketFiles.open(folder);
  let count = 0;
  const put = async (Key: string, { file, size, crc32, ...entry }: FetchedFile) => {
    const isThere = await s3.send(new HeadObjectCommand({ Bucket, Key })).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && error.name === 'NotFound') return false;
        throw error;
      },
    );
    if (isThere) return;
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: createReadStream(join(folder, file)),
        ContentLength: size,
        ChecksumCRC32: crc32,
        ...(entry.content_type && { ContentType: entry.content_type }),
        ...(entry.content_disposition && { ContentDisposition: entry.content_disposition }),
        ...(entry.cache_control && { CacheControl: entry.cache_control }),
        ...(Key.startsWith('originals/') && { StorageClass: 'INTELLIGENT_TIERING' as const }),
      }),
    );
    count += 1;
  };
  await forEachAtOnce(files.entries, (entry) => put(entry.key, entry));
  await forEachAtOnce(readRows<PhotoRow>(rowsFile(folder, 'photos')), async (photo) => {
    if (photo.state !== 'ready' || !photo.featured_at || !photo.portfolio_key) return;
    for (const variant of allVariants) {
      const entry = files.entry(derivativeOf(photo, variant));
      if (!entry) throw new Error(`The export lacks the ${variants[variant].file} of photo ${photo.id}: export again.`);
      await put(portfolioPath(photo.portfolio_key, variant).slice(1), entry);
    }
  });
  return count;
}

async function putIfMissing({ dynamodb, tables: names }: Source, name: ExportedTable, Item: Row): Promise<boolean> {
  const { partitionKey }: TableBlueprint = tables[name];
  try {
    await dynamodb.send(
      new PutCommand({
        TableName: names[name],
        Item,
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': partitionKey },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/** The login that a row hangs on: a customer's own, or the row that says whose a login is. */
function loginOf(row: Row): string | undefined {
  if (isLoginRow(row)) return String(row.id).slice('login#'.length);
  return typeof row.login_sub === 'string' ? row.login_sub : undefined;
}
const isLoginRow = ({ id }: Row) => typeof id === 'string' && id.startsWith('login#');
const withoutLogin = ({ login_sub: _, ...row }: Row): Row => row;

/** Logins of the export that this user pool knows, too: all of them where nothing happened to it. */
async function knownLogins({ cognito, userPool }: Source, folder: string): Promise<Set<string>> {
  const wanted = new Set<string>();
  for await (const row of readRows(rowsFile(folder, 'customers'))) {
    const login = loginOf(row);
    if (login) wanted.add(login);
  }
  const known = new Set<string>();
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: userPool })) {
    for (const { Attributes = [] } of Users) {
      const sub = Attributes.find(({ Name }) => Name === 'sub')?.Value;
      if (sub && wanted.has(sub)) known.add(sub);
    }
  }
  return known;
}

/** Sets a session's counts to what its photos are. */
async function recount({ dynamodb, tables: names }: Source, id: string): Promise<void> {
  let photos = 0;
  let visible = 0;
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: names.photos,
      ConsistentRead: true,
      KeyConditionExpression: 'session_id = :session',
      ExpressionAttributeValues: { ':session': id },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { state, is_approved } of Items as PhotoRow[]) {
      if (state !== 'ready') continue;
      photos += 1;
      if (is_approved) visible += 1;
    }
  }
  await dynamodb.send(
    new UpdateCommand({
      TableName: names.sessions,
      Key: { id },
      UpdateExpression: 'SET photos_count = :photos, visible_count = :visible',
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeValues: { ':photos': photos, ':visible': visible },
    }),
  );
}

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length > 0) throw new Error(usage);
  const { forgottenLogins } = await restore(await deployedSource(config.region), resolve(folder), console.log);
  if (forgottenLogins > 0) {
    console.log(
      `${forgottenLogins} clients' logins are of another user pool; each is found again by the address that Google has verified.`,
    );
  }
}

if (import.meta.main) run(main);
