import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ActOnOffer, StudioOffer } from '#shared/contract/offers/offers.ts';
import type { CountersignOffer } from '#shared/contract/offers/signing.ts';
import { answerFetch, showScreen } from '../../../../lib/testing.ts';
import { OfferScreen } from '../offer.tsx';
import { clientOffer, contentOf, ids, offerApi, studioOffer } from '../offers-testing.ts';

const role = vi.hoisted(() => ({ isStaff: false }));
vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../is-staff.ts', () => ({ useIsStaff: () => role.isStaff }));

let api: ReturnType<typeof offerApi>;
beforeEach(() => {
  role.isStaff = false;
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const Preview = () => <p>The client’s page</p>;
function show(values: Partial<StudioOffer>) {
  api = offerApi(studioOffer({ number: 7, sent_at: '2026-11-24T16:00:00Z', ...values }));
  vi.stubGlobal('fetch', answerFetch(api.answers).fetch);
  return showScreen(
    [{ path: '/admin/offers/:offer', element: <OfferScreen Preview={Preview} /> }],
    `/admin/offers/${ids.offer}`,
  );
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = () => within(screen.getByRole('dialog'));

test('a sent offer is read-only, and says who has signed and what happened', async () => {
  show({
    state: 'signed',
    signed_count: 1,
    signatures: [{ signer_id: 'studio', name: 'Dana', signed_at: '2026-11-24T16:00:00Z' }],
    steps: [
      { number: 1, kind: 'sent', at: '2026-11-24T16:00:00Z', by: 'Dana', words: 'Here it is', hash: 'a' },
      { number: 2, kind: 'seen', at: '2026-11-25T16:00:00Z', by: 'Tom Nguyen', words: '', hash: 'b' },
    ],
  });
  expect(await screen.findByText('Signed 1 of 2')).toBeVisible();
  expect(screen.getByText('$750.00 to $1,000.00')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Signers' })).toHaveTextContent(/Signed .* as “Dana”/);
  expect(screen.getByText('Has not signed')).toBeVisible();
  expect(screen.getByText('“Here it is”')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(/not as they were stored/)).toBeNull();
});

test('an offer is withdrawn after a question, with words', async () => {
  show({ state: 'seen' });
  api.answers[`POST ${api.path}/withdraw`] = ({ version, message }: ActOnOffer) =>
    version === 3
      ? api.store({ state: 'withdrawn', ended_at: '2026-11-26T16:00:00Z', steps: [], message })
      : api.changed();
  await press('Withdraw');
  expect(screen.getByRole('dialog')).toHaveTextContent('gets an email that says so');
  await userEvent.type(inDialog().getByRole('textbox'), 'The date is gone');
  await userEvent.click(inDialog().getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(screen.getByText(/It was withdrawn on/)).toBeVisible();
  expect(api.stored.offer.message).toBe('The date is gone');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

test('an offer that the client signed meanwhile is shown as it is, and the words stay', async () => {
  show({ state: 'seen' });
  api.answers[`POST ${api.path}/withdraw`] = () => {
    api.store({ state: 'signed', signed_count: 1 });
    return api.changed();
  };
  await press('Withdraw');
  await userEvent.type(inDialog().getByRole('textbox'), 'Sorry');
  await userEvent.click(inDialog().getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The offer was not withdrawn. It was changed.')).toBeVisible();
  expect(inDialog().getByRole('textbox')).toHaveValue('Sorry');
  expect(screen.getByText('Signed 1 of 2')).toBeVisible();
});

test('a replacement is a draft of its own', async () => {
  const replacement = 'r'.repeat(20);
  const { place } = show({ state: 'sent' });
  const draft = studioOffer({ id: replacement, replaces: ids.offer });
  api.answers[`POST ${api.path}/replacement`] = draft;
  api.answers[`GET /api/admin/offers/${replacement}/preview`] = clientOffer(draft);
  await press('Replace');
  await press('Create the draft');
  expect(await screen.findByRole('link', { name: 'the former offer' })).toHaveAttribute(
    'href',
    `/admin/offers/${ids.offer}`,
  );
  expect(place()).toBe(`/admin/offers/${replacement}`);
});

test('an agreed offer is canceled or added to, and not replaced', async () => {
  show({ state: 'agreed', agreed_at: '2026-11-26T16:00:00Z' });
  api.answers[`POST ${api.path}/cancel`] = () => api.store({ state: 'canceled', ended_at: '2026-11-27T16:00:00Z' });
  expect(await screen.findByRole('button', { name: 'Add an amendment' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await press('Cancel the offer');
  await userEvent.click(inDialog().getByRole('button', { name: 'Cancel the offer' }));
  expect(await screen.findByText('Canceled')).toBeVisible();
});

test('an offer whose acts are not as they were stored says so; a replaced one leads to the newer', async () => {
  show({ state: 'replaced', is_unchanged: false, replaced_by: 'r'.repeat(20) });
  expect(await screen.findByText(/the number of an act does not match/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'open the newer one' })).toHaveAttribute(
    'href',
    `/admin/offers/${'r'.repeat(20)}`,
  );
});

test('staff read an offer and can’t end it', async () => {
  role.isStaff = true;
  show({ state: 'seen' });
  expect(await screen.findByText('Only admins can withdraw offers.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Replace' })).toBeVisible();
});

test('the studio countersigns what the client has chosen, with a full name', async () => {
  const content = contentOf({ studio_signs: 'later' });
  show({ state: 'seen', content, choices: { package_id: ids.fullDay, add_on_ids: [] } });
  const hash = 'ab'.repeat(32);
  const signatures: CountersignOffer[] = [];
  api.answers[`GET ${api.path}/preview`] = () => ({ ...clientOffer(api.stored.offer), hash });
  api.answers[`POST ${api.path}/signature`] = (signature: CountersignOffer) => {
    signatures.push(signature);
    return api.store({
      ...{ state: 'signed', signed_count: 1 },
      signatures: [{ signer_id: 'studio', name: signature.name, signed_at: '2026-11-26T16:00:00Z' }],
    });
  };
  await press('Countersign');
  expect(screen.getByRole('dialog')).toHaveTextContent('for $750.00 with tax');
  await userEvent.click(inDialog().getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Please enter your full name.')).toBeVisible();
  await userEvent.type(inDialog().getByRole('textbox'), 'Dana Reyes');
  await userEvent.click(inDialog().getByRole('button', { name: 'Sign' }));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Signers' })).toHaveTextContent(/Signed .* as “Dana Reyes”/),
  );
  expect(signatures).toMatchObject([{ version: 3, total_cents: 75_000, hash, name: 'Dana Reyes' }]);
  expect(screen.queryByRole('button', { name: 'Countersign' })).toBeNull();
});

test('the studio can’t countersign before the client has chosen', async () => {
  show({ state: 'seen', content: contentOf({ studio_signs: 'later' }) });
  expect(await screen.findByText('You can countersign once the client has chosen.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Countersign' })).toBeNull();
});
