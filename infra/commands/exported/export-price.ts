import { cost, type PriceName, prices } from '#shared/cost/prices.ts';

/** S3's price of a GB transferred to the internet, and the free GB a month. */
const direct = { dollars: 0.09, free: 100 };

/** Numbers of requests and units, by the name of their price. */
type Requests = Partial<Record<Extract<PriceName, 's3Reads' | 's3Writes' | 'dynamodbWrites'>, number>>;

/**
 * Returns sentences about what AWS charges for reading files: for the transfer, for the storage of the originals that
 * are read, and for the requests.
 * @param bytes the bytes that come through CloudFront, and directly from S3; `originals`: the size of the originals
 * that are read, even if only in part
 */
export function describePrice(bytes: { edge: number; direct: number; originals: number; requests?: Requests }): string {
  const sentences: string[] = [];
  if (bytes.edge > 0) {
    const { free = 0, dollars } = prices.edgeBytes;
    const mostDollars = gigabytes(bytes.edge) * dollars;
    sentences.push(
      `${number(bytes.edge)} GB come through CloudFront: free within its ${free.toLocaleString('en-US')} GB a month, which visitors and clients use too, at most $${mostDollars.toFixed(2)}.`,
    );
  }
  if (bytes.direct > 0) {
    const mostDollars = gigabytes(bytes.direct) * direct.dollars;
    sentences.push(
      `${number(bytes.direct)} GB come from S3 itself: free within ${direct.free} GB a month, at most $${mostDollars.toFixed(2)}.`,
    );
  }
  if (bytes.originals > 0) {
    sentences.push(
      `Originals that nobody has read for 30 days return to a dearer storage tier for three months: at most $${tiersAfterReading(bytes.originals).toFixed(2)} in all (docs/cost.md, "What an export costs").`,
    );
  }
  if (bytes.requests) sentences.push(describeRequests(bytes.requests));
  return sentences.length > 0 ? `To fetch: ${sentences.join(' ')}` : 'There is nothing new to fetch.';
}

/** Returns a sentence about what AWS charges for requests, without any free allowance. */
export function describeRequests(requests: Requests): string {
  const dollars = Object.entries(requests).reduce(
    (sum, [name, count]) => sum + cost(name as PriceName, count, false),
    0,
  );
  return `Requests cost at most $${dollars.toFixed(2)}.`;
}

/**
 * Returns the dollars if all originals are in the cheapest tier: once read, they are in the first tier for one month
 * and in the second for two.
 */
function tiersAfterReading(bytes: number): number {
  const [first, second, cheapest] = [prices.s3Frequent, prices.s3Infrequent, prices.s3Archive].map(
    (price) => price.dollars,
  );
  return gigabytes(bytes) * (first! - cheapest! + 2 * (second! - cheapest!));
}

const gigabytes = (bytes: number) => bytes / 1e9;
function number(bytes: number): string {
  const amount = gigabytes(bytes);
  return amount.toLocaleString('en-US', { maximumFractionDigits: amount < 10 ? 2 : 0 });
}
