/**
 * AWS's public list prices in us-east-1, in US dollars before taxes, as of this date. Only permanent free allowances
 * are subtracted, not the temporary ones of new accounts.
 */
export const pricesAsOf = '2026-11-21';

export interface Price {
  /** The billed unit. */
  unit: string;
  /** Dollars per `per` units. */
  dollars: number;
  per: number;
  /** Free units per month. */
  free?: number;
  /** `page`: read on an AWS price page on the day above; `memory`: not verified there. */
  source: 'page' | 'memory';
}

export const prices = {
  s3Standard: { unit: 'GB-month in S3 Standard', dollars: 0.023, per: 1, source: 'page' },
  s3Frequent: { unit: 'GB-month in Intelligent-Tiering, frequent', dollars: 0.023, per: 1, source: 'page' },
  s3Infrequent: { unit: 'GB-month there, untouched for 30 days', dollars: 0.0125, per: 1, source: 'page' },
  s3Archive: { unit: 'GB-month there, untouched for 90 days', dollars: 0.004, per: 1, source: 'page' },
  s3InfrequentAccess: { unit: 'GB-month in S3 Standard-IA', dollars: 0.0125, per: 1, source: 'memory' },
  s3InfrequentAccessRead: { unit: 'GB read from S3 Standard-IA', dollars: 0.01, per: 1, source: 'memory' },
  s3GlacierInstant: { unit: 'GB-month in S3 Glacier Instant Retrieval', dollars: 0.004, per: 1, source: 'memory' },
  s3GlacierInstantRead: { unit: 'GB read from S3 Glacier Instant Retrieval', dollars: 0.03, per: 1, source: 'memory' },
  s3Monitoring: { unit: 'object watched by Intelligent-Tiering', dollars: 0.0025, per: 1_000, source: 'page' },
  s3Writes: { unit: 'S3 PUT, COPY, LIST', dollars: 0.005, per: 1_000, source: 'page' },
  s3Reads: { unit: 'S3 GET', dollars: 0.0004, per: 1_000, source: 'page' },
  dynamodbReads: { unit: 'DynamoDB read request unit', dollars: 0.125, per: 1_000_000, source: 'memory' },
  dynamodbWrites: { unit: 'DynamoDB write request unit', dollars: 0.625, per: 1_000_000, source: 'memory' },
  dynamodbStorage: { unit: 'GB-month in DynamoDB', dollars: 0.25, per: 1, free: 25, source: 'page' },
  dynamodbBackup: { unit: 'GB-month of point-in-time recovery', dollars: 0.2, per: 1, source: 'memory' },
  lambdaRequests: { unit: 'Lambda request', dollars: 0.2, per: 1_000_000, free: 1_000_000, source: 'page' },
  lambdaTime: { unit: 'GB-second of Lambda on arm64', dollars: 0.0000133334, per: 1, free: 400_000, source: 'memory' },
  apiRequests: { unit: 'HTTP API request', dollars: 1, per: 1_000_000, source: 'memory' },
  edgeBytes: { unit: 'GB from CloudFront to viewers', dollars: 0.085, per: 1, free: 1_024, source: 'page' },
  edgeRequests: { unit: 'CloudFront HTTPS request', dollars: 0.01, per: 10_000, free: 10_000_000, source: 'page' },
  edgeFunctions: { unit: 'CloudFront Function call', dollars: 0.1, per: 1_000_000, free: 2_000_000, source: 'memory' },
  queueRequests: { unit: 'SQS request', dollars: 0.4, per: 1_000_000, free: 1_000_000, source: 'page' },
  emails: { unit: 'email by SES', dollars: 0.1, per: 1_000, source: 'memory' },
  users: { unit: 'Cognito user active in the month', dollars: 0.015, per: 1, free: 10_000, source: 'memory' },
  secrets: { unit: 'secret kept', dollars: 0.4, per: 1, source: 'memory' },
  secretCalls: { unit: 'call of Secrets Manager', dollars: 0.05, per: 10_000, source: 'memory' },
  keyCalls: { unit: 'request to KMS', dollars: 0.03, per: 10_000, free: 20_000, source: 'memory' },
  alarms: { unit: 'CloudWatch alarm', dollars: 0.1, per: 1, free: 10, source: 'page' },
  dashboards: { unit: 'CloudWatch dashboard', dollars: 3, per: 1, free: 3, source: 'memory' },
  logs: { unit: 'GB of logs written', dollars: 0.5, per: 1, free: 5, source: 'memory' },
  traces: { unit: 'trace recorded', dollars: 5, per: 1_000_000, free: 100_000, source: 'memory' },
} satisfies Record<string, Price>;
export type PriceName = keyof typeof prices;

/** Returns the price in US dollars of `units` per month, after the free allowance unless `lessFree` is false. */
export function cost(name: PriceName, units: number, lessFree = true): number {
  const { dollars, per, free = 0 }: Price = prices[name];
  return (Math.max(0, units - (lessFree ? free : 0)) / per) * dollars;
}
