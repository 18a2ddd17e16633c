import { defaultWebsite } from '#shared/website/default-website.ts';
import { scrapbookPrints, searchablePages, servicePath, type Website } from '#shared/website/website.ts';

/** A text of the website's content that one field edits. */
export interface TextOf {
  /** The text's path in the content: `home.headline`. */
  name: string;
  label: string;
  /** The purpose of the text and where it appears, if the label does not say so. */
  hint?: string;
  /** Whether the text has several lines. */
  isLong?: true;
  /** The height of a field for paragraphs, in lines. */
  rows?: number;
  type?: 'email' | 'url' | 'tel';
}

export interface Section {
  id: string;
  /** The heading of the group in the outline. */
  group: string;
  /** The title unless it is the name of a card: see `titleOf`. */
  title: string;
  /** The slug of the card whose page the section edits; the card's name is the title. */
  card?: string;
  where: string;
  /** The path of the page that the preview shows with this section. */
  page: string;
  /** The beginnings of the paths that the section edits. */
  edits: string[];
  texts?: TextOf[];
  /** The places with a picture, without those in lists. */
  pictures?: { name: string; hint?: string | undefined }[];
}

const paragraphHint = 'An empty line begins a new paragraph.';
const titleHint = 'Shown in the browser’s tab and by search engines. Empty: made from the page.';
const descriptionHint = 'Shown by search engines and in previews of shared links. Empty: made from the page.';

const searchTexts = (page: string, title: string): TextOf[] => [
  { name: `search.${page}.title`, label: `${title}: title`, hint: titleHint },
  { name: `search.${page}.description`, label: `${title}: description`, hint: descriptionHint, isLong: true },
];

/** The shapes in which the scrapbook's prints are shown, according to app/site.css. */
const printShapes = Array.from({ length: scrapbookPrints }, (_, index) => {
  if ([1, 5, 9, 10].includes(index)) return 'Landscape.';
  return [2, 4, 6].includes(index) ? 'Square.' : 'Upright.';
});

/** The sections of the editor, in the order of its outline. */
export const sections: Section[] = [
  {
    id: 'hero',
    group: 'Home',
    title: 'Hero',
    where: 'The first screen of the home page.',
    page: '/',
    edits: ['home.headline', 'home.text', 'home.action', 'home.picture'],
    pictures: [{ name: 'home.picture', hint: 'Upright, 1,800 pixels wide or more.' }],
    texts: [
      { name: 'home.headline', label: 'Headline', hint: 'The last two words are set in italics.' },
      {
        name: 'home.text',
        label: 'Words below',
        hint: 'Also what search engines show of the home page, unless you write another description.',
        isLong: true,
      },
      { name: 'home.action', label: 'Button', hint: 'Leads to the sessions and prices.' },
    ],
  },
  {
    id: 'scrapbook',
    group: 'Home',
    title: 'Scrapbook',
    where: 'Above the eleven pictures of the home page.',
    page: '/',
    edits: ['home.tagline', 'home.scrapbook'],
    pictures: Array.from({ length: scrapbookPrints }, (_, index) => ({
      name: `home.scrapbook.${index}`,
      hint: printShapes[index],
    })),
    texts: [{ name: 'home.tagline', label: 'Words above the pictures' }],
  },
  {
    id: 'cards',
    group: 'Home',
    title: 'Cards',
    where: 'The nine cards on the home page; their names are also the categories of the gallery.',
    page: '/',
    edits: ['services'],
  },
  {
    id: 'packages',
    group: 'Services',
    title: 'Sessions and prices',
    where: 'The page Services, in this order. The prices are also in what search engines read of the home page.',
    page: '/services',
    edits: ['sessions.packages'],
  },
  {
    id: 'add-ons',
    group: 'Services',
    title: 'Add-ons',
    where: 'The list at the end of the page Services. Without any, it is not shown.',
    page: '/services',
    edits: ['sessions.add_ons'],
  },
  {
    id: 'questions',
    group: 'Contact',
    title: 'Questions',
    where: 'Below the form on the page Contact. Please check that each answer is true for your studio.',
    page: '/contact',
    edits: ['contact.questions'],
  },
  {
    id: 'steps',
    group: 'Contact',
    title: 'What happens next',
    where: 'Beside the form on the page Contact and on the pages of services. Without any step, it is not shown.',
    page: '/contact',
    edits: ['contact.steps'],
  },
  {
    id: 'about',
    group: 'More pages',
    title: 'About',
    where: 'A page of its own, linked in the footer. Without a name and a story, there is none.',
    page: '/about',
    edits: ['about'],
    pictures: [{ name: 'about.picture', hint: 'Upright. Without one, the words stand alone.' }],
    texts: [
      { name: 'about.name', label: 'Who photographs', hint: 'The heading of the page.' },
      { name: 'about.story', label: 'Story', hint: paragraphHint, isLong: true, rows: 10 },
    ],
  },
  {
    id: 'testimonials',
    group: 'More pages',
    title: 'Testimonials',
    where:
      'A page of its own, linked in the footer; what is about a service is on its page, too. Without any, there is none.',
    page: '/testimonials',
    edits: ['testimonials'],
  },
  ...defaultWebsite.services.map(({ slug, name }) => ({
    id: `service-${slug}`,
    group: 'Pages of services',
    title: name,
    card: slug,
    where: 'A page of its own, to which its card on the home page then leads. Without a text, there is none.',
    page: servicePath(slug),
    edits: [`service_pages.${slug}`],
    texts: [{ name: `service_pages.${slug}.text`, label: 'Text', hint: paragraphHint, isLong: true as const, rows: 8 }],
  })),
  {
    id: 'studio',
    group: 'Everywhere',
    title: 'Name and contact',
    where: 'In the header, the footer and the page Contact, and on the pages of clients.',
    page: '/contact',
    edits: [
      'studio.name',
      'studio.trade',
      'studio.city',
      'studio.locality',
      'studio.region',
      'studio.email',
      'studio.phone',
      'studio.hours',
    ],
    texts: [
      { name: 'studio.name', label: 'Name of the studio' },
      { name: 'studio.trade', label: 'Kind of business', hint: 'In the footer and in titles: Photography studio.' },
      { name: 'studio.city', label: 'City', hint: 'As visitors read it: Houston, TX.' },
      { name: 'studio.locality', label: 'City for search engines', hint: 'Without the state: Houston.' },
      { name: 'studio.region', label: 'State for search engines', hint: 'Two letters: TX.' },
      { name: 'studio.email', label: 'Email', type: 'email' },
      { name: 'studio.phone', label: 'Phone', hint: 'As visitors read it.', type: 'tel' },
      {
        name: 'studio.phone_link',
        label: 'Number that a tap dials',
        hint: 'With + and country code, without spaces: +17135550142.',
        type: 'tel',
      },
      {
        name: 'studio.hours',
        label: 'Hours',
        hint: 'Below the address on the page Contact. Empty: not shown.',
        isLong: true,
      },
    ],
  },
  {
    id: 'footer',
    group: 'Everywhere',
    title: 'Links and footer',
    where: 'At the end of every page. What is empty is not shown.',
    page: '/contact',
    edits: ['studio.instagram', 'studio.facebook', 'studio.google_reviews', 'studio.credit'],
    texts: [
      { name: 'studio.instagram', label: 'Instagram', hint: 'The address of your page, with https://.', type: 'url' },
      { name: 'studio.facebook', label: 'Facebook', hint: 'The address of your page, with https://.', type: 'url' },
      {
        name: 'studio.google_reviews',
        label: 'Google Reviews',
        hint: 'The address of your entry, with https://.',
        type: 'url',
      },
      { name: 'studio.credit', label: 'Credit', hint: 'The last words of every page.' },
      { name: 'studio.credit_link', label: 'Where the credit leads', hint: 'With https://, or empty.', type: 'url' },
    ],
  },
  {
    id: 'pictures',
    group: 'Everywhere',
    title: 'Shared pictures',
    where: 'Pictures that several pages show, and what visitors see where you have put none yet.',
    page: '/contact',
    edits: ['pictures'],
    pictures: [
      { name: 'pictures.studio', hint: 'At the end of the home page, and beside the questions. Landscape.' },
      { name: 'pictures.sign_in', hint: 'Beside the form where clients sign in. Landscape, people in the middle.' },
    ],
  },
  {
    id: 'library',
    group: 'Everywhere',
    title: 'Picture library',
    where: 'Every picture that was uploaded for the website, or taken from the public gallery.',
    page: '/',
    edits: [],
  },
  {
    id: 'search',
    group: 'Everywhere',
    title: 'Search and sharing',
    where: 'What search engines and messages with a link to the page show. Empty fields are made from the page itself.',
    page: '/',
    edits: ['search'],
    pictures: searchablePages.map((page) => ({
      name: `search.${page}.picture`,
      hint: 'Shown with a link to the page in messages.',
    })),
    texts: [
      ...searchTexts('home', 'Home'),
      ...searchTexts('services', 'Services'),
      ...searchTexts('contact', 'Contact'),
      ...searchTexts('gallery', 'Gallery'),
    ],
  },
];

/** Returns a section's title; for a service's page, the name of its card in this content. */
export const titleOf = ({ title, card }: Section, { services }: Pick<Website, 'services'>): string =>
  services.find(({ slug }) => slug === card)?.name || title;

export const sectionOf = (path: string): Section | undefined =>
  sections.find(({ edits }) => edits.some((edit) => path.startsWith(edit)));
