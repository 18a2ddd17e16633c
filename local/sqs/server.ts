import { accountId } from '../addresses.ts';
import { answerJson } from '../services/aws-json.ts';
import { Faults } from '../services/faults.ts';
import { type RunningService, serve } from '../services/service.ts';
import { messageOperations } from './message-operations.ts';
import { queueOperations } from './queue-operations.ts';
import { nameOf, Queues } from './queues.ts';

export interface SqsOptions {
  port: number;
  /** Folder of the journals. */
  dir: string;
  faults?: Faults;
}

/** The codes by which the SDK maps errors: names of SQS's older query protocol. */
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
 * Starts SQS's standard queues over the JSON protocol. A fault of kind `double` on ReceiveMessage leaves the returned
 * messages visible, so that the next receive returns them again.
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
