import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { listCustomers } from '../../lambdas/domain/customers/customers.ts';
import { getSession } from '../../lambdas/domain/flows/session-views.ts';
import { listStudioPhotos, listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import type { Admin } from '../../lambdas/platform/auth.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { browserFlags, ensureBrowser } from '../support/pages/browser.ts';
import { CapacityMeter } from '../support/rows/capacity.ts';
import { makeCustomer, makeGallery, newPerson } from '../support/studio/client-world.ts';
import { signInAsAdmin } from '../support/studio/people.ts';
import { testStudio } from '../support/studio/test-studio.ts';
import { type Figure, kilobytes, median } from './measure.ts';
import { scrollFor } from './visit.ts';

const customers = 10_000;
const photos = { few: 1_000, many: 5_000 };
/** A search term, typed letter by letter: from thousands of rows to one and back. */
const searches = ['delgado', 'rosa', '@example', 'c0099'];
const scrollSeconds = 4;
/** Milliseconds of work per frame at 60 frames a second. */
const frame = 1_000 / 60;

const admin: Admin = { kind: 'admin', role: 'admin', sub: 'bench', username: 'bench', name: 'Elena' };

/** Measures the admin area with 10,000 customers and with 5,000 photos in a session. Needs the test studio. */
export async function benchAdmin(): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: testStudio.site,
    });
    const page = await context.newPage();
    await signInAsAdmin(page);
    return [...(await benchSession(context)), ...(await benchDirectory(context))];
  } finally {
    await browser.close();
  }
}

async function benchDirectory(context: BrowserContext): Promise<Figure[]> {
  await fillDirectory();
  const { calls, read } = await new CapacityMeter().measure(async () => {
    let cursor: string | undefined;
    do {
      const page = await listCustomers(admin, cursor);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
  });
  const page = await context.newPage();
  const asked = requestsTo(page, '/api/admin/customers');
  await page.goto('/admin/customers');
  await page.getByText(/^1\d,\d{3} customers$/).waitFor();
  const first = await asked.take();
  const typed = await typeSearches(page);
  await page.close();
  return [
    {
      id: 'Admin',
      measure: `Directory of ${customers.toLocaleString('en-US')} customers: requests, bytes on the wire; DynamoDB calls, read units`,
      result: `${first.requests}, ${kilobytes(first.bytes)}; ${calls.length}, ${read}`,
      target: 'recorded',
      met: true,
    },
    {
      id: 'Admin',
      measure: `Search in it: main thread per keystroke until its rows stand there, median and slowest of ${typed.length}`,
      result: `${median(typed).toFixed(1)} ms, ${Math.max(...typed).toFixed(1)} ms`,
      target: `≤ a frame, ${frame.toFixed(1)} ms, in the median`,
      met: median(typed) <= frame,
    },
  ];
}

async function benchSession(context: BrowserContext): Promise<Figure[]> {
  const customer = await makeCustomer(newPerson());
  const seen: Record<keyof typeof photos, Awaited<ReturnType<typeof openSession>>> = {
    few: await openSession(context, await makeGallery(customer, { name: 'Few', photos: photos.few })),
    many: await openSession(context, await makeGallery(customer, { name: 'Many', photos: photos.many })),
  };
  const words = `A session of ${photos.many.toLocaleString('en-US')} photos (of ${photos.few.toLocaleString('en-US')})`;
  const both = (what: (one: (typeof seen)['few']) => string) => `${what(seen.many)} (${what(seen.few)})`;
  return [
    {
      id: 'Admin',
      measure: `${words}: requests of its first screen, bytes on the wire; DynamoDB calls, read units`,
      result: both(({ requests, bytes, calls, read }) => `${requests}, ${kilobytes(bytes)}; ${calls.length}, ${read}`),
      target: 'the same for both',
      met: seen.many.requests === seen.few.requests && seen.many.calls.length === seen.few.calls.length,
    },
    {
      id: 'Admin',
      measure: `${words}: most elements in the page while scrolling; median and 95th percentile between frames`,
      result: both(({ nodes, frames }) => `${nodes}; ${frames.map((time) => `${time.toFixed(0)} ms`).join(', ')}`),
      target: '≤ 500 elements',
      met: seen.many.nodes <= 500,
    },
  ];
}

async function openSession(context: BrowserContext, { id }: { id: string }) {
  const { calls, read } = await new CapacityMeter().measure(async () => {
    await getSession(admin, id);
    await Promise.all([listStudioPhotos(admin, id), listUnsettled(admin, id)]);
  });
  const page = await context.newPage();
  const asked = requestsTo(page, `/api/admin/sessions/${id}`);
  await page.goto(`/admin/session/${id}`);
  await page.getByRole('checkbox').first().waitFor();
  const first = await asked.take();
  const { frames, nodes } = await scrollFor(page, scrollSeconds);
  await page.close();
  const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
  return { ...first, calls, read, nodes, frames: [at(0.5), at(0.95)] };
}

/** Counts requests whose path has this prefix, until `take` is called. */
function requestsTo(page: Page, path: string) {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith(path)) return;
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  return {
    async take() {
      await page.waitForLoadState('networkidle');
      const all = await Promise.all(sizes);
      return { requests: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
    },
  };
}

/**
 * Main thread time of each keystroke until its rows are drawn, in milliseconds of processor time, so that other work on
 * the machine does not count.
 */
async function typeSearches(page: Page): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const press = async (key: string) => {
    const before = await spent();
    await page.keyboard.press(key);
    return (await spent()) - before;
  };
  await page.keyboard.press('f');
  // The overhead of pressing the key and measuring.
  const nothing: number[] = [];
  for (let round = 0; round < 9; round += 1) nothing.push(await press('Shift'));
  const times: number[] = [];
  for (const search of searches) {
    for (const email of search) times.push((await press(email)) - median(nothing));
    await page.getByRole('searchbox').fill('');
    await page.getByText(/^1\d,\d{3} customers$/).waitFor();
  }
  return times;
}

/** Rows of the directory index; their customers have no other rows. */
async function fillDirectory(): Promise<void> {
  const names = ['Rosa Delgado', 'Ada Lovelace', 'Grace Hopper', 'Olivia Brandt', 'Noor Haddad', 'José Ángel Ruiz'];
  const rows = Array.from({ length: customers }, (_, index) => {
    const number = String(index).padStart(5, '0');
    return {
      id: newId(),
      customer_id: `C-${number.slice(0, 4)}-${number.slice(1)}`,
      name: `${names[index % names.length]} ${number}`,
      email: `c${number}@example.com`,
      login_email: null,
      contact_email: null,
      phone: '713-555-0100',
      address: '',
      status: 'active',
      profile_complete: true,
      created_at: new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString(),
      version: 0,
      directory: 'customer',
    };
  });
  for (let start = 0; start < rows.length; start += 25) {
    const items = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb().send(new BatchWriteCommand({ RequestItems: { customers: items } }));
  }
}
