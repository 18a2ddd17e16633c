import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type TableBlueprint, type TableName, tables } from '../../../infra/blueprint/tables.ts';
import type { Row } from '../../../infra/commands/exported/rows.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { dynamodb, s3 } from '../../../lambdas/platform/aws.ts';
import { credentials, region, userPools } from '../../../local/addresses.ts';
import { startCognito } from '../../../local/cognito/server.ts';
import { openStudio, type PhotoStudio } from '../../photos/studio.ts';

/** A studio with everything that the commands of export and restore read, and an empty folder for exports. */
export interface ExportableStudio {
  source: Source;
  faults: PhotoStudio['faults'];
  /** A temporary folder. */
  dir: string;
  close(): Promise<void>;
}

export async function openExportableStudio(): Promise<ExportableStudio> {
  const studio = await openStudio();
  const dir = await mkdtemp(join(tmpdir(), 'export-'));
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [], sesEndpoint: 'http://localhost:9' };
  const cognito = await startCognito({ port: 0, dir: join(dir, 'cognito'), ...nowhere });
  const endpoint = `http://127.0.0.1:${cognito.port}`;
  const client = new CognitoIdentityProviderClient({ region, credentials, endpoint });
  return {
    source: {
      dynamodb: dynamodb(),
      s3: s3(),
      cognito: client,
      tables: Object.fromEntries(Object.keys(tables).map((name) => [name, name])) as Record<TableName, string>,
      photosBucket: 'photos',
      userPools: { clients: userPools.clients.id, studio: userPools.studio.id },
    },
    faults: studio.faults,
    dir,
    async close() {
      client.destroy();
      await cognito.close();
      await studio.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function keyOf(name: TableName, row: Row): Row {
  const { partitionKey, sortKey }: TableBlueprint = tables[name];
  return { [partitionKey]: row[partitionKey], ...(sortKey && { [sortKey]: row[sortKey] }) };
}

/** Returns a table's rows in the order of their keys. */
export async function rowsOf({ dynamodb }: Source, name: TableName): Promise<Row[]> {
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: name, ConsistentRead: true }));
  const order = (row: Row) => JSON.stringify(Object.values(keyOf(name, row)));
  return Items.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Deletes every row of these tables. */
export async function emptyTables(source: Source, names: TableName[]): Promise<void> {
  for (const name of names) {
    for (const row of await rowsOf(source, name)) {
      await source.dynamodb.send(new DeleteCommand({ TableName: name, Key: keyOf(name, row) }));
    }
  }
}
