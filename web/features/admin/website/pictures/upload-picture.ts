import { messageOf } from '#shared/errors.ts';
import { photoTypeOf, refusal, typedByBytes } from '../../uploads/files/acceptable.ts';
import { checksum } from '../../uploads/files/checksum.ts';
import { staleness } from '../../uploads/files/staleness.ts';
import { put } from '../../uploads/put.ts';
import { askPicture } from '../api.ts';

/**
 * Uploads a file to the library.
 * @param onProgress receives the share that is sent, 0 to 1
 * @returns the id of the picture, whose files are then made
 * @throws Error that says why it was not uploaded, and what to do
 */
export async function uploadPicture(
  chosen: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const file = await typedByBytes(chosen);
  const refusalText = refusal(file);
  if (refusalText) throw new Error(refusalText);
  const { id, url, headers } = await askPicture({
    file_name: file.name,
    content_type: photoTypeOf(file) ?? file.type,
    size: file.size,
    sha256: await checksum(file).catch(async (cause) => {
      throw new Error((await staleness(file)) ?? messageOf(cause));
    }),
  });
  const outcome = await put(url, headers, file, signal, (sent) => onProgress(sent / file.size));
  if (outcome.kind === 'stored') return id;
  const staleText = outcome.kind === 'failed' ? await staleness(file) : undefined;
  throw new Error(staleText ?? `${outcome.message} The picture was not uploaded; please try again.`);
}
