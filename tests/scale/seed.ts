import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type CustomerRow, insertCustomer } from '../../lambdas/domain/customers/repository.ts';
import { insertMessage } from '../../lambdas/domain/messages/repository.ts';
import { insertPhoto } from '../../lambdas/domain/photos/repository.ts';
import { insertQuote } from '../../lambdas/domain/quotes/repository.ts';
import { insertSession } from '../../lambdas/domain/sessions/repository.ts';
import { newDisplayId, newId } from '../../lambdas/platform/ids.ts';
import type { Write } from '../../lambdas/platform/table.ts';
import { readyPhoto } from '../support/photo-rows.ts';

/** Rows as the product writes them, put straight into the tables by the thousand. */

/** DynamoDB takes so many at once. */
const rowsPerRequest = 25;
const requestsAtOnce = 8;

/** Patient, unlike the product's own: a busy machine takes its time for so many rows. */
const tables = () => DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 10 }));

const never = () => new Error('A new random id is taken.');
/** Later than whatever else is made: so lists of the newest begin with these rows, alike at any size. */
const at = (minute: number) => new Date(Date.UTC(2066, 0, 1) + minute * 60_000).toISOString();

/** Of each customer: sessions, photos in all of them, and messages. */
const sessionsEach = 3;
export const photosEach = 100;
const messagesEach = 3;

/** So many customers, each with sessions, photos, a quote that waits and messages that nobody has read; `from` counts on. */
export async function seedCustomers(count: number, { photos = photosEach, from = 0 } = {}): Promise<void> {
  const client = tables();
  let waiting: Record<string, unknown>[] = [];
  const flush = async (all: boolean) => {
    const size = rowsPerRequest * requestsAtOnce;
    while (waiting.length >= size || (all && waiting.length > 0)) {
      const some = waiting.splice(0, size);
      await Promise.all(
        Array.from({ length: Math.ceil(some.length / rowsPerRequest) }, (_, part) =>
          put(client, some.slice(part * rowsPerRequest, (part + 1) * rowsPerRequest)),
        ),
      );
    }
  };
  for (let number = from; number < from + count; number += 1) {
    waiting = [...waiting, ...customerRows(number, photos).map(({ Put }) => Put as Record<string, unknown>)];
    await flush(false);
  }
  await flush(true);
  client.destroy();
}

async function put(client: DynamoDBDocumentClient, puts: Record<string, unknown>[]): Promise<void> {
  const requests: Record<string, { PutRequest: { Item: Record<string, unknown> } }[]> = {};
  for (const { TableName, Item } of puts as { TableName: string; Item: Record<string, unknown> }[]) {
    requests[TableName] ??= [];
    requests[TableName].push({ PutRequest: { Item } });
  }
  let left: typeof requests | undefined = requests;
  while (left && Object.keys(left).length > 0) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: left }));
    left = UnprocessedItems as typeof requests | undefined;
  }
}

function customerRows(number: number, photos: number): Write[] {
  const id = newId();
  const email = `${id}@example.com`;
  const customer: CustomerRow = {
    id,
    customer_id: newDisplayId(),
    name: `Customer ${id}`,
    email,
    login_email: email,
    contact_email: null,
    phone: '(713) 555-0100',
    address: 'Houston',
    status: 'active',
    profile_complete: true,
    login_sub: `sub-${id}`,
    created_at: at(number),
    version: 0,
  };
  const quote = {
    id: newId(),
    customer_id: id,
    type: 'print' as const,
    quantity: 1,
    notes: 'Matte',
    favorites: [],
    status: 'pending' as const,
    price_cents: null,
    message: '',
    created_at: at(number),
    decided_at: null,
    version: 0,
  };
  const words = { name: customer.name, phone: customer.phone, email, message: 'Do you have time in May?' };
  return [
    ...insertCustomer(customer, { login: never, email: never, displayId: never }),
    insertQuote(quote, never),
    ...Array.from({ length: messagesEach }, () => insertMessage({ id: newId(), ...words, created_at: at(number) })),
    ...Array.from({ length: sessionsEach }, (_, session) => sessionRows(id, number, session, photos)).flat(),
  ];
}

function sessionRows(customer_id: string, number: number, session: number, photos: number): Write[] {
  const id = newId();
  // The first has what the others leave over.
  const each = Math.floor(photos / sessionsEach);
  const count = session === 0 ? photos - each * (sessionsEach - 1) : each;
  return [
    ...insertSession(
      {
        id,
        customer_id,
        session_label: `session-${session}`,
        session_name: 'Family',
        session_date: '2016-05-04',
        notes: '',
        photo_order: 'uploaded',
        cover_id: null,
        photos_count: count,
        visible_count: count,
        created_at: at(number),
        version: 0,
      },
      never,
    ),
    ...Array.from({ length: count }, () => photoRow(customer_id, id)),
  ];
}

/** A ready photo with numbers and keys as long as real ones are. */
function photoRow(customer_id: string, session_id: string): Write {
  const id = newId();
  const photo = readyPhoto(
    { id: session_id, customer_id },
    {
      id,
      // As long as any other in the order by names, which pads numbers.
      file_name: 'IMG_0001.jpg',
      size: 12_000_000,
      uploaded_at: at(0),
      width: 6_000,
      height: 4_000,
      original_key: `originals/${customer_id}/${session_id}/20160101000000000-${id}-IMG.jpg`,
    },
  );
  return insertPhoto(photo, never);
}

/** So many ready photos more in a session; its counts stay as they are. */
export async function seedPhotos(customer_id: string, session_id: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => photoRow(customer_id, session_id).Put);
  const client = tables();
  for (let start = 0; start < count; start += rowsPerRequest) {
    await put(client, rows.slice(start, start + rowsPerRequest) as Record<string, unknown>[]);
  }
  client.destroy();
}
