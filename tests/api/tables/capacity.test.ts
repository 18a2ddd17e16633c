import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLibraryOnce } from '../../../lambdas/domain/pictures/repository.ts';
import { changeCurrency } from '../../../lambdas/domain/website/repository.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { type Measured, measureRoutes } from '../../scale/operations.ts';
import { seedCustomers } from '../../scale/seed.ts';
import { CapacityMeter } from '../../support/rows/capacity.ts';
import { type ApiStudio, startApiStudio } from '../../support/studio/api-studio.ts';

let studio: ApiStudio;
let meter: CapacityMeter;
beforeAll(async () => {
  studio = await startApiStudio();
  meter = new CapacityMeter();
  await countLibraryOnce();
  // A row that is not there costs nothing on DynamoDB Local, and the measurement makes this one after some routes have read it.
  await transact([changeCurrency('USD', 0, async () => new Error('The currency is chosen already.'))]);
});
afterAll(() => studio?.close());

const line = ({ route, calls, read, write }: Measured) =>
  `| \`${route}\` | ${calls.length} | ${read || '–'} | ${write || '–'} | ${counted(calls)} |`;

/** Formats the counted calls, for example `2 × Get customers, Query sessions`. */
function counted(calls: string[]): string {
  const times = new Map<string, number>();
  for (const name of calls) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join('; ');
}

const page = (rows: Measured[]) => `# DynamoDB calls and capacity per request

Calls and request units of one request of each route that uses a table, as AWS's DynamoDB Local counts them. \`npm run test:dynamodb-local\` compares the
product with this page, and CI compares the calls (\`tests/api/tables/capacity.test.ts\`). A batch or a transaction is one call; units of
indexes are included. Lists are longer than a page, and the gallery's session has 130 photos. Nothing scans. None of it
grows with the tables, but the directory of all customers, which is read whole, 1,000 a page, the names of all sessions, 2,000 a page, and
the cost of the month, which reads all sessions.

| Route | Calls | Read units | Write units | Which |
|---|---|---|---|---|
${rows.map(line).join('\n')}

- A note costs 5 write units: the row, its three orders within the session (local indexes that carry the whole row, so that
  a page of any order is one query), and the index of noted photos. Separate tables of keys would cost 2, and every page of a gallery
  sixty more reads. A favorite costs 16: one transaction with its session's count, and transactions count double.
- An entry of the timeline adds 6 to its transaction: its row, and two indexes that have only keys; one of a client or guest 8, because
  the daily email has an index, too; a favorite or note of a client 10, because the dashboard has one. The repeated acts of a person on
  one day in one session are one row, whose keys never change, so each further one adds 2: with it a first favorite of a day costs 26,
  the others 18, a first note 20, the others 12. After the studio has looked at the session, the next one costs 2 more. A page of the timeline reads 40 rows, and their photos.
- A photo that goes into the trash or comes back leaves or enters all of these at once, in one transaction with its session's counts,
  and transactions count double.
- The counts of a session's tabs read every photo of the session, strongly consistent, so that each count equals its list: 25 units here,
  about 0.19 a photo. The screen asks once when it opens and after each act, in the background. The time zone that the photos tell is found
  in the same read; the cameras are read once more where someone opens their clocks.
- The client's first screen makes one request, \`open\`: record, cookies, sessions and the only one's first page. As separate requests
  these cost 9 calls, because each looks up whose login it is. Of several sessions, whose covers the gallery shows, it reads no page, but one
  query of two rows for each session without a chosen cover.
- The first request of a client on a day adds one write unit, of the login's row. It is measured after it.
- Covers of sessions are asked for 50 sessions at most: one batch of sessions, one of chosen covers, strongly consistent, and one query of two rows for each session without one.
- A page of a session with chapters is one query for each chapter on it. \`POST …/photos/arrange\` is measured with photos that stay where
  they are; a move adds one transaction with the session's counts, and for a place by hand a read of the photo after and of the one before.
- Putting back is measured with the current version, which changes nothing. A real one, as a replacement by process-photo, adds one transaction of the photo,
  its session's counts and the timeline. Each earlier version makes the photo's row about 0.7 KB longer.
- Confirming a contact address is measured without a valid code, where the counting of the try is refused. With one it adds that update
  and a transaction of the customer with an email.
- A guest's own picks, and their sending, are measured without any. Otherwise both read the photos, 100 a call; the first sending of the same picks also counts its email
  and writes the guest's row, an entry of the timeline, and the email in one transaction.
- Moving a guest's picks to the client is measured without any. Otherwise it also reads their photos, 100 a call, and for each 40 picks reads those
  again and writes one transaction; listing them reads their photos.
- Where sessions stand is read with their selections, 100 a batch; then with the quotes of submitted ones, and for accepted quotes that are not delivered as the next
  line says. It is measured with one selection, which is open. A row that lacks the ids of its selections adds a query.
- What waits is measured without accepted selections. With any it reads their quotes, sessions and selections in a batch each, at most 99, their chosen photos as
  the next line says, and for the three that it names the photos that it shows.
- Where submitted choices stand is read with their quotes, in one batch. For accepted ones of sessions with finished photos it also reads the sessions and all chosen
  photos, in one batch each, and the round of each.
- What a selection's client has chosen is read with each chosen photo, strongly consistent, because a photo may have been hidden: about a
  unit a photo. Choosing reads only the photos that it chooses, and all chosen ones once after photos of the session have changed. It
  is measured with one photo; each further one adds 2 write units. A submit adds 2 write units for each KB of photos and words.
- All attachments of a session are one query, also for the studio: with 500 of them, the most that a session can have, some 30 units for
  the studio and 15 for others. Each further one in a request that removes or restores adds 8 write units.
- A join is measured with the customer's own id, which changes nothing. A real one adds 7 calls: it reads the other record and its
  sessions, writes both records, logins, addresses and emails in one transaction, and looks for sessions and quotes again.
- Saving a draft is measured without pictures of the library. With any, it reads the stored draft, and each picture that this one does not show yet adds an update to
  its transaction. The library is read whole, about a unit for 13 pictures; it holds 500.
- Selections, links, guests and pictures of the library are measured where they are counted already. Those of rows from before that are counted once, by one
  more query and update.
- A session with a preset reads it in one more call. Applying one is measured where the session has these settings already, and nothing is written. What changes is one
  transaction, as of an edit; one that opens a selection also reads the session's selections, and adds its row and an entry of the timeline, and where the
  session was announced, it reads the customer and adds an email. Presets are read whole: 50 at most.
- Figures of offers read up to 99 of each of their four lists, and the customers of all of these in batches. Sending is measured with a draft that replaces none; one that
  does reads the former offer, and adds three writes to the transaction.
- Lists of sent emails are measured while none waits to be sent. The 200 that wait the longest are read, too, about a unit for 20 of them.
- The words of all emails are read in one batch. It is measured where the studio has changed none; each email whose words it has changed adds a unit.
- For rows that are not there DynamoDB Local counts nothing, AWS half a unit each: suggesting a session's label costs 2.5 there.
`;

/**
 * The photos and timeline entries of each seeded customer. They are few, because no measured list reads them: photos and
 * timeline of one customer are measured with a customer of their own.
 */
const few = { photos: 3, timeline: 1 };

/** Only calls are compared: the local DynamoDB does not count the capacity of index writes. */
const callsOnly = (table: string) =>
  table
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split('|').toSpliced(3, 2));

test('each route makes the calls listed in docs/dynamodb.md at any table size, and no Scan', {
  timeout: 300_000,
}, async () => {
  await seedCustomers(210, few);
  const rows = await measureRoutes(meter);
  for (const { route, calls } of rows) expect(calls.join(), route).not.toContain('Scan');
  const path = '../../../docs/dynamodb.md';
  if (process.env.DYNAMODB_ENDPOINT) await expect(page(rows)).toMatchFileSnapshot(path);
  else expect(callsOnly(page(rows))).toEqual(callsOnly(await readFile(new URL(path, import.meta.url), 'utf8')));

  await seedCustomers(60, few);
  // Directory, names and cost read all customers or sessions; the trash lists contain the rows of earlier measurements.
  const exceptions = [
    'GET /api/admin/customers',
    'GET /api/admin/session-names',
    'GET /api/admin/cost',
    'GET /api/admin/deleted-customers',
    'GET /api/admin/sessions/deleted',
  ];
  // These read up to 99 things of each kind, or up to a page of emails that wait or failed, or of offers, of which the
  // requests of the measurement make some.
  const upTo99 = [
    ...['GET /api/admin/attention', 'GET /api/admin/waiting', 'GET /api/admin/offer-figures', 'GET /api/admin/offers'],
    ...['GET /api/admin/emails', 'GET /api/admin/sent-emails', 'GET /api/admin/customers/:customer/emails'],
  ];
  // Reads the customers of up to 99 offers of each list, 100 a call: those of the second measurement are more than 100.
  const inBatches = 'GET /api/admin/offer-figures';
  const asked = (all: Measured[]) =>
    all
      .filter(({ route }) => !exceptions.includes(route))
      .map(({ milliseconds: _, ...one }) => (upTo99.includes(one.route) ? { ...one, read: null } : one))
      .map((one) => (one.route === inBatches ? { ...one, calls: [...new Set(one.calls)] } : one));
  expect(asked(await measureRoutes(meter))).toEqual(asked(rows));
});
