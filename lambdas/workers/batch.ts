import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { log } from '../platform/log.ts';
import { duringRequest } from '../platform/request.ts';

/**
 * Works on a queue's batch, each message on its own; AWS delivers again only those that failed.
 * @param work may throw: that message comes back until the queue sets it aside as a dead letter.
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
          log.error('A message failed and comes back.', { message_id: record.messageId, error }),
        );
        return [{ itemIdentifier: record.messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

/** Works for the request that a message came from, where it came from one. */
export const forRequestOf = <Result>({ messageAttributes }: SQSRecord, work: () => Result): Result =>
  duringRequest(messageAttributes?.request_id?.stringValue, work);

/**
 * Works on a stream's batch in its order and stops at the first record that fails: AWS starts again from there.
 * @param work must bear to see a record twice.
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
      log.error('A change failed and comes back.', { sequence_number: itemIdentifier, error });
      return { batchItemFailures: [{ itemIdentifier }] };
    }
  }
  return { batchItemFailures: [] };
}
