import { parseAttachmentKey } from '../../domain/attachments/keys.ts';
import { listLanded, parseLandingKey } from '../../domain/photos/files/files.ts';
import { askToProcess } from '../../domain/photos/files/work.ts';
import { pictureOfKey } from '../../domain/pictures/landing.ts';
import { log } from '../../platform/log.ts';

/**
 * Queues files whose event was lost or is in the dead-letter queue, as if they had just arrived.
 * @param before leaves files that landed later
 * @returns how many
 */
export async function requeueLanded(before: Date): Promise<number> {
  const keys: string[] = [];
  for await (const key of listLanded(before)) {
    if (parseLandingKey(key) ?? parseAttachmentKey(key) ?? pictureOfKey(key)) keys.push(key);
    else log.error('The landing bucket contains an object with an unknown key.', { object: key });
  }
  await askToProcess(keys);
  return keys.length;
}
