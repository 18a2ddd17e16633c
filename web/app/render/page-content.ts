import { defaultCurrency } from '#shared/studio.ts';
import { filledPages, type RenderedContent, servicePath, type Website } from '#shared/website/website.ts';
import type { Content } from '../../ui/content.tsx';
import type { PublicPath } from '../routes/public-paths.ts';

/**
 * Selects the content of each document. Each document contains the content that it shows as JSON, and is hydrated with
 * it. So a document is consistent while others are already of a newer version, and a changed text changes only the
 * documents that show it.
 */

type Section = Exclude<keyof Website, 'studio' | 'search'>;

/** The sections that each page shows besides the studio's facts and links. */
const sectionsByPath: Record<PublicPath | '/about' | '/testimonials', Section[]> = {
  '/': ['home', 'services', 'pictures'],
  '/services': ['sessions', 'services', 'pictures'],
  '/contact': ['contact', 'sessions', 'pictures'],
  '/gallery': ['services', 'pictures'],
  '/login': [],
  '/about': ['about'],
  '/testimonials': ['testimonials'],
};

/**
 * The sections that the private screens show: the sign-in pages have a picture, and every private screen leads to them.
 */
const privateSections: Section[] = ['pictures'];

/** Returns the content of the document at a path; without a path, the content of the private screens. */
export function contentFor(content: RenderedContent, path?: string): Content {
  const { currency = defaultCurrency } = content;
  const pages = filledPages(content);
  const sections = path === undefined ? privateSections : ((sectionsByPath as Record<string, Section[]>)[path] ?? []);
  return {
    studio: content.studio,
    ...(pages.length > 0 && { pages }),
    ...(currency !== defaultCurrency && { currency }),
    ...(path !== undefined && serviceSections(content, path)),
    ...Object.fromEntries(sections.map((section) => [section, content[section]])),
  };
}

/** Returns the sections that the page of a service shows: its own entry of each list. */
function serviceSections(
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
