import { resolve } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DeleteUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { studio } from '#shared/studio.ts';
import config from '../../studio.config.ts';
import { cdk } from './cdk.ts';
import { type Ask, ask, requireAws, run, type Say } from './command-line.ts';
import { deleteBucket, deleteTables } from './delete-data.ts';
import { exportStudio } from './export.ts';
import { deployedSource, type Source } from './exported/source.ts';
import { describeExport, type ExportSummary } from './exported/summary.ts';
import { describeDrill, drill, isSound } from './restore-drill.ts';
import { findBuckets, findTables, findUserPool, stackResources } from './stack/deployed.ts';

const usage = `Usage: npm run studio:destroy -- <folder for the last export>

  Deletes the studio from AWS: the stack, the tables, the buckets with every photograph, the users. Only the export, which is made
  and checked first, can bring it back. Asks twice.`;

/**
 * Exports the studio and checks the export, then asks twice.
 * @returns whether both answers were yes
 * @throws Error when the export is not complete; then nothing may be deleted
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
      'The export is not complete, so nothing is deleted. Correct the problems listed above (docs/runbook.md, "Restore"), then run this again.',
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

async function main(): Promise<void> {
  const [folder, ...extraArguments] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || extraArguments.length > 0) throw new Error(usage);
  requireAws('npm run reset deletes the studio on this machine.');
  const source = await deployedSource(config.region);
  // Read the resources before the stack is deleted; afterwards their list does not exist.
  const resources = stackResources(new CloudFormationClient({ region: config.region }), config.prefix);
  const buckets = await findBuckets(resources);
  const tables = Object.values(await findTables(resources));
  const pools = [await findUserPool(resources, 'clients'), await findUserPool(resources, 'studio')];
  if (!(await agreeToDestroy(source, resolve(folder), { asks: ask, say: console.log }))) {
    return console.log('Nothing was deleted.');
  }
  // The order matters: remove the deletion protection of stack, tables and user pools; delete the stack; delete the
  // resources that the stack retains.
  cdk('deploy', '--context', 'removable=true', '--require-approval', 'never');
  cdk('destroy', '--force', '--app', 'cdk.out');
  await deleteTables(source.dynamodb, tables);
  for (const UserPoolId of pools) await source.cognito.send(new DeleteUserPoolCommand({ UserPoolId }));
  const remainingBuckets: string[] = [];
  for (const bucket of buckets) {
    console.log(`Emptying ${bucket} …`);
    if (!(await deleteBucket(source.s3, bucket))) remainingBuckets.push(bucket);
  }
  console.log(
    "The studio is gone from AWS, but for the tables' backups, which end after 35 days. By hand: Google's secret, your certificate, and CDK's stack CDKToolkit.",
  );
  for (const bucket of remainingBuckets) {
    console.log(`Something arrived in ${bucket} meanwhile: empty and delete it in the S3 console tomorrow.`);
  }
}

if (import.meta.main) run(main);
