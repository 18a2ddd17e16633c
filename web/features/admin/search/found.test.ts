import { expect, test } from 'vitest';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { foundPerKind } from '#shared/found-per-kind.ts';
import { searchableText } from '#shared/text/search-words.ts';
import type { NamedSession } from './api.ts';
import { customerSearch, sessionSearch } from './found.ts';
import { screensFound } from './screens-found.ts';

const customer = (id: string, name: string, values: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id,
  customer_id: `C-0000-00${id}`,
  name,
  email: `${id}@example.com`,
  phone: '',
  status: 'active',
  created_at: '2026-05-01T12:00:00.000Z',
  ...values,
});
const session = (id: string, customer_id: string, session_name: string): NamedSession => ({
  id,
  customer_id,
  session_label: `label-${id}`,
  session_name,
  session_date: '2026-05-04',
  prepared: searchableText([session_name, `label-${id}`, '2026-05-04']),
});

test('customers whose name begins with the search come first, then those with such a word', () => {
  const people = [customer('1', 'Joanna Smith'), customer('2', 'Rosa Ann Diaz'), customer('3', 'Ánn O’Brien')];
  const { shown, count } = customerSearch(people)('ann');
  expect(shown.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(count).toBe(3);
});

test('customers are found by email, phone and ID', () => {
  const people = [customer('1', 'Rosa', { phone: '(713) 555-0142' }), customer('2', 'Ben')];
  const find = customerSearch(people);
  for (const text of ['7135550142', '713-555', '555 0142', '1@EXAMPLE', 'c-0000-001']) {
    expect(
      find(text).shown.map(({ id }) => id),
      text,
    ).toEqual(['1']);
  }
});

test('sessions are found by their words, their label, their date and the words of their customer, also together', () => {
  const find = sessionSearch(
    [session('a', '1', 'Maternity'), session('b', '2', 'Family')],
    [customer('1', 'Seán O’Brien'), customer('2', 'Ben')],
  );
  for (const text of ['maternity', 'label-a', 'obrien', 'sean maternity', '1@example.com', 'mater 2026-05']) {
    expect(
      find(text).shown.map(({ id }) => id),
      text,
    ).toEqual(['a']);
  }
  expect(find('ben maternity').count).toBe(0);
});

test('of many only some are shown, and all are counted', () => {
  const people = Array.from({ length: 30 }, (_, index) => customer(String(index), `Anna ${index}`));
  const { shown, count } = customerSearch(people)('anna');
  expect(shown).toHaveLength(foundPerKind);
  expect(count).toBe(30);
});

test('screens, and lists of sessions in a state, are found by their names', () => {
  expect(screensFound('retouch').map(({ to }) => to)).toEqual(['/admin/sessions?state=to_retouch']);
  expect(screensFound('settings').map(({ to }) => to)).toEqual(['/admin/settings']);
});
