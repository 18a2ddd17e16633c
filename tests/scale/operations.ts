import { newId } from '../../lambdas/platform/ids.ts';
import { adminClaims, call, newLogin } from '../support/api-studio.ts';
import { newFailedLetter, newMessage, newPerson } from '../support/api-world.ts';
import type { CapacityMeter, Consumption } from '../support/capacity.ts';
import { appOf, pathOf, requests } from '../support/requests.ts';
import { seedPhotos } from './seed.ts';

/** What one request of each route asks of DynamoDB, and how long it takes. */
export interface Measured extends Consumption {
  route: string;
  /** Of the quickest, in milliseconds; reads only. */
  milliseconds: number;
}

/** More than a page of each list that a client or the studio opens. */
const photosInSession = 130;

/** Routes that touch no table: a style sheet, and cookies that are taken away. */
const withoutTables = new Set([
  'GET /api/public/messages.css',
  'DELETE /api/client/media-access',
  'DELETE /api/admin/media-access',
  'POST /api/admin/media-access',
]);
const measuredRoutes = Object.keys(requests).filter((route) => !withoutTables.has(route));

/** Measures every route, by whoever may ask, on objects that are made alike each time. */
export async function measureRoutes(meter: CapacityMeter, rounds = 1): Promise<Measured[]> {
  const results: Measured[] = [];
  const reader = await personWithPhotos();
  for (const route of measuredRoutes) {
    const [method = '', path = ''] = route.split(' ');
    const request = requests[route]!;
    const isRead = method === 'GET';
    const a = isRead ? reader : await newPerson();
    const message = await newMessage();
    // Only where it is asked for: the list of failed letters would have one more each time.
    const letter = path.includes(':letter') ? await newFailedLetter() : '';
    const objects = { ...a, photo: a.photos.visible, message, letter };
    const isNew = route === 'POST /api/client/me';
    const as = path.startsWith('/api/admin')
      ? adminClaims()
      : isNew
        ? await newLogin(`${newId()}@example.com`)
        : a.login;
    const body = request.body?.(objects, { a, b: a, message, letter });
    const times: number[] = [];
    const send = async () => {
      const start = performance.now();
      const address = `${pathOf(path, objects)}${request.query ? `?${request.query}` : ''}`;
      const { status, text } = await call(appOf(path), method, address, {
        as: path.startsWith('/api/public') ? undefined : as,
        body,
        headers: { 'x-viewer-ip': newId() },
      });
      times.push(performance.now() - start);
      if (status >= 300) throw new Error(`${route}: ${status} ${text}`);
    };
    const consumption = await meter.measure(send);
    // One's own data can be had so often a day only.
    if (isRead && !route.endsWith('/me/data')) for (let round = 1; round < rounds; round += 1) await send();
    results.push({ route, ...consumption, milliseconds: Math.min(...times) });
  }
  return results;
}

async function personWithPhotos() {
  const person = await newPerson();
  await seedPhotos(person.customer, person.session, photosInSession);
  return person;
}
