import { functions, queues } from '../blueprint.ts';
import { cost, type PriceName } from './prices.ts';

/** A month of a busy studio. Change a number here and run `npm run cost` to see what yours would cost. */
export const studioMonth = {
  clients: 300,
  photos: 60_000,
  originalsGb: 1_000,
  /** Uploaded in this month. */
  newPhotos: 2_000,
  galleryViews: 20_000,
  /** Photos of a view that the viewer's browser has not kept from before, and the share of these that the edge has not either. */
  picturesPerView: 40,
  edgeMisses: 0.5,
  /** Stars and notes, and quotes. */
  marks: 10_000,
  quotes: 100,
  letters: 500,
  /** Sessions that somebody downloads whole. */
  downloads: 40,
  /** Share of the older originals that a download or a restore touches in a month, which then count as new again. */
  touchedAgain: 0.02,
};
export type StudioMonth = typeof studioMonth;

/**
 * Units an operation uses. DynamoDB's were counted with ReturnConsumedCapacity on AWS's DynamoDB Local, in a session of 200
 * photos; `newPhoto` is rounded up by four, because DynamoDB Local leaves out what indexes add in transactions.
 */
export const units = {
  /** me, media-access, sessions, two pages of 60 photos, favorites. */
  galleryView: { api: 6, reads: 24, writes: 0, milliseconds: 40 },
  mark: { api: 1, reads: 3, writes: 5, milliseconds: 40 },
  quote: { api: 2, reads: 6, writes: 11, milliseconds: 60 },
  /** Ticket, registration, counts, and the studio's looking at it. */
  newPhoto: { api: 0.1, reads: 2, writes: 24, milliseconds: 1_500 },
} as const;

/** Bytes of the derivatives, as the benchmark's photographs have them. */
const kilobytes = { small: 25, medium: 129, large: 483 };
const photosPerDownload = 100;
const rowKilobytes = 1.2;
/** The photos' table and the three of its indexes that a ready photo is in. */
const copiesOfRow = 4;

export interface Line {
  what: string;
  price: PriceName;
  amount: number;
  isStorage: boolean;
}

/** What a month uses, line by line. Without tiering all originals lie in S3 Standard. */
export function usage(month: StudioMonth, tiering: boolean): Line[] {
  const lines: Line[] = [];
  const add = (what: string, price: PriceName, amount: number, isStorage = false) =>
    lines.push({ what, price, amount, isStorage });
  const gb = (kb: number) => kb / 1e6;

  if (tiering) {
    const { frequent, infrequent, archive } = tiers(month);
    add('Originals of this month, and those touched', 's3Frequent', month.originalsGb * frequent, true);
    add('Originals of the two months before', 's3Infrequent', month.originalsGb * infrequent, true);
    add('Older originals: at hand at once, all the same', 's3Archive', month.originalsGb * archive, true);
    add('Watching them', 's3Monitoring', month.photos, true);
  } else add('Originals', 's3Standard', month.originalsGb, true);
  const perPhoto = kilobytes.small + kilobytes.medium + kilobytes.large;
  add('Derivatives', 's3Standard', gb(month.photos * perPhoto), true);
  const averageMb = (month.originalsGb * 1_000) / month.photos;
  add(
    'ZIPs of downloads, a week each',
    's3Standard',
    ((month.downloads * photosPerDownload * averageMb) / 1_000) * (7 / 30),
    true,
  );
  const rowsGb = gb(month.photos * rowKilobytes * copiesOfRow);
  add('Rows', 'dynamodbStorage', rowsGb, true);
  add('Rows of the last 35 days', 'dynamodbBackup', rowsGb, true);

  const { galleryView, mark, quote, newPhoto } = units;
  const each = (unit: 'api' | 'reads' | 'writes') =>
    month.galleryViews * galleryView[unit] +
    month.marks * mark[unit] +
    month.quotes * quote[unit] +
    month.newPhotos * newPhoto[unit];
  const pictures = month.galleryViews * month.picturesPerView;
  const api = each('api');
  add('Reading rows', 'dynamodbReads', each('reads'));
  add('Writing rows', 'dynamodbWrites', each('writes'));
  add('API', 'apiRequests', api);
  // Landing, original, three derivatives; and the ZIPs' parts.
  add('Putting files', 's3Writes', month.newPhotos * 5 + month.downloads * photosPerDownload);
  add('Getting files', 's3Reads', pictures * month.edgeMisses + month.newPhotos + month.downloads * photosPerDownload);
  const apiSeconds =
    (month.galleryViews * galleryView.api * galleryView.milliseconds +
      month.marks * mark.milliseconds +
      month.quotes * quote.milliseconds) /
    1_000;
  const photoSeconds = (month.newPhotos * newPhoto.milliseconds) / 1_000;
  // 100 MB/s from S3 to S3.
  const zipSeconds = (month.downloads * photosPerDownload * averageMb) / 100;
  const gigabytesOf = (name: keyof typeof functions) => functions[name].memory / 1_024;
  add(
    'Running functions',
    'lambdaTime',
    apiSeconds * gigabytesOf('client') +
      photoSeconds * gigabytesOf('process-photo') +
      zipSeconds * gigabytesOf('prepare-download'),
  );
  const starts = api + month.newPhotos + month.letters + month.downloads + 30;
  add('Starting functions', 'lambdaRequests', starts);
  const pageRequests = month.galleryViews * 15;
  add('Requests at the edge', 'edgeRequests', pictures + pageRequests + api);
  add(
    'Bytes from the edge',
    'edgeBytes',
    gb(pictures * (kilobytes.medium * 0.8 + kilobytes.large * 0.2)) +
      gb(pageRequests * 12) +
      (month.downloads * photosPerDownload * averageMb) / 1_000,
  );
  add('Functions at the edge', 'edgeFunctions', pageRequests * 2 + api);
  // Lambda asks each queue by five pollers around the clock, each for twenty seconds at a time.
  const pollers = Object.keys(queues).length * 5;
  add('Queues', 'queueRequests', month.newPhotos * 3 + (pollers * (30 * 86_400)) / 20);
  add('Letters', 'letters', month.letters);
  add('People who sign in', 'users', month.clients);
  add('Secrets: the signing key with the edge’s, and Google’s', 'secrets', 2);
  add('Alarms', 'alarms', 10);
  add('Dashboard', 'dashboards', 1);
  add('Logs', 'logs', gb(api * 1.5 + month.newPhotos * 1));
  // Lambda traces the first start of every second, and one in twenty of the others: at this pace nearly all.
  add('Traces', 'traces', starts);
  return lines;
}

/** Shares of the originals in each tier: each new month stays for one in the first and for two in the second. */
export function tiers({ photos, newPhotos, touchedAgain }: StudioMonth) {
  const fresh = Math.min(1, newPhotos / photos);
  const settling = Math.min(1 - fresh, 2 * fresh);
  const old = 1 - fresh - settling;
  return {
    frequent: fresh + old * touchedAgain,
    infrequent: settling + old * 2 * touchedAgain,
    archive: old * (1 - 3 * touchedAgain),
  };
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
