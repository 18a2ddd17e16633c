import { randomUUID } from 'node:crypto';
import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { cloudfront } from './aws.ts';
import { env } from './env.ts';

/**
 * Removes responses from the edge's cache.
 * @param paths each with a leading slash; `*` at the end stands for anything
 */
export async function invalidate(paths: string[]): Promise<void> {
  await cloudfront().send(
    new CreateInvalidationCommand({
      DistributionId: env('DISTRIBUTION_ID'),
      InvalidationBatch: { CallerReference: randomUUID(), Paths: { Quantity: paths.length, Items: paths } },
    }),
  );
}
