import { setTimeout as wait } from 'node:timers/promises';
import { deployedWebsite } from '#shared/website/default-website.ts';
import { notFoundFile, type RenderedSite, type SiteRenderer } from '#shared/website/site-renderer.ts';
import { optionalPaths, type Website } from '#shared/website/website.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { invalidate } from '../../platform/invalidate.ts';
import { log } from '../../platform/log.ts';
import { write } from '../../platform/table.ts';
import { isSame } from './publish-state.ts';
import { type Publication, readState, readVersion, recordFailure, recordLive } from './repository.ts';
import { digestOf, OvertakenError, type Published, putDocument, putPublished, readPublished } from './site-bucket.ts';

/**
 * The number of attempts, a second apart, to find the new pages at the edge, which caches a page for a second; and the
 * milliseconds for each attempt. Together they are shorter than the function's timeout, so that a failure is recorded.
 */
const maxLooks = 15;
const lookTimeoutMs = 2_000;

/**
 * Writes the newest published version, as the deployed build renders it in the studio's currency, to the site bucket; does nothing when visitors
 * see it already. Every step may be repeated, so that the next run completes one that was killed: see
 * docs/decisions/0032.
 * @throws Error after the failure is recorded
 */
export async function publishSite(renderer: SiteRenderer): Promise<void> {
  const doubtfulKeys = new Set<string>();
  while (!(await publishNewest(renderer, doubtfulKeys)))
    log.info('Another run was at work: this one begins again.', {});
}

/**
 * Publishes the newest version once.
 * @param doubtfulKeys keys of documents whose stored text is unknown, because this run and another one may both have
 * written them. The run adds keys before it writes, and clears the set when the stored manifest states their texts.
 * @returns false when another run has published at the same time
 */
async function publishNewest(renderer: SiteRenderer, doubtfulKeys: Set<string>): Promise<boolean> {
  // Read the manifest first: if another run has replaced it, the conditional PUT fails before any page is written.
  const published = await readPublished();
  const state = await readState();
  const { number, build, currency, live } = state;
  // During a deployment, this function may belong to a build whose assets are not in the bucket yet. When they are, the
  // deployment writes its build into the row, which starts this function again.
  if (build !== renderer.build) {
    log.info('The deployed build is another one.', { build, own: renderer.build });
    return true;
  }
  if (isSame(live, state) && doubtfulKeys.size === 0) return true;
  const publication: Publication = { number, build, currency };
  try {
    // Render everything before the first write, so that a failed rendering changes nothing.
    const content = { ...(await contentOf(number)), currency };
    await writeChanges(await renderer.renderSite(env('SITE_ORIGIN'), content), published, doubtfulKeys);
  } catch (error) {
    if (error instanceof OvertakenError) return false;
    await write(recordFailure(publication)).catch((cause: unknown) =>
      log.error('The failure to publish could not be recorded.', { error: cause }),
    );
    throw error;
  }
  try {
    await write(recordLive(publication, live));
    return true;
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
}

async function contentOf(number: number): Promise<Website> {
  if (number === 0) return deployedWebsite;
  const version = await readVersion(number);
  if (!version) throw new Error(`The published version ${number} is not stored.`);
  return version.content;
}

/**
 * Writes the documents that differ from the manifest, and then requests the pages as visitors do. The manifest leaves
 * out a document while it is being written, and a page that the edge does not serve, so that the next run writes them
 * in any case.
 * @throws OvertakenError when another run has replaced the manifest
 */
async function writeChanges(
  rendered: RenderedSite,
  publishedBefore: Published,
  doubtfulKeys: Set<string>,
): Promise<void> {
  const { files, missing } = rendered;
  const isNotFound = (key: string) => key === notFoundFile || missing.includes(key);
  const digests = Object.fromEntries(Object.entries(files).map(([key, text]) => [key, digestOf(text)]));
  const changedKeys = Object.keys(files).filter(
    (key) => doubtfulKeys.has(key) || publishedBefore.files[key] !== digests[key],
  );
  let published = publishedBefore;
  if (changedKeys.length > 0) {
    published = await putPublished(without(publishedBefore.files, changedKeys), publishedBefore);
    for (const key of changedKeys) doubtfulKeys.add(key);
    for (const group of groupsInOrder(changedKeys, rendered)) {
      const writes = group.map((key) => putDocument(key, files[key]!, { isNotFound: isNotFound(key) }));
      // Wait for all writes, even if one fails: an unfinished write might reach S3 after the writes of the next run.
      const failedWrite = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
      if (failedWrite) throw failedWrite.reason;
    }
    await invalidateAtEdge(changedKeys.map((key) => `/${key}`));
  }
  const unseenPages = await findUnseen(rendered, isNotFound);
  await putPublished(
    without(
      digests,
      unseenPages.map(({ key }) => key),
    ),
    published,
  );
  doubtfulKeys.clear();
  log.info('Documents were written.', { written: changedKeys });
  if (unseenPages.length > 0) throw new Error(unseenPages.map(({ reason }) => reason).join('\n'));
}

/**
 * Returns the documents in groups, to be written one after the other, so that no document links to a missing page:
 * first the optional pages that are filled; then the other pages, which link to them; then the lists for search
 * engines; and last the optional pages that are no longer filled.
 */
function groupsInOrder(keys: string[], { build, missing }: RenderedSite): string[][] {
  const optional = optionalPaths.map((path) => build.pages[path]?.slice(1));
  const groupOf = (key: string) => {
    if (missing.includes(key)) return 3;
    if (['robots.txt', 'sitemap.xml'].includes(key)) return 2;
    return optional.includes(key) ? 0 : 1;
  };
  return [0, 1, 2, 3].map((group) => keys.filter((key) => groupOf(key) === group));
}

const without = <Value>(record: Record<string, Value>, keys: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/**
 * Invalidates documents at the edge, which caches them by their keys, because its function replaces the address before
 * the cache is read. A refused invalidation is only logged, because the edge requests each document again after a
 * second.
 */
const invalidateAtEdge = (paths: string[]) =>
  invalidate(paths).catch((error: unknown) => log.error('The edge did not take the invalidation.', { error }));

/** Returns the pages that the site's address does not serve as they were rendered, each with the reason. */
async function findUnseen(
  { files, build }: RenderedSite,
  isNotFound: (key: string) => boolean,
): Promise<{ key: string; reason: string }[]> {
  const pages = Object.entries(build.pages).map(([path, file]) => ({ path, key: file.slice(1) }));
  const unseenPages = await Promise.all(
    pages.map(async ({ path, key }) => {
      const reason = await waitUntilServed(env('SITE_ORIGIN') + path, files[key], isNotFound(key) ? 404 : 200);
      return reason ? [{ key, reason }] : [];
    }),
  );
  return unseenPages.flat();
}

/**
 * Waits until the edge serves this text with this status.
 * @returns the reason when it does not after all attempts; otherwise undefined
 */
async function waitUntilServed(address: string, text: string | undefined, status: number): Promise<string | undefined> {
  let lastResult = '';
  for (let attempt = 1; attempt <= maxLooks; attempt += 1) {
    if (attempt > 1) await wait(1_000);
    const response = await fetch(address, { signal: AbortSignal.timeout(lookTimeoutMs) }).catch(
      (error: unknown) => error,
    );
    if (response instanceof Response && response.status === status && (await response.text()) === text)
      return undefined;
    lastResult = response instanceof Response ? `status ${response.status}` : String(response);
  }
  return `${address} does not show what was published: ${lastResult}.`;
}
