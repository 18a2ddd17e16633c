import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, context, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { button, open, said } from '../../../support/pages/admin-session.ts';
import { makeCustomer, newPerson } from '../../../support/studio/client-world.ts';

/** Presets: saved from a session, chosen for a new one, applied later, edited and deleted. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

const more = async (on: Page, name: string) => {
  await on.getByRole('button', { name: 'More for this session' }).click();
  await on.getByRole('button', { name, exact: true }).click();
};
const dialog = (name: string) => page.getByRole('dialog', { name });

/** Counts the clicks, and the fields that get a value, on the page from now on. */
async function countActs(): Promise<() => Promise<{ clicks: number; fields: number }>> {
  await page.evaluate(() => {
    const acts = { clicks: 0, fields: new Set<EventTarget | null>() };
    Object.assign(window, { acts });
    // A select and a field are counted once, whatever is typed.
    addEventListener('input', ({ target }) => acts.fields.add(target), true);
    addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('button, a, input[type=checkbox]')) acts.clicks += 1;
      },
      true,
    );
  });
  return () =>
    page.evaluate(() => {
      const { acts } = window as unknown as { acts: { clicks: number; fields: Set<EventTarget | null> } };
      return { clicks: acts.clicks, fields: acts.fields.size };
    });
}

/** Makes a preset with several settings on the screen Settings. */
async function makeWedding(name: string) {
  await page.goto('/admin/settings');
  await button('New preset').click();
  const form = dialog('New preset');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByRole('checkbox', { name: 'Chapters' }).check();
  await form.getByLabel('Names of the chapters, one a line').fill('Getting ready\nCeremony\nParty');
  await form.getByRole('checkbox', { name: 'Words for the client' }).check();
  await form.getByRole('textbox', { name: 'Words for the client' }).fill('What a day.');
  await form.getByRole('checkbox', { name: 'Download limit' }).check();
  await form.getByLabel('How many photos').fill('100');
  await form.getByRole('checkbox', { name: 'Watermark on proofs' }).check();
  await form.getByRole('checkbox', { name: 'Put a watermark on proofs' }).check();
  await form.getByRole('checkbox', { name: 'Selection', exact: true }).check();
  await form.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Album');
  await form.getByLabel('Photos included').fill('30');
  await form.getByLabel('Price of each further photo, in dollars').fill('15');
  await form.getByLabel('Days until its last day (optional)').fill('14');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save preset' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(
    'Chapters · Words for the client · Download limit · Watermark on proofs · Selection',
  );
  await expectAccessible(page);
}

test('a wedding is made with a preset by one choice and one click, beside its customer, name and date @gate', async () => {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const name = `Wedding ${Date.now()}`;
  await makeWedding(name);

  await page.goto(`/admin/session/create?customer_id=${customer.id}`);
  await expect(page.getByLabel('Preset (optional)')).toHaveValue('');
  const acts = await countActs();
  await page.getByLabel('Session Name').fill('Ada & Ben');
  await page.getByLabel('Session Date').fill('2026-10-17');
  await page.getByLabel('Preset (optional)').selectOption(name);
  await said('⁨Getting ready⁩, ⁨Ceremony⁩, ⁨Party⁩');
  await expectAccessible(page);
  await button('Create Session').click();
  await expect(page).toHaveURL(/photo-upload/);
  // Name, date and preset are filled in, with the Session ID that follows from them; one button is clicked.
  const { clicks, fields } = await acts();
  expect(clicks).toBe(1);
  expect(fields).toBe(3);

  await page.goto('/admin/sessions');
  await page.getByRole('link', { name: 'Ada & Ben' }).first().click();
  for (const chapter of ['Getting ready', 'Ceremony', 'Party']) {
    await expect(page.getByRole('link', { name: new RegExp(`^${chapter}`) })).toBeVisible();
  }
  await said(/0 of 100 downloads used/);
  await expect(page.getByRole('button', { name: /^Album:/ })).toBeVisible();

  // The next new session offers the last one first.
  await page.goto(`/admin/session/create?customer_id=${customer.id}`);
  await expect(page.getByLabel('Preset (optional)').getByRole('option').nth(1)).toHaveText(name);
  expect(problems).toEqual([]);
});

test('what a preset would change is shown before it is applied, also what somebody else changes meanwhile', async () => {
  const name = `Proofs ${Date.now()}`;
  await makeWedding(name);
  const { session } = await open(3);
  await more(page, 'Apply a preset');
  const preview = dialog('Apply a preset');
  await preview.getByLabel('Preset').selectOption(name);
  const lines = preview.getByRole('region', { name: 'What changes' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.filter({ hasText: 'Download limit' })).toContainText('Before: all photos→ After: 100 photos');
  await expectAccessible(page);

  const other = await context.newPage();
  await other.goto(`/admin/session/${session.id}`);
  await other.getByRole('button', { name: 'Edit Session' }).click();
  await other.getByLabel('Words for the client (optional)').fill('Words of another');
  await other.getByRole('button', { name: 'Save Session' }).click();
  await expect(other.getByRole('dialog')).toBeHidden();
  await preview.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(preview.getByRole('alert')).toContainText(
    'Somebody else changed “Words for the client” in the meantime. Above is what the preset changes now.',
  );
  await expect(lines.filter({ hasText: 'Words for the client' })).toContainText('Words of another');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(preview).toBeHidden();
  await said(/0 of 100 downloads used/);
  await expect(page.getByRole('button', { name: /^Album:/ })).toBeVisible();

  await more(page, 'Apply a preset');
  await preview.getByLabel('Preset').selectOption(name);
  await expect(preview).toContainText('Nothing changes: this session has all that the preset sets.');
  await expect(preview).toContainText('No selection is opened: this session has one that is not closed.');
  await preview.getByRole('button', { name: 'Close' }).click();
  expect(problems).toEqual([]);
});

test('a session’s settings are saved as a preset, which is renamed and deleted', async () => {
  const name = `Minis ${Date.now()}`;
  await open(1);
  await button('Edit Session').click();
  await page.getByLabel('Words for the client (optional)').fill('Thank you.');
  await button('Save Session').click();
  await more(page, 'Save as preset');
  const form = dialog('Save as preset');
  await expect(form.getByRole('checkbox', { name: 'Words for the client' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Watermark on proofs' })).not.toBeChecked();
  await form.getByRole('button', { name: 'Save preset' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('checkbox', { name: 'Sharing by the client' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save preset' }).click();
  await expect(form).toBeHidden();
  await more(page, 'Save as preset');
  await form.getByLabel('Name').fill(name.toUpperCase());
  await form.getByRole('button', { name: 'Save preset' }).click();
  await expect(form).toContainText(`There is a preset “${name}” already. Choose another name.`);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/admin/settings');
  const row = page.getByRole('listitem').filter({ hasText: 'Minis' });
  await expect(row).toContainText('Words for the client · Sharing by the client');
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = dialog('Edit preset');
  await edit.getByLabel('Name', { exact: true }).fill(`${name} b`);
  await edit.getByRole('button', { name: 'Save preset' }).click();
  await expect(edit).toBeHidden();
  await row.getByRole('button', { name: `Delete ${name} b` }).click();
  await expectAccessible(page);
  await button('Delete preset').click();
  await expect(row).toHaveCount(0);
  expect(problems).toEqual([]);
});
