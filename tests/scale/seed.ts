import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type CustomerRow, insertCustomer } from '../../lambdas/domain/customers/repository.ts';
import { insertLink } from '../../lambdas/domain/links/repository.ts';
import { insertMessage } from '../../lambdas/domain/messages/repository.ts';
import { insertPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { insertQuote, pendingQuote } from '../../lambdas/domain/quotes/repository.ts';
import { insertSelection } from '../../lambdas/domain/selections/repository.ts';
import { newSessionRow } from '../../lambdas/domain/sessions/new-session.ts';
import { insertSession } from '../../lambdas/domain/sessions/repository.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newDisplayId, newId } from '../../lambdas/platform/ids.ts';
import type { Write } from '../../lambdas/platform/table.ts';
import type { Row } from '../support/rows/every-row.ts';
import { readyPhoto } from '../support/rows/photo-rows.ts';
import { putRows, rowsPerRequest } from '../support/rows/stored-rows.ts';

/** Writes the product's rows directly into the tables, thousands at a time. */

const requestsAtOnce = 8;

interface Put {
  TableName: string;
  Item: Row;
}

/** Longer timeouts than the product's: a busy machine is slow with so many rows. */
const tables = () => DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 10 }));

/** Later than all other rows, so that lists sorted newest first start with these rows at any table size. */
const at = (minute: number) => new Date(Date.UTC(2066, 0, 1) + minute * 60_000).toISOString();

/** Per customer: sessions, photos in all of them, and messages. */
const sessionsEach = 3;
export const photosEach = 100;
const messagesEach = 3;
const timelineEach = 100;
/** One in so many customers has a guest link, and one in so many a selection, with choices. */
const customersPerLink = 5;
const customersPerSelection = 20;
const choicesEach = 40;

/**
 * Creates customers, each with sessions, photos, a timeline, a pending quote and unread messages, some with a guest link
 * or a selection; `from` continues the numbering.
 */
export async function seedCustomers(
  count: number,
  { photos = photosEach, timeline = timelineEach, from = 0 } = {},
): Promise<void> {
  const client = tables();
  let waiting: Put[] = [];
  const flush = async (all: boolean) => {
    const size = rowsPerRequest * requestsAtOnce;
    while (waiting.length >= size || (all && waiting.length > 0)) {
      const some = waiting.splice(0, size);
      await Promise.all(
        Array.from({ length: Math.ceil(some.length / rowsPerRequest) }, (_, part) =>
          putRows(client, some.slice(part * rowsPerRequest, (part + 1) * rowsPerRequest)),
        ),
      );
    }
  };
  for (let number = from; number < from + count; number += 1) {
    waiting = [...waiting, ...customerRows(number, { photos, timeline }).map(({ Put }) => Put as Put)];
    await flush(false);
  }
  await flush(true);
  client.destroy();
}

/** How many photos and entries of the timeline each customer has. */
interface RowCounts {
  photos: number;
  timeline: number;
}

function customerRows(number: number, counts: RowCounts): Write[] {
  const id = newId();
  const email = `${id}@example.com`;
  const customer: CustomerRow = {
    id,
    customer_id: newDisplayId(),
    name: `Customer ${id}`,
    email,
    login_email: email,
    contact_email: null,
    contact_confirmed: false,
    phone: '(713) 555-0100',
    address: 'Houston',
    notes: '',
    status: 'active',
    profile_complete: true,
    login_sub: `sub-${id}`,
    created_at: at(number),
    version: 0,
  };
  const asked = { type: 'print', quantity: 1, notes: 'Matte', created_at: at(number) } as const;
  const quote = { ...pendingQuote, id: newId(), customer_id: id, ...asked };
  const words = { name: customer.name, phone: customer.phone, email, message: 'Do you have time in May?' };
  return [
    ...insertCustomer(customer),
    insertQuote(quote),
    ...Array.from({ length: messagesEach }, () => insertMessage({ id: newId(), ...words, created_at: at(number) })),
    ...Array.from({ length: sessionsEach }, (_, session) => sessionRows(id, number, session, counts)).flat(),
  ];
}

function sessionRows(customer_id: string, number: number, session: number, { photos, timeline }: RowCounts): Write[] {
  const id = newId();
  const isFirst = session === 0;
  // The first session gets the remainder.
  const each = Math.floor(photos / sessionsEach);
  const count = isFirst ? photos - each * (sessionsEach - 1) : each;
  return [
    ...insertSession({
      ...newSessionRow({
        customer_id,
        session_label: `session-${session}`,
        session_name: 'Family',
        session_date: '2016-05-04',
        notes: '',
      }),
      id,
      photo_order: 'uploaded',
      photos_count: count,
      visible_count: count,
      listed_count: count,
      created_at: at(number),
    }),
    ...Array.from({ length: count }, () => photoRow(customer_id, id)),
    ...(isFirst ? timelineRows(customer_id, id, number, timeline) : []),
    ...(isFirst && number % customersPerLink === 0 ? [linkRow(id, number)] : []),
    ...(isFirst && number % customersPerSelection === 0 ? selectionRows(id, number) : []),
  ];
}

/** A row as it is stored, of a table whose rows are written by updates. */
const stored = (TableName: string, Item: Row): Write => ({ Put: { TableName, Item } });

/** A client's acts; the studio has not looked at the last one. */
const timelineRows = (customer_id: string, session_id: string, number: number, count: number): Write[] =>
  Array.from({ length: count }, (_, index) => {
    const [id, time] = [newId(), at(number + index)];
    const unseen = { unseen: 'marks', unseen_id: `${session_id}#${id}`, unseen_count: 3, unseen_since: time };
    return stored(env('TIMELINE_TABLE'), {
      ...{ id, customer_id, session_id, session_name: 'Family', at: time, last_at: time, day: time.slice(0, 10) },
      ...{ kind: 'favorited', by: 'client', count: 3, photo_0: newId(), photo_1: newId(), photo_2: newId() },
      ...(index === count - 1 && unseen),
    });
  });

const linkRow = (session_id: string, number: number): Write =>
  insertLink({
    ...{ id: newId(), session_id, nonce: newId(), label: 'Grandparents', pin: null, pin_version: 0 },
    ...{ may_pick: true, may_note: true, download: 'original', shows_cover: false },
    ...{ ends_on: at(number).slice(0, 10), ends_at: at(number), is_revoked: false },
    ...{
      made_by: 'studio',
      shared_by: '',
      visits: 0,
      guests_count: 0,
      notes_length: 0,
      gave_place: false,
      created_at: at(number),
      version: 0,
    },
  });

function selectionRows(session_id: string, number: number): Write[] {
  const id = newId();
  const selection = insertSelection({
    ...{ session_id, part: `selection#${id}`, id, name: 'Album', included: 30, extra_cents: 2_500, minimum: 0 },
    ...{ ends_on: at(number).slice(0, 10), ends_at: at(number), client_words: '', status: 'open' },
    ...{ chosen_count: choicesEach, notes_length: 0, revision: choicesEach, photos_checked_at: '', round: 0 },
    ...{ submitted_at: null, quote_id: null, deleted_at: null, created_at: at(number), version: 0 },
  });
  const choices = Array.from({ length: choicesEach }, () => {
    const photo_id = newId();
    const part = `choice#${id}#${photo_id}`;
    return stored(env('SELECTIONS_TABLE'), { session_id, part, photo_id, is_chosen: true, note: '' });
  });
  return [selection, ...choices];
}

/** A ready photo whose numbers and keys are as long as real ones. */
function photoRow(customer_id: string, session_id: string): Write {
  const id = newId();
  const photo = readyPhoto(
    { id: session_id, customer_id },
    {
      id,
      // The same length as any other sort key by name, which pads numbers.
      file_name: 'IMG_0001.jpg',
      size: 12_000_000,
      uploaded_at: at(0),
      width: 6_000,
      height: 4_000,
      original_key: `originals/${customer_id}/${session_id}/20160101000000000-${id}-IMG.jpg`,
    },
  );
  return insertPhoto(photo);
}

/** Adds ready photos to a session without changing its counts. */
export async function seedPhotos(customer_id: string, session_id: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => photoRow(customer_id, session_id).Put as Put);
  const client = tables();
  for (let start = 0; start < count; start += rowsPerRequest) {
    await putRows(client, rows.slice(start, start + rowsPerRequest));
  }
  client.destroy();
}
