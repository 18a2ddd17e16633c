import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { publishSite } from '../../domain/website/publishing.ts';
import { env } from '../../platform/env.ts';

/**
 * Publishes the website when the table says that visitors are to see another version, build or currency. The table's stream starts this
 * function, one run at a time.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<void> {
  const hasCause = event.Records.some(({ dynamodb }) => causeIds.has(dynamodb?.Keys?.id?.S ?? ''));
  if (hasCause) await publishSite(await loadRenderer());
}

/** The ids of the rows that say what visitors are to see, and of the row by which `studio:redrive` asks again. */
const causeIds = new Set(['wanted', 'deployed', 'currency', 'again']);

/** Loads the renderer, a module of the site's build, so that the pages' code and their assets come from one build. */
const loadRenderer = (): Promise<SiteRenderer> =>
  import(pathToFileURL(resolve(import.meta.dirname, env('SITE_RENDERER'), 'index.mjs')).href);
