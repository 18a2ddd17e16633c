import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';

/**
 * Id of the viewer's request, for API calls and for the workers that continue them. It appears in every log line and is
 * passed on with emails and SQS messages.
 */
const current = new AsyncLocalStorage<string>();

/** Runs `work` with this request id; without an id, log lines have none. */
export const duringRequest = <Result>(id: string | undefined, work: () => Result): Result =>
  id === undefined ? work() : current.run(id, work);

export const currentRequest = (): string | undefined => current.getStore();

/** Returns the attributes that an SQS message carries besides its body. */
export function requestAttributes(): { MessageAttributes?: Record<string, MessageAttributeValue> } {
  const id = currentRequest();
  return id === undefined ? {} : { MessageAttributes: { request_id: { DataType: 'String', StringValue: id } } };
}
