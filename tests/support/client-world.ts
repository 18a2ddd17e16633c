import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Customer } from '#shared/contract/customers.ts';
import type { Session } from '#shared/contract/sessions.ts';
import { mediaPath, type Variant, variants } from '#shared/media.ts';
import { createCustomer } from '../../lambdas/domain/customers/customers.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/repository.ts';
import { createSession } from '../../lambdas/domain/sessions/sessions.ts';
import type { Admin } from '../../lambdas/platform/auth.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import type { ServiceName } from '../../local/addresses.ts';
import { functionEnvironment } from '../../local/environment.ts';
import type { Fault } from '../../local/faults.ts';
import type { Letter } from '../../local/ses.ts';
import { makeJpeg } from './jpegs.ts';
import { readyPhoto, storePhotos } from './photo-rows.ts';
import { testStudio } from './test-studio.ts';

/**
 * Clients and galleries for browser tests, written into the running studio's own services by the product's own rules, as
 * if the studio had made and uploaded them. Uploading itself has its own tests.
 */
const { TZ: _, ...environment } = functionEnvironment(testStudio, 'admin');
Object.assign(process.env, environment);

const admin: Admin = { kind: 'admin', sub: 'tests', username: 'tests' };

export interface Person {
  name: string;
  email: string;
}

let people = 0;
/** Somebody whom no other test knows. */
export function newPerson(name = 'Ada Lovelace'): Person {
  people += 1;
  return { name, email: `${name.split(' ')[0]?.toLowerCase()}.${newId().slice(0, 8)}${people}@example.com` };
}

/** A record that the studio made, for the login of this address to claim. */
export const makeCustomer = (person: Person, phone = '713-555-0100'): Promise<Customer> =>
  createCustomer(admin, { ...person, phone });

const pictures = 8;
const widths = [1800, 1200];
let derivatives: Promise<Record<Variant, Buffer>[]> | undefined;

/** A few different pictures in all sizes: however many photos a gallery has, they show these. */
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

/** Of the pictures, in their own colours. */
const thumbhash = '1QcSHQRnh493V4dIh4eXh1h4kJUI';

/** A session of ready photos, `DM_0001.jpg` and so on. `change` makes some of them different. */
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
  const session = await createSession(admin, {
    customer_id: customer.id,
    session_name: name,
    session_date: date,
    notes: '',
  });
  const keys = Array.from({ length: pictures }, newId);
  const s3 = new S3Client({ forcePathStyle: true });
  for (const [index, files] of (await derivatives).entries()) {
    for (const variant of Object.keys(variants) as Variant[]) {
      await s3.send(
        new PutObjectCommand({
          Bucket: 'photos',
          Key: mediaPath(customer.id, keys[index] ?? '', variant).slice(1),
          Body: files[variant],
          ContentType: variants[variant].type,
        }),
      );
    }
  }
  const original = await makeJpeg('original.jpg', 10, 2400, 1600);
  const original_key = `originals/${customer.id}/${session.id}/${newId()}`;
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
      file_name: `DM_${String(index + 1).padStart(4, '0')}.jpg`,
      size: original.buffer.length,
      uploaded_at: new Date(Date.UTC(2026, 9, 18, 12) + index * 1_000).toISOString(),
      media_key: keys[index % pictures] ?? '',
      width: portrait ? 1200 : 1800,
      height: portrait ? 1800 : 1200,
      thumbhash,
      original_key,
      ...change(index),
    });
  });
  await storePhotos(session.id, rows);
  return { ...session, photo_ids: rows.map((row) => row.id) };
}

/** Signs in by the local Google as anybody, known to it or not, and waits until the page is the studio's again. */
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

/** A client with a record of their own, signed in and at their dashboard, which waits for nothing more. */
export async function signedInClient(page: Page, person = newPerson()): Promise<Customer & Person> {
  const customer = await makeCustomer(person);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  // Else a fault meant for the next screen meets this one's questions too.
  await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
  return customer;
}

/** Goes to another screen of the portal by its sidebar, which on a phone is behind a button. */
export async function goBy(page: Page, link: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  const place = page.getByRole('navigation', { name: 'Client Portal' }).getByRole('link', { name: link, exact: true });
  // The portal may just be opening.
  await menu.or(place).waitFor();
  if (await menu.isVisible()) await menu.click();
  await place.click();
}

/** Galleries opened here explain themselves no more, as after a first visit. */
export const explained = (context: BrowserContext) =>
  context.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('gallery-explained', 'yes');
  });

/** Holds a page's requests to this path back. Returns what lets them go, and further ones pass. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Takes away what says whose this record is, as no part of the product does. */
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

/** What the studio's mail service has sent to this address, newest first. */
export async function lettersTo(address: string): Promise<Letter[]> {
  const answer = await fetch(`http://127.0.0.1:${testStudio.ports.ses}/letters.json?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Letter[];
}

/** Lets a local service fail as told, until `faults(service, [])`. */
export async function faults(service: ServiceName, rules: Fault[]): Promise<void> {
  await fetch(`http://127.0.0.1:${testStudio.ports[service]}/_faults`, { method: 'PUT', body: JSON.stringify(rules) });
}

/** One that the API doesn't take for a passing one: the screen hears of it at once. */
export const broken = (operation: string, resource?: string, times?: number): Fault => ({
  operation,
  error: 'AccessDeniedException',
  ...(resource && { resource }),
  ...(times && { times }),
});

/** Reports each breach of the page's policy as an error in its console, where `watch` sees it. */
export const reportPolicy = (context: BrowserContext) =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Policy: ${event.violatedDirective} refuses ${event.blockedURI} at ${event.sourceFile}`);
    });
  });
