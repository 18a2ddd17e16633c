import { Hono } from 'hono';
import {
  CreateCustomer,
  Customer,
  CustomerMarks,
  DeletedCustomers,
  Directory,
  EditCustomer,
} from '#shared/contract/customers.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { CustomerSessions } from '#shared/contract/sessions.ts';
import { deleteCustomer, restoreCustomer } from '../domain/customer-deletion.ts';
import {
  createCustomer,
  editCustomer,
  getCustomer,
  listCustomers,
  listDeletedCustomers,
  reopenCustomer,
} from '../domain/customers/customers.ts';
import { countMarks } from '../domain/photos/marks.ts';
import { listCustomerSessions } from '../domain/sessions/sessions.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, answerUnlessKnown, body, idOf, query } from '../http/studio-api.ts';

export const customers = new Hono<AdminEnv>()
  .get('/api/admin/customers', query(PageQuery), async (c) =>
    answerUnlessKnown(c, Directory, await listCustomers(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/deleted-customers', async (c) =>
    answer(c, DeletedCustomers, { items: await listDeletedCustomers(c.get('actor')) }),
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
  .delete('/api/admin/customers/:customer', async (c) => {
    await deleteCustomer(c.get('actor'), idOf(c, 'customer'));
    return c.body(null, 204);
  })
  .post('/api/admin/customers/:customer/restore', async (c) =>
    answer(c, Customer, await restoreCustomer(c.get('actor'), idOf(c, 'customer'))),
  )
  .post('/api/admin/customers/:customer/reopen', async (c) =>
    answer(c, Customer, await reopenCustomer(c.get('actor'), idOf(c, 'customer'))),
  )
  .get('/api/admin/customers/:customer/marks', async (c) =>
    answer(c, CustomerMarks, { items: await countMarks(c.get('actor'), idOf(c, 'customer')) }),
  )
  .get('/api/admin/customers/:customer/sessions', async (c) =>
    answer(c, CustomerSessions, { items: await listCustomerSessions(c.get('actor'), idOf(c, 'customer')) }),
  );
