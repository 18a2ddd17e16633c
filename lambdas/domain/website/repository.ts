import * as z from 'zod';
import { DraftContent, Website } from '#shared/contract/website.ts';
import { limits } from '#shared/limits.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website as WebsiteContent } from '#shared/website/website.ts';
import { env } from '../../platform/env.ts';
import { table, type Write } from '../../platform/table.ts';

/** Content as it was stored: fields that it lacks have their defaults, and those that it alone has are left out. */
const stored = <Content extends z.ZodType>(content: Content) =>
  z.preprocess((row) => completed(row, defaultWebsite), content);

function completed(row: unknown, defaults: object): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const own = row as Record<string, unknown>;
  const entries = Object.entries(defaults).map(([name, value]) => {
    if (!(name in own)) return [name, value];
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isPart ? completed(own[name], value) : own[name]];
  });
  return Object.fromEntries(entries);
}

const DraftRow = z.object({
  id: z.literal('draft'),
  version: z.number(),
  content: stored(DraftContent),
  saved_at: z.string(),
  saved_by: z.string(),
});
export type DraftRow = z.infer<typeof DraftRow>;

/** The newest published version. */
const WantedRow = z.object({ id: z.literal('wanted'), number: z.number(), wanted_at: z.string().optional() });

/** The build of the site whose assets are in the bucket, written by each deployment. */
const DeployedRow = z.object({ id: z.literal('deployed'), build: z.string(), deployed_at: z.string().optional() });

const VersionRow = z.object({
  id: z.string(),
  number: z.number(),
  content: stored(Website),
  published_at: z.string(),
  published_by: z.string(),
});
export type VersionRow = z.infer<typeof VersionRow>;

/** What visitors see, and the last version that could not be rendered or written. */
const LiveRow = z.object({
  id: z.literal('live'),
  number: z.number().optional(),
  build: z.string().optional(),
  failed_number: z.number().optional(),
  failed_build: z.string().optional(),
  failed_at: z.string().optional(),
});

const byId = { key: ['id'] } as const;
const drafts = table('WEBSITE_TABLE', byId, DraftRow);
const versions = table('WEBSITE_TABLE', byId, VersionRow);
const states = table('WEBSITE_TABLE', byId, z.discriminatedUnion('id', [WantedRow, DeployedRow, LiveRow]));

/** The row of a version, which a later one takes. */
const versionId = (number: number) => `version#${String(number % limits.websiteVersions).padStart(2, '0')}`;

export const readDraft = (): Promise<DraftRow | undefined> => drafts.get({ id: 'draft' }, { consistent: true });

/** What visitors are to see, and what they see. */
export interface PublishState {
  /** The newest published version; 0 as long as nothing was published. */
  number: number;
  build: string | undefined;
  /** When the version was published or the build deployed, whichever is later; unknown of what older versions wrote. */
  asked_at: string | undefined;
  live: { number?: number | undefined; build?: string | undefined };
  failed: { number?: number | undefined; build?: string | undefined; at?: string | undefined };
}

/** Strongly consistent. */
export async function readState(): Promise<PublishState> {
  const state: PublishState = { number: 0, build: undefined, asked_at: undefined, live: {}, failed: {} };
  const ask = (at = '') => {
    if (at > (state.asked_at ?? '')) state.asked_at = at;
  };
  for (const row of await states.getMany([{ id: 'wanted' }, { id: 'deployed' }, { id: 'live' }], {
    consistent: true,
  })) {
    if (row.id === 'wanted') {
      state.number = row.number;
      ask(row.wanted_at);
    } else if (row.id === 'deployed') {
      state.build = row.build;
      ask(row.deployed_at);
    } else {
      state.live = { number: row.number, build: row.build };
      state.failed = { number: row.failed_number, build: row.failed_build, at: row.failed_at };
    }
  }
  return state;
}

/** Returns a published version, unless a later one has taken its row. */
export async function readVersion(number: number): Promise<VersionRow | undefined> {
  const row = await versions.get({ id: versionId(number) }, { consistent: true });
  return row?.number === number ? row : undefined;
}

/** Returns the kept versions up to this one, newest first. */
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

/** Saves the draft over the version that it is based on; 0 is a draft that was never saved. */
export const saveDraft = (version: number, values: Saving): Write =>
  version === 0
    ? drafts.insert({ id: 'draft', version: 1, ...values })
    : drafts.change({ id: 'draft' }, { set: { ...values }, add: { version: 1 } }, { where: { version } });

/** Fails when the draft was saved since this version. */
export const checkDraft = (version: number, onConflict: () => Promise<Error>): Write =>
  drafts.check({ id: 'draft' }, { where: { version }, onConflict });

/** Stores a published version in the row of the one that is no longer kept. */
export const putVersion = (row: Omit<VersionRow, 'id'>): Write => ({
  Put: { TableName: env('WEBSITE_TABLE'), Item: { id: versionId(row.number), ...row } },
});

/** Makes a version the one that visitors are to see; fails when another was published since `before`. */
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
 * Records what visitors see.
 * @param before what was recorded when the run began; fails when another one has recorded something since
 */
export const recordLive = (number: number, build: string, before: PublishState['live']): Write => ({
  Update: {
    TableName: env('WEBSITE_TABLE'),
    Key: { id: 'live' },
    UpdateExpression: 'SET #number = :number, build = :build REMOVE failed_number, failed_build, failed_at',
    ConditionExpression:
      before.number === undefined ? 'attribute_not_exists(#number)' : '#number = :before AND build = :before_build',
    ExpressionAttributeNames: { '#number': 'number' },
    ExpressionAttributeValues: {
      ':number': number,
      ':build': build,
      ...(before.number !== undefined && { ':before': before.number, ':before_build': before.build }),
    },
  },
});

/** Records that a version could not be published; what visitors see stays as it was. */
export const recordFailure = (number: number, build: string): Write => ({
  Update: {
    TableName: env('WEBSITE_TABLE'),
    Key: { id: 'live' },
    UpdateExpression: 'SET failed_number = :number, failed_build = :build, failed_at = :at',
    ExpressionAttributeValues: { ':number': number, ':build': build, ':at': new Date().toISOString() },
  },
});
