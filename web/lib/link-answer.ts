import type { OpenedLink } from '#shared/contract/links.ts';

/** The response of `POST open` by a guest. */
export interface LinkAnswer {
  ok: boolean;
  status: number;
  json(): Promise<OpenedLink>;
}

declare global {
  interface Window {
    /** The first request of the guests' page, sent by its inline script (app/first-view/open-link.ts). Removed when taken. */
    opening?: Promise<LinkAnswer> | undefined;
  }
}
