import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import config from '../../studio.config.ts';
import { run } from './command-line.ts';
import { findWorker, stackResources } from './stack/deployed.ts';

/** Runs the daily sweep now and prints its result (`npm run studio:sweep`). */
async function main(): Promise<void> {
  const lambda = new LambdaClient({ region: config.region, maxAttempts: 1 });
  const FunctionName = await findWorker(
    stackResources(new CloudFormationClient({ region: config.region }), config.prefix),
    'daily-sweep',
  );
  const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' }));
  const result = Payload?.transformToString() ?? '';
  if (FunctionError) throw new Error(`The sweep failed; see the log of daily-sweep: ${result}`);
  console.log(`The sweep is done: ${result}`);
}

if (import.meta.main) run(main);
