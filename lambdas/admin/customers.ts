import { Hono } from 'hono';
import { CreateCustomer, Customer, Directory, EditCustomer } from '#shared/contract/customers.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { CustomerSessions } from '#shared/contract/sessions.ts';
import { createCustomer, editCustomer, getCustomer, listCustomers } from '../domain/customers/customers.ts';
import { listCustomerSessions } from '../domain/sessions/sessions.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const customers = new Hono<AdminEnv>()
  .get('/api/admin/customers', query(PageQuery), async (c) =>
    answer(c, Directory, await listCustomers(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/customers', body(CreateCustomer), async (c) =>
    answer(c, Customer, await createCustomer(c.get('actor'), c.req.valid('json')), 201),
  )
  .get('/api/admin/customers/:customer', async (c) =>
    answer(c, Customer, await getCustomer(c.get('actor'), idOf(c, 'customer'))),
  )
  .patch('/api/admin/customers/:customer', body(EditCustomer), async (c) =>
    answer(c, Customer, await editCustomer(c.get('actor'), idOf(c, 'customer'), c.req.valid('json'))),
  )
  .get('/api/admin/customers/:customer/sessions', async (c) =>
    answer(c, CustomerSessions, { items: await listCustomerSessions(c.get('actor'), idOf(c, 'customer')) }),
  );
