import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlanTemplate, TermsTemplate } from '#shared/contract/templates/templates.ts';
import { limits } from '#shared/limits.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './templates.tsx';

const { isStaff } = vi.hoisted(() => ({ isStaff: vi.fn(() => false) }));
vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../is-staff.ts', () => ({ useIsStaff: isStaff }));

const saved = { saved_at: '2026-11-23T12:00:00.000Z', saved_by: 'Dana' };
const terms: TermsTemplate = {
  ...{ id: 'w'.repeat(20), name: 'Wedding', version: 2, ...saved },
  content: {
    kind: 'terms',
    blocks: [
      { kind: 'heading', text: 'Payment' },
      { kind: 'paragraph', text: '{{client}} pays {{total}} on {{session date}}.' },
      { kind: 'box', text: 'I have read this.' },
    ],
    is_starting_point: true,
  },
};
const plan: PlanTemplate = {
  ...{ id: 'p'.repeat(20), name: 'Two halves', version: 1, ...saved },
  content: {
    kind: 'plan',
    payments: [
      { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
    ],
  },
};

let answers: Answers;
let asked: string[];
const sent = (method: string) => {
  const request = asked.findLast((each) => each.startsWith(method))!;
  return JSON.parse(request.slice(request.indexOf('{')));
};
beforeEach(() => {
  sessionStorage.clear();
  isStaff.mockReturnValue(false);
  const summary = ({ id, name, version, saved_at, content: { kind } }: TermsTemplate | PlanTemplate) => ({
    ...{ id, name, version, saved_at, kind },
  });
  answers = {
    'GET /api/admin/templates': { items: [summary(plan), summary(terms)] },
    [`GET /api/admin/templates/${terms.id}`]: terms,
    [`GET /api/admin/templates/${plan.id}`]: plan,
    [`PUT /api/admin/templates/${terms.id}`]: (body: object) => ({ ...terms, ...body, version: 3 }),
    [`PUT /api/admin/templates/${plan.id}`]: (body: object) => ({ ...plan, ...body, version: 2 }),
  };
  const server = answerFetch(answers);
  asked = server.asked;
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const show = (id?: string) =>
  showScreen(
    [
      { path: '/admin/settings/templates', Component },
      { path: '/admin/settings/templates/:template', Component },
    ],
    `/admin/settings/templates${id ? `/${id}` : ''}`,
  );
const use = async () => userEvent.click(await screen.findByRole('button', { name: 'Use from now on' }));
const name = () => screen.findByRole('textbox', { name: 'Name' });

describe('the list', () => {
  test('has terms and plans, each under its heading', async () => {
    show();
    const inTerms = within(await screen.findByRole('region', { name: 'Terms' }));
    expect(inTerms.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Wedding']);
    const inPlans = within(screen.getByRole('region', { name: 'Payment plans' }));
    expect(inPlans.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Two halves']);
  });

  test('a new plan gets a name, and is opened', async () => {
    const created = { ...plan, id: 'n'.repeat(20), name: 'Thirds' };
    answers['POST /api/admin/templates'] = created;
    const { place } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'New plan' }));
    await userEvent.type(await name(), 'Thirds');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(place()).toBe(`/admin/settings/templates/${created.id}`));
    expect(sent('POST')).toEqual({
      name: 'Thirds',
      content: { kind: 'plan', payments: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }] },
    });
    expect(await screen.findByRole('heading', { name: 'Thirds', level: 1 })).toBeVisible();
  });

  test('a name that is taken is said at the field, and stays', async () => {
    const message = 'There is a template “Wedding” already. Choose another name.';
    answers['POST /api/admin/templates'] = failing(409, 'NAME_TAKEN', message, { fields: { name: message } });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'New terms' }));
    await userEvent.type(await name(), 'wedding');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(async () => expect(await name()).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(await name()).toHaveValue('wedding');
  });

  test('with as many as there can be, none is added, and it says so', async () => {
    const items = Array.from({ length: limits.templatesOfKind }, (_, index) => ({
      ...{ id: String(index).padStart(20, '0'), kind: 'plan', name: `Plan ${index}`, version: 1, saved_at: null },
    }));
    answers['GET /api/admin/templates'] = { items };
    show();
    expect(await screen.findByRole('button', { name: 'New terms' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New plan' })).toBeNull();
    expect(screen.getByText('There can be 30.')).toBeVisible();
  });
});

describe('terms', () => {
  const text = () => screen.findByRole('textbox', { name: 'Text of the terms' });

  test('have their fields as chips with a name, beside what a client reads', async () => {
    show(terms.id);
    const chips = within(await text()).getAllByRole('img');
    expect(chips.map((chip) => chip.getAttribute('aria-label'))).toEqual([
      'Field Client',
      'Field Total',
      'Field Session date',
    ]);
    expect(screen.getByText('Tom Nguyen', { selector: 'bdi' }).parentElement).toHaveTextContent(
      'Tom Nguyen pays $1,271.94 on May 15, 2027.',
    );
    expect(screen.getByText('Version 2', { exact: false })).toBeVisible();
  });

  test('say what an offer without a session lacks, and where', async () => {
    show(terms.id);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Example' }),
      'Tom Nguyen, without a session',
    );
    expect(screen.getByText('Session date, paragraph 1 under “Payment”')).toBeVisible();
  });

  test('are saved under another name as a version that new offers begin with', async () => {
    show(terms.id);
    await userEvent.type(await name(), 's');
    expect(screen.getByText('Changed')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'A lawyer has read it' }));
    await use();
    await waitFor(() => expect(screen.getByText(/as version 3; new offers begin with it/)).toBeVisible());
    expect(sent('PUT')).toEqual({
      name: 'Weddings',
      content: { ...terms.content, is_starting_point: false },
      version: 2,
    });
    expect(screen.queryByText('A starting point: have a lawyer read it.')).toBeNull();
  });

  test('with a field that this release lacks are refused where it stands, and nothing is sent', async () => {
    const blocks = [...terms.content.blocks, { kind: 'paragraph', text: 'For {{child}}.' }];
    answers[`GET /api/admin/templates/${terms.id}`] = { ...terms, content: { ...terms.content, blocks } };
    show(terms.id);
    const message =
      'There is no field {{child}}. Choose one from the list, or remove the braces. It is in paragraph 2 under “Payment”.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(await text()).toHaveAttribute('aria-invalid', 'true');
    await use();
    await waitFor(async () => expect(await text()).toHaveFocus());
    expect(asked.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  test('what another admin has changed in the text, too, is shown beside it, and one is chosen', async () => {
    const { unmount } = show(terms.id);
    await text();
    unmount();
    // A draft of this tab whose text differs from the stored one, as after typing.
    const mine = [{ kind: 'paragraph', text: 'Mine' }];
    const values = { name: 'Wedding', blocks: terms.content.blocks, is_starting_point: true };
    const draft = { values: { ...values, blocks: mine }, base: { version: 2, values } };
    sessionStorage.setItem(`draft template ${terms.id}`, JSON.stringify(draft));
    const theirs = { ...terms.content, blocks: [{ kind: 'paragraph', text: 'Theirs' }] };
    answers[`PUT /api/admin/templates/${terms.id}`] = failing(409, 'CHANGED_MEANWHILE', 'Changed.', {
      details: { current: { ...terms, version: 3, content: theirs } },
    });
    show(terms.id);
    await use();
    const conflict = await screen.findByRole('group', { name: 'Changed by two people' });
    expect(conflict).toHaveTextContent('Stored now: TheirsYours: Mine');
    await userEvent.click(within(conflict).getByRole('button', { name: 'Keep what is stored: Text' }));
    expect(await text()).toHaveTextContent('Theirs');
  });

  test('are read by staff, who change nothing', async () => {
    isStaff.mockReturnValue(true);
    show(terms.id);
    expect(await text()).toHaveAttribute('contenteditable', 'false');
    expect(screen.getByText('Only admins can change templates.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use from now on' })).toBeNull();
    expect(screen.queryByRole('group', { name: 'Format' })).toBeNull();
    expect(await name()).toBeDisabled();
  });
});

describe('versions', () => {
  test('an earlier one is read and put back', async () => {
    const path = `/api/admin/templates/${terms.id}/versions`;
    const first = {
      ...terms,
      version: 1,
      content: { ...terms.content, blocks: [{ kind: 'paragraph', text: 'First' }] },
    };
    answers[`GET ${path}`] = {
      items: [
        { ...saved, version: 2, name: 'Wedding' },
        { ...saved, version: 1, name: 'Wedding' },
      ],
    };
    answers[`GET ${path}/1`] = first;
    answers[`POST ${path}/1/restore`] = { ...first, version: 3 };
    show(terms.id);
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Read ?version 1$/ }));
    expect(await screen.findByText('First')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Put back ?version 1$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('POST')).toEqual({ version: 2 });
    const putBack = () => screen.getByRole('textbox', { name: 'Text of the terms' });
    await waitFor(() => expect(putBack()).toHaveTextContent('First'));
    expect(screen.getByText(/as version 3/)).toBeVisible();
  });

  test('nothing is put back over what is typed', async () => {
    const path = `/api/admin/templates/${terms.id}/versions`;
    answers[`GET ${path}`] = { items: [{ ...saved, version: 1, name: 'Wedding' }] };
    answers[`GET ${path}/1`] = { ...terms, version: 1 };
    show(terms.id);
    await userEvent.type(await name(), 's');
    await userEvent.click(screen.getByRole('button', { name: 'Versions' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Read ?version 1$/ }));
    const button = await screen.findByRole('button', { name: /^Put back ?version 1$/ });
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription('Save or discard what you have typed first.');
  });
});

describe('a plan', () => {
  const payment = (number: number) => within(screen.getByRole('group', { name: new RegExp(`^Payment ${number} of`) }));

  test('shows what it is of an example, and is saved as typed', async () => {
    show(plan.id);
    await name();
    expect(screen.getByText('$635.97 on May 1, 2027')).toBeVisible();
    await userEvent.clear(payment(1).getByRole('textbox', { name: 'Percent' }));
    await userEvent.type(payment(1).getByRole('textbox', { name: 'Percent' }), '33,333');
    await userEvent.click(screen.getByRole('button', { name: 'Payment' }));
    await userEvent.selectOptions(payment(3).getByRole('combobox', { name: 'How much' }), 'An amount');
    await userEvent.type(payment(3).getByRole('textbox', { name: 'Amount' }), '$200');
    await use();
    await waitFor(() => expect(screen.getByText(/as version 2/)).toBeVisible());
    expect(sent('PUT').content.payments).toEqual([
      { part: { kind: 'rate', rate: 33_333 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
      { part: { kind: 'cents', cents: 200_00 }, due: { kind: 'before_session', days: 14 } },
    ]);
  });

  test('that does not make up the total is refused with the reason, and wrong numbers at their fields', async () => {
    show(plan.id);
    await name();
    await userEvent.click(screen.getByRole('button', { name: 'Remove payment 2' }));
    await use();
    expect(await screen.findByText(/^One payment has to be the rest/)).toBeVisible();
    await userEvent.clear(payment(1).getByRole('textbox', { name: 'Percent' }));
    await use();
    expect(await screen.findByText('Please enter a percentage of more than 0 and at most 100.')).toBeVisible();
    expect(screen.getByText('The payments are shown here once they make up the total.')).toBeVisible();
    expect(asked.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });
});

test('a template is deleted after a question', async () => {
  answers[`DELETE /api/admin/templates/${terms.id}?version=2`] = new Response(null, { status: 204 });
  const { place } = show(terms.id);
  await userEvent.click(await screen.findByRole('button', { name: 'More for this template' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
  expect(asked.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete template' }));
  await waitFor(() => expect(place()).toBe('/admin/settings/templates'));
});

test('a duplicate begins with the same content', async () => {
  const copy = { ...terms, id: 'c'.repeat(20), name: 'Copy of Wedding', version: 1 };
  answers['POST /api/admin/templates'] = copy;
  const { place } = show(terms.id);
  await userEvent.click(await screen.findByRole('button', { name: 'More for this template' }));
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate', hidden: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  await waitFor(() => expect(place()).toBe(`/admin/settings/templates/${copy.id}`));
  expect(sent('POST')).toEqual({ name: 'Copy of Wedding', content: terms.content });
});
