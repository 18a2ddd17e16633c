import { expect, type Page, test } from '@playwright/test';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { beyondTheEdges, expectToFit } from '../../support/pages/beyond-edges.ts';
import { setTextSize } from '../../support/pages/text-size.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../support/studio/client-world.ts';
import { makeDraft, makeOffer } from '../../support/studio/made-offers.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The admin area with the browser's font twice as large, on a phone and at a desk: no page scrolls sideways, and every act is in reach. */

const widths = [320, 390, 768, 1440];
const sizes = ['100%', 'browser 200%'] as const;
const softly = expect.configure({ soft: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const terms = { name: 'Album', included: 4, minimum: 0, ends_on: null, client_words: '', extra_cents: 1_500 };

async function makeSession() {
  const customer = await makeCustomer(newPerson('Rosa Delgado-Montgomery'));
  const made = await makeGallery(customer, { name: 'Thanksgiving at the Grandparents’', photos: 8 });
  const chapters = [
    { id: null, name: 'Getting ready' },
    { id: null, name: 'Ceremony' },
  ];
  const session = await editSession(studioAdmin, made.id, { version: made.version, client_may_share: true, chapters });
  return { customer, session, photos: made.photo_ids, selection: await openSelection(studioAdmin, session.id, terms) };
}

test('the admin area fits into 320 to 1440 pixels with text of 200%', async ({ page }) => {
  await signInAsAdmin(page);
  const { customer, session, selection } = await makeSession();
  const draft = await makeDraft(customer.id);
  const sent = await makeOffer(customer.id);
  // The directory has a second page then.
  for (let count = 0; count < 25; count += 1) await makeCustomer(newPerson());
  for (const path of [
    ...[
      'dashboard',
      'customers?new',
      'customers/deleted',
      'sessions',
      'session/create',
      'photo-upload',
      'quotes',
      'offers',
    ],
    ...['messages', 'messages/emails', 'website', 'settings', 'security'],
    ...[`customer/${customer.id}`, `customer/${customer.id}/edit`, `customer/${customer.id}/timeline`],
    ...[`session/${session.id}`, `session/${session.id}/finished`, `session/${session.id}/timeline`],
    `session/${session.id}/selection/${selection.id}`,
    ...[`offers/${draft.id}`, `offers/${sent.id}`, 'settings/templates'],
    ...['settings/templates/startingtermswedding', 'settings/templates/startingplantwohalves'],
  ]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Loading /)).toHaveCount(0);
    await expectToFit(page, path, widths, sizes);
  }
});

test('with text of 200% on a phone every act on selected photos is in sight, and nothing lies on the photo that is culled', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const { session, photos } = await makeSession();
  for (const [width, height, photo] of [
    [390, 844, photos[0]],
    [320, 640, photos[1]],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/admin/session/${session.id}`);
    await setTextSize(page, 'browser 200%');
    await button(page, 'Select all').click();
    for (const name of ['Clear', 'More', 'Delete']) {
      await softly(button(page, name), `${name} at ${width} pixels`).toBeInViewport({ ratio: 1 });
    }
    await softly.poll(() => beyondTheEdges(page), { message: `selected photos at ${width} pixels` }).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`selected ${width}.png`) });
    await page.goto(`/admin/session/${session.id}?session=${session.id}&photo=${photo}`);
    await setTextSize(page, 'browser 200%');
    const picture = page.locator('.yarl__slide_current img');
    await expect(picture).toBeVisible();
    const panel = page.getByRole('region', { name: 'Photo', exact: true });
    const room = async () => {
      const [shown, below] = [await picture.boundingBox(), await panel.boundingBox()];
      return shown!.width > width / 4 && shown!.y + shown!.height <= below!.y + 1 && below!.width === width;
    };
    await softly.poll(room, { message: `culling at ${width} pixels` }).toBe(true);
    await page.screenshot({ path: test.info().outputPath(`culling ${width}.png`) });
    await panel.getByRole('switch', { name: /^Client sees it/ }).click();
    const said = page.getByRole('status').filter({ hasText: 'hidden from the client' });
    for (const size of ['browser 200%', '200%'] as const) {
      await setTextSize(page, size);
      const above = async () => {
        const [words, shown] = [await said.boundingBox(), await picture.boundingBox()];
        return shown!.width > width / 6 && words!.x >= 0 && words!.y + words!.height <= shown!.y + 1;
      };
      await softly.poll(above, { message: `what was done at ${width} pixels, text ${size}` }).toBe(true);
      await page.screenshot({ path: test.info().outputPath(`said ${width} ${size}.png`) });
    }
  }
});
