import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker, WorkerStart } from './runtime.ts';

/** Runs inside a function's worker thread: imports the bundle once and calls its handler, as Lambda's runtime does. */

const { bundle, name, memory, log } = workerData as WorkerStart;
const port = parentPort!;
const post = (message: FromWorker) => port.postMessage(message);

// Write to the file synchronously: a terminated thread loses buffered output.
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk: string | Uint8Array, ...moreArguments: unknown[]) => {
    writeSync(log, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = moreArguments.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
}

const errorOf = (error: unknown) =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

type LambdaHandler = (event: unknown, context: object) => Promise<unknown>;

async function load(): Promise<LambdaHandler> {
  const module = (await import(bundle)) as { handler?: unknown };
  if (typeof module.handler !== 'function') throw new Error(`The bundle of '${name}' exports no function 'handler'.`);
  return module.handler as LambdaHandler;
}

async function call(handler: LambdaHandler, { requestId, event, deadline }: ToWorker): Promise<FromWorker> {
  const context = {
    awsRequestId: requestId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    memoryLimitInMB: String(memory),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  let result: unknown;
  try {
    result = await handler(JSON.parse(event), context);
  } catch (error) {
    return { error: errorOf(error) };
  }
  try {
    return { payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    const errorMessage = `Unable to stringify response body: ${errorOf(error).errorMessage}`;
    return { error: { errorType: 'Runtime.MarshalError', errorMessage, trace: [] } };
  }
}

try {
  const handler = await load();
  post({ payload: '' });
  port.on('message', async (message: ToWorker) => post(await call(handler, message)));
} catch (error) {
  post({ error: errorOf(error) });
}
