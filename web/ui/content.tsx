import { createContext, use } from 'react';
import { defaultPictures, defaultStudio } from '#shared/studio.ts';
import type { FilledPage, Website } from '#shared/website/website.ts';

/** The parts of the website's content that a document carries; without a document, the defaults of every one. */
export type Content = Partial<Website> &
  Pick<Website, 'studio'> & {
    /** The optional pages that exist, to which every document links; missing if there is none. */
    pages?: FilledPage[];
  };

const ContentContext = createContext<Content>({ studio: defaultStudio, pictures: defaultPictures });
export const ContentProvider = ContentContext.Provider;

/**
 * A part of the website's content.
 * @throws if the document does not carry it: `partsOf` in app/content-parts.ts lists what a page needs
 */
export function useContent<Part extends keyof Website>(part: Part): Website[Part] {
  const value = use(ContentContext)[part];
  if (value === undefined) throw new Error(`The document of this page carries no '${part}'.`);
  return value as Website[Part];
}

export const useStudio = () => useContent('studio');

const none: FilledPage[] = [];

/** The optional pages that exist. */
export const useFilledPages = (): FilledPage[] => use(ContentContext).pages ?? none;
