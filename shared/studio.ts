/**
 * The studio's facts: everything on the site and in the e-mails that belongs to this one business.
 * The owner changes this file and the photographs in `web/photographs/`, and nothing else, to make the site theirs.
 */

export interface Package {
  /** Stable name for links: `/contact?package=full-session`. */
  slug: string;
  name: string;
  duration: string;
  /** As shown, e.g. '$125'. */
  price: string;
  /** Dollars, and what they are for, for search engines. */
  amount: number;
  unit?: 'hour';
  inclusions: string[];
}

export interface AddOn {
  name: string;
  detail?: string;
  price: string;
}

export interface ServiceCard {
  /** Also the category under which featured photos are shown in the public gallery. */
  slug: string;
  name: string;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
}

export const studio = {
  name: 'Magnolia & Light',
  /** What it is, for titles and search engines. */
  trade: 'Photography studio',
  city: 'Houston, TX',
  locality: 'Houston',
  region: 'TX',
  country: 'US',
  email: 'hello@magnoliaandlight.example',
  phone: '(713) 555-0142',
  /** As machines dial it. */
  phoneLink: '+17135550142',
  /** The studio's calendar: 'today' means today here. */
  timeZone: 'America/Chicago',
  links: {
    instagram: 'https://www.instagram.com/',
    facebook: 'https://www.facebook.com/',
    googleReviews: 'https://www.google.com/maps/search/?api=1&query=photography+studio+houston',
  },
  /** The copyright line never shows a year before this one. */
  copyrightSince: 2025,
  credit: { text: 'Site by Fieldnote', url: 'https://fieldnote.example/' },
  hero: {
    headline: 'Capturing The Heart of Every Moment',
    text: 'Portraits, weddings and family stories in Houston. Unhurried sessions, honest light, and a private gallery to choose from.',
    action: 'Explore Sessions',
  },
  tagline: 'This is what your memories will feel like.',
} as const;

export const packages: Package[] = [
  {
    slug: 'half-session',
    name: 'Half Session',
    duration: '30–45 minutes',
    price: '$75',
    amount: 75,
    inclusions: ['1 location', '10+ edited images', 'Private gallery'],
  },
  {
    slug: 'full-session',
    name: 'Full Session',
    duration: '1–1¼ hours',
    price: '$125',
    amount: 125,
    inclusions: ['1–2 nearby locations', '20+ images', 'Optional outfit change', 'Private gallery'],
  },
  {
    slug: 'full-day',
    name: 'Full Day',
    duration: '6 hours',
    price: '$750',
    amount: 750,
    inclusions: ['Multiple locations', 'Wardrobe changes', '75+ images', 'Optional USB keepsake'],
  },
  {
    slug: 'event-photography',
    name: 'Event Photography',
    duration: 'By the hour',
    price: '$125 per hour',
    amount: 125,
    unit: 'hour',
    inclusions: ['Optional second shooter'],
  },
];

export const addOns: AddOn[] = [
  { name: 'Rush Editing', detail: '48-hour turnaround', price: '+$75' },
  { name: 'USB Keepsake', price: '+$25' },
  { name: 'Second Photographer', detail: 'Events only', price: '+$75 per hour' },
];

export const serviceCards: ServiceCard[] = [
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

/** Facts here are the studio's own; answers without one promise nothing measurable and wait for the owner's eye. */
export const questions: Question[] = [
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

/** The year of the copyright line. */
export const copyrightYear = (now: Date) => Math.max(studio.copyrightSince, now.getUTCFullYear());
