/**
 * The kind of a file that systems, programs, cameras and network disks leave beside photos. An image among them is a thumbnail,
 * not a photo that somebody took. `sidecar`: data of a program or camera about one photo; `other`: any other file.
 */
export type BesideKind = 'sidecar' | 'other';

/** Lower-case names of folders whose files are never chosen. */
const folders = new Set([
  '@eadir',
  '@__thumb',
  '@recycle',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  '__macosx',
  'lost+found',
  'lost.dir',
  'system volume information',
]);
/** Folders with Lightroom's previews; its catalog has the same name with another extension. */
const folderEnding = /\.lrdata$/;

/** Lower-case names of files. */
const names = new Set([
  'autorun.inf',
  'desktop.ini',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'icon\r',
  'indexervolumeguid',
  'picasa.ini',
  'thumbs.db',
  'wpsettings.dat',
  'zbthumbnail.info',
]);
/** Thumbnails and data of network disks, also outside of their folder. */
const networkDisk = /^syno(file|index|photo|video)_|@syno(eastream|resource)$/;
/** Files by which a program locks an open file. */
const lock = /^~\$|^\.~lock\./;
/** Indexes that cameras write on their cards. */
const cardIndex = /\.(bdm|bnp|cpi|ctg|ind|int|mpl)$/;
/** Data of raw converters and phones; thumbnails, previews and sound of cameras. */
const sidecar = /\.(aae|arp|comask|cop|cos|cot|dop|dr4|lrf|lrv|nksc|on1|onphoto|pp3|rmd|spd|thm|vrd|wav|xml|xmp)$/;

/** Whether the files of a folder with this name are never chosen. */
export function isFolderBeside(name: string): boolean {
  const lowerName = name.toLowerCase();
  return lowerName.startsWith('.') || folders.has(lowerName) || folderEnding.test(lowerName);
}

/**
 * Returns the kind of a file beside photos; undefined for a file that is chosen.
 * @param path the file's name after its folders, separated by `/`
 */
export function besideKindOf(path: string): BesideKind | undefined {
  const folderNames = path.split('/');
  const name = (folderNames.pop() ?? '').toLowerCase();
  if (folderNames.some(isFolderBeside)) return 'other';
  if (name.startsWith('.') || names.has(name) || [networkDisk, lock, cardIndex].some((pattern) => pattern.test(name))) {
    return 'other';
  }
  return sidecar.test(name) ? 'sidecar' : undefined;
}
