import * as z from 'zod';
import { Id } from './fields.ts';

/** US dollars under a low and a high assumption of gallery usage. */
const Range = z.object({ low: z.number(), high: z.number() });
export type Range = z.infer<typeof Range>;

/** GET cost: this month's bill, computed from stored data. Sessions in the trash are not included. */
export const CostSoFar = z.object({
  /** `YYYY-MM`, in UTC as AWS bills. */
  month: z.string(),
  so_far: Range,
  by_month_end: Range,
  /** Parts of `so_far`: storage (`kept`), gallery views (`sent`), and costs independent of galleries (`rest`). */
  kept: Range,
  sent: Range,
  rest: Range,
  /** Assumed views per month of a gallery with visible photos. */
  assumed_views: Range,
  photos_count: z.number().int(),
  bytes: z.number(),
  /** This month's uploads, and their requests to S3 and DynamoDB, whose cost is part of `rest`. */
  uploads: z.object({ photos: z.number().int(), requests: z.number().int() }),
  /** Most expensive first; `dollars` is the middle of the range of `kept` and `sent`. */
  galleries: z.array(
    z.object({
      id: Id,
      session_name: z.string(),
      photos_count: z.number().int(),
      bytes: z.number(),
      dollars: z.number(),
    }),
  ),
  /** Sum of the galleries that are not in the list. */
  others: z.object({ count: z.number().int(), dollars: z.number() }),
});
export type CostSoFar = z.infer<typeof CostSoFar>;
