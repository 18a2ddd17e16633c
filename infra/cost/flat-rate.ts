import { cost, prices } from '#shared/cost/prices.ts';

/**
 * CloudFront's flat-rate plans as they were introduced in November 2025, from memory: dollars a month for one
 * distribution, and the requests, GB to viewers, and GB of S3 Standard that it may use. Each includes a web ACL (WAF).
 * Further use is not charged; a distribution that uses more for long is slowed down or moved to a dearer plan.
 */
export const flatRatePlans = {
  Free: { dollars: 0, requests: 1_000_000, gigabytes: 100, storedGb: 5 },
  Pro: { dollars: 15, requests: 10_000_000, gigabytes: 50_000, storedGb: 50 },
  Business: { dollars: 200, requests: 125_000_000, gigabytes: 50_000, storedGb: 1_000 },
} as const;
export type FlatRatePlan = keyof typeof flatRatePlans;

/** Dollars a month of the firewall (`webAcl`) without a plan: the web ACL, its rules, and a million requests. */
export const firewallDollars = 8;

/**
 * Returns the GB to viewers in a month above which a plan costs less than paying by use, within its requests.
 * @param hasFirewall whether the studio pays for a web ACL without the plan
 */
export function worthFrom(plan: FlatRatePlan, { hasFirewall }: { hasFirewall: boolean }): number {
  const { dollars, storedGb } = flatRatePlans[plan];
  const dollarsByUse = dollars - cost('s3Standard', storedGb) - (hasFirewall ? firewallDollars : 0);
  return prices.edgeBytes.free + Math.max(0, dollarsByUse) / prices.edgeBytes.dollars;
}
