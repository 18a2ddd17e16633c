import { readdir } from 'node:fs/promises';

/**
 * Checks that a folder is a studio's data folder, because `npm run reset` deletes all of it.
 * @throws Error when it contains anything else
 */
export async function requireOwnFolder(data: string): Promise<void> {
  const names: string[] = await readdir(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // The service that starts first creates this folder, so it is present from the beginning.
  if (names.length > 0 && !names.includes('dynamodb')) {
    throw new Error(`${data} holds something else than a studio's data. Name an empty folder in STUDIO_DATA.`);
  }
}
