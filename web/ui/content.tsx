import { createContext, use } from 'react';
import type { Currency } from '#shared/money/currency.ts';
import { defaultCurrency, defaultPictures, defaultStudio } from '#shared/studio.ts';
import type { FilledPage, Website } from '#shared/website/website.ts';

/** The sections of the website's content that a document carries; without a document, their defaults. */
export type Content = Partial<Website> &
  Pick<Website, 'studio'> & {
    /** The optional pages that exist; every document links to them. Missing if there are none. */
    pages?: FilledPage[];
    /** The currency of all prices. Missing if it is the default one. */
    currency?: Currency;
  };

/** The content that this document carries. */
export const ContentContext = createContext<Content>({ studio: defaultStudio, pictures: defaultPictures });
export const ContentProvider = ContentContext.Provider;

/**
 * Returns a section of the website's content.
 * @throws Error if the document does not carry it: `contentFor` in app/render/page-content.ts lists the sections that a
 * page needs
 */
export function useContent<Section extends keyof Website>(section: Section): Website[Section] {
  const value = use(ContentContext)[section];
  if (value === undefined) throw new Error(`The document of this page carries no '${section}'.`);
  return value as Website[Section];
}

export const useStudio = () => useContent('studio');

/** Returns the currency of all prices. */
export const useCurrency = (): Currency => use(ContentContext).currency ?? defaultCurrency;

const noPages: FilledPage[] = [];

/** Returns the optional pages that exist. */
export const useFilledPages = (): FilledPage[] => use(ContentContext).pages ?? noPages;
