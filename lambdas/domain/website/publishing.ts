import { setTimeout as wait } from 'node:timers/promises';
import { deployedWebsite } from '#shared/website/default-website.ts';
import { notFoundFile, type RenderedSite, type SiteRenderer } from '#shared/website/site-renderer.ts';
import { optionalPaths, type Website } from '#shared/website/website.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { invalidate } from '../../platform/invalidate.ts';
import { log } from '../../platform/log.ts';
import { write } from '../../platform/table.ts';
import { readState, readVersion, recordFailure, recordLive } from './repository.ts';
import { digestOf, OvertakenError, type Published, putDocument, putPublished, readPublished } from './site-bucket.ts';

/**
 * Attempts, a second apart, to find the new pages at the edge, which keeps a page for a second; and milliseconds for
 * each. Together they are less than the function's timeout, so that a failure is recorded.
 */
const looks = 15;
const lookTimeout = 2_000;

/**
 * Makes visitors see the newest published version as the deployed build renders it; does nothing when they do already.
 * Every step may be repeated, so that a run that was killed is made up for by the next one: see docs/decisions/0032.
 * @throws after the failure is recorded
 */
export async function publishSite(renderer: SiteRenderer): Promise<void> {
  const doubtful = new Set<string>();
  while (!(await publishNewest(renderer, doubtful))) log.info('Another run was at work: this one begins again.', {});
}

/**
 * @param doubtful keys that this run has written while another one may have, too: which text they have is not known.
 * The run adds to it before it writes, and clears it when the list of what is published says what they have.
 * @returns false when another run has published at the same time
 */
async function publishNewest(renderer: SiteRenderer, doubtful: Set<string>): Promise<boolean> {
  // Before the rest: a run that has read what another one has replaced since finds it out before it writes.
  const published = await readPublished();
  const { number, build, live } = await readState();
  // While a deployment is under way, the function is of a build whose assets may not be in the bucket yet. The
  // deployment writes its build into the row when they are, which starts this again.
  if (build !== renderer.build) {
    log.info('The deployed build is another one.', { build, own: renderer.build });
    return true;
  }
  if (live.number === number && live.build === build && doubtful.size === 0) return true;
  try {
    // All of it before the first write, so that what can't be rendered changes nothing.
    await bringOut(await renderer.renderSite(env('SITE_ORIGIN'), await contentOf(number)), published, doubtful);
  } catch (error) {
    if (error instanceof OvertakenError) return false;
    await write(recordFailure(number, build)).catch((cause: unknown) =>
      log.error('The failure to publish could not be recorded.', { error: cause }),
    );
    throw error;
  }
  try {
    await write(recordLive(number, build, live));
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
 * Writes what differs from the list of what is published, and looks at the pages as visitors do. The list leaves out a
 * document while it is written, and a page that the edge does not show, so that the next run writes them whatever it
 * publishes.
 * @throws OvertakenError
 */
async function bringOut(rendered: RenderedSite, before: Published, doubtful: Set<string>): Promise<void> {
  const { files, missing } = rendered;
  const isNotFound = (key: string) => key === notFoundFile || missing.includes(key);
  const digests = Object.fromEntries(Object.entries(files).map(([key, text]) => [key, digestOf(text)]));
  const changed = Object.keys(files).filter((key) => doubtful.has(key) || before.files[key] !== digests[key]);
  let published = before;
  if (changed.length > 0) {
    published = await putPublished(without(before.files, changed), before);
    for (const key of changed) doubtful.add(key);
    for (const group of inOrder(changed, rendered)) {
      const writes = group.map((key) => putDocument(key, files[key]!, { isNotFound: isNotFound(key) }));
      // To its end, also when one fails: a write that is left under way may reach S3 after those of the next run.
      const refused = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
      if (refused) throw refused.reason;
    }
    await forgetAtEdge(changed.map((key) => `/${key}`));
  }
  const unseen = await findUnseen(rendered, isNotFound);
  await putPublished(
    without(
      digests,
      unseen.map(({ key }) => key),
    ),
    published,
  );
  doubtful.clear();
  log.info('Documents were written.', { written: changed });
  if (unseen.length > 0) throw new Error(unseen.map(({ reason }) => reason).join('\n'));
}

/**
 * Groups of documents, one to be written after the other, so that no document leads to a page that is not there: the
 * pages that exist only while they are filled; the others, whose links and footers name these; the lists for search
 * engines; and at last the pages that are no longer filled.
 */
function inOrder(keys: string[], { build, missing }: RenderedSite): string[][] {
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
 * The edge keeps documents by their keys, because its function has replaced the address before it looks. It asks for
 * each of them again after a second by itself, so a refused invalidation is not a failure.
 */
const forgetAtEdge = (paths: string[]) =>
  invalidate(paths).catch((error: unknown) => log.error('The edge did not take the invalidation.', { error }));

/** Returns the keys of the pages that the site's own address does not show as they were rendered, and what it shows. */
async function findUnseen(
  { files, build }: RenderedSite,
  isNotFound: (key: string) => boolean,
): Promise<{ key: string; reason: string }[]> {
  const pages = Object.entries(build.pages).map(([path, file]) => ({ path, key: file.slice(1) }));
  const found = await Promise.all(
    pages.map(async ({ path, key }) => {
      const reason = await waitUntilServed(env('SITE_ORIGIN') + path, files[key], isNotFound(key) ? 404 : 200);
      return reason ? [{ key, reason }] : [];
    }),
  );
  return found.flat();
}

/** @returns why not, when the edge does not serve this text with this status after some time */
async function waitUntilServed(address: string, text: string | undefined, status: number): Promise<string | undefined> {
  let seen = '';
  for (let look = 1; look <= looks; look += 1) {
    if (look > 1) await wait(1_000);
    const answer = await fetch(address, { signal: AbortSignal.timeout(lookTimeout) }).catch((error: unknown) => error);
    if (answer instanceof Response && answer.status === status && (await answer.text()) === text) return undefined;
    seen = answer instanceof Response ? `status ${answer.status}` : String(answer);
  }
  return `${address} does not show what was published: ${seen}.`;
}
