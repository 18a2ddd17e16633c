import { expect, test } from 'vitest';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { similarCustomers } from './similar-customers.ts';

const rosa = {
  id: 'rosa',
  name: 'Rosa Delgado',
  phone: '+1 (713) 555-0119',
  email: 'rosa.delgado@example.com',
  login_email: 'rosa@gmail.example',
  contact_email: null,
};
const entry = (id: string, values: Partial<DirectoryEntry>): DirectoryEntry => ({
  id,
  customer_id: 'C-7K3M-2QXD',
  name: '',
  email: '',
  phone: '',
  status: 'active',
  created_at: '2026-05-01T12:00:00.000Z',
  ...values,
});
const similarIds = (...entries: DirectoryEntry[]) =>
  similarCustomers(rosa, entries).map(({ entry: { id }, reason }) => `${id}: ${reason}`);

test('customers with the same mailbox, phone number or name are similar; addresses come first', () => {
  expect(
    similarIds(
      entry('name', { name: ' rosa délgado ' }),
      entry('phone', { phone: '713.555.0119' }),
      entry('dots', { email: 'Rosadelgado+family@example.com' }),
      entry('login', { email: 'rosa@gmail.example', name: 'Rosa Delgado' }),
    ),
  ).toEqual(['dots: address', 'login: address', 'phone: phone', 'name: name']);
});

test('a number is the same with its country or an extension, and a name in any order and spelling', () => {
  expect(
    similarIds(
      entry('extension', { phone: '713.555.0119 ext. 12' }),
      entry('local', { phone: '555-0119' }),
      entry('another', { phone: '281 555 0119' }),
      entry('turned', { name: 'Delgado, Rosa' }),
      entry('other', { name: 'Rosa Delgado-Weber' }),
    ),
  ).toEqual(['extension: phone', 'local: phone', 'turned: name']);
});

test('the customer itself, empty fields, short numbers and other hosts are not similar', () => {
  expect(
    similarIds(
      entry('rosa', { name: 'Rosa Delgado' }),
      entry('empty', {}),
      entry('short', { phone: '0119' }),
      entry('host', { email: 'rosa.delgado@example.org' }),
    ),
  ).toEqual([]);
  expect(
    similarCustomers({ ...rosa, name: '', phone: '', email: '', login_email: null }, [entry('empty', {})]),
  ).toEqual([]);
});
