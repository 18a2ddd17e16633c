import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Measured, measureRoutes } from '../scale/operations.ts';
import { seedCustomers } from '../scale/seed.ts';
import { type ApiStudio, startApiStudio } from '../support/api-studio.ts';
import { CapacityMeter } from '../support/capacity.ts';

let studio: ApiStudio;
let meter: CapacityMeter;
beforeAll(async () => {
  studio = await startApiStudio();
  meter = new CapacityMeter();
});
afterAll(() => studio?.close());

const line = ({ route, calls, read, write }: Measured) =>
  `| \`${route}\` | ${calls.length} | ${read || '–'} | ${write || '–'} | ${counted(calls)} |`;

/** `2 × Get customers, Query sessions` */
function counted(calls: string[]): string {
  const times = new Map<string, number>();
  for (const name of calls) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join('; ');
}

const page = (rows: Measured[]) => `# What requests ask of DynamoDB

Calls and request units of one request of each route, as AWS's own DynamoDB Local counts them: \`npm run test:dynamodb-local\` holds the
product to this page, and \`npm test\` to its calls (\`tests/api/capacity.test.ts\`). A batch or a transaction is one call; units of
indexes are counted in. Lists are longer than a page, and the gallery's session has 130 photos. Nothing scans. None of it
grows with the tables, but the directory of all customers, which is read whole, 1,000 a page.

| Route | Calls | Read units | Write units | Which |
|---|---|---|---|---|
${rows.map(line).join('\n')}

- A star or a note costs 5 write units: the row, its three orders within the session (local indexes that carry the whole row, so that
  a page of any order is one query), and the index of favorites. Separate tables of keys would cost 2, and every page of a gallery
  sixty more reads.
- A photo that goes into the bin or comes back leaves or enters all of these at once, in one transaction with its session's counts,
  and transactions count double.
- The client's first screen asks for three things at once: the sessions, the newest one's first page, and cookies. That is 8 calls
  and 11.5 read units; three of these are the same question three times, whose login this is and whether it is still open, and one is for
  the hidden photo in this session, which makes the page look a few rows further.
- For rows that are not there DynamoDB Local counts nothing, AWS half a unit each: suggesting a session's label costs 2.5 there.
`;

/** What both kinds of DynamoDB count alike: calls. Ours knows nothing of what indexes cost. */
const callsOnly = (table: string) =>
  table
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split('|').toSpliced(3, 2));

test('each route asks as much as docs/dynamodb.md says, however large the tables are, without a scan', {
  timeout: 120_000,
}, async () => {
  await seedCustomers(210, { photos: 3 });
  const rows = await measureRoutes(meter);
  for (const { route, calls } of rows) expect(calls.join(), route).not.toContain('Scan');
  const path = '../../docs/dynamodb.md';
  if (process.env.DYNAMODB_ENDPOINT) await expect(page(rows)).toMatchFileSnapshot(path);
  else expect(callsOnly(page(rows))).toEqual(callsOnly(await readFile(new URL(path, import.meta.url), 'utf8')));

  await seedCustomers(60, { photos: 3 });
  // The directory is read whole, and the bins hold what was measured before.
  const exceptions = [
    'GET /api/admin/customers',
    'GET /api/admin/deleted-customers',
    'GET /api/admin/sessions/deleted',
  ];
  const asked = (all: Measured[]) =>
    all.filter(({ route }) => !exceptions.includes(route)).map(({ milliseconds: _, ...one }) => one);
  expect(asked(await measureRoutes(meter))).toEqual(asked(rows));
});
