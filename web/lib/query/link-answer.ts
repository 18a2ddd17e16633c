import type { OpenedLink } from '#shared/contract/links.ts';

/** The response of `POST open` by a guest; its body can be read more than once. */
export interface LinkAnswer extends Pick<Response, 'ok' | 'status' | 'headers'> {
  json(): Promise<OpenedLink>;
  clone(): LinkAnswer;
}

declare global {
  interface Window {
    /**
     * The first request of the guests' page, sent by its inline script (app/first-view/open-link.ts). Removed when
     * taken.
     */
    opening?: Promise<LinkAnswer> | undefined;
  }
}
