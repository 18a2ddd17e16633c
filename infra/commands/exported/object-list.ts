import { join } from 'node:path';
import { forEachAtOnce } from './at-once.ts';
import { findStored, type StoredObject } from './bucket-files.ts';
import { readRows, type WrittenRows, writeRows } from './rows.ts';
import type { Source } from './source.ts';

/** Returns the path of the list of the bucket's objects in an export. */
export const objectsFile = (folder: string) => join(folder, 'objects.jsonl');

/**
 * Finds out which needed objects the bucket lacks. It asks the bucket again for objects that are not in the list,
 * because uploads may have stored some after the list was made, and adds these to the list.
 * @param firstList the count and the digest of the list as it was written first
 * @returns the sizes of the bucket's objects by key, and the needed keys that it lacks
 */
export async function findNeeded(
  { s3, photosBucket }: Source,
  folder: string,
  firstList: WrittenRows,
  needed: string[],
) {
  const sizes = new Map<string, number>();
  for await (const { key, size } of readRows<StoredObject>(objectsFile(folder))) sizes.set(key, size);
  const lateObjects: StoredObject[] = [];
  const missingKeys: string[] = [];
  await forEachAtOnce(new Set(needed.filter((key) => !sizes.has(key))), async (key) => {
    const storedObject = await findStored(s3, photosBucket, key);
    if (storedObject) lateObjects.push(storedObject);
    else missingKeys.push(key);
  });
  for (const { key, size } of lateObjects) sizes.set(key, size);
  const listed =
    lateObjects.length > 0 ? await writeRows(objectsFile(folder), withLateObjects(folder, lateObjects)) : firstList;
  return { listed, sizes, missingKeys };
}

async function* withLateObjects(folder: string, lateObjects: StoredObject[]): AsyncGenerator<StoredObject> {
  yield* readRows<StoredObject>(objectsFile(folder));
  yield* lateObjects;
}
