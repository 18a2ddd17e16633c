import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';

/**
 * Holds the id of the viewer's request, in API calls and in the workers that continue them. Every log line has the id,
 * and emails and SQS messages pass it on.
 */
const requestIds = new AsyncLocalStorage<string>();

/** Runs `work` with this request id; without an id, log lines have none. */
export const duringRequest = <Result>(id: string | undefined, work: () => Result): Result =>
  id === undefined ? work() : requestIds.run(id, work);

/** Returns the id of the request that is being answered or continued, if any. */
export const currentRequest = (): string | undefined => requestIds.getStore();

/** Returns the attributes of an SQS message that carry the request's id; none without an id. */
export function requestAttributes(): { MessageAttributes?: Record<string, MessageAttributeValue> } {
  const id = currentRequest();
  return id === undefined ? {} : { MessageAttributes: { request_id: { DataType: 'String', StringValue: id } } };
}
