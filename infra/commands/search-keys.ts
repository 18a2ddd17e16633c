import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { searchKeysOf } from '#shared/photos/search-keys.ts';
import type { Say } from './command-line.ts';
import { forEachAtOnce } from './exported/at-once.ts';
import { isAttachment, isPhoto, type Row } from './exported/rows.ts';
import { type Source, scan } from './exported/source.ts';

/**
 * Writes the keys of the search into the rows of photos and attachments that lack them, because they were stored before
 * there was a search of files. Changes nothing else. A row that changes meanwhile is left for the next run.
 */
export async function writeSearchKeys(target: Pick<Source, 'dynamodb' | 'tables'>, say: Say): Promise<void> {
  const count = { written: 0, changing: 0 };
  await forEachAtOnce(scan(target, target.tables.photos), async (row) => {
    const keys = missingKeys(row);
    if (!keys) return;
    if (await write(target, row, keys)) count.written += 1;
    else count.changing += 1;
  });
  if (count.changing > 0) say(`${count.changing} were changed by someone meanwhile: run this command again.`);
  say(`The search finds ${count.written} files that it did not find before.`);
}

type SearchKeys = ReturnType<typeof searchKeysOf>;

/** Returns the keys that a row of a ready photo or attachment lacks; undefined for any other row. */
function missingKeys(row: Row): SearchKeys | undefined {
  if (row.state !== 'ready' || typeof row.file_name !== 'string') return undefined;
  const keys = isAttachment(row)
    ? searchKeysOf('attachment', row.file_name, String(row.attached_at))
    : isPhoto(row)
      ? searchKeysOf('photo', row.file_name, String(row.uploaded_at))
      : undefined;
  return keys && (keys.found_as !== row.found_as || keys.found_by !== row.found_by) ? keys : undefined;
}

/** Writes the keys; returns false when the file is no longer ready. */
async function write(
  { dynamodb, tables }: Pick<Source, 'dynamodb' | 'tables'>,
  { session_id, id }: Row,
  { found_as, found_by }: SearchKeys,
): Promise<boolean> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tables.photos,
        Key: { session_id, id },
        UpdateExpression: 'SET #as = :as, #by = :by',
        ConditionExpression: '#state = :ready',
        ExpressionAttributeNames: { '#as': 'found_as', '#by': 'found_by', '#state': 'state' },
        ExpressionAttributeValues: { ':as': found_as, ':by': found_by, ':ready': 'ready' },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}
