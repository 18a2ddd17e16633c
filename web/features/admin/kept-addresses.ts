import { limits } from '#shared/limits.ts';

/**
 * How long others can open what was hidden or deleted, by addresses that they know: the API refuses it at once, files
 * leave their addresses some seconds later, and the edge's cache forgets them a minute or two after that.
 */
export const keptPictures = 'Addresses that someone has kept stop working within a few minutes.';
/** Links to originals and attachments, which stay where they are, end by themselves. */
export const keptDownloads = `Download links that someone has kept stop working within ${limits.downloadLinkMinutes} minutes.`;
export const keptAddresses = `Addresses that someone has kept stop working within a few minutes, download links within ${limits.downloadLinkMinutes}.`;
