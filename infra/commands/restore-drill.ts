import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import config from '../../studio.config.ts';
import { type TableBlueprint, tables } from '../blueprint/tables.ts';
import { run, type Say } from './command-line.ts';
import { BucketFiles, Checksum, type StoredObject } from './exported/bucket-files.ts';
import { describeRequests } from './exported/export-price.ts';
import { objectsOfAttachment, objectsOfPhoto, objectsOfPicture, type RowObjects } from './exported/needed-objects.ts';
import { unitsToWrite } from './exported/row-units.ts';
import {
  type ExportedTable,
  exportedTables,
  isAttachment,
  isSession,
  keyOf,
  type PhotoRow,
  type Row,
  readRows,
  rowsFile,
  sessionOf,
} from './exported/rows.ts';
import { wrongCounts } from './exported/session-counts.ts';
import { hasRows, readSummary } from './exported/summary.ts';

const usage = `Usage: npm run studio:restore-drill -- <folder of an export>

  Proves that an export could bring the studio back: builds its tables anew in a scratch place beside the live ones, compares them
  row by row, checks every file, and lists rows without files and files without rows. Then the scratch tables go again.`;

/** Everything that is wrong with an export; all lists are empty for a good one. */
export interface DrillReport {
  /** The number of rebuilt rows of each table. */
  rows: Partial<Record<ExportedTable, number>>;
  /** Tables that the export does not have, because an older version made it; that is no error. */
  absent: ExportedTable[];
  /** The number of files whose bytes equal the stored ones. */
  files: number;
  /** Rows that differ after the round trip. */
  changedRows: string[];
  /** Rows that name a file which the bucket or the export lacks, or which both have in different sizes. */
  rowsWithoutObjects: string[];
  /** Objects in the bucket that belong to no row. */
  objectsWithoutRows: string[];
  /** Sessions without a customer, photos and links without a session, guests without a link. */
  orphans: string[];
  /** Sessions whose counts differ from their photos. */
  wrongCounts: string[];
  /** Files of the export whose bytes differ from the stored ones. */
  damagedFiles: string[];
}

/**
 * Milliseconds. Concurrent work may explain a younger object without a row: an object is written before its row, and
 * deleted after it.
 */
const inFlightMs = 60 * 60_000;
const batchSize = 25;

/**
 * Checks whether an export could bring the studio back.
 * @throws Error for a folder without a complete export
 */
export async function drill(dynamodb: DynamoDBDocumentClient, folder: string, say: Say): Promise<DrillReport> {
  const summary = await readSummary(folder);
  const { began_at, rows_only } = summary;
  if (rows_only) throw new Error(`${folder} contains only rows: a drill needs an export with files.`);
  const scratch = (name: string) => `${config.prefix}-drill-${began_at.replace(/\D/g, '')}-${name}`;
  const absentTables = exportedTables.filter((name) => !hasRows(folder, name, summary));
  const presentTables = exportedTables.filter((name) => !absentTables.includes(name));
  const dynamodbWrites = await unitsToWrite(folder, presentTables, { withIndexes: false });
  say(`The tables are built anew in a scratch place. ${describeRequests({ dynamodbWrites })}`);
  const rebuilt = Object.fromEntries(exportedTables.map((name): [string, Row[]] => [name, []])) as Rebuilt;
  const changedRows: string[] = [];
  for (const name of presentTables) {
    say(`Rebuilding ${name} …`);
    const TableName = scratch(name);
    try {
      await makeTable(dynamodb, TableName, tables[name]);
      await putRows(dynamodb, TableName, readRows(rowsFile(folder, name)));
      rebuilt[name] = await readBack(dynamodb, TableName);
    } finally {
      await dropTable(dynamodb, TableName);
    }
    changedRows.push(...(await compare(name, folder, rebuilt[name], summary.rows[name])));
  }
  say('Checking the files …');
  const photos = rebuilt.photos.filter((row) => !isAttachment(row)) as unknown as PhotoRow[];
  const attachments = rebuilt.photos.filter(isAttachment);
  const files = await BucketFiles.open(folder);
  return {
    rows: Object.fromEntries(
      exportedTables.filter((name) => !absentTables.includes(name)).map((name) => [name, rebuilt[name].length]),
    ),
    absent: absentTables,
    changedRows,
    ...(await compareObjects(
      folder,
      [
        ...photos.map(objectsOfPhoto),
        ...attachments.map(objectsOfAttachment),
        ...rebuilt.pictures.map(objectsOfPicture),
      ],
      files,
      new Date(began_at),
    )),
    orphans: orphansIn(rebuilt),
    wrongCounts: wrongCounts(rebuilt),
    ...(await checkFiles(folder, files)),
  };
}

type Rebuilt = Record<ExportedTable, Row[]>;

/** Creates a table with the blueprint's keys, without indexes, because their content follows from the rows. */
async function makeTable(dynamodb: DynamoDBDocumentClient, TableName: string, table: TableBlueprint): Promise<void> {
  const keys = [table.partitionKey, ...(table.sortKey ? [table.sortKey] : [])];
  await dynamodb.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName): AttributeDefinition => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map(
        (AttributeName, i): KeySchemaElement => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' }),
      ),
    }),
  );
  await waitUntilTableExists({ client: dynamodb, maxWaitTime: 300, minDelay: 1, maxDelay: 5 }, { TableName });
}

async function dropTable(dynamodb: DynamoDBDocumentClient, TableName: string): Promise<void> {
  await dynamodb.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
  });
}

async function putRows(dynamodb: DynamoDBDocumentClient, TableName: string, rows: AsyncIterable<Row>): Promise<void> {
  let batch: Row[] = [];
  const flush = async () => {
    let requests = batch.map((Item) => ({ PutRequest: { Item } }));
    batch = [];
    for (let wait = 50; requests.length > 0; wait *= 2) {
      const { UnprocessedItems } = await dynamodb.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: requests } }),
      );
      requests = (UnprocessedItems?.[TableName] ?? []) as typeof requests;
      if (requests.length > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 5_000)));
    }
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}

async function readBack(dynamodb: DynamoDBDocumentClient, TableName: string): Promise<Row[]> {
  const rows: Row[] = [];
  const pages = paginateScan({ client: dynamodb }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) rows.push(...Items);
  return rows;
}

/**
 * Returns a line for each row that is missing in the rebuilt table or differs from the export.
 * @param exported the number of rows that were exported; more rows than that are no loss
 */
async function compare(name: ExportedTable, folder: string, rows: Row[], exported?: number): Promise<string[]> {
  const keyText = (row: Row) => JSON.stringify(keyOf(name, row));
  const byKey = new Map(rows.map((row) => [keyText(row), row]));
  const changedRows: string[] = [];
  if (exported !== undefined && exported > rows.length) {
    changedRows.push(`${name}: ${exported} rows were exported, ${rows.length} are here`);
  }
  for await (const row of readRows(rowsFile(folder, name))) {
    if (!isDeepStrictEqual(byKey.get(keyText(row)), row)) changedRows.push(`${name} ${keyText(row)}`);
  }
  return changedRows;
}

async function compareObjects(folder: string, rows: RowObjects[], files: BucketFiles, began: Date) {
  const sizes = new Map<string, number>();
  const ownedKeys = new Set(rows.flatMap(({ possible }) => possible));
  const objectsWithoutRows: string[] = [];
  for await (const { key, size, modified } of readRows<StoredObject>(join(folder, 'objects.jsonl'))) {
    sizes.set(key, size);
    const isSettled = began.getTime() - Date.parse(modified) > inFlightMs;
    if (!ownedKeys.has(key) && isSettled) objectsWithoutRows.push(key);
  }
  const rowsWithoutObjects: string[] = [];
  for (const { row, needed, copies } of rows) {
    for (const key of needed) {
      const size = sizes.get(key);
      const entry = files.entry(key);
      const isInExport = await files.has(copies.get(key) ?? key);
      const problem =
        size === undefined
          ? `the bucket lacks ${key}${isInExport ? `, which this export has: npm run studio:restore -- ${folder} puts it back` : ''}`
          : !copies.has(key) && !isInExport
            ? `the export lacks ${key}`
            : entry && entry.size !== size
              ? `the bucket has ${size} bytes of ${key}, and the export ${entry.size}`
              : undefined;
      if (problem) rowsWithoutObjects.push(`${row}: ${problem}`);
    }
  }
  return { rowsWithoutObjects, objectsWithoutRows };
}

function orphansIn({ customers, sessions, photos, links, guests }: Rebuilt): string[] {
  const customerIds = new Set(customers.map(({ id }) => id));
  const sessionRows = sessions.filter(isSession);
  const sessionIds = new Set(sessionRows.map(({ id }) => id));
  const linkIds = new Set(links.map(({ id }) => id));
  return [
    ...sessionRows
      .filter(({ customer_id }) => !customerIds.has(customer_id))
      .map(({ id }) => `session ${id} of no customer`),
    ...photos
      .filter((row) => !sessionIds.has(sessionOf(row)))
      .map((row) => `${isAttachment(row) ? 'attachment' : 'photo'} ${row.id} of no session`),
    ...links.filter((row) => !sessionIds.has(String(row.session_id))).map(({ id }) => `link ${id} of no session`),
    ...guests.filter((row) => !linkIds.has(row.link_id)).map((row) => `${row.part} of no link (${row.link_id})`),
  ];
}

/** Reads every file of the export once. */
async function checkFiles(folder: string, files: BucketFiles): Promise<Pick<DrillReport, 'files' | 'damagedFiles'>> {
  const damagedFiles: string[] = [];
  let wholeFiles = 0;
  for (const { file, size, crc32 } of files.entries) {
    const path = join(folder, file);
    const fileStats = await stat(path).catch(() => undefined);
    const checksum = new Checksum();
    checksum.resume();
    if (fileStats?.size === size) await pipeline(createReadStream(path), checksum);
    if (fileStats?.size === size && checksum.crc32 === crc32) wholeFiles += 1;
    else damagedFiles.push(file);
  }
  return { files: wholeFiles, damagedFiles };
}

/** Returns the lines of a drill's findings. */
export function describeDrill(report: DrillReport): string[] {
  const { rows, absent, files, ...lists } = report;
  const titles: Record<keyof typeof lists, string> = {
    changedRows: 'Rows that came out changed',
    rowsWithoutObjects: 'Rows without objects',
    objectsWithoutRows: 'Objects without rows',
    orphans: 'Rows that belong to nobody',
    wrongCounts: 'Sessions with wrong counts',
    damagedFiles: 'Damaged or missing files',
  };
  return [
    `Rebuilt: ${Object.entries(rows)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}; ${files} files are whole.`,
    ...(absent.length > 0
      ? [`Not in this export, which an older version has made: ${absent.join(', ')}. Export again to have them.`]
      : []),
    ...(Object.keys(titles) as (keyof typeof lists)[]).flatMap((name) => [
      `${titles[name]}: ${lists[name].length === 0 ? 'none' : lists[name].length}`,
      ...lists[name].map((line) => `  ${line}`),
    ]),
  ];
}

/** Whether a drill found nothing wrong. */
export const isSound = ({ rows: _, absent: __, files: ___, ...lists }: DrillReport): boolean =>
  Object.values(lists).every((list) => list.length === 0);

async function main(): Promise<void> {
  const [folder, ...extraArguments] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || extraArguments.length > 0) throw new Error(usage);
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ region: config.region }));
  const report = await drill(dynamodb, resolve(folder), console.log);
  console.log(describeDrill(report).join('\n'));
  if (!isSound(report)) process.exitCode = 1;
}

if (import.meta.main) run(main);
