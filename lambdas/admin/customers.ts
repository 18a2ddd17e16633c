import { Hono } from 'hono';
import {
  CreateCustomer,
  Customer,
  CustomerContents,
  DeletedCustomers,
  Directory,
  EditCustomer,
  FavoriteAndNoteCounts,
  JoinCustomers,
} from '#shared/contract/customers.ts';
import { SentEmailPage } from '#shared/contract/emails.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { CustomerSessions } from '#shared/contract/sessions/sessions.ts';
import { TimelinePage, TimelineQuery } from '#shared/contract/timeline.ts';
import {
  createCustomer,
  editCustomer,
  getCustomer,
  listCustomers,
  listDeletedCustomers,
  reopenCustomer,
} from '../domain/customers/customers.ts';
import { deleteCustomer, restoreCustomer } from '../domain/flows/customer-deletion.ts';
import { listCustomerEmails } from '../domain/flows/customer-emails.ts';
import { joinCustomers, readContents } from '../domain/flows/customer-joining.ts';
import { listCustomerTimeline } from '../domain/flows/customer-timeline.ts';
import { listCustomerSessions } from '../domain/flows/session-views.ts';
import { countFavoritesAndNotes } from '../domain/photos/feedback/favorites-and-notes.ts';
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
  .get('/api/admin/customers/:customer/contents', async (c) =>
    answer(c, CustomerContents, await readContents(c.get('actor'), idOf(c, 'customer'))),
  )
  .post('/api/admin/customers/:customer/join', body(JoinCustomers), async (c) =>
    answer(c, Customer, await joinCustomers(c.get('actor'), idOf(c, 'customer'), c.req.valid('json'))),
  )
  .get('/api/admin/customers/:customer/favorites-and-notes', async (c) =>
    answer(c, FavoriteAndNoteCounts, { items: await countFavoritesAndNotes(c.get('actor'), idOf(c, 'customer')) }),
  )
  .get('/api/admin/customers/:customer/timeline', query(TimelineQuery), async (c) =>
    answer(c, TimelinePage, await listCustomerTimeline(c.get('actor'), idOf(c, 'customer'), c.req.valid('query'))),
  )
  .get('/api/admin/customers/:customer/emails', query(PageQuery), async (c) =>
    answer(
      c,
      SentEmailPage,
      await listCustomerEmails(c.get('actor'), idOf(c, 'customer'), c.req.valid('query').cursor),
    ),
  )
  .get('/api/admin/customers/:customer/sessions', async (c) =>
    answer(c, CustomerSessions, await listCustomerSessions(c.get('actor'), idOf(c, 'customer'))),
  );
