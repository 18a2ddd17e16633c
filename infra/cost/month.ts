import { cost, type PriceName, prices } from '#shared/cost/prices.ts';
import {
  accessLogs,
  deadLetterQueues,
  derivativeKilobytes,
  favoritesPerDay,
  fixedResources,
  keyReadsAtMost,
  loadsPerPhoto,
  pageRequestsPerView,
  pictures,
  pollsPerQueue,
  putsPerPhoto,
  sentKilobytes,
  units,
} from '#shared/cost/units.ts';
import { functions } from '../blueprint.ts';

/** A usual month of a studio with many clients. Change a number and run `npm run cost` to compute your own. */
export const studioMonth = {
  clients: 300,
  photos: 60_000,
  originalsGb: 1_000,
  /** Photos that are uploaded in this month. */
  newPhotos: 2_000,
  /**
   * Photos that are replaced by finished versions in this month; the earlier versions are kept until the next month.
   */
  finishedVersions: 300,
  galleryViews: 20_000,
  /** Visits of guests, by links, without signing in. */
  guestVisits: 2_000,
  /** Favorites and notes that clients set. */
  favoritesAndNotes: 10_000,
  quotes: 100,
  emails: 500,
  /** Screens of the admin area that the studio opens. */
  studioScreens: 1_000,
  /** Downloads of a whole session. */
  downloads: 40,
  /**
   * The share of downloads that are of older sessions; the other sessions are downloaded in the month of their upload.
   */
  olderDownloads: 0.5,
  /** Complete exports of everything stored. */
  exports: 0,
};
export type StudioMonth = typeof studioMonth;

/** A quiet month of the studio; with the busy one it gives the range in docs/cost.md. */
export const quietMonth: StudioMonth = {
  ...studioMonth,
  newPhotos: 1_000,
  finishedVersions: 150,
  galleryViews: 8_000,
  guestVisits: 800,
  favoritesAndNotes: 4_000,
  studioScreens: 500,
  downloads: 20,
  olderDownloads: 0.25,
};
export const fullMonth: StudioMonth = {
  ...studioMonth,
  newPhotos: 4_000,
  finishedVersions: 600,
  galleryViews: 40_000,
  guestVisits: 4_000,
  favoritesAndNotes: 20_000,
  quotes: 200,
  emails: 1_000,
  studioScreens: 2_000,
  downloads: 80,
};

const photosPerDownload = 100;
/**
 * Days for which a ZIP is stored, on average: its links end after seven, and the sweep of the next morning deletes it.
 */
export const archiveDays = 7.5;
const rowKilobytes = 1.2;
/** Copies of a ready photo's row: in the photos table, and in three of its indexes. */
const copiesOfRow = 4;

export interface Line {
  what: string;
  price: PriceName;
  amount: number;
  isStorage: boolean;
}

/**
 * Returns the number of ZIPs that are prepared: one with the announcement of each new session, whether its client
 * downloads it or not, and one for each download of an older session.
 */
const archivesOf = ({ downloads, olderDownloads, newPhotos }: StudioMonth): number =>
  downloads * olderDownloads + Math.max(downloads * (1 - olderDownloads), newPhotos / photosPerDownload);

/** Returns a month's usage, line by line. Without tiering all originals are in S3 Standard. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the lines of a bill, one below the other; the amounts build on each other
export function usage(month: StudioMonth, tiering: boolean): Line[] {
  const lines: Line[] = [];
  const add = (label: string, price: PriceName, amount: number, isStorage = false) =>
    lines.push({ what: label, price, amount, isStorage });
  const gb = (kb: number) => kb / 1e6;
  const averageMb = (month.originalsGb * 1_000) / month.photos;
  const processed = month.newPhotos + month.finishedVersions;

  if (tiering) {
    const { frequent, infrequent, archive } = tiers(month);
    add('Originals that were uploaded or downloaded within 30 days', 's3Frequent', month.originalsGb * frequent, true);
    add('Originals not read for 30 days', 's3Infrequent', month.originalsGb * infrequent, true);
    add('Originals not read for 90 days, as quickly available', 's3Archive', month.originalsGb * archive, true);
    add('Monitoring of the originals', 's3Monitoring', month.photos, true);
  } else add('Originals', 's3Standard', month.originalsGb, true);
  const earlierGb = (month.finishedVersions * averageMb) / 1_000;
  add('Originals of earlier versions', tiering ? 's3Frequent' : 's3Standard', earlierGb, true);
  add('Derivatives', 's3Standard', gb((month.photos + month.finishedVersions) * derivativeKilobytes), true);
  add(
    `ZIPs of downloads, ${archiveDays} days each`,
    's3Standard',
    ((archivesOf(month) * photosPerDownload * averageMb) / 1_000) * (archiveDays / 30),
    true,
  );
  const rowsGb = gb(month.photos * rowKilobytes * copiesOfRow);
  add('Rows', 'dynamodbStorage', rowsGb, true);
  add('Rows of the last 35 days', 'dynamodbBackup', rowsGb, true);

  const { galleryView, guestVisit, favoriteOrNote, quote, newPhoto, studioScreen } = units;
  const favoriteOrNoteUnits = {
    ...favoriteOrNote,
    writes: favoriteOrNote.laterWrites + (favoriteOrNote.writes - favoriteOrNote.laterWrites) / favoritesPerDay,
  };
  const sumOfUnits = (unit: 'api' | 'reads' | 'writes') =>
    month.galleryViews * galleryView[unit] +
    month.guestVisits * guestVisit[unit] +
    month.favoritesAndNotes * favoriteOrNoteUnits[unit] +
    month.quotes * quote[unit] +
    processed * newPhoto[unit] +
    (unit === 'writes' ? 0 : month.studioScreens * studioScreen[unit]);
  const views = month.galleryViews + month.guestVisits;
  // A browser does not load a photo again that it has, so clients load each photo only a few times.
  const loadedByClients = Math.min(month.galleryViews * pictures.perView, month.photos * loadsPerPhoto);
  const loadedPictures = loadedByClients + month.guestVisits * pictures.perView;
  const api = sumOfUnits('api');
  add('Reading rows', 'dynamodbReads', sumOfUnits('reads'));
  add('Writing rows', 'dynamodbWrites', sumOfUnits('writes'));
  add('API', 'apiRequests', api);
  // Landing object, original and derivatives of each photo; and the parts of ZIPs.
  const puts = processed * putsPerPhoto + archivesOf(month) * photosPerDownload;
  const gets = loadedPictures * pictures.edgeMisses + processed + archivesOf(month) * photosPerDownload;
  add('Putting files', 's3Writes', puts);
  add('Getting files', 's3Reads', gets);
  // Three functions of the same memory.
  const apiSeconds =
    (month.guestVisits * guestVisit.api * guestVisit.milliseconds +
      month.galleryViews * galleryView.api * galleryView.milliseconds +
      month.favoritesAndNotes * favoriteOrNote.milliseconds +
      month.quotes * quote.milliseconds +
      month.studioScreens * studioScreen.api * studioScreen.milliseconds) /
    1_000;
  const photoSeconds = (processed * newPhoto.milliseconds) / 1_000;
  // 100 MB/s from S3 to S3.
  const zipSeconds = (archivesOf(month) * photosPerDownload * averageMb) / 100;
  const gigabytesOf = (name: keyof typeof functions) => functions[name].memory / 1_024;
  add(
    'Running functions',
    'lambdaTime',
    apiSeconds * gigabytesOf('client') +
      photoSeconds * gigabytesOf('process-photo') +
      zipSeconds * gigabytesOf('prepare-download'),
  );
  // A view renews the client's tokens when the last ones, of 30 minutes, have expired.
  const renewals = month.galleryViews;
  const starts = api + renewals + processed + month.emails + month.downloads + 30;
  add('Starting functions', 'lambdaRequests', starts);
  const pageRequests = views * pageRequestsPerView;
  const edgeRequests = loadedPictures + pageRequests + api;
  add('Requests at the edge', 'edgeRequests', edgeRequests);
  add(
    'Access logs of edge and buckets, three months each',
    's3Standard',
    gb(edgeRequests * accessLogs.edgeKilobytes + (puts + gets) * accessLogs.bucketKilobytes) * accessLogs.months,
  );
  add(
    'Bytes from the edge',
    'edgeBytes',
    gb(loadedPictures * sentKilobytes) +
      gb(pageRequests * 12) +
      (month.downloads * photosPerDownload * averageMb) / 1_000 +
      month.exports * month.originalsGb,
  );
  add('Functions at the edge', 'edgeFunctions', pageRequests * 2 + api);
  add(
    'Queues, most of it their polling while nothing waits',
    'queueRequests',
    processed * 3 +
      month.finishedVersions +
      fixedResources.queues * pollsPerQueue +
      // If each fourth screen is the dashboard.
      (month.studioScreens / 4) * deadLetterQueues,
  );
  add('Emails', 'emails', month.emails);
  add('People who sign in', 'users', month.clients);
  add('Secrets: signing key with CloudFront’s header, Google’s', 'secrets', fixedResources.secrets);
  const readsOf = (atMost: number) =>
    [month.galleryViews, month.guestVisits, month.studioScreens]
      .map((visits) => Math.min(visits, atMost))
      .reduce((sum, reads) => sum + reads, 0);
  const signing = readsOf(keyReadsAtMost.signing);
  add('Reading the signing key', 'secretCalls', signing);
  add('Decrypting it, and the API’s key', 'keyCalls', signing + readsOf(keyReadsAtMost.api));
  add('Alarms', 'alarms', fixedResources.alarms);
  add('Dashboard', 'dashboards', 1);
  add('Logs', 'logs', gb(api * 1.5 + processed * 1));
  // Lambda traces the first invocation of every second, and 5% of the others: at this rate nearly all. The functions
  // of clients and guests send none.
  const untraced =
    month.guestVisits * guestVisit.api +
    month.galleryViews * galleryView.api +
    month.favoritesAndNotes * favoriteOrNote.api +
    month.quotes * quote.api;
  add('Traces', 'traces', starts - untraced);
  return lines;
}

/**
 * Returns the share of the originals in each tier. A new original is one month in the first tier and two in the second;
 * reading it (a download, an export) moves it back to the first.
 */
export function tiers({ photos, newPhotos, downloads, olderDownloads, exports }: StudioMonth) {
  const fresh = Math.min(1, newPhotos / photos);
  const settling = Math.min(1 - fresh, 2 * fresh);
  const cheapestShare = 1 - fresh - settling;
  const downloaded =
    cheapestShare === 0 ? 0 : (downloads * olderDownloads * photosPerDownload) / (cheapestShare * photos);
  // An export reads all of them, so for a month none is in a cheaper tier.
  if (exports > 0) return { frequent: 1, infrequent: 0, archive: 0 };
  // At most a third in each month, because the two previous months' originals are still in the first two tiers.
  const readAgain = Math.min(1 / 3, downloaded);
  return {
    frequent: fresh + cheapestShare * readAgain,
    infrequent: settling + cheapestShare * 2 * readAgain,
    archive: cheapestShare * (1 - 3 * readAgain),
  };
}

/** A way to store the originals, with its cost. */
export interface StorageChoice {
  name: string;
  /** Dollars that the usual month costs in all. */
  month: number;
  /** Dollars that a complete export costs for storage and retrieval, until the originals are as cheap as before. */
  fullExport: number;
}

/** Returns the storage classes that give an original at once, each with the cost of a month and of an export. */
export function storageChoices(month: StudioMonth): StorageChoice[] {
  const { photos, originalsGb, newPhotos, downloads, olderDownloads } = month;
  const fresh = Math.min(1, newPhotos / photos);
  const settling = Math.min(1 - fresh, 2 * fresh);
  const cheapestShare = 1 - fresh - settling;
  const share = tiers(month);
  const [tiered, standard] = [bill(month, true), bill(month, false)];
  const readAgain = ((downloads * olderDownloads * photosPerDownload) / photos) * originalsGb;
  const withoutOriginals = standard.total - cost('s3Standard', originalsGb);
  const storageCost = (price: PriceName, fraction: number) => cost(price, originalsGb * fraction);
  // One month in the first tier and two in the second.
  const tiersAfterExport =
    storageCost('s3Frequent', 1) -
    storageCost('s3Frequent', share.frequent) -
    storageCost('s3Infrequent', share.infrequent) -
    storageCost('s3Archive', share.archive) +
    2 * (storageCost('s3Infrequent', share.archive) - storageCost('s3Archive', share.archive));
  return [
    { name: 'Intelligent-Tiering (as deployed)', month: tiered.total, fullExport: tiersAfterExport },
    {
      name: 'Standard-IA after 30 days, Glacier Instant Retrieval after 90',
      month:
        withoutOriginals +
        storageCost('s3Standard', fresh) +
        storageCost('s3InfrequentAccess', settling) +
        storageCost('s3GlacierInstant', cheapestShare) +
        cost('s3GlacierInstantRead', readAgain) +
        // Two transitions of each photo: $0.01 and $0.02 per 1,000.
        (newPhotos / 1_000) * 0.03,
      fullExport: storageCost('s3InfrequentAccessRead', settling) + storageCost('s3GlacierInstantRead', cheapestShare),
    },
    {
      name: 'Standard-IA after 30 days',
      month:
        withoutOriginals +
        storageCost('s3Standard', fresh) +
        storageCost('s3InfrequentAccess', 1 - fresh) +
        cost('s3InfrequentAccessRead', readAgain) +
        (newPhotos / 1_000) * 0.01,
      fullExport: storageCost('s3InfrequentAccessRead', 1 - fresh),
    },
    { name: 'S3 Standard', month: standard.total, fullExport: 0 },
  ];
}

/**
 * Returns the dollars of an export into the folder of the last one, `months` later: it reads only the photos that were
 * added since; photos older than 30 days return to the first tier for a month and to the second for two.
 */
export function laterExport({ newPhotos, photos, originalsGb }: StudioMonth, months: number): number {
  const monthly = (newPhotos / photos) * originalsGb;
  const older = Math.min(months - 1, 2) * monthly;
  return (
    older * (prices.s3Frequent.dollars - prices.s3Infrequent.dollars) +
    2 * older * (prices.s3Infrequent.dollars - prices.s3Archive.dollars)
  );
}

export interface Bill {
  lines: (Line & { dollars: number })[];
  storage: number;
  rest: number;
  total: number;
}

export function bill(month: StudioMonth, tiering: boolean): Bill {
  const lines = usage(month, tiering).map((line) => ({ ...line, dollars: cost(line.price, line.amount) }));
  const sum = (isStorage: boolean) =>
    lines.filter((line) => line.isStorage === isStorage).reduce((total, { dollars }) => total + dollars, 0);
  const [storage, rest] = [sum(true), sum(false)];
  return { lines, storage, rest, total: storage + rest };
}
