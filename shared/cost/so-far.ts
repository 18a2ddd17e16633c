import type { CostSoFar, Range } from '../contract/cost.ts';
import { cost, type PriceName } from './prices.ts';
import {
  derivativeKilobytes,
  fixedResources,
  pageRequestsPerView,
  pictures,
  pollsPerQueue,
  putsPerPhoto,
  sentKilobytes,
  units,
} from './units.ts';

/** The properties of a session that determine its cost. Bytes are of ready photos. */
export interface StoredGallery {
  id: string;
  session_name: string;
  created_at: string;
  photos_count: number;
  visible_count: number;
  original_bytes: number;
  derivative_bytes: number;
  attachment_bytes: number;
}

/**
 * Assumptions, because these are not counted (docs/decisions/0025-the-cost-so-far-counts-what-is-stored.md): views per
 * month of a gallery with visible photos, and the share of originals older than 30 days that are downloaded again.
 */
interface Assumed {
  views: number;
  downloadedAgain: number;
}
const assumed: Record<keyof Range, Assumed> = {
  low: { views: 10, downloadedAgain: 0 },
  high: { views: 50, downloadedAgain: 0.1 },
};

const listedGalleriesAtMost = 50;
const dayMilliseconds = 86_400_000;
/** The average share of a photo's derivative bytes that one view of the photo transfers. */
const sentShare = sentKilobytes / derivativeKilobytes;

type Amounts = Partial<Record<PriceName, number>>;
interface Usage {
  kept: Amounts;
  sent: Amounts;
}

/**
 * Computes this month's bill from the bytes and photos of all sessions, for a range of assumed views and downloads. A
 * photo counts as uploaded in the month in which its session was created.
 */
export function costSoFar(galleries: StoredGallery[], now: Date): CostSoFar {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [start, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const billsUntil = (until: number) => ({
    low: billUntil(galleries, assumed.low, { start, end, until }),
    high: billUntil(galleries, assumed.high, { start, end, until }),
  });
  const [soFar, whole] = [billsUntil(now.getTime()), billsUntil(end)];
  const range = (bills: typeof soFar, value: (bill: MonthBill) => number): Range => ({
    low: value(bills.low),
    high: value(bills.high),
  });
  const priced = galleries
    .map(({ id, session_name, photos_count, ...gallery }, index) => ({
      id,
      session_name,
      photos_count,
      bytes: bytesOf(gallery),
      dollars: (soFar.low.shares[index]! + soFar.high.shares[index]!) / 2,
    }))
    .toSorted((first, second) => second.dollars - first.dollars);
  const unlistedGalleries = priced.slice(listedGalleriesAtMost);
  const added = addedSince(galleries, start);
  const uploadRequests = requestsOfUploads(added);
  return {
    month: now.toISOString().slice(0, 7),
    so_far: range(soFar, total),
    by_month_end: range(whole, total),
    kept: range(soFar, ({ kept }) => kept),
    sent: range(soFar, ({ sent }) => sent),
    rest: range(soFar, ({ rest }) => rest),
    assumed_views: { low: assumed.low.views, high: assumed.high.views },
    photos_count: sum(galleries, (gallery) => gallery.photos_count),
    bytes: sum(galleries, bytesOf),
    uploads: { photos: added, requests: uploadRequests.s3Writes + uploadRequests.dynamodbWrites },
    galleries: priced.slice(0, listedGalleriesAtMost),
    others: { count: unlistedGalleries.length, dollars: sum(unlistedGalleries, ({ dollars }) => dollars) },
  };
}

interface MonthBill {
  kept: number;
  sent: number;
  rest: number;
  /** Each gallery's share of `kept` and `sent`, in the order of the galleries. */
  shares: number[];
}
const total = ({ kept, sent, rest }: MonthBill) => kept + sent + rest;

/** A span of time within a month. Unix times in milliseconds; `until` is between the month's start and end. */
interface Period {
  start: number;
  end: number;
  until: number;
}

function billUntil(galleries: StoredGallery[], assumption: Assumed, period: Period): MonthBill {
  const usages = galleries.map((gallery) => usageOf(gallery, assumption, period));
  const keptDollars = price(usages.map((usage) => usage.kept));
  const sentDollars = price(usages.map((usage) => usage.sent));
  // Free allowances apply to the total, so what exceeds them is divided among galleries by list price.
  const listPrice = usages.map((usage) => price([usage.sent], 'withoutAllowances'));
  const allSent = sum(listPrice, (dollars) => dollars);
  return {
    kept: keptDollars,
    sent: sentDollars,
    rest: fixedDollars(galleries, period),
    shares: usages.map(
      (usage, index) => price([usage.kept]) + (allSent === 0 ? 0 : (sentDollars * listPrice[index]!) / allSent),
    ),
  };
}

/** Returns the usage of a gallery for the share of the month in which it exists. */
function usageOf(gallery: StoredGallery, { views, downloadedAgain }: Assumed, { start, end, until }: Period): Usage {
  const created = Date.parse(gallery.created_at);
  const monthShare = Math.max(0, until - Math.max(start, created)) / (end - start);
  // Attachments are stored in the same class as originals.
  const originals = gigabytes(gallery.original_bytes + gallery.attachment_bytes) * monthShare;
  const age = until - created;
  const againShare = age < 30 * dayMilliseconds ? 0 : downloadedAgain;
  const tier = age < 30 * dayMilliseconds ? 's3Frequent' : age < 90 * dayMilliseconds ? 's3Infrequent' : 's3Archive';
  const keptAmounts: Amounts = {
    s3Standard: gigabytes(gallery.derivative_bytes) * monthShare,
    s3Monitoring: gallery.photos_count * monthShare,
  };
  keptAmounts[tier] = originals * (1 - againShare);
  keptAmounts.s3Frequent = (keptAmounts.s3Frequent ?? 0) + originals * againShare;
  if (gallery.visible_count === 0) return { kept: keptAmounts, sent: {} };
  const viewed = views * monthShare;
  const viewedPhotos = viewed * Math.min(gallery.visible_count, pictures.perView);
  const requests = viewed * units.galleryView.api;
  return {
    kept: keptAmounts,
    sent: {
      apiRequests: requests,
      lambdaRequests: requests,
      dynamodbReads: viewed * units.galleryView.reads,
      s3Reads: viewedPhotos * pictures.edgeMisses,
      edgeRequests: viewedPhotos + viewed * pageRequestsPerView + requests,
      edgeBytes: gigabytes((gallery.derivative_bytes / gallery.photos_count) * sentShare * viewedPhotos),
    },
  };
}

/** Returns the costs that don't depend on the usage of galleries, and the cost of the month's uploads. */
function fixedDollars(galleries: StoredGallery[], { start, end, until }: Period): number {
  const monthShare = (until - start) / (end - start);
  const fixedPerMonth = cost('secrets', fixedResources.secrets) + cost('alarms', fixedResources.alarms);
  const requests = {
    queueRequests: fixedResources.queues * pollsPerQueue * monthShare,
    ...requestsOfUploads(addedSince(galleries, start)),
  };
  return fixedPerMonth * monthShare + price([requests]);
}

const addedSince = (galleries: StoredGallery[], start: number) =>
  sum(galleries, ({ created_at, photos_count }) => (Date.parse(created_at) >= start ? photos_count : 0));
const requestsOfUploads = (photos: number) => ({
  s3Writes: photos * putsPerPhoto,
  dynamodbWrites: photos * units.newPhoto.writes,
});

/** Returns the price in US dollars of the sum of all amounts. */
function price(all: Amounts[], allowances: 'withAllowances' | 'withoutAllowances' = 'withAllowances'): number {
  const amounts = new Map<PriceName, number>();
  for (const [name, amount] of all.flatMap((usage) => Object.entries(usage) as [PriceName, number][])) {
    amounts.set(name, (amounts.get(name) ?? 0) + amount);
  }
  return sum([...amounts], ([name, amount]) => cost(name, amount, allowances === 'withAllowances'));
}

const bytesOf = (gallery: Pick<StoredGallery, 'original_bytes' | 'derivative_bytes' | 'attachment_bytes'>) =>
  gallery.original_bytes + gallery.derivative_bytes + gallery.attachment_bytes;
const gigabytes = (bytes: number) => bytes / 1e9;
const sum = <Item>(items: Item[], value: (item: Item) => number) =>
  items.reduce((result, item) => result + value(item), 0);
