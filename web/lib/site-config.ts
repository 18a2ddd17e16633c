import type { SiteConfig } from '#shared/site-config.ts';

let config: Promise<SiteConfig> | undefined;

/** Loads config.json once. */
export function loadConfig(): Promise<SiteConfig> {
  config ??= fetchConfig().catch((error) => {
    // Lets the next call retry; without this a failed request would persist until a reload.
    config = undefined;
    throw error;
  });
  return config;
}

async function fetchConfig(): Promise<SiteConfig> {
  const answer = await fetch('/config.json').catch((cause) => {
    throw new Error('Network error.', { cause });
  });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`);
  return answer.json();
}
