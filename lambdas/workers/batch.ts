import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { log } from '../platform/log.ts';
import { duringRequest } from '../platform/request.ts';

/**
 * Runs `work` for each message of a queue's batch; SQS delivers only the failed messages again.
 * @param work when it throws, SQS retries the message until the queue moves it to the dead-letter queue
 */
export async function eachMessage(
  records: SQSRecord[],
  work: (record: SQSRecord) => Promise<void>,
): Promise<SQSBatchResponse> {
  const failures = await Promise.all(
    records.map(async (record) => {
      try {
        await forRequestOf(record, () => work(record));
        return [];
      } catch (error) {
        forRequestOf(record, () =>
          log.error('SQS message failed; will retry.', { message_id: record.messageId, error }),
        );
        return [{ itemIdentifier: record.messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

/** Runs `work` with the id of the request that sent the message, if it has one. */
export const forRequestOf = <Result>({ messageAttributes }: SQSRecord, work: () => Result): Result =>
  duringRequest(messageAttributes?.request_id?.stringValue, work);

/**
 * Runs `work` for a stream's records in order and stops at the first failure; Lambda retries from that record.
 * @param work must be idempotent
 */
export async function eachChange(
  records: DynamoDBRecord[],
  work: (record: DynamoDBRecord) => Promise<void>,
): Promise<DynamoDBBatchResponse> {
  for (const record of records) {
    try {
      await work(record);
    } catch (error) {
      const itemIdentifier = record.dynamodb?.SequenceNumber ?? '';
      log.error('Stream record failed; will retry.', { sequence_number: itemIdentifier, error });
      return { batchItemFailures: [{ itemIdentifier }] };
    }
  }
  return { batchItemFailures: [] };
}
