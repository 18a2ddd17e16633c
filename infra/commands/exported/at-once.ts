/** So many downloads, uploads or writes at once fill a line without a computer's noticing. */
const atOnce = 8;

/**
 * Does the same for each of them, a few at once. After a failure the others end what they have begun, and nothing more is
 * begun.
 * @throws the first failure
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
