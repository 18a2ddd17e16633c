import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Customer } from '#shared/contract/customers.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { type Variant, variants } from '#shared/photos/media.ts';
import { createCustomer } from '../../../lambdas/domain/customers/customers.ts';
import { putDerivatives } from '../../../lambdas/domain/photos/files/files.ts';
import type { ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { createSession } from '../../../lambdas/domain/sessions/sessions.ts';
import type { Admin } from '../../../lambdas/platform/auth.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import type { ServiceName } from '../../../local/addresses.ts';
import { functionEnvironment } from '../../../local/environment.ts';
import type { Fault } from '../../../local/services/faults.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { makeJpeg } from '../pictures/jpegs.ts';
import { readyPhoto, storePhotos } from '../rows/photo-rows.ts';
import { testStudio } from './test-studio.ts';

/**
 * Creates clients and galleries for browser tests in the running studio, with the product's own repository functions.
 * Uploads have their own tests.
 */
const { TZ: _, ...environment } = functionEnvironment(testStudio, 'admin');
// The admin API stores no derivatives itself.
const { PHOTOS_BUCKET } = functionEnvironment(testStudio, 'process-photo');
Object.assign(process.env, environment, { PHOTOS_BUCKET });

/** An admin actor, for tests that call use cases directly. */
export const studioAdmin: Admin = { kind: 'admin', role: 'admin', sub: 'tests', username: 'tests', name: 'Elena' };

export interface Person {
  name: string;
  email: string;
}

let people = 0;
/** A new person that no other test uses. */
export function newPerson(name = 'Ada Lovelace'): Person {
  people += 1;
  return { name, email: `${name.split(' ')[0]?.toLowerCase()}.${newId().slice(0, 8)}${people}@example.com` };
}

/** Creates a customer record, to be claimed by the login of this address. */
export const makeCustomer = (person: Person, phone = '713-555-0100'): Promise<Customer> =>
  createCustomer(studioAdmin, { ...person, phone });

const pictures = 8;
/** Photos of a gallery that have files of their own: a hidden photo's files move, and no other photo may need them. */
const withOwnFiles = 32;
const widths = [2400, 1600];
let derivatives: Promise<Record<Variant, Buffer>[]> | undefined;

/** A few different pictures in all sizes, which every gallery reuses. */
async function makeDerivatives(): Promise<Record<Variant, Buffer>[]> {
  return Promise.all(
    Array.from({ length: pictures }, async (_, index) => {
      const [width = 0, height = 0] = index % 3 === 0 ? widths.toReversed() : widths;
      const { buffer } = await makeJpeg('picture.jpg', index * 43, width, height);
      const inside = (variant: Variant) =>
        sharp(buffer).resize({ width: variants[variant].pixels, height: variants[variant].pixels, fit: 'inside' });
      return {
        small: await inside('small').webp({ effort: 0 }).toBuffer(),
        medium: await inside('medium').webp({ effort: 0 }).toBuffer(),
        large: await inside('large').jpeg().toBuffer(),
      };
    }),
  );
}

/** Thumbhashes of the pictures. */
const thumbhash = '1QcSHQRnh493V4dIh4eXh1h4kJUI';

/** The name of a gallery's photo, counted from 1. */
export const photoName = (number: number): string => `DM_${String(number).padStart(4, '0')}.jpg`;

/** Creates a session of ready photos, `DM_0001.jpg` and so on. `change` overrides attributes of some. */
export async function makeGallery(
  customer: Pick<Customer, 'id'>,
  {
    name,
    date = '2026-10-18',
    photos,
    change = () => ({}),
  }: { name: string; date?: string; photos: number; change?: (index: number) => Partial<ReadyPhoto> },
): Promise<Session & { photo_ids: string[] }> {
  derivatives ??= makeDerivatives();
  const session = await createSession(studioAdmin, {
    customer_id: customer.id,
    session_name: name,
    session_date: date,
    notes: '',
  });
  const made = await derivatives;
  const keys = Array.from({ length: Math.min(Math.max(photos, 1), withOwnFiles) }, newId);
  await Promise.all(
    keys.map((media_key, index) => {
      const media = { customer_id: customer.id, session_id: session.id, media_key };
      return putDerivatives({ ...media, file_name: photoName(index + 1) }, made[index % pictures]!);
    }),
  );
  const original = await makeJpeg('original.jpg', 10, 2400, 1600);
  const original_key = `originals/${customer.id}/${session.id}/${newId()}`;
  const s3 = new S3Client({ forcePathStyle: true });
  await s3.send(
    new PutObjectCommand({
      Bucket: 'photos',
      Key: original_key,
      Body: original.buffer,
      ContentType: 'image/jpeg',
      ContentDisposition: 'attachment; filename="original.jpg"',
    }),
  );
  s3.destroy();

  const rows = Array.from({ length: photos }, (_, index) => {
    const portrait = (index % pictures) % 3 === 0;
    return readyPhoto(session, {
      file_name: photoName(index + 1),
      size: original.buffer.length,
      uploaded_at: new Date(Date.UTC(2026, 9, 18, 12) + index * 1_000).toISOString(),
      media_key: keys[index % keys.length]!,
      width: portrait ? 1600 : 2400,
      height: portrait ? 2400 : 1600,
      thumbhash,
      original_key,
      ...change(index),
    });
  });
  await storePhotos(session.id, rows);
  return { ...session, photo_ids: rows.map((row) => row.id) };
}

/**
 * Signs in with the local Google as any account, predefined or not, and waits until the browser is back at the studio.
 */
export async function signInAs(page: Page, person: Person & { unverified?: boolean }, path = '/client-login') {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, person);
  await page.waitForURL((url) => url.origin === new URL(testStudio.site).origin && !url.searchParams.has('code'));
}

/** On the local Google's page. */
export async function typeGoogleAccount(page: Page, { name, email, unverified }: Person & { unverified?: boolean }) {
  const form = page.getByRole('form', { name: 'Use another account' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill(email);
  if (unverified) await form.getByLabel('Google has not verified this address').check();
  await form.getByRole('button', { name: 'Continue' }).click();
}

/** A client with a record, signed in at their dashboard, with no request pending. */
export async function signedInClient(page: Page, person = newPerson()): Promise<Customer & Person> {
  const customer = await makeCustomer(person);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  // A fault meant for the next screen would otherwise hit this screen's requests.
  await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
  return customer;
}

/** Opens another screen of the portal from its sidebar, which on a phone is behind a button. */
export async function goBy(page: Page, link: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  const place = page.getByRole('navigation', { name: 'Client Portal' }).getByRole('link', { name: link, exact: true });
  // The portal may still be loading.
  await menu.or(place).waitFor();
  if (await menu.isVisible()) await menu.click();
  await place.click();
}

/** Dismisses the first-visit hint for this context. */
export const explained = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('gallery-explained', 'yes');
  });

/** Holds a page's requests to this path back. Returns a function that releases them and lets later ones pass. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Fails the request that opens the client area, so that the screens request each part on their own. */
export const withoutOpening = (page: Page) =>
  page.route('**/api/client/open*', (route) => route.fulfill({ status: 503 }));

/** Removes a record's login, which no part of the product does. */
export async function forgetLogins(customer: string): Promise<void> {
  const rows = DynamoDBDocumentClient.from(new DynamoDBClient());
  const { Items = [] } = await rows.send(new ScanCommand({ TableName: 'customers' }));
  for (const { id, record_id } of Items) {
    if (record_id === customer && /^login#/.test(id)) {
      await rows.send(new DeleteCommand({ TableName: 'customers', Key: { id } }));
    }
  }
  rows.destroy();
}

/** The emails sent to this address, newest first. */
export async function emailsTo(address: string): Promise<Email[]> {
  const answer = await fetch(`http://127.0.0.1:${testStudio.ports.ses}/emails.json?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Email[];
}

/** Sets the faults of a local service, until `faults(service, [])`. */
export async function faults(service: ServiceName, rules: Fault[]): Promise<void> {
  await fetch(`http://127.0.0.1:${testStudio.ports[service]}/_faults`, { method: 'PUT', body: JSON.stringify(rules) });
}

/** A fault that the SDK does not retry: the screen gets the error at once. */
export const broken = (operation: string, resource?: string, times?: number): Fault => ({
  operation,
  error: 'AccessDeniedException',
  ...(resource && { resource }),
  ...(times && { times }),
});

/** Logs each violation of the page's content security policy as a console error, which `watch` collects. */
export const reportPolicy = (context: BrowserContext) =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Policy: ${event.violatedDirective} refuses ${event.blockedURI} at ${event.sourceFile}`);
    });
  });

/** Returns the newest sign-in code that was emailed to this address, once there are `count` of them. */
export async function codeFor(email: string, count = 1): Promise<string> {
  await expect.poll(async () => (await emailsTo(email)).length).toBe(count);
  const [newest] = await emailsTo(email);
  return /\b\d{8}\b/.exec(newest?.text ?? '')?.[0] ?? '';
}
