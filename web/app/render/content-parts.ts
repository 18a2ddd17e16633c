import { filledPages, servicePath, type Website } from '#shared/website/website.ts';
import type { Content } from '../../ui/content.tsx';
import type { PublicPath } from '../routes/public-paths.ts';

/**
 * Each document carries the content that it shows as JSON, and is hydrated with it. So a document agrees with itself
 * while others are already of a newer version, and only the documents that show a text change with it.
 */

type Part = Exclude<keyof Website, 'studio' | 'search'>;

/** What each page shows besides the studio's facts and links. */
const parts: Record<PublicPath | '/about' | '/testimonials', Part[]> = {
  '/': ['home', 'services', 'pictures'],
  '/services': ['sessions', 'services', 'pictures'],
  '/contact': ['contact', 'sessions', 'pictures'],
  '/gallery': ['services', 'pictures'],
  '/login': [],
  '/about': ['about'],
  '/testimonials': ['testimonials'],
};

/** What the private screens show: the pages of signing in have a picture, and every private screen leads to them. */
const privateParts: Part[] = ['pictures'];

/** The content that the document at a path carries; without a path, that of the private screens. */
export function partsOf(content: Website, path?: string): Content {
  const pages = filledPages(content);
  const shown = path === undefined ? privateParts : ((parts as Record<string, Part[]>)[path] ?? []);
  return {
    studio: content.studio,
    ...(pages.length > 0 && { pages }),
    ...(path !== undefined && serviceParts(content, path)),
    ...Object.fromEntries(shown.map((part) => [part, content[part]])),
  };
}

/** What the page of a service shows: its own part of each list. */
function serviceParts(
  { services, service_pages, testimonials, contact, pictures }: Website,
  path: string,
): Partial<Website> {
  const card = services.find(({ slug }) => servicePath(slug) === path);
  const page = card && service_pages[card.slug];
  if (!page) return {};
  return {
    services: [card],
    pictures,
    service_pages: { [card.slug]: page },
    testimonials: testimonials.filter(({ service }) => service === card.slug),
    contact: { questions: [], steps: contact.steps },
  };
}
