import type { PriceName } from '#shared/cost/prices.ts';
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
import { functions } from '../blueprint/functions.ts';
import type { StudioMonth } from './months.ts';

export const photosPerDownload = 100;
/**
 * Days for which a ZIP is stored, on average: its links end after seven, and the sweep of the next morning deletes it.
 */
export const archiveDays = 7.5;
const rowKilobytes = 1.2;
/** Copies of a ready photo's row: in the photos table, and in three of its indexes. */
const copiesOfRow = 4;

/** A line of a bill: an amount in the units of its price. */
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

const gb = (kilobytes: number) => kilobytes / 1e6;
const averageMb = ({ originalsGb, photos }: StudioMonth) => (originalsGb * 1_000) / photos;

/** Returns a month's usage, line by line. Without tiering all originals are in S3 Standard. */
export function usage(month: StudioMonth, tiering: boolean): Line[] {
  const traffic = trafficOf(month);
  return [
    ...storageLines(month, tiering),
    ...requestLines(traffic),
    ...functionLines(month, traffic),
    ...edgeLines(month, traffic),
    ...queueAndEmailLines(month, traffic),
    ...keyLines(month),
    ...watchLines(month, traffic),
  ];
}

const line = (what: string, price: PriceName, amount: number, isStorage = false): Line => ({
  what,
  price,
  amount,
  isStorage,
});
const storageLine = (what: string, price: PriceName, amount: number): Line => line(what, price, amount, true);

/** Returns the lines of what is stored: files and rows. */
function storageLines(month: StudioMonth, tiering: boolean): Line[] {
  const { frequent, infrequent, archive } = tiers(month);
  const originals = tiering
    ? [
        storageLine(
          'Originals that were uploaded or downloaded within 30 days',
          's3Frequent',
          month.originalsGb * frequent,
        ),
        storageLine('Originals not read for 30 days', 's3Infrequent', month.originalsGb * infrequent),
        storageLine('Originals not read for 90 days, as quickly available', 's3Archive', month.originalsGb * archive),
        storageLine('Monitoring of the originals', 's3Monitoring', month.photos),
      ]
    : [storageLine('Originals', 's3Standard', month.originalsGb)];
  const earlierGb = (month.finishedVersions * averageMb(month)) / 1_000;
  const rowsGb = gb(month.photos * rowKilobytes * copiesOfRow);
  return [
    ...originals,
    storageLine('Originals of earlier versions', tiering ? 's3Frequent' : 's3Standard', earlierGb),
    storageLine('Derivatives', 's3Standard', gb((month.photos + month.finishedVersions) * derivativeKilobytes)),
    storageLine(
      `ZIPs of downloads, ${archiveDays} days each`,
      's3Standard',
      ((archivesOf(month) * photosPerDownload * averageMb(month)) / 1_000) * (archiveDays / 30),
    ),
    storageLine('Rows', 'dynamodbStorage', rowsGb),
    storageLine('Rows of the last 35 days', 'dynamodbBackup', rowsGb),
  ];
}

/** The requests of a month on which several lines depend. */
interface Traffic {
  /** Photos that are processed: new ones, and finished versions. */
  processed: number;
  api: number;
  rowReads: number;
  rowWrites: number;
  filePuts: number;
  fileGets: number;
  loadedPictures: number;
  pageRequests: number;
  edgeRequests: number;
  functionStarts: number;
}

/** Returns a month's requests, from its visits and from the counted units of each. */
function trafficOf(month: StudioMonth): Traffic {
  const processed = month.newPhotos + month.finishedVersions;
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
  const api = sumOfUnits('api');
  // A browser does not load a photo again that it has, so clients load each photo only a few times.
  const loadedByClients = Math.min(month.galleryViews * pictures.perView, month.photos * loadsPerPhoto);
  const loadedPictures = loadedByClients + month.guestVisits * pictures.perView;
  const pageRequests = (month.galleryViews + month.guestVisits) * pageRequestsPerView;
  // A view renews the client's tokens when the last ones, of 30 minutes, have expired.
  const renewals = month.galleryViews;
  return {
    processed,
    api,
    rowReads: sumOfUnits('reads'),
    rowWrites: sumOfUnits('writes'),
    // Landing object, original and derivatives of each photo; and the parts of ZIPs.
    filePuts: processed * putsPerPhoto + archivesOf(month) * photosPerDownload,
    fileGets: loadedPictures * pictures.edgeMisses + processed + archivesOf(month) * photosPerDownload,
    loadedPictures,
    pageRequests,
    edgeRequests: loadedPictures + pageRequests + api,
    functionStarts: api + renewals + processed + month.emails + month.downloads + 30,
  };
}

/** Returns the lines of requests for rows and files, and of the API. */
const requestLines = ({ rowReads, rowWrites, api, filePuts, fileGets }: Traffic): Line[] => [
  line('Reading rows', 'dynamodbReads', rowReads),
  line('Writing rows', 'dynamodbWrites', rowWrites),
  line('API', 'apiRequests', api),
  line('Putting files', 's3Writes', filePuts),
  line('Getting files', 's3Reads', fileGets),
];

/** Returns the lines of running the functions. */
function functionLines(month: StudioMonth, { processed, functionStarts }: Traffic): Line[] {
  const { galleryView, guestVisit, favoriteOrNote, quote, newPhoto, studioScreen } = units;
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
  const zipSeconds = (archivesOf(month) * photosPerDownload * averageMb(month)) / 100;
  const gigabytesOf = (name: keyof typeof functions) => functions[name].memory / 1_024;
  return [
    line(
      'Running functions',
      'lambdaTime',
      apiSeconds * gigabytesOf('client') +
        photoSeconds * gigabytesOf('process-photo') +
        zipSeconds * gigabytesOf('prepare-download'),
    ),
    line('Starting functions', 'lambdaRequests', functionStarts),
  ];
}

/** Returns the lines of CloudFront, and of the access logs, most of which are its own. */
function edgeLines(month: StudioMonth, traffic: Traffic): Line[] {
  const { api, filePuts, fileGets, loadedPictures, pageRequests, edgeRequests } = traffic;
  return [
    line('Requests at the edge', 'edgeRequests', edgeRequests),
    line(
      'Access logs of edge and buckets, three months each',
      's3Standard',
      gb(edgeRequests * accessLogs.edgeKilobytes + (filePuts + fileGets) * accessLogs.bucketKilobytes) *
        accessLogs.months,
    ),
    line(
      'Bytes from the edge',
      'edgeBytes',
      gb(loadedPictures * sentKilobytes) +
        gb(pageRequests * 12) +
        (month.downloads * photosPerDownload * averageMb(month)) / 1_000 +
        month.exports * month.originalsGb,
    ),
    line('Functions at the edge', 'edgeFunctions', pageRequests * 2 + api),
  ];
}

/** Returns the lines of queues, emails and logins. */
const queueAndEmailLines = (month: StudioMonth, { processed }: Traffic): Line[] => [
  line(
    'Queues, most of it their polling while nothing waits',
    'queueRequests',
    processed * 3 +
      month.finishedVersions +
      fixedResources.queues * pollsPerQueue +
      // If each fourth screen is the dashboard.
      (month.studioScreens / 4) * deadLetterQueues,
  ),
  line('Emails', 'emails', month.emails),
  line('People who sign in', 'users', month.clients),
];

/** Returns the lines of secrets and keys, and of reading them. */
function keyLines(month: StudioMonth): Line[] {
  const readsOf = (atMost: number) =>
    [month.galleryViews, month.guestVisits, month.studioScreens]
      .map((visits) => Math.min(visits, atMost))
      .reduce((sum, reads) => sum + reads, 0);
  const signing = readsOf(keyReadsAtMost.signing);
  return [
    line('Secrets: signing key with CloudFront’s header, Google’s', 'secrets', fixedResources.secrets),
    line('Reading the signing key', 'secretCalls', signing),
    line('Decrypting it, and the API’s key', 'keyCalls', signing + readsOf(keyReadsAtMost.api)),
  ];
}

/** Returns the lines of alarms, dashboard, logs and traces. */
function watchLines(month: StudioMonth, { api, processed, functionStarts }: Traffic): Line[] {
  const { galleryView, guestVisit, favoriteOrNote, quote } = units;
  // Lambda traces the first invocation of every second, and 5% of the others: at this rate nearly all. The functions
  // of clients and guests send none.
  const untraced =
    month.guestVisits * guestVisit.api +
    month.galleryViews * galleryView.api +
    month.favoritesAndNotes * favoriteOrNote.api +
    month.quotes * quote.api;
  return [
    line('Alarms', 'alarms', fixedResources.alarms),
    line('Dashboard', 'dashboards', 1),
    line('Logs', 'logs', gb(api * 1.5 + processed * 1)),
    line('Traces', 'traces', functionStarts - untraced),
  ];
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
