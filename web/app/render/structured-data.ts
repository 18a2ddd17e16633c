import { type Currency, decimalOf, formatPrice } from '#shared/money/currency.ts';
import { defaultCurrency, studio as deployed } from '#shared/studio.ts';
import {
  type PackageContent,
  paragraphsOf,
  type QuestionContent,
  type RenderedContent,
  type ServiceContent,
  servicePath,
} from '#shared/website/website.ts';
import { fragmentOf } from '../../features/public/photo-view.tsx';
import { largest, libraryImage, type SiteImage, slideId } from '../../features/public/site-image.ts';
import { type ShownImages, socialCard } from '../../features/public/site-images.ts';

/** Structured data (schema.org) of the public pages, for search engines. */

/** The website whose pages are rendered. */
export interface Site {
  /** `https://studio.example` */
  origin: string;
  images: ShownImages;
  content: RenderedContent;
}

/** Returns an amount of the currency. Published prices are always set; only drafts can lack one. */
const amountOf = (cents: number | null, currency: Currency) => Number(decimalOf(cents ?? 0, currency));

function provider({ origin, images, content: { studio, home, sessions, currency = defaultCurrency } }: Site) {
  const prices = sessions.packages.map(({ price_cents }) => price_cents ?? 0);
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)].map((cents) => formatPrice(cents, currency));
  return {
    '@type': ['LocalBusiness', 'ProfessionalService'],
    name: studio.name,
    '@id': `${origin}/#studio`,
    url: `${origin}/`,
    ...(images.hero && { image: origin + socialCard(images.hero) }),
    logo: `${origin}/apple-touch-icon.png`,
    ...(prices.length > 0 && { priceRange: `${lowest}–${highest}` }),
    description: home.text,
    email: studio.email,
    telephone: studio.phone_link,
    address: {
      '@type': 'PostalAddress',
      addressLocality: studio.locality,
      addressRegion: studio.region,
      addressCountry: deployed.country,
    },
    areaServed: studio.city,
    sameAs: [studio.instagram, studio.facebook, studio.google_reviews].filter((link) => link !== ''),
  };
}

export function business(site: Site) {
  return {
    ...provider(site),
    knowsAbout: site.content.services.map((card) => card.name),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Sessions',
      itemListElement: site.content.sessions.packages.map((session) =>
        offer(session, site.content.currency ?? defaultCurrency),
      ),
    },
  };
}

const offer = (session: PackageContent, priceCurrency: Currency) => ({
  '@type': 'Offer',
  itemOffered: {
    '@type': 'Service',
    name: session.name,
    description: [session.duration, session.inclusions.join(', ')]
      .map((phrase) => phrase && `${phrase}.`)
      .join(' ')
      .trim(),
  },
  ...(session.per === 'hour'
    ? {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: amountOf(session.price_cents, priceCurrency),
          priceCurrency,
          unitCode: 'HUR',
        },
      }
    : { price: amountOf(session.price_cents, priceCurrency), priceCurrency }),
});

export function offers(site: Site) {
  return {
    '@type': 'OfferCatalog',
    name: `Sessions by ${site.content.studio.name}`,
    provider: provider(site),
    itemListElement: site.content.sessions.packages.map((session) =>
      offer(session, site.content.currency ?? defaultCurrency),
    ),
  };
}

/** Describes only photographs built into the site, because featured photos change without a build. */
export function gallery({ origin, images, content: { studio, services } }: Site) {
  const photographs = services.flatMap((card) =>
    (images.services[card.slug] ?? []).map((image) => photograph(origin, image, card.name, card.slug, studio.name)),
  );
  return {
    '@type': 'ImageGallery',
    name: `Gallery of ${studio.name}`,
    url: `${origin}/gallery`,
    image: photographs,
  };
}

const photograph = (origin: string, image: SiteImage, caption: string, category: string, creditText: string) => {
  const src = largest(image);
  return {
    '@type': 'ImageObject',
    name: image.alt,
    caption,
    contentUrl: origin + src,
    url: `${origin}/gallery#${fragmentOf({ id: slideId(image, category), src, alt: image.alt, caption, category })}`,
    creator: { '@id': `${origin}/#studio` },
    creditText,
  };
};

export function faq({ content }: Site) {
  return content.contact.questions.length > 0 ? faqPage(content.contact.questions) : undefined;
}

function faqPage(questions: QuestionContent[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/**
 * Refers to the studio, which the home page's data describes, so that a changed price changes only pages that show it.
 */
const studioReference = ({ origin, content }: Site) => ({
  '@type': 'LocalBusiness',
  '@id': `${origin}/#studio`,
  name: content.studio.name,
});

export function person(site: Site) {
  const { about } = site.content;
  return {
    '@type': 'AboutPage',
    mainEntity: {
      '@type': 'Person',
      name: about.name,
      ...(about.picture && { image: site.origin + largest(libraryImage(about.picture)) }),
      description: paragraphsOf(about.story).join(' '),
      worksFor: studioReference(site),
    },
  };
}

/**
 * Describes the page without the testimonials: a review needs a rating, and search engines accept no reviews that a
 * business shows of itself.
 */
export const testimonialsPage = (site: Site) => ({ '@type': 'CollectionPage', about: studioReference(site) });

export function service(site: Site, { slug, name }: ServiceContent) {
  const { origin, content } = site;
  const { currency = defaultCurrency } = content;
  const { text, from_cents, questions } = content.service_pages[slug]!;
  const described = {
    '@type': 'Service',
    name,
    serviceType: name,
    description: paragraphsOf(text).join(' '),
    url: origin + servicePath(slug),
    areaServed: content.studio.city,
    provider: studioReference(site),
    ...(from_cents !== null && {
      offers: {
        '@type': 'Offer',
        description: `From ${formatPrice(from_cents, currency)}`,
        priceSpecification: {
          ...{ '@type': 'PriceSpecification', minPrice: amountOf(from_cents, currency), priceCurrency: currency },
        },
      },
    }),
  };
  return questions.length > 0 ? { '@graph': [described, faqPage(questions)] } : described;
}
