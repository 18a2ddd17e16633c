import { defaultPictures, defaultStudio } from '../studio.ts';
import {
  type AddOnContent,
  type ContactContent,
  type PackageContent,
  type ServiceContent,
  scrapbookPrints,
  serviceSlugs,
  type Website,
} from './website.ts';

/**
 * The texts with which a new website begins. The studio changes them in the browser, or the owner here before the first
 * deployment.
 */

export const packages: PackageContent[] = [
  {
    slug: 'half-session',
    name: 'Half Session',
    duration: '30–45 minutes',
    price_cents: 75_00,
    per: 'session',
    inclusions: ['1 location', '10+ edited images', 'Private gallery'],
    service: 'studio-minis',
  },
  {
    slug: 'full-session',
    name: 'Full Session',
    duration: '1–1¼ hours',
    price_cents: 125_00,
    per: 'session',
    inclusions: ['1–2 nearby locations', '20+ images', 'Optional outfit change', 'Private gallery'],
    service: 'family',
  },
  {
    slug: 'full-day',
    name: 'Full Day',
    duration: '6 hours',
    price_cents: 750_00,
    per: 'session',
    inclusions: ['Multiple locations', 'Wardrobe changes', '75+ images', 'Optional USB keepsake'],
    service: 'website-branding',
  },
  {
    slug: 'event-photography',
    name: 'Event Photography',
    duration: 'By the hour',
    price_cents: 125_00,
    per: 'hour',
    inclusions: ['Optional second shooter'],
    service: 'events',
  },
];

export const addOns: AddOnContent[] = [
  { name: 'Rush Editing', detail: '48-hour turnaround', price_cents: 75_00, per: 'session' },
  { name: 'USB Keepsake', detail: '', price_cents: 25_00, per: 'session' },
  { name: 'Second Photographer', detail: 'Events only', price_cents: 75_00, per: 'hour' },
];

export const serviceCards: Omit<ServiceContent, 'picture'>[] = [
  { slug: 'professional-headshots', name: 'Professional Headshots', text: 'A face people trust before they meet you.' },
  {
    slug: 'website-branding',
    name: 'Website & Branding Sessions',
    text: 'You, your tools and your space, ready for the page.',
  },
  { slug: 'weddings', name: 'Weddings', text: 'From the first button to the last dance.' },
  { slug: 'portraits', name: 'Portraits', text: 'One person, good light, no rush.' },
  { slug: 'maternity', name: 'Maternity', text: 'Quiet pictures of a loud time.' },
  { slug: 'cake-smash', name: 'Cake Smash', text: 'First birthday, first frosting.' },
  { slug: 'studio-minis', name: 'Studio Minis', text: 'Short, simple sessions under our own lights.' },
  { slug: 'family', name: 'Family', text: 'Everyone in one frame, and the moments between.' },
  { slug: 'events', name: 'Events', text: 'The room, the speeches, the people.' },
];

/** Answers state only facts of the studio; answers without such facts are general, and the owner should check them. */
export const questions: ContactContent['questions'] = [
  {
    question: 'How do I book a session?',
    answer:
      'Send us a message through the form on this page with the kind of session you have in mind. Full-day bookings and events require a deposit.',
  },
  {
    question: 'Which payment types do you accept?',
    answer: 'Cash, card, Venmo, Zelle, Apple Pay and website payment.',
  },
  {
    question: 'When will I receive my photos?',
    answer:
      'Normal turnaround is 1–2 weeks. If you need them sooner, Rush Editing (48-hour turnaround) brings delivery down to 2–3 days.',
  },
  {
    question: 'Where do you photograph?',
    answer:
      'In and around Houston: in the studio, at your place, or outdoors. A travel fee may apply outside the metro area.',
  },
  {
    question: 'What equipment do you use?',
    answer: 'Professional cameras, lenses and lighting, chosen for the place and the kind of session.',
  },
  {
    question: 'How do I choose my photos?',
    answer:
      'Your photos arrive in a private online gallery. Star your favorites there and leave a note on any picture.',
  },
  {
    question: 'What should I wear?',
    answer:
      'Something you feel like yourself in. Tell us about the place and the mood you have in mind, and we are glad to suggest colors.',
  },
  {
    question: 'Do you offer prints and photo books?',
    answer: 'Yes. Ask for a quote for prints, a photo book or a keepsake right from your private gallery.',
  },
  {
    question: 'Can we bring props and pets?',
    answer: 'Please do. Let us know beforehand, so that we can plan the time and the place around them.',
  },
  {
    question: 'Do you retouch the photos?',
    answer:
      'Photos are edited for color and light. If something on a picture bothers you, leave a note on it in your gallery.',
  },
];

/** The content with which each section of a website begins: the texts above, and the facts of `studio.ts`. */
export const defaultWebsite: Website = {
  studio: defaultStudio,
  home: {
    headline: 'Capturing The Heart of Every Moment',
    text: 'Portraits, weddings and family stories in Houston. Unhurried sessions, honest light, and a private gallery to choose from.',
    action: 'Explore Sessions',
    tagline: 'This is what your memories will feel like.',
    picture: null,
    scrapbook: Array.from({ length: scrapbookPrints }, () => null),
  },
  services: serviceCards.map((card) => ({ ...card, picture: null })),
  sessions: { packages, add_ons: addOns },
  contact: { questions, steps: [] },
  about: { name: '', story: '', picture: null },
  testimonials: [],
  service_pages: Object.fromEntries(
    serviceSlugs.map((slug) => [slug, { text: '', from_cents: null, pictures: [], questions: [] }]),
  ),
  pictures: defaultPictures,
  search: {
    home: { title: '', description: '', picture: null },
    services: { title: '', description: '', picture: null },
    contact: { title: '', description: '', picture: null },
    gallery: { title: '', description: '', picture: null },
  },
};

/** Version 0: what visitors see until something is published, with the pictures that the site was built with. */
export const deployedWebsite: Website = { ...defaultWebsite, pictures: { ...defaultPictures, stand_ins: true } };
