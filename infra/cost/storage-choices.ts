import { cost, type PriceName, prices } from '#shared/cost/prices.ts';
import { bill } from './month.ts';
import type { StudioMonth } from './months.ts';
import { photosPerDownload, tiers } from './usage.ts';

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
