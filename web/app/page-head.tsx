import { packages, questions, serviceCards, studio } from '#shared/studio.ts';
import { type SiteImages, socialCard } from '../features/public/site-images.ts';
import type { PublicPath } from './public-paths.ts';

export interface Page {
  title: string;
  description: string;
  /** Kept out of search engines. */
  hidden?: true;
  /** What search engines may read of the page as data. */
  data?: () => object;
}

/** The public pages by path; all of them are prerendered, and only these. */
export const pages: Record<PublicPath, Page> = {
  '/': {
    title: `${studio.name} | ${studio.trade} in ${studio.city}`,
    description: studio.hero.text,
    data: business,
  },
  '/services': {
    title: `Services and prices | ${studio.name}`,
    description: `Photography sessions in ${studio.city}: ${packages.map((one) => `${one.name} ${one.price}`).join(', ')}.`,
    data: offers,
  },
  '/contact': {
    title: `Contact and questions | ${studio.name}`,
    description: `Write to ${studio.name} in ${studio.city}, or read about booking, payment, turnaround and prints.`,
    data: faq,
  },
  '/gallery': {
    title: `Gallery | ${studio.name}`,
    description: `Photographs by ${studio.name}: ${serviceCards.map((card) => card.name.toLowerCase()).join(', ')}.`,
  },
  '/login': {
    title: `Login | ${studio.name}`,
    description: `The way in for clients of ${studio.name}, and for the studio.`,
    hidden: true,
  },
};

export const notFoundPage: Page = {
  title: `Page not found | ${studio.name}`,
  description: 'There is no page at this address.',
  hidden: true,
};

export const pageAt = (path: string): Page => (pages as Record<string, Page>)[path] ?? notFoundPage;

/**
 * The part of a page's head that speaks of its content. `origin` (`https://studio.example`) is known only where the
 * studio has a domain; without it the addresses that must be absolute are left out rather than guessed.
 */
export function PageHead({
  path,
  page,
  origin,
  images,
}: {
  path: string;
  page: Page;
  origin: string | null;
  images: SiteImages;
}) {
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {page.hidden && <meta name="robots" content="noindex" />}
      {origin && !page.hidden && <link rel="canonical" href={origin + path} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={studio.name} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      {origin && !page.hidden && (
        <>
          <meta property="og:url" content={origin + path} />
          <meta property="og:image" content={origin + socialCard(images)} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={images.hero.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {page.data && <StructuredData data={page.data()} />}
    </>
  );
}

function StructuredData({ data }: { data: object }) {
  // Inside a script element only '<' could end it early.
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a script's text can't be given otherwise, and it is escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

const provider = () => ({
  '@type': ['LocalBusiness', 'ProfessionalService'],
  name: studio.name,
  description: studio.hero.text,
  email: studio.email,
  telephone: studio.phoneLink,
  address: {
    '@type': 'PostalAddress',
    addressLocality: studio.locality,
    addressRegion: studio.region,
    addressCountry: studio.country,
  },
  areaServed: studio.city,
  sameAs: Object.values(studio.links),
});

function business() {
  return {
    ...provider(),
    knowsAbout: serviceCards.map((card) => card.name),
    hasOfferCatalog: { '@type': 'OfferCatalog', name: 'Sessions', itemListElement: packages.map(offer) },
  };
}

const offer = (one: (typeof packages)[number]) => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Service', name: one.name, description: `${one.duration}. ${one.inclusions.join(', ')}.` },
  ...(one.unit === 'hour'
    ? {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: one.amount,
          priceCurrency: 'USD',
          unitCode: 'HUR',
        },
      }
    : { price: one.amount, priceCurrency: 'USD' }),
});

function offers() {
  return {
    '@type': 'OfferCatalog',
    name: `Sessions by ${studio.name}`,
    provider: provider(),
    itemListElement: packages.map(offer),
  };
}

function faq() {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
