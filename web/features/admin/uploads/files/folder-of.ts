/** The outermost folders in which files were found. */
const folders = new WeakMap<File, string>();

/**
 * Stores in which folder a file was found.
 * @param path the file's name after its folders, separated by `/`
 * @returns the file
 */
export function inFolder(file: File, path: string): File {
  const [folder, ...innerNames] = path.split('/');
  if (folder && innerNames.length > 0) folders.set(file, folder);
  return file;
}

/** Returns the outermost folder in which a file was found; undefined for a file that was chosen by itself. */
export const folderOf = (file: File): string | undefined => folders.get(file);
