import { accountId } from '../addresses.ts';
import { answerJson } from '../aws-json.ts';
import { Faults } from '../faults.ts';
import { type RunningService, serve } from '../service.ts';
import { messageOperations } from './message-operations.ts';
import { queueOperations } from './queue-operations.ts';
import { nameOf, Queues } from './queues.ts';

export interface SqsOptions {
  port: number;
  /** Folder of the queues' journals. */
  dir: string;
  faults?: Faults;
}

/** The SDK reads SQS's errors by the names of its older protocol. */
const queryCodes = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  QueueNameExists: 'QueueAlreadyExists',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
};

/**
 * Standard queues of SQS over its JSON protocol. A fault of kind `double` on ReceiveMessage leaves what it hands out
 * visible, so that the next receive gets it again.
 */
export async function startSqs(options: SqsOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  const queues = new Queues(options.dir);
  let port = options.port;
  const operations = {
    ...queueOperations(queues, (name) => `http://127.0.0.1:${port}/${accountId}/${name}`),
    ...messageOperations(queues),
  };
  const server = await serve(
    'SQS',
    options.port,
    faults,
    answerJson(operations, faults, (request) => nameOf(request.QueueUrl ?? request.QueueName), queryCodes),
  );
  port = server.port;
  return {
    port,
    close: async () => {
      queues.stopped.abort();
      await server.close();
      queues.close();
    },
  };
}
