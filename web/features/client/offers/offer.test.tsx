import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettleChoices, SignOffer } from '#shared/contract/offers/signing.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { signedContent } from '#shared/offers/signed-content.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './offer.tsx';
import { fullDay, keepsake, offer, path, time } from './offers-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = { [`GET ${path}`]: offer() };
  const faked = answerFetch(answers);
  asked = faked.asked;
  vi.stubGlobal('fetch', faked.fetch);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('print', vi.fn());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = async () => {
  const shown = showScreen([{ path: '/dashboard/offers/:offer', Component }], `/dashboard/offers/${'o'.repeat(20)}`);
  await screen.findByRole('heading', { level: 1, name: /./ });
  await waitFor(() => expect(screen.queryByText('Loading the offer...')).toBeNull());
  return shown;
};
const pill = (name: string) => screen.getAllByRole('button', { name })[0]!;
const box = () => screen.getByRole('checkbox', { name: 'I have read the part on cancellation.' });
const consent = () => screen.getByRole('checkbox', { name: 'I agree to sign electronically.' });
const name = () => screen.getByRole('textbox', { name: 'Your full name' });
/** Fills everything that is needed to sign. */
const fill = async () => {
  await userEvent.click(box());
  await userEvent.type(name(), 'Tom Nguyen');
  await userEvent.click(consent());
};
const bodyOf = (request: string): SignOffer => JSON.parse(request.slice(request.indexOf('{')));
const sentSignatures = () => asked.filter((request) => request.startsWith(`POST ${path}/signature`)).map(bodyOf);

test('the total, its lines, the payments and the terms follow the choice, and the total is announced once it rests', async () => {
  await open();
  expect(screen.getAllByText('$757.75').length).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.click(screen.getByRole('checkbox', { name: 'Second Photographer' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'USB Keepsake' }));
    expect(screen.getAllByText('$1,271.94').length).toBeGreaterThan(0);
    expect(screen.getAllByText('−$50.00').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Sales tax', { exact: false })[0]?.parentElement).toHaveTextContent(
      'Sales tax, 8.25% of $1,175.00',
    );
    expect(screen.getAllByText('$635.97').length).toBeGreaterThan(1);
    expect(screen.getByText('You pay $1,271.94.')).toBeInTheDocument();
    expect(screen.queryByText('Total with tax: $1,271.94')).toBeNull();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByText('Total with tax: $1,271.94')).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
  await userEvent.click(screen.getByRole('radio', { name: /^Event/ }));
  expect(screen.getAllByText('$1,542.56').length).toBeGreaterThan(0);
});

test('choices can stand before the signature where the studio signs later, and are said to after they do', async () => {
  const waiting = offer({ signers: offer().signers.map((signer) => ({ ...signer, signed_at: null })) });
  const chosen = { package_id: fullDay, add_on_ids: [keepsake] };
  answers[`GET ${path}`] = waiting;
  answers[`POST ${path}/choices`] = ({ choices }: SettleChoices) => ({ ...waiting, version: 3, choices });
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'USB Keepsake' }));
  expect(screen.queryByText(/^Your choices stand/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Done choosing' }));
  expect(await screen.findByText(/^Your choices stand/)).toBeInTheDocument();
  expect(asked).toContain(`POST ${path}/choices ${JSON.stringify({ version: 2, choices: chosen })}`);
});

test('more add-ons than the offer allows can’t be ticked', async () => {
  answers[`GET ${path}`] = offer({}, { most_add_ons: 1 });
  await open();
  expect(screen.getByText('One package, and up to 1 of the add-ons.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Second Photographer' }));
  expect(screen.getByRole('checkbox', { name: 'USB Keepsake' })).toBeDisabled();
});

test('the pill leads to the first thing that is missing and says what, in the order of the page', async () => {
  await open();
  await userEvent.click(pill('Review and sign'));
  expect(box()).toHaveFocus();
  expect(box()).toHaveAccessibleDescription('Please tick this box.');
  await userEvent.click(box());
  await userEvent.click(pill('Review and sign'));
  expect(name()).toHaveFocus();
  await userEvent.type(name(), 'x');
  expect(name()).toHaveAccessibleDescription('Please enter your name in letters, as on your ID.');
  await userEvent.type(name(), 'in Li');
  await userEvent.click(pill('Review and sign'));
  expect(consent()).toHaveFocus();
  expect(sentSignatures()).toEqual([]);
});

test('what is signed is what was shown: choices, total, hash and version', async () => {
  answers[`POST ${path}/signature`] = ({ choices }: SignOffer) => {
    const signers = offer().signers.map((signer) => (signer.id === 'client' ? { ...signer, signed_at: time } : signer));
    return offer({ state: 'signed', version: 3, choices, signers });
  };
  await open();
  await userEvent.click(screen.getByRole('checkbox', { name: 'USB Keepsake' }));
  await fill();
  const choices = { package_id: fullDay, add_on_ids: [keepsake] };
  const hash = hashOf(signedContent(offer(), choices));
  expect(screen.getByText(/This is what you sign/)).toHaveTextContent(
    hash.match(/.{8}/g)!.join(' ').replaceAll(/\s+/g, ' '),
  );
  await userEvent.dblClick(pill('Sign'));
  expect(await screen.findByRole('heading', { name: 'One signature to go.' })).toHaveFocus();
  expect(screen.getByText(/It is agreed when .*Linh Tran.* has signed\./)).toBeInTheDocument();
  expect(sentSignatures()).toEqual([
    {
      ...{ request_id: expect.any(String), version: 2, choices, name: 'Tom Nguyen', drawing: null, boxes: [true] },
      ...{ total_cents: totalOf(offer().content, choices).total_cents, hash, consent_version: 1 },
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull();
  expect(sessionStorage.getItem(`draft offer ${offer().id}`)).toBeNull();
});

test('a name can be drawn, and an empty drawing is not sent', async () => {
  answers[`POST ${path}/signature`] = () => offer({ state: 'agreed' });
  await open();
  await fill();
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
  await userEvent.click(pill('Review and sign'));
  const pad = screen.getByRole('img', { name: 'Draw your signature here, or choose Type' });
  expect(pad).toHaveAccessibleDescription('Please draw your signature, or choose Type.');
  vi.spyOn(pad, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 500, height: 150 } as DOMRect);
  fireEvent.pointerDown(pad, { clientX: 50, clientY: 15, button: 0 });
  fireEvent.pointerMove(pad, { clientX: 250, clientY: 75 });
  fireEvent.pointerUp(pad);
  await userEvent.click(pill('Sign'));
  await waitFor(() =>
    expect(sentSignatures()).toMatchObject([
      {
        drawing: [
          [
            [100, 30],
            [500, 150],
          ],
        ],
      },
    ]),
  );
});

test('an offer that changed meanwhile is shown with what changed, and nothing typed is lost', async () => {
  const changed = offer({ version: 3 }, { plan: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }] });
  answers[`POST ${path}/signature`] = failing(
    409,
    'CHANGED_MEANWHILE',
    'The studio changed this offer. Look at it again.',
    { details: { current: changed } },
  );
  await open();
  await userEvent.click(screen.getByRole('radio', { name: /^Event/ }));
  await fill();
  await userEvent.click(pill('Sign'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The studio changed this offer. Look at it again. Changed: the payments. Nothing was signed',
  );
  expect(name()).toHaveValue('Tom Nguyen');
  expect(box()).toBeChecked();
  expect(screen.getByRole('radio', { name: /^Event/ })).toBeChecked();
  answers[`POST ${path}/signature`] = () => offer({ state: 'agreed' });
  await userEvent.click(pill('Sign'));
  await screen.findByRole('heading', { name: 'All have signed.' });
  expect(sentSignatures().at(-1)).toMatchObject({ version: 3 });
});

test('a failed request says that nothing was signed, and what was typed stays after a reload', async () => {
  answers[`POST ${path}/signature`] = failing(503, 'BUSY', 'The studio is busy.');
  const { unmount } = await open();
  await fill();
  await userEvent.click(pill('Sign'));
  expect((await screen.findAllByRole('alert'))[0]).toHaveTextContent('The offer was not signed. The studio is busy.');
  unmount();
  await open();
  expect(name()).toHaveValue('Tom Nguyen');
  expect(consent()).toBeChecked();
});
