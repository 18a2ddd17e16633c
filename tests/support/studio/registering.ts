import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from './api-studio.ts';

/** A client who registers with an address of their own in each test, and the studio that sees them. */

export let studio: ApiStudio;
export let rows: DynamoDBDocumentClient;
export async function openStudio() {
  studio = await startApiStudio();
  rows = DynamoDBDocumentClient.from(new DynamoDBClient());
}
export async function closeStudio() {
  rows?.destroy();
  await studio?.close();
}

export let number = 0;
export let email: string;
export function nextEmail() {
  number += 1;
  email = `client${number}@example.com`;
}

export const me = (as: Claims) => call(client, 'GET', '/api/client/me', { as });
export const register = (as: Claims, body: unknown = {}) => call(client, 'POST', '/api/client/me', { as, body });
export const edit = (as: Claims, body: unknown) => call(client, 'PATCH', '/api/client/me', { as, body });
export const form = (contact = email) => ({ name: 'Ada', phone: '713', email: contact, address: 'Houston' });

export async function studioMakes(address = email): Promise<Customer> {
  const body = { name: 'Made by the studio', email: address };
  const answer = await call(admin, 'POST', '/api/admin/customers', { as: adminClaims(), body });
  expect(answer.outcome).toBe('201');
  return answer.json();
}

export async function asStudioSees(id: string): Promise<Customer> {
  return (await call(admin, 'GET', `/api/admin/customers/${id}`, { as: adminClaims() })).json();
}

export async function all(TableName: string): Promise<Record<string, unknown>[]> {
  return (await rows.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
}

export const customersOf = async (sub: unknown) => (await all('customers')).filter((row) => row.login_sub === sub);
