import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { publishSite } from '../../domain/website/publishing.ts';
import { env } from '../../platform/env.ts';

/**
 * Publishes the website when the table says that visitors are to see something else. Its stream starts it, one run at a
 * time.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  const isConcerned = event.Records.some(({ dynamodb }) => causes.has(dynamodb?.Keys?.id?.S ?? ''));
  if (isConcerned) await publishSite(await loadRenderer());
}

/** Rows that say what visitors are to see, and the one by which `studio:redrive` asks again. */
const causes = new Set(['wanted', 'deployed', 'again']);

/** The renderer is a module of the site's build, so that the pages' code and their assets are of one build. */
const loadRenderer = (): Promise<SiteRenderer> =>
  import(pathToFileURL(resolve(import.meta.dirname, env('SITE_RENDERER'), 'index.mjs')).href);
