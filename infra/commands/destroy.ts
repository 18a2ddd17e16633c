import { resolve } from 'node:path';
import { DeleteUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { studio } from '#shared/studio.ts';
import config from '../../studio.config.ts';
import { type Ask, ask, run, type Say } from './command-line.ts';
import { cdk } from './deploy.ts';
import { findBuckets } from './deployed.ts';
import { deployedSource, describeExport, type ExportSummary, exportStudio, type Source } from './export.ts';
import { describeDrill, drill, isSound } from './restore-drill.ts';

const usage = `Usage: npm run studio:destroy -- <folder for the last export>

  Deletes the studio from AWS: the stack, the tables, the buckets with every photograph, the users. There is no way back but the
  export, which is made first and checked. Asks twice.`;

/**
 * Exports and checks, then asks twice.
 * @returns whether both answers were yes
 * @throws Error where the export is not sound: then nothing may be deleted
 */
export async function agreeToDestroy(
  source: Source,
  folder: string,
  { asks, say }: { asks: Ask; say: Say },
): Promise<boolean> {
  const summary = await exportStudio(source, folder, say);
  for (const line of describeExport(summary, folder)) say(line);
  const report = await drill(source.dynamodb, folder, say);
  for (const line of describeDrill(report)) say(line);
  if (!isSound(report) || summary.pending > 0) {
    throw new Error(
      'The export is not whole, so nothing is deleted. Mend what stands above (docs/runbook.md, "Restore"), then run this again.',
    );
  }
  if (
    (await asks(`\nThis deletes ${describe(summary)} from AWS for ever. Type the studio's name to go on: `)) !==
    studio.name
  )
    return false;
  const sentence = `delete ${summary.rows.photos} photos`;
  return (
    (await asks(`All that is left is ${folder}. Is there a second copy of it? Type '${sentence}' to delete: `)) ===
    sentence
  );
}

const describe = ({ rows }: ExportSummary) =>
  `${studio.name}, ${rows.sessions} rows of sessions, ${rows.photos} photos and ${rows.logins} logins`;

/** Deletes tables that are no longer protected. Those that are gone already are fine. */
export async function deleteTables(dynamodb: DynamoDBClient, names: string[]): Promise<void> {
  for (const TableName of names) {
    await dynamodb.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    });
  }
}

/**
 * Empties a bucket of all versions of all objects, and deletes it.
 * @returns false where something arrived meanwhile: AWS goes on writing access logs for a while after what they tell of is gone.
 */
export async function deleteBucket(s3: S3Client, Bucket: string): Promise<boolean> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) break;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0]) throw new Error(`${Errors.length} objects of ${Bucket} could not be deleted: ${Errors[0].Code}.`);
  }
  return s3.send(new DeleteBucketCommand({ Bucket })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.name === 'BucketNotEmpty') return false;
      throw error;
    },
  );
}

async function main(): Promise<void> {
  const [given, ...more] = process.argv.slice(2);
  if (!given || given.startsWith('-') || more.length > 0) throw new Error(usage);
  const source = await deployedSource(config.region);
  const buckets = await findBuckets(source.s3);
  if (!(await agreeToDestroy(source, resolve(given), { asks: ask, say: console.log }))) {
    return console.log('Nothing was deleted.');
  }
  // First the protection of stack, tables and user pool goes, then the stack, then what outlives it.
  cdk('deploy', '--context', 'removable=true', '--require-approval', 'never');
  cdk('destroy', '--force', '--app', 'cdk.out');
  await deleteTables(source.dynamodb, Object.values(source.tables));
  await source.cognito.send(new DeleteUserPoolCommand({ UserPoolId: source.userPool }));
  const left: string[] = [];
  // The logs' bucket last: the others write into it.
  for (const bucket of buckets.toSorted((a, b) => Number(a.includes('-logs')) - Number(b.includes('-logs')))) {
    console.log(`Emptying ${bucket} …`);
    if (!(await deleteBucket(source.s3, bucket))) left.push(bucket);
  }
  console.log(
    "The studio is gone from AWS, but for the tables' backups, which end after 35 days. By hand: Google's secret, your certificate, and CDK's stack CDKToolkit.",
  );
  for (const bucket of left) {
    console.log(`Something arrived in ${bucket} meanwhile: empty and delete it in the S3 console tomorrow.`);
  }
}

if (import.meta.main) run(main);
