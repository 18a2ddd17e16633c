import type { Currency } from './money/currency.ts';
import type { PublishedFacts, StudioFacts, Website } from './website/website.ts';

/**
 * The business's facts that a deployment needs and with which a new website begins; `default-website.ts` has its texts.
 * The facts have a file of their own, because every page of the private areas loads the facts and none loads the texts.
 */

export const studio = {
  name: 'Magnolia & Light',
  /** Kind of business, for page titles and structured data. */
  trade: 'Photography studio',
  city: 'Houston, TX',
  locality: 'Houston',
  region: 'TX',
  country: 'US',
  email: 'hello@magnoliaandlight.example',
  phone: '(713) 555-0142',
  /** Phone number in E.164 format, for `tel:` links. */
  phoneLink: '+17135550142',
  /** The studio's time zone; 'today' is computed in it. */
  timeZone: 'America/Chicago',
  links: {
    instagram: 'https://www.instagram.com/',
    facebook: 'https://www.facebook.com/',
    googleReviews: 'https://www.google.com/maps/search/?api=1&query=photography+studio+houston',
  },
  /** First year of the copyright line. */
  copyrightSince: 2025,
  credit: { text: 'Site by Fieldnote', url: 'https://fieldnote.example/' },
} as const;

/** Returns the year shown in the copyright line. */
export const copyrightYear = (now: Date) => Math.max(studio.copyrightSince, now.getUTCFullYear());

/** The facts of a studio that has published nothing. */
export const defaultStudio: StudioFacts = {
  name: studio.name,
  trade: studio.trade,
  city: studio.city,
  locality: studio.locality,
  region: studio.region,
  email: studio.email,
  phone: studio.phone,
  phone_link: studio.phoneLink,
  hours: '',
  instagram: studio.links.instagram,
  facebook: studio.links.facebook,
  google_reviews: studio.links.googleReviews,
  credit: studio.credit.text,
  credit_link: studio.credit.url,
};

/** The currency of a studio that has chosen none; here, because the module of currencies has the code of the formats. */
export const defaultCurrency: Currency = 'USD';

/** The facts of a studio that has published nothing and chosen no currency. */
export const defaultFacts: PublishedFacts = { ...defaultStudio, currency: defaultCurrency };

/** The shared pictures of a studio that has chosen none. */
export const defaultPictures: Website['pictures'] = { studio: null, sign_in: null, stand_ins: false };
