/** Transfers or writes in parallel: eight use a connection fully without slowing the computer down. */
const atOnce = 8;

/**
 * Processes each item, a few in parallel. After a failure, started items are completed and no further items are
 * started.
 * @throws the first error
 */
export async function forEachAtOnce<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let isStopping = false;
  const worker = async () => {
    try {
      while (!isStopping) {
        const { done, value } = await queue.next();
        if (done) return;
        await work(value);
      }
    } catch (error) {
      isStopping = true;
      throw error;
    }
  };
  const failure = (await Promise.allSettled(Array.from({ length: atOnce }, worker))).find(
    ({ status }) => status === 'rejected',
  );
  if (failure?.status === 'rejected') throw failure.reason;
}
