import { readdir } from 'node:fs/promises';

/**
 * A studio's data has a folder of its own, since `npm run reset` clears all of it.
 * @throws Error where the folder holds something else
 */
export async function requireOwnFolder(data: string): Promise<void> {
  const names: string[] = await readdir(data).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // What is started first lies there from the first moment on.
  if (names.length > 0 && !names.includes('dynamodb')) {
    throw new Error(`${data} holds something else than a studio's data. Name an empty folder in STUDIO_DATA.`);
  }
}
