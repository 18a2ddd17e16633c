import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessageAttributeValue } from '@aws-sdk/client-sqs';

/**
 * The request of a viewer that work is done for, in the API and in what works for it later: its id stands in every line of
 * the log, on letters and on messages.
 */
const current = new AsyncLocalStorage<string>();

/** Does something for a request; without an id, for nobody's. */
export const duringRequest = <Result>(id: string | undefined, work: () => Result): Result =>
  id === undefined ? work() : current.run(id, work);

export const currentRequest = (): string | undefined => current.getStore();

/** What a message to a worker carries besides its body. */
export function requestAttributes(): { MessageAttributes?: Record<string, MessageAttributeValue> } {
  const id = currentRequest();
  return id === undefined ? {} : { MessageAttributes: { request_id: { DataType: 'String', StringValue: id } } };
}
