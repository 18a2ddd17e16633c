import * as z from 'zod';
import {
  type PictureContent,
  scrapbookPrints,
  searchablePages,
  serviceSlugs,
  type Website as WebsiteContent,
} from '#shared/website/website.ts';
import { Email, Id, Instant, line, required, requiredText, text, Version } from './fields.ts';

/** The limits of the website's lists, and of texts that screens need; all other limits stand at each field below. */
export const websiteLimits = {
  packages: 12,
  inclusions: 12,
  addOns: 20,
  questions: 40,
  /** Questions of a service's page. */
  serviceQuestions: 12,
  servicePictures: 24,
  testimonials: 40,
  steps: 6,
  pictureDescription: 200,
  priceCents: 1_000_000_00,
} as const;

/** A link that opens in a browser: `https:` with a host, without a name or password in it; or ''. */
const HttpsLink = (label: string) =>
  line(label, 300).refine((value) => value === '' || isHttps(value), `${label} must begin with https://, or be empty.`);

function isHttps(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

const Cents = z
  .number({ error: 'Please enter a price.' })
  .int('A price has whole cents.')
  .min(0, 'A price can’t be negative.')
  .max(websiteLimits.priceCents, `A price is at most ${websiteLimits.priceCents.toLocaleString('en-US')} cents.`);

const percent = z.number().int().min(0).max(100).multipleOf(5);
const pixels = z.number().int().positive();

/** A place's picture; null, the default, means the stand-in that the site was built with. */
const Picture = z
  .strictObject({
    id: Id,
    width: pixels,
    height: pixels,
    color: z.string().regex(/^#[0-9a-f]{6}$/),
    alt: text('A description', websiteLimits.pictureDescription),
    focus: z.tuple([percent, percent]),
  })
  .nullable()
  .default(null) satisfies z.ZodType<PictureContent | null>;

const PhoneLink = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, 'Please enter the number with + and country code, and no spaces: +17135550142.');

/** The field, or ''. */
const emptyOr = (field: z.ZodType<string>) =>
  z.string().transform((value, { addIssue }) => {
    if (value.trim() === '') return '';
    const { data, error } = field.safeParse(value);
    if (error) addIssue(error.issues[0]!.message);
    return data ?? '';
  });

const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60);

const Pictures = z.strictObject({ studio: Picture, sign_in: Picture, stand_ins: z.boolean() });

const Search = z.strictObject({
  title: line('A title', 70),
  description: text('A description', 200),
  picture: Picture,
});

/** Returns the fields that a published website needs and a draft may lack. Filled fields follow the same rules in both. */
const fieldsOf = ({ isDraft }: { isDraft: boolean }) => ({
  needed: isDraft ? line : required,
  neededText: isDraft ? text : requiredText,
  email: isDraft ? emptyOr(Email) : Email,
  phoneLink: isDraft ? emptyOr(PhoneLink) : PhoneLink,
  price: { price_cents: isDraft ? Cents.nullable() : Cents, per: z.enum(['session', 'hour']) },
});
type Fields = ReturnType<typeof fieldsOf>;

const studioSection = ({ needed, email, phoneLink }: Fields) =>
  z.strictObject({
    name: needed('A name', 40),
    trade: needed('The kind of business', 40),
    city: needed('The city', 60),
    locality: needed('The city for search engines', 60),
    region: needed('The state', 40),
    email,
    phone: needed('A phone number', 30),
    phone_link: phoneLink,
    hours: text('The hours', 200),
    instagram: HttpsLink('The link to Instagram'),
    facebook: HttpsLink('The link to Facebook'),
    google_reviews: HttpsLink('The link to Google Reviews'),
    credit: line('The credit', 60),
    credit_link: HttpsLink('The link of the credit'),
  });

const homeSection = ({ needed, neededText }: Fields) =>
  z.strictObject({
    headline: needed('A headline', 60),
    text: neededText('The words below the headline', 220),
    action: needed('The words of the button', 30),
    tagline: needed('The words above the pictures', 80),
    picture: Picture,
    scrapbook: z.array(Picture).length(scrapbookPrints, `The scrapbook has ${scrapbookPrints} prints.`),
  });

/** The nine cards, in their order: their slugs are the categories of the public gallery. */
const servicesSection = ({ needed }: Fields) =>
  z
    .array(
      z.strictObject({ slug: z.string(), name: needed('A name', 40), text: text('The text', 100), picture: Picture }),
    )
    .refine(
      (cards) => cards.length === serviceSlugs.length && cards.every(({ slug }, index) => slug === serviceSlugs[index]),
      'The nine cards keep their order.',
    );

function sessionsSection({ needed, price }: Fields) {
  const Package = z.strictObject({
    slug: Slug,
    name: needed('A name', 60),
    duration: line('The duration', 60),
    ...price,
    inclusions: z.array(needed('A line', 80)).max(websiteLimits.inclusions),
    service: z.enum(serviceSlugs),
  });

  const AddOn = z.strictObject({ name: needed('A name', 60), detail: text('The detail', 80), ...price });

  return z.strictObject({
    packages: z
      .array(Package)
      .max(websiteLimits.packages)
      .refine((all) => new Set(all.map(({ slug }) => slug)).size === all.length, 'Two sessions have the same address.'),
    add_ons: z.array(AddOn).max(websiteLimits.addOns),
  });
}

const questionOf = ({ needed, neededText }: Fields) =>
  z.strictObject({ question: needed('A question', 120), answer: neededText('An answer', 1_000) });

const contactSection = (fields: Fields) =>
  z.strictObject({
    questions: z.array(questionOf(fields)).max(websiteLimits.questions),
    steps: z
      .array(z.strictObject({ title: fields.needed('A step', 60), text: text('The detail', 200) }))
      .max(websiteLimits.steps),
  });

const About = z.strictObject({ name: line('A name', 60), story: text('The story', 4_000), picture: Picture });

const testimonialOf = ({ needed, neededText }: Fields) =>
  z.strictObject({
    name: needed('A name', 60),
    words: neededText('The words of the testimonial', 600),
    source: line('The source', 60),
    source_link: HttpsLink('The link to the source'),
    service: z.enum(['', ...serviceSlugs]),
    picture: Picture,
  });

const servicePageOf = (fields: Fields) =>
  z.strictObject({
    text: text('The text', 3_000),
    from_cents: Cents.nullable(),
    pictures: z.array(z.strictObject({ picture: Picture })).max(websiteLimits.servicePictures),
    questions: z.array(questionOf(fields)).max(websiteLimits.serviceQuestions),
  });

/**
 * The schema of the content that the studio edits: of published content, or of a draft, in which empty fields don't
 * prevent saving the others.
 */
function contentSchema(state: { isDraft: boolean }) {
  const fields = fieldsOf(state);
  const servicePage = servicePageOf(fields);
  return z.strictObject({
    studio: studioSection(fields),
    home: homeSection(fields),
    services: servicesSection(fields),
    sessions: sessionsSection(fields),
    contact: contactSection(fields),
    about: About,
    testimonials: z.array(testimonialOf(fields)).max(websiteLimits.testimonials),
    service_pages: z.strictObject(Object.fromEntries(serviceSlugs.map((slug) => [slug, servicePage]))),
    pictures: Pictures,
    search: z.strictObject(
      Object.fromEntries(searchablePages.map((page) => [page, Search])) as Record<
        (typeof searchablePages)[number],
        typeof Search
      >,
    ),
  }) satisfies z.ZodType<WebsiteContent>;
}

/** The published content. Sections that a stored version lacks get the defaults when the version is read. */
export const Website = contentSchema({ isDraft: false });

/** The content of a draft. */
export const DraftContent = contentSchema({ isDraft: true });

/** The name of the person who acted, and when. */
const Act = { at: Instant, by: z.string() };

/** The content that the studio has saved and not necessarily published; version 0 until it saves something. */
export const WebsiteDraft = z.object({ version: Version, content: DraftContent, saved: z.object(Act).nullable() });
export type WebsiteDraft = z.infer<typeof WebsiteDraft>;

/** A published version, without its content. */
const PublishedVersion = z.object({ number: z.number(), ...Act });

/** The progress of publishing: under way, seen by visitors, or failed, with the earlier content still online. */
const publishStates = ['publishing', 'live', 'failed'] as const;
export type PublishStateName = (typeof publishStates)[number];

/**
 * GET website. `published` is the newest version, null as long as visitors see the defaults. `state` is the progress of
 * publishing that version, or the defaults; a deployment publishes it again.
 */
export const WebsiteState = z.object({
  draft: WebsiteDraft,
  published: PublishedVersion.extend({ content: Website }).nullable(),
  state: z.enum(publishStates),
});
export type WebsiteState = z.infer<typeof WebsiteState>;

/** PUT website/draft. */
export const SaveWebsite = z.strictObject({ version: Version, content: DraftContent });
export type SaveWebsite = z.infer<typeof SaveWebsite>;

/** POST website/publish, and POST of the restore of a version: the draft version that the request is based on. */
export const OfDraft = z.strictObject({ version: Version });
export type OfDraft = z.infer<typeof OfDraft>;

/** A version as the list names it; `at` is null for version 0, the website as it was deployed. */
const ListedVersion = PublishedVersion.extend({ at: Instant.nullable() });

/** GET website/versions, newest first. */
export const WebsiteVersions = z.object({ items: z.array(ListedVersion) });
export type WebsiteVersions = z.infer<typeof WebsiteVersions>;

/** GET website/versions/{number}. */
export const WebsiteVersion = ListedVersion.extend({ content: Website });
export type WebsiteVersion = z.infer<typeof WebsiteVersion>;
