/** The outermost folder in which files were found. */
const folders = new WeakMap<File, string>();

/**
 * Remembers in which folder a file was found.
 * @param path its name with the folders in which it was found, separated by `/`
 * @returns the file
 */
export function inFolder(file: File, path: string): File {
  const [folder, ...rest] = path.split('/');
  if (folder && rest.length > 0) folders.set(file, folder);
  return file;
}

/** The outermost folder in which a file was found; undefined for one that was chosen by itself. */
export const folderOf = (file: File): string | undefined => folders.get(file);
