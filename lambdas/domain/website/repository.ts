import * as z from 'zod';
import { DraftContent, Website } from '#shared/contract/website.ts';
import { limits } from '#shared/limits.ts';
import { type Currency, currencies } from '#shared/money/currency.ts';
import { defaultCurrency } from '#shared/studio.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website as WebsiteContent } from '#shared/website/website.ts';
import { env } from '../../platform/env.ts';
import { table, type Write } from '../../platform/table.ts';

/**
 * Returns a schema that upgrades stored content: it fills missing fields with their defaults, and drops unknown ones.
 */
const upgraded = <Content extends z.ZodType>(content: Content) =>
  z.preprocess((row) => withDefaults(row, defaultWebsite), content);

function withDefaults(row: unknown, defaults: object): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const storedFields = row as Record<string, unknown>;
  const entries = Object.entries(defaults).map(([name, value]) => {
    if (!(name in storedFields)) return [name, value];
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isSection ? withDefaults(storedFields[name], value) : storedFields[name]];
  });
  return Object.fromEntries(entries);
}

const DraftRow = z.object({
  id: z.literal('draft'),
  version: z.number(),
  content: upgraded(DraftContent),
  saved_at: z.string(),
  saved_by: z.string(),
});
export type DraftRow = z.infer<typeof DraftRow>;

/** The row of the newest published version, which visitors are to see. */
const WantedRow = z.object({ id: z.literal('wanted'), number: z.number(), wanted_at: z.string().optional() });

/** The row of the site's build whose assets are in the bucket, written by each deployment. */
const DeployedRow = z.object({ id: z.literal('deployed'), build: z.string(), deployed_at: z.string().optional() });

const VersionRow = z.object({
  id: z.string(),
  number: z.number(),
  content: upgraded(Website),
  published_at: z.string(),
  published_by: z.string(),
});
export type VersionRow = z.infer<typeof VersionRow>;

/** The row of the currency of all prices; without it, they are in the default one. */
const CurrencyRow = z.object({
  id: z.literal('currency'),
  currency: z.enum(currencies),
  /** Incremented by every change. */
  version: z.number(),
  changed_at: z.string(),
});

/**
 * The row of the version, build and currency that visitors see, and of the last ones that could not be published. Rows
 * of sites whose prices were always in dollars have no currency.
 */
const LiveRow = z.object({
  id: z.literal('live'),
  number: z.number().optional(),
  build: z.string().optional(),
  currency: z.enum(currencies).default(defaultCurrency),
  failed_number: z.number().optional(),
  failed_build: z.string().optional(),
  failed_currency: z.enum(currencies).default(defaultCurrency),
  failed_at: z.string().optional(),
});

const byId = { key: ['id'] } as const;
const drafts = table('WEBSITE_TABLE', byId, DraftRow);
const versions = table('WEBSITE_TABLE', byId, VersionRow);
const states = table('WEBSITE_TABLE', byId, z.discriminatedUnion('id', [WantedRow, DeployedRow, LiveRow, CurrencyRow]));
const currencyRows = table('WEBSITE_TABLE', byId, CurrencyRow);

/** Returns the id of a version's row. A later version uses the same row again. */
const versionId = (number: number) => `version#${String(number % limits.websiteVersions).padStart(2, '0')}`;

export const readDraft = (): Promise<DraftRow | undefined> => drafts.get({ id: 'draft' }, { consistent: true });

/** What visitors see: a version of the content, rendered by a build, with prices in a currency. */
export interface Publication {
  /** The number of a published version; 0 when none was published. */
  number: number;
  build: string;
  currency: Currency;
}

/** What a row says of a publication; nothing of a version and build before the first one. */
type RecordedPublication = { number?: number | undefined; build?: string | undefined; currency: Currency };

/** The publication that visitors are to see, the one that they see, and the one that failed last. */
export interface PublishState extends Omit<Publication, 'build'> {
  build: string | undefined;
  /**
   * The time at which the version was published, the build was deployed or the currency was changed, whichever is
   * latest; undefined for older rows.
   */
  asked_at: string | undefined;
  live: RecordedPublication;
  failed: RecordedPublication & { at?: string | undefined };
}

/** Returns the state of the publication; strongly consistent. */
export async function readState(): Promise<PublishState> {
  const currency = defaultCurrency;
  const state: PublishState = {
    ...{ number: 0, build: undefined, currency, asked_at: undefined, live: { currency }, failed: { currency } },
  };
  const noteRequestTime = (at = '') => {
    if (at > (state.asked_at ?? '')) state.asked_at = at;
  };
  const rows = await states.getMany(
    stateIds.map((id) => ({ id })),
    { consistent: true },
  );
  for (const row of rows) {
    if (row.id === 'wanted') {
      state.number = row.number;
      noteRequestTime(row.wanted_at);
    } else if (row.id === 'deployed') {
      state.build = row.build;
      noteRequestTime(row.deployed_at);
    } else if (row.id === 'currency') {
      state.currency = row.currency;
      noteRequestTime(row.changed_at);
    } else {
      const { failed_number, failed_build, failed_currency, failed_at, ...live } = row;
      state.live = { number: live.number, build: live.build, currency: live.currency };
      state.failed = { number: failed_number, build: failed_build, currency: failed_currency, at: failed_at };
    }
  }
  return state;
}

const stateIds = ['wanted', 'deployed', 'live', 'currency'] as const;

/** The currency of all prices, and the version of its row; 0 without a row. */
export interface ChosenCurrency {
  currency: Currency;
  version: number;
}

/** Returns the currency of all prices; strongly consistent. */
export async function readCurrency(): Promise<ChosenCurrency> {
  const row = await currencyRows.get({ id: 'currency' }, { consistent: true });
  return row ? { currency: row.currency, version: row.version } : { currency: defaultCurrency, version: 0 };
}

/**
 * Returns the write that changes the currency of all prices.
 * @param before the version on which the change is based
 */
export function changeCurrency(currency: Currency, before: number, onConflict: () => Promise<Error>): Write {
  const set = { currency, version: before + 1, changed_at: new Date().toISOString() };
  return before === 0
    ? currencyRows.insert({ id: 'currency', ...set }, onConflict)
    : currencyRows.change({ id: 'currency' }, { set }, { where: { version: before }, onConflict });
}

/** Returns a published version; undefined when a later one has replaced its row. */
export async function readVersion(number: number): Promise<VersionRow | undefined> {
  const row = await versions.get({ id: versionId(number) }, { consistent: true });
  return row?.number === number ? row : undefined;
}

/** Returns the stored versions up to this one, newest first. */
export const readVersions = (newest: number): Promise<VersionRow[]> =>
  versions.getMany(
    Array.from({ length: Math.min(newest, limits.websiteVersions) }, (_, index) => ({ id: versionId(newest - index) })),
    { consistent: true },
  );

interface Saving {
  content: WebsiteContent;
  saved_at: string;
  saved_by: string;
}

/**
 * Returns the write that saves the draft; it fails when the stored draft is not in the version on which it is based. 0:
 * it was never saved.
 */
export const saveDraft = (version: number, values: Saving): Write =>
  version === 0
    ? drafts.insert({ id: 'draft', version: 1, ...values })
    : drafts.change({ id: 'draft' }, { set: { ...values }, add: { version: 1 } }, { where: { version } });

/** Returns the condition for a transaction that the draft is still in this version. */
export const checkDraft = (version: number, onConflict: () => Promise<Error>): Write =>
  drafts.check({ id: 'draft' }, { where: { version }, onConflict });

/** Returns the write that stores a published version, in place of the oldest stored one. */
export const putVersion = (row: Omit<VersionRow, 'id'>): Write => ({
  Put: { TableName: env('WEBSITE_TABLE'), Item: { id: versionId(row.number), ...row } },
});

/**
 * Returns the write that makes a version the one that visitors are to see; it fails when another was published since
 * `before`.
 */
export const wantVersion = (
  { number, published_at }: Pick<VersionRow, 'number' | 'published_at'>,
  before: number,
  onConflict: () => Promise<Error>,
): Write => ({
  Update: {
    TableName: env('WEBSITE_TABLE'),
    Key: { id: 'wanted' },
    UpdateExpression: 'SET #number = :number, wanted_at = :at',
    ConditionExpression: before === 0 ? 'attribute_not_exists(id)' : '#number = :before',
    ExpressionAttributeNames: { '#number': 'number' },
    ExpressionAttributeValues: { ':number': number, ':at': published_at, ...(before > 0 && { ':before': before }) },
  },
  onConflict,
});

/**
 * Returns the write that records what visitors see.
 * @param before the record when the run began; the write fails when another run has changed it since
 */
export const recordLive = ({ number, build, currency }: Publication, before: PublishState['live']): Write => ({
  Update: {
    TableName: env('WEBSITE_TABLE'),
    Key: { id: 'live' },
    UpdateExpression:
      'SET #number = :number, build = :build, currency = :currency REMOVE failed_number, failed_build, failed_currency, failed_at',
    ConditionExpression:
      before.number === undefined
        ? 'attribute_not_exists(#number)'
        : '#number = :before AND build = :before_build AND (currency = :before_currency OR attribute_not_exists(currency))',
    ExpressionAttributeNames: { '#number': 'number' },
    ExpressionAttributeValues: {
      ':number': number,
      ':build': build,
      ':currency': currency,
      ...(before.number !== undefined && {
        ...{ ':before': before.number, ':before_build': before.build, ':before_currency': before.currency },
      }),
    },
  },
});

/** Returns the write that records what could not be published; visitors keep seeing what they saw. */
export const recordFailure = ({ number, build, currency }: Publication): Write => ({
  Update: {
    TableName: env('WEBSITE_TABLE'),
    Key: { id: 'live' },
    UpdateExpression:
      'SET failed_number = :number, failed_build = :build, failed_currency = :currency, failed_at = :at',
    ExpressionAttributeValues: {
      ...{ ':number': number, ':build': build, ':currency': currency, ':at': new Date().toISOString() },
    },
  },
});
