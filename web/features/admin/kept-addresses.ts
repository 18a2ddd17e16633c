import { limits } from '#shared/limits.ts';

/**
 * Texts about how long other people can still open hidden or deleted photos with URLs that they saved: the API refuses at once,
 * the files move away from their URLs some seconds later, and the edge's cache drops them a minute or two after that.
 */
export const keptPictures = 'Addresses that someone has kept stop working within a few minutes.';
/** Links to originals and attachments, whose files don't move, expire. */
export const keptDownloads = `Download links that someone has kept stop working within ${limits.downloadLinkMinutes} minutes.`;
export const keptAddresses = `Addresses that someone has kept stop working within a few minutes, download links within ${limits.downloadLinkMinutes}.`;
