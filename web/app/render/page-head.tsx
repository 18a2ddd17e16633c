import { inDollars } from '#shared/money/in-dollars.ts';
import { studio as deployed } from '#shared/studio.ts';
import {
  filledPages,
  type PackageContent,
  paragraphsOf,
  priceText,
  type QuestionContent,
  type SearchEntry,
  type ServiceContent,
  servicePath,
  type Website,
} from '#shared/website/website.ts';
import { fragmentOf } from '../../features/public/photo-view.tsx';
import { largest, libraryImage, type SiteImage, slideId } from '../../features/public/site-image.ts';
import { cardOf, type ShownImages, shownImages, socialCard } from '../../features/public/site-images.ts';

export interface Page {
  title: string;
  description: string;
  /** The page whose texts for search engines and shared links the studio can edit in the website's content. */
  search?: keyof Website['search'];
  /** Excluded from search engines (`noindex`). */
  hidden?: true;
  /** Structured data (schema.org); undefined if it has nothing to list. */
  data?: (site: Site) => object | undefined;
}

interface Site {
  /** `https://studio.example` */
  origin: string;
  images: ShownImages;
  content: Website;
}

/** Returns the public pages by path; optional pages only if they exist. Exactly these are prerendered. */
export function pagesOf(content: Website): Record<string, Page> {
  const { studio, home, sessions, search } = content;
  return {
    '/': {
      search: 'home',
      ...searchTexts(search.home, `${studio.name} | ${studio.trade} in ${studio.city}`, home.text),
      data: business,
    },
    '/services': {
      search: 'services',
      ...searchTexts(
        search.services,
        `Services and prices | ${studio.name}`,
        `Photography sessions in ${studio.city}: ${sessions.packages.map((session) => `${session.name} ${priceText(session)}`).join(', ')}.`,
      ),
      data: offers,
    },
    '/contact': {
      search: 'contact',
      ...searchTexts(
        search.contact,
        `Contact and questions | ${studio.name}`,
        `Write to ${studio.name} in ${studio.city}, or read about booking, payment, turnaround and prints.`,
      ),
      data: faq,
    },
    '/gallery': {
      search: 'gallery',
      ...searchTexts(search.gallery, `Gallery | ${studio.name}`, galleryDescription(content)),
      data: gallery,
    },
    '/login': {
      title: `Login | ${studio.name}`,
      description: `The way in for clients of ${studio.name}, and for the studio.`,
      hidden: true,
    },
    ...Object.fromEntries(filledPages(content).map(({ path }) => [path, optionalPage(content, path)])),
  };
}

function optionalPage({ studio, about, testimonials, services, service_pages }: Website, path: string): Page {
  if (path === '/about') {
    return {
      title: `About ${about.name} | ${studio.name}`,
      description: shortened(about.story),
      data: person,
    };
  }
  if (path === '/testimonials') {
    return {
      title: `Testimonials | ${studio.name}`,
      description: `What customers say about ${studio.name} in ${studio.city}: ${testimonials.map(({ name }) => name).join(', ')}.`,
      data: testimonialsPage,
    };
  }
  const card = services.find(({ slug }) => servicePath(slug) === path)!;
  return {
    title: `${card.name} in ${studio.city} | ${studio.name}`,
    description: shortened(service_pages[card.slug]!.text),
    data: (site) => service(site, card),
  };
}

/** Characters that search engines show of a description. */
const descriptionLength = 160;

/** Returns the beginning of a text, up to the end of a word. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line.length <= descriptionLength) return line;
  return `${line.slice(0, line.lastIndexOf(' ', descriptionLength))} …`;
}

/** Returns the studio's texts for search engines, or the texts made from the page's content. */
const searchTexts = (entry: SearchEntry, title: string, description: string) => ({
  title: entry.title || title,
  description: entry.description || description,
});

export const notFoundPage = ({ studio }: Website): Page => ({
  title: `Page not found | ${studio.name}`,
  description: 'There is no page at this address.',
  hidden: true,
});

/** Renders the tags of a page's `<head>` that depend on its content. */
export function PageHead({ path, page, ...site }: { path: string; page: Page } & Site) {
  const { origin, images, content } = site;
  const chosen = page.search && content.search[page.search].picture;
  const card = chosen ? libraryImage(chosen) : cardOf(images, path);
  const data = page.data?.(site);
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {page.hidden && <meta name="robots" content="noindex" />}
      {!page.hidden && <link rel="canonical" href={origin + path} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={content.studio.name} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      {!page.hidden && (
        <>
          <meta property="og:url" content={origin + path} />
          {card && (
            <>
              <meta property="og:image" content={origin + socialCard(card)} />
              <meta property="og:image:width" content="1200" />
              <meta property="og:image:height" content="630" />
              <meta property="og:image:alt" content={card.alt} />
              <meta name="twitter:card" content="summary_large_image" />
            </>
          )}
        </>
      )}
      {data && <StructuredData data={data} />}
    </>
  );
}

/** Returns JSON for a `<script>` element of data, with '<' escaped: `</script>` in a text would end the element. */
export const inertJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c');

function StructuredData({ data }: { data: object }) {
  const text = inertJson({ '@context': 'https://schema.org', ...data });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape a script's text; inertJson escapes '<'
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Returns dollars. Published prices are always set; only drafts can lack one. */
const dollars = (cents: number | null) => (cents ?? 0) / 100;

function provider({ origin, images, content: { studio, home, sessions } }: Site) {
  const prices = sessions.packages.map(({ price_cents }) => dollars(price_cents));
  return {
    '@type': ['LocalBusiness', 'ProfessionalService'],
    name: studio.name,
    '@id': `${origin}/#studio`,
    url: `${origin}/`,
    ...(images.hero && { image: origin + socialCard(images.hero) }),
    logo: `${origin}/apple-touch-icon.png`,
    ...(prices.length > 0 && { priceRange: `$${Math.min(...prices)}–$${Math.max(...prices)}` }),
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

function business(site: Site) {
  return {
    ...provider(site),
    knowsAbout: site.content.services.map((card) => card.name),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Sessions',
      itemListElement: site.content.sessions.packages.map(offer),
    },
  };
}

const offer = (session: PackageContent) => ({
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
          price: dollars(session.price_cents),
          priceCurrency: 'USD',
          unitCode: 'HUR',
        },
      }
    : { price: dollars(session.price_cents), priceCurrency: 'USD' }),
});

function offers(site: Site) {
  return {
    '@type': 'OfferCatalog',
    name: `Sessions by ${site.content.studio.name}`,
    provider: provider(site),
    itemListElement: site.content.sessions.packages.map(offer),
  };
}

/**
 * Returns a description with the categories that the page shows; categories with featured photos only change without a
 * build.
 */
function galleryDescription(content: Website): string {
  const { services: images } = shownImages(content);
  const shownServices = content.services.filter(({ slug }) => images[slug]?.length);
  const names = shownServices.map(({ name }) => name.toLowerCase()).join(', ');
  return `Photographs by ${content.studio.name}${names ? `: ${names}` : ` in ${content.studio.city}`}.`;
}

/** Describes only photographs built into the site, because featured photos change without a build. */
function gallery({ origin, images, content: { studio, services } }: Site) {
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

function faq({ content }: Site) {
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

function person(site: Site) {
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
const testimonialsPage = (site: Site) => ({ '@type': 'CollectionPage', about: studioReference(site) });

function service(site: Site, { slug, name }: ServiceContent) {
  const { origin, content } = site;
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
        description: `From ${inDollars(from_cents)}`,
        priceSpecification: { '@type': 'PriceSpecification', minPrice: dollars(from_cents), priceCurrency: 'USD' },
      },
    }),
  };
  return questions.length > 0 ? { '@graph': [described, faqPage(questions)] } : described;
}
