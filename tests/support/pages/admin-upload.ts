import { expect } from '@playwright/test';
import type { Customer } from '#shared/contract/customers.ts';
import { makeJpeg, type TestFile } from '../pictures/jpegs.ts';
import { faults, makeCustomer, makeGallery, newPerson } from '../studio/client-world.ts';
import { page } from './admin-page.ts';

/** The upload screens of the studio, on the page of `admin-page.ts`, and the customer whose photos are uploaded. */

export let customer: Customer;
export async function makeUploadCustomer() {
  customer = await makeCustomer(newPerson('Rosa Delgado'));
}

/** Small photos, each with unique content. */
export const makeFiles = (count: number): Promise<TestFile[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeJpeg(`UP_${String(index + 1).padStart(3, '0')}.jpg`, index * 37, 320, 240),
    ),
  );

export async function openUpload() {
  const session = await makeGallery(customer, { name: 'Orchard', photos: 0 });
  await page.goto(`/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`);
  await expect(page.getByRole('combobox', { name: /^Session/ })).toHaveValue(session.id);
  return session;
}

export const choose = (files: TestFile[]) => page.getByLabel('Select Files').setInputFiles(files);
export const upload = () => page.getByRole('button', { name: 'Upload', exact: true }).click();
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
export const files = () => page.getByRole('list', { name: 'Files' });

export const done = (seconds = 30) =>
  expect(page.getByText('Photos uploaded successfully!')).toBeVisible({ timeout: seconds * 1_000 });

/** Delays each response of S3. */
export const slow = (milliseconds: number) =>
  faults('s3', [{ operation: 'PutObject', resource: 'landing', delay: milliseconds }]);
