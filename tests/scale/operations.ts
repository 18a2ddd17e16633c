import { requirePreview } from '../../lambdas/domain/links/preview.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { addressOf, appOf, requests } from '../support/routes/requests.ts';
import { routesWithoutTables } from '../support/routes/without-tables.ts';
import type { CapacityMeter, Consumption } from '../support/rows/capacity.ts';
import { adminClaims, call, newLogin } from '../support/studio/api-studio.ts';
import { newFailedEmail, newMessage, newPerson, putLarge } from '../support/studio/api-world.ts';
import { seedPhotos } from './seed.ts';

/** The DynamoDB capacity of one request per route, and its duration. */
export interface Measured extends Consumption {
  route: string;
  /** The fastest run, in milliseconds; reads only. */
  milliseconds: number;
}

/** More than one page of each list that a client or the studio opens. */
const photosInSession = 130;

/** Measured last: it starts a function that reads a customer after the response, which the next route would be charged. */
const last = 'POST /api/public/sign-in-code';
const measuredRoutes = Object.keys(requests)
  .filter((route) => !routesWithoutTables.has(route))
  .toSorted((one, other) => Number(one === last) - Number(other === last));

/** Measures every route that uses a table, as an actor who may call it, on objects of the same shape each time. */
export async function measureRoutes(meter: CapacityMeter, rounds = 1): Promise<Measured[]> {
  const results: Measured[] = [];
  const reader = await personWithPhotos();
  for (const route of measuredRoutes) {
    const [method = '', path = ''] = route.split(' ');
    const request = requests[route]!;
    // `open` is a POST only because it sets cookies.
    const isRead = method === 'GET' || path === '/api/client/open';
    const a = isRead ? reader : await newPerson();
    const message = await newMessage();
    // Created only for the route that needs it: each one would add a row to the list of failed emails.
    const email = path.includes(':email') ? await newFailedEmail() : '';
    const objects = { ...a, photo: a.photos.visible, link: a.link.id, message, email };
    const isNew = route === 'POST /api/client/me';
    const as = path.startsWith('/api/admin')
      ? adminClaims()
      : isNew
        ? await newLogin(`${newId()}@example.com`)
        : a.login;
    const world = { a, b: a, message, email };
    await request.prepare?.(world);
    const body = request.body?.(objects, world);
    const times: number[] = [];
    const send = async () => {
      const start = performance.now();
      const address = addressOf(path, request, objects);
      const { status, text } = await call(appOf(path), method, address, {
        as: /^\/api\/(public|guest)/.test(path) ? undefined : as,
        body,
        headers: { 'x-viewer-ip': newId(), cookie: a.link.cookie },
      });
      times.push(performance.now() - start);
      if (status >= 300) throw new Error(`${route}: ${status} ${text}`);
    };
    const consumption = await meter.measure(send);
    // A client's data export is limited to a few per hour.
    if (isRead && !route.endsWith('/me/data')) for (let round = 1; round < rounds; round += 1) await send();
    results.push({ route, ...consumption, milliseconds: Math.min(...times) });
  }
  return results;
}

async function personWithPhotos() {
  const person = await newPerson();
  await seedPhotos(person.customer, person.session, photosInSession);
  const { cover } = await requirePreview(person.link.id);
  await putLarge({ id: person.session }, cover.id);
  return person;
}
