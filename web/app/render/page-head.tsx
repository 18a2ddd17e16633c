import { defaultCurrency } from '#shared/studio.ts';
import {
  filledPages,
  priceText,
  type RenderedContent,
  type SearchEntry,
  servicePath,
  type Website,
} from '#shared/website/website.ts';
import { libraryImage } from '../../features/public/site-image.ts';
import { cardOf, shownImages, socialCard } from '../../features/public/site-images.ts';
import { business, faq, gallery, offers, person, type Site, service, testimonialsPage } from './structured-data.ts';

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

/** Returns the public pages by path; optional pages only if they exist. Exactly these are prerendered. */
export function pagesOf(content: RenderedContent): Record<string, Page> {
  const { studio, home, sessions, search, currency = defaultCurrency } = content;
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
        `Photography sessions in ${studio.city}: ${sessions.packages.map((session) => `${session.name} ${priceText(session, currency)}`).join(', ')}.`,
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

/**
 * Returns a description with the categories that have pictures. Categories that have only featured photos are left out,
 * because they come and go without a build.
 */
function galleryDescription(content: RenderedContent): string {
  const { services: images } = shownImages(content);
  const shownServices = content.services.filter(({ slug }) => images[slug]?.length);
  const names = shownServices.map(({ name }) => name.toLowerCase()).join(', ');
  return `Photographs by ${content.studio.name}${names ? `: ${names}` : ` in ${content.studio.city}`}.`;
}

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
