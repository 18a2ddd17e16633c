/**
 * Files that systems, programs, cameras and network disks leave beside photos. A picture among them is a thumbnail, and
 * no photo that somebody took. `sidecar`: what a program or camera notes about one photo; `other`: anything else.
 */
export type BesideKind = 'sidecar' | 'other';

/** Folders of which nothing is chosen, in lower case. */
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
/** Lightroom's previews; its catalog has the same name with another ending. */
const folderEnding = /\.lrdata$/;

/** Names of files, in lower case. */
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
/** A network disk's thumbnails and notes, also without their folder. */
const networkDisk = /^syno(file|index|photo|video)_|@syno(eastream|resource)$/;
/** Where a program notes that a file is open. */
const lock = /^~\$|^\.~lock\./;
/** Indexes that cameras write on their cards. */
const cardIndex = /\.(bdm|bnp|cpi|ctg|ind|int|mpl)$/;
/** Notes of raw converters and phones; thumbnails, previews and sound of cameras. */
const sidecar = /\.(aae|arp|comask|cop|cos|cot|dop|dr4|lrf|lrv|nksc|on1|onphoto|pp3|rmd|spd|thm|vrd|wav|xml|xmp)$/;

/** Whether nothing of a folder with this name is chosen. */
export function isFolderBeside(name: string): boolean {
  const folded = name.toLowerCase();
  return folded.startsWith('.') || folders.has(folded) || folderEnding.test(folded);
}

/**
 * What a file beside photos is; undefined for a file that is chosen.
 * @param path its name, with the folders in which it was found, separated by `/`
 */
export function besideKindOf(path: string): BesideKind | undefined {
  const parts = path.split('/');
  const name = (parts.pop() ?? '').toLowerCase();
  if (parts.some(isFolderBeside)) return 'other';
  if (name.startsWith('.') || names.has(name) || [networkDisk, lock, cardIndex].some((one) => one.test(name))) {
    return 'other';
  }
  return sidecar.test(name) ? 'sidecar' : undefined;
}
