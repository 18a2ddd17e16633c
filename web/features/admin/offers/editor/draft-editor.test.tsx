import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActOnOffer } from '#shared/contract/offers/offers.ts';
import { isolated } from '#shared/text/isolated.ts';
import { answerFetch, failing, showScreen } from '../../../../lib/testing.ts';
import { OfferScreen } from '../offer.tsx';
import { contentOf, ids, offerApi, studioOffer } from '../offers-testing.ts';
import { keptDraftName } from './kept-draft.ts';

const role = vi.hoisted(() => ({ isStaff: false }));
vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../is-staff.ts', () => ({ useIsStaff: () => role.isStaff }));

let api: ReturnType<typeof offerApi>;
beforeEach(() => {
  role.isStaff = false;
  begin();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

function begin(content = contentOf()) {
  api = offerApi(studioOffer({ content }));
  vi.stubGlobal('fetch', answerFetch(api.answers).fetch);
}

const Preview = () => <p>The client’s page</p>;
const show = () =>
  showScreen(
    [{ path: '/admin/offers/:offer', element: <OfferScreen Preview={Preview} /> }],
    `/admin/offers/${ids.offer}`,
  );
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
const press = async (name: string | RegExp) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
const retype = async (name: string | RegExp, text: string) => {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
/** The editor saves some time after the last change. */
const expectSaved = (check: () => void) => waitFor(check);
const content = () => api.stored.offer.content;

test('what is typed saves itself, and ‘Saved’ stands there only afterwards', async () => {
  show();
  await retype('Title', 'Nguyen Wedding, May');
  expect(screen.getByText('Saving...')).toBeVisible();
  expect(screen.queryByText(/^Saved/)).toBeNull();
  await expectSaved(() => expect(content().title).toBe('Nguyen Wedding, May'));
  expect(await screen.findByText(/^Saved at/)).toBeVisible();
  // The field that is typed in stays as it is.
  expect(await field('Title')).toHaveFocus();
  expect(api.saves.at(-1)?.content.title).toBe('Nguyen Wedding, May');
});

test('a price that can’t be read is not sent, keeps its text, and says what is wrong', async () => {
  show();
  await retype('Price of one: Full Day', 'much');
  expect(await screen.findByText('Please enter a price.')).toBeVisible();
  expect(screen.getByText('Not saved: a field needs another look.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Price of one: Full Day' })).toHaveValue('much');
  expect(api.saves).toHaveLength(0);
  await retype('Price of one: Full Day', '1,250.50');
  await expectSaved(() => expect(content().packages[0]?.price_cents).toBe(125_050));
  await userEvent.tab();
  expect(await field('Price of one: Full Day')).toHaveValue('$1,250.50');
});

test('a save that fails keeps what was typed in this tab, and is tried again', async () => {
  const save = api.answers[`PUT ${api.path}`];
  api.answers[`PUT ${api.path}`] = failing(503, 'BUSY', 'The studio is busy.');
  const { unmount } = show();
  await retype('Title', 'Kept');
  expect(await screen.findByText('The draft was not saved. The studio is busy.')).toBeVisible();
  // The message is shown while the request is still ending.
  expect(await screen.findByText('Not saved. It is kept in this tab.')).toBeVisible();
  expect(sessionStorage.getItem(`draft ${keptDraftName(ids.offer)}`)).toContain('Kept');
  unmount();
  api.answers[`PUT ${api.path}`] = save;
  show();
  expect(await field('Title')).toHaveValue('Kept');
  await expectSaved(() => expect(content().title).toBe('Kept'));
  expect(sessionStorage.getItem(`draft ${keptDraftName(ids.offer)}`)).toBeNull();
});

test('what somebody else has saved meanwhile is taken over, and the same field is a choice', async () => {
  show();
  await field('Title');
  api.store({ content: contentOf({ words: 'Hello Tom', title: 'Another title' }) });
  await retype('Title', 'My title');
  expect(await screen.findByText('“Title” was changed by two people')).toBeVisible();
  expect(await field('Your words')).toHaveValue('Hello Tom');
  expect(await field('Title')).toHaveValue('My title');
  expect(screen.getByText('Not saved until you choose what to keep.')).toBeVisible();
  expect(content().title).toBe('Another title');
  await press(/^Keep mine/);
  await expectSaved(() => expect(content()).toMatchObject({ title: 'My title', words: 'Hello Tom' }));
});

test('packages of the website and own lines are added, moved and removed', async () => {
  show();
  await press('Package');
  await press(/^Mini/);
  await expectSaved(() => expect(content().packages.map(({ name }) => name)).toEqual(['Full Day', 'Event', 'Mini']));
  expect(content().packages[2]).toMatchObject({ price_cents: 30_000, service: 'portraits', quantity: 1 });

  await userEvent.click(await screen.findByRole('button', { name: 'More for Mini' }));
  await userEvent.click(within(listOf('More for Mini')).getByText('Move up'));
  expect(screen.getByText(`${isolated('Mini')} is now number 2 of 3.`)).toBeInTheDocument();
  const names = screen.getAllByRole('textbox', { name: 'Package' });
  expect(names.map((input) => (input as HTMLInputElement).value)).toEqual(['Full Day', 'Mini', 'Event']);
  await press('Own line');
  await retype(/^Line$/, 'Travel');
  await retype('Price of one: Travel', '80');
  await expectSaved(() => {
    expect(content().packages.map(({ name }) => name)).toEqual(['Full Day', 'Mini', 'Event']);
    expect(content().add_ons).toMatchObject([{ name: 'Travel', price_cents: 8_000, is_optional: false }]);
  });
  await userEvent.click(within(listOf('More for Event')).getByText('Remove'));
  await expectSaved(() => expect(content().packages.map(({ name }) => name)).toEqual(['Full Day', 'Mini']));
});

/** The list that a button 'More' opens. */
const listOf = (name: string) => screen.getByRole('button', { name }).nextElementSibling as HTMLElement;

test('taxes, a discount and what the client may choose make the total a range', async () => {
  show();
  expect(await screen.findByText('$750.00 to $1,000.00', { selector: 'output' })).toBeVisible();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Sales tax, 8.25%' }));
  await press('Add a discount');
  await retype('What it is for', 'Engagement client');
  await retype('Amount of the discount', '50');
  expect(await screen.findByText('$757.75 to $1,028.38', { selector: 'output' })).toBeVisible();
  await press('Add-on');
  await press(/^Second Photographer/);
  expect(await screen.findByText('$757.75 to $1,109.56', { selector: 'output' })).toBeVisible();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Tax on Second Photographer' }));
  expect(await screen.findByText('$757.75 to $1,103.66', { selector: 'output' })).toBeVisible();
  await expectSaved(() =>
    expect(content()).toMatchObject({
      discount: { label: 'Engagement client', amount: { kind: 'cents', cents: 5_000 } },
      taxes: [{ id: ids.tax }],
      packages: [{ tax_ids: [ids.tax] }, { tax_ids: [ids.tax] }],
      add_ons: [{ name: 'Second Photographer', is_optional: true, tax_ids: [] }],
    }),
  );
});

test('the payments of a template are taken over, with what each is of the total', async () => {
  show();
  const plans = await screen.findByRole('combobox', { name: 'Take over the payments of a template' });
  await within(plans).findByRole('option', { name: 'Two halves' });
  await userEvent.selectOptions(plans, 'Two halves');
  expect(await screen.findByText('50% on signing')).toBeVisible();
  expect(screen.getByText('the rest on May 1, 2031')).toBeVisible();
  expect(screen.getAllByText('$375.00 to $500.00')).toHaveLength(2);
  await expectSaved(() => expect(content().plan).toHaveLength(2));
});

test('the payments of this offer are changed in a form of its own, which does not submit the draft', async () => {
  show();
  await press('Change the payments');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.closest('form')).toBeNull();
  await userEvent.selectOptions(within(dialog).getByLabelText('Due'), 'Days before the session');
  expect(within(dialog).getByLabelText('Days')).toHaveValue('14');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use these payments' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectSaved(() => expect(content().plan).toMatchObject([{ due: { kind: 'before_session', days: 14 } }]));
  expect(api.saves.map((save) => save.content.plan[0]?.due.kind)).toEqual(['before_session']);
});

test('an offer that lacks something is not sent, and says what where it stands', async () => {
  begin(
    contentOf({
      session: { date: null, from: null, to: null, place: '' },
      terms: [{ kind: 'paragraph', text: 'We meet on {{session date}}.' }],
      signers: [{ id: 'x'.repeat(20), name: 'Linh Tran', email: '', as: 'Spouse' }],
      title: '',
    }),
  );
  show();
  expect(await screen.findByText('1 field has no value yet.')).toBeVisible();
  await press('Send to Tom');
  expect(await screen.findByText('Before this offer can be sent:')).toBeVisible();
  expect(screen.getAllByText('Please enter a title.')).toHaveLength(2);
  expect(screen.getAllByText(/^{{session date}} in .* has no value in this offer/)).toHaveLength(2);
  expect(await field('Title')).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Email of signer 1' })).toBeInvalid();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sending says who gets what, and shows what was sent', async () => {
  const acts: ActOnOffer[] = [];
  api.answers[`POST ${api.path}/send`] = (act: ActOnOffer) => {
    acts.push(act);
    return api.store({ state: 'sent', number: 7, sent_at: new Date().toISOString() });
  };
  show();
  await retype('Title', 'The wedding');
  await press('Send to Tom');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Tom Nguyen, tom@example.org, gets an email with a link');
  expect(dialog).toHaveTextContent('signs by sending');
  // What was typed is saved first.
  expect(content().title).toBe('The wedding');
  const { version } = api.stored.offer;
  await userEvent.type(within(dialog).getByRole('textbox'), 'Here it is');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send the offer' }));
  expect(await screen.findByText('Sent today')).toBeVisible();
  expect(acts).toEqual([{ version, message: 'Here it is' }]);
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
});

test('a draft that somebody else has changed is shown again before it is sent', async () => {
  api.answers[`POST ${api.path}/send`] = () => {
    api.store({ content: contentOf({ title: 'Changed by Ana' }) });
    return api.changed();
  };
  show();
  await press('Send to Tom');
  await press('Send the offer');
  expect(await screen.findByText(/Somebody else has changed this draft meanwhile/)).toBeVisible();
  expect(await field('Title')).toHaveValue('Changed by Ana');
});

test('a draft that was sent meanwhile is shown as it was sent', async () => {
  show();
  await field('Title');
  api.store({ state: 'sent', number: 7, sent_at: new Date().toISOString() });
  await userEvent.type(await field('Title'), '!');
  expect(await screen.findByText('Sent today')).toBeVisible();
});

test('staff write drafts and can’t send them', async () => {
  role.isStaff = true;
  show();
  await retype('Title', 'By staff');
  await expectSaved(() => expect(content().title).toBe('By staff'));
  expect(screen.getByText('Only admins can send offers.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send to Tom' })).toBeNull();
});

test('a draft is deleted after a question', async () => {
  api.answers[`DELETE ${api.path}?version=3`] = new Response(null, { status: 204 });
  show();
  await press('Delete draft');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('was never sent');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete draft' }));
  expect(await screen.findByText('At /admin/offers')).toBeVisible();
});

describe('on phones', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
  });

  test('a row opens a sheet with everything about it, and shows what was changed', async () => {
    show();
    await press(/^Event/);
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText('8 × $125.00')).toBeVisible();
    await userEvent.clear(sheet.getByRole('textbox', { name: 'Quantity' }));
    await userEvent.type(sheet.getByRole('textbox', { name: 'Quantity' }), '4');
    await userEvent.click(sheet.getByRole('button', { name: 'Move up' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: /^Event/ })).toHaveTextContent('4 × $125.00');
    await expectSaved(() =>
      expect(content().packages).toMatchObject([{ name: 'Event', quantity: 4 }, { name: 'Full Day' }]),
    );
  });

  test('what an offer lacks is said at the rows that open it', async () => {
    const scrolled: Element[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this);
    });
    begin(contentOf({ terms: null, terms_from: null }));
    show();
    expect(await screen.findByRole('button', { name: /^Terms/ })).toHaveTextContent('No terms yet');
    await press('Send to Tom');
    const reason = 'Please choose the terms that are signed.';
    await waitFor(() => expect(screen.getByRole('button', { name: /^Terms/ })).toHaveTextContent(reason));
    // No field is shown that could have the focus.
    expect(scrolled.at(-1)).toHaveTextContent(reason);
  });

  test('two values of a part that is folded are shown all the same', async () => {
    show();
    await field('Title');
    const place = (name: string) => ({ date: '2031-05-15', from: '13:00', to: '19:00', place: name });
    api.store({ content: contentOf({ session: place('Theirs') }) });
    await press(/^Session/);
    await retype('Place', 'Mine');
    await press('Done');
    expect(await screen.findByText('“Session” was changed by two people')).toBeVisible();
    await press(/^Keep what is stored/);
    await expectSaved(() => expect(screen.getByRole('button', { name: /^Session/ })).toHaveTextContent('Theirs'));
    expect(content().session.place).toBe('Theirs');
  });
});
