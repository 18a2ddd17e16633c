import { type Currency, formatPrice } from '../money/currency.ts';

/**
 * The content of the website that the studio edits in the browser. Every text is plain: nothing is HTML. An empty text
 * is not shown. `contract/website.ts` has the limits of each field.
 */
export interface Website {
  studio: StudioFacts;
  home: HomeContent;
  services: ServiceContent[];
  sessions: SessionsContent;
  contact: ContactContent;
  about: AboutContent;
  testimonials: TestimonialContent[];
  /** The pages of services by slug of the card. */
  service_pages: Record<string, ServicePageContent>;
  pictures: SharedPictures;
  search: Record<SearchablePage, SearchEntry>;
}

/**
 * A picture of the studio's library at one place; null means the picture that the site was built with. It has
 * everything that a page needs to show it, so that neither pages nor the preview read it from the library.
 */
export interface PictureContent {
  /** The id; the picture's files are below `/pictures/{id}/`. */
  id: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The picture's dominant color, `#rrggbb`, shown until the picture has loaded. */
  color: string;
  /** A description of the picture for people who can't see it; empty only in drafts. */
  alt: string;
  /** Percent of width and height, in steps of five: the point that stays in sight when a frame crops the picture. */
  focus: [x: number, y: number];
}

/** Facts about the business, shown on every page. */
export interface StudioFacts {
  name: string;
  /** Kind of business: 'Photography studio'. */
  trade: string;
  city: string;
  locality: string;
  region: string;
  email: string;
  phone: string;
  /** Phone number in E.164 format, for `tel:` links. */
  phone_link: string;
  /** The hours at which the studio can be reached or visited. */
  hours: string;
  /** Links that begin with `https://`. */
  instagram: string;
  facebook: string;
  google_reviews: string;
  /** The last text of the footer, and the address that it links to. */
  credit: string;
  credit_link: string;
}

/**
 * The studio's facts with the currency of its prices, which is no part of the content: an earlier version of the content
 * does not bring back an earlier currency.
 */
export interface PublishedFacts extends StudioFacts {
  currency: Currency;
}

/** What the site's documents are rendered from; without a currency, its prices are in the default one. */
export type RenderedContent = Website & { currency?: Currency };

interface HomeContent {
  headline: string;
  text: string;
  /** The label of the button that leads to the sessions. */
  action: string;
  tagline: string;
  picture: PictureContent | null;
  /** The eleven prints, in their order. */
  scrapbook: (PictureContent | null)[];
}

/** The number of prints in the scrapbook, whose layout is made for this number. */
export const scrapbookPrints = 11;

/** Pictures that several pages show. */
interface SharedPictures {
  /** The studio at work: at the end of the home page, and beside the questions. */
  studio: PictureContent | null;
  /** Shown beside the forms of the sign-in pages. */
  sign_in: PictureContent | null;
  /**
   * Whether visitors see stand-ins where the studio has no picture of its own yet. Otherwise these places are left out.
   */
  stand_ins: boolean;
}

/**
 * The slugs of the nine cards of the home page, in their order: the categories of the public gallery. They never
 * change.
 */
export const serviceSlugs: readonly string[] = [
  'professional-headshots',
  'website-branding',
  'weddings',
  'portraits',
  'maternity',
  'cake-smash',
  'studio-minis',
  'family',
  'events',
];

/** One of the nine cards of the home page. */
export interface ServiceContent {
  slug: string;
  name: string;
  text: string;
  /** Shown on the card, beside the sessions that name the service, and in the gallery until photos are featured. */
  picture: PictureContent | null;
}

export interface PriceContent {
  /** Null only in drafts, where it is not typed yet. */
  price_cents: number | null;
  per: 'session' | 'hour';
}

export interface PackageContent extends PriceContent {
  /** Stable identifier for links: `/contact?package=full-session`. */
  slug: string;
  name: string;
  duration: string;
  inclusions: string[];
  /** The slug of the service whose first photograph is shown with the package. */
  service: string;
}

export interface AddOnContent extends PriceContent {
  name: string;
  detail: string;
}

interface SessionsContent {
  packages: PackageContent[];
  add_ons: AddOnContent[];
}

export interface QuestionContent {
  question: string;
  answer: string;
}

export interface ContactContent {
  questions: QuestionContent[];
  /** The steps that follow a message, in order; shown beside the form. */
  steps: { title: string; text: string }[];
}

/** The page `/about`, which exists once it has a name and a story. */
interface AboutContent {
  /** The name of the photographer. */
  name: string;
  /** Empty lines separate the paragraphs. */
  story: string;
  /** A portrait of the photographer; null: none. */
  picture: PictureContent | null;
}

/** A customer's testimonial on the page `/testimonials`, which exists once there is one. */
export interface TestimonialContent {
  name: string;
  words: string;
  /** The source of the testimonial: 'Google review'. */
  source: string;
  /** The address of the source; begins with `https://`. */
  source_link: string;
  /** The slug of the service on whose page the testimonial is also shown; empty: none. */
  service: string;
  /** The customer's picture; null: none. */
  picture: PictureContent | null;
}

/** The page `/services/{slug}`, which exists once it has a text; the card then leads to it. */
interface ServicePageContent {
  /** Empty lines separate its paragraphs. */
  text: string;
  /** Null: not shown. */
  from_cents: number | null;
  /**
   * Pictures in their order, the first beside the text; without any, the card's pictures are shown. Null: not chosen
   * yet.
   */
  pictures: { picture: PictureContent | null }[];
  questions: QuestionContent[];
}

/** A page that exists only while it is filled. */
export interface FilledPage {
  path: string;
  /** The page's name in links. */
  name: string;
}

export const servicePath = (slug: string): string => `/services/${slug}`;

/** Paths of the pages that exist only while they are filled. */
export const optionalPaths: readonly string[] = ['/about', '/testimonials', ...serviceSlugs.map(servicePath)];

/** Returns the pages of `optionalPaths` that exist with this content. */
export function filledPages({ about, testimonials, services, service_pages }: Website): FilledPage[] {
  return [
    ...(about.name && about.story ? [{ path: '/about', name: 'About' }] : []),
    ...(testimonials.length > 0 ? [{ path: '/testimonials', name: 'Testimonials' }] : []),
    ...services
      .filter(({ slug }) => service_pages[slug]?.text)
      .map(({ slug, name }) => ({ path: servicePath(slug), name })),
  ];
}

/** Returns the paragraphs of a text, which empty lines separate. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');

/** The pages that search engines list. */
export const searchablePages = ['home', 'services', 'contact', 'gallery'] as const;
type SearchablePage = (typeof searchablePages)[number];

/** A page's entry in search engines and in previews of shared links. An empty text is made from the page's content. */
export interface SearchEntry {
  title: string;
  description: string;
  /** The picture shown with a shared link; null: a picture of the page. */
  picture: PictureContent | null;
}

/** Formats a price: '$125', '$1,250', '$99.50', '$125 per hour'; '' for a price that is not typed yet. */
export const priceText = ({ price_cents, per }: PriceContent, currency: Currency): string =>
  price_cents === null ? '' : `${formatPrice(price_cents, currency)}${per === 'hour' ? ' per hour' : ''}`;
