import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Customer, Directory } from '#shared/contract/customers.ts';
import type { Tickets, UnsettledPage } from '#shared/contract/photos/uploads.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { demoPhotographs } from '../../web/build/demo-photographs.ts';
import { type Addresses, credentials, endpoint, region, userPools } from '../addresses.ts';
import type { GoogleAccount } from '../cognito/google/google-client.ts';
import { accessTokenOf } from '../sign-in.ts';
import { demoAdmin, demoOutsider, demoPeople, demoStaff, type PasswordUser } from './demo-people.ts';

interface DemoSession {
  session_name: string;
  session_date: string;
  notes: string;
  /** A range of the demo photographs. */
  photos: [first: number, count: number];
}

const [maya, daniel, , , tom] = demoPeople;
/** The demo records: two for verified addresses, and one for an address that Google has not verified. */
const demoRecords: { person: GoogleAccount; phone: string; sessions: DemoSession[] }[] = [
  {
    person: maya,
    phone: '713-555-0110',
    sessions: [
      {
        session_name: 'Thompson Family',
        session_date: '2026-10-18',
        notes: 'Hermann Park, golden hour.',
        photos: [0, 14],
      },
      { session_name: 'Spring Portraits', session_date: '2026-04-12', notes: '', photos: [8, 6] },
    ],
  },
  {
    person: daniel,
    phone: '713-555-0127',
    sessions: [{ session_name: 'Okafor Headshots', session_date: '2026-09-03', notes: '', photos: [4, 8] }],
  },
  {
    person: tom,
    phone: '',
    sessions: [{ session_name: 'Nguyen Engagement', session_date: '2026-08-22', notes: '', photos: [10, 5] }],
  },
];

/**
 * Fills an empty studio once: the accounts, then customers, sessions and photos through the studio's API, as an admin.
 */
export async function seed(studio: Addresses, report: (message: string) => void): Promise<void> {
  const done = join(studio.data, 'seeded');
  if (existsSync(done)) return;
  report('Filling the studio with demo customers and photos …');
  await seedSignIns(studio);

  const api = adminApi(studio, await accessTokenOf(studio, demoAdmin));
  const files = [...new Set(demoPhotographs().map(({ file }) => file))];
  for (const { person, phone, sessions } of demoRecords) {
    const { name, email } = person;
    // An earlier start may have been interrupted here, so continue with the records that it created.
    const { items } = await api<Directory>('GET', 'customers');
    const existingCustomer = items.find((entry) => entry.email === email);
    const customer = existingCustomer ?? (await api<Customer>('POST', 'customers', { name, email, phone }));
    const existingSessions = (await api<{ items: Session[] }>('GET', `customers/${customer.id}/sessions`)).items;
    for (const { photos, ...values } of sessions) {
      const session =
        existingSessions.find(({ session_name }) => session_name === values.session_name) ??
        (await api<Session>('POST', 'sessions', { customer_id: customer.id, ...values }));
      await upload(api, session.id, files.slice(photos[0], photos[0] + photos[1]));
    }
  }
  await writeFile(done, new Date().toISOString());
}

/** Creates the users with a password, the demo admin first; existing users are unchanged. */
export async function seedSignIns(studio: Addresses): Promise<void> {
  const cognito = new CognitoIdentityProviderClient({ region, credentials, endpoint: endpoint(studio, 'cognito') });
  for (const [user, GroupName] of [
    [demoAdmin, 'admins'],
    [demoStaff, 'staff'],
  ] as const) {
    await createPasswordUser(cognito, user);
    await cognito.send(
      new AdminAddUserToGroupCommand({ UserPoolId: userPools.studio.id, Username: user.email, GroupName }),
    );
  }
  await createPasswordUser(cognito, demoOutsider);
  cognito.destroy();
}

async function createPasswordUser(
  cognito: CognitoIdentityProviderClient,
  { name, email, password }: PasswordUser,
): Promise<void> {
  try {
    await cognito.send(
      new AdminCreateUserCommand({
        UserPoolId: userPools.studio.id,
        Username: email,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'name', Value: name },
        ],
        MessageAction: 'SUPPRESS',
      }),
    );
  } catch (error) {
    // An earlier start that was interrupted has created the user.
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  await cognito.send(
    new AdminSetUserPasswordCommand({
      UserPoolId: userPools.studio.id,
      Username: email,
      Password: password,
      Permanent: true,
    }),
  );
}

type AdminApi = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

function adminApi(studio: Addresses, token: string): AdminApi {
  return async (method, path, body) => {
    const answer = await fetch(`${studio.site}/api/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
}

/** Uploads photos as the browser does: requests tickets, PUTs to S3, then waits until each photo is ready. */
async function upload(api: AdminApi, session: string, files: string[]): Promise<void> {
  const contents = await Promise.all(
    files.map(async (file) => ({ name: basename(file), bytes: await readFile(file) })),
  );
  const { tickets } = await api<Tickets>('POST', `sessions/${session}/uploads`, {
    is_approved: true,
    downloadable: true,
    files: contents.map(({ name, bytes }) => ({
      file_name: name,
      content_type: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('base64'),
    })),
  });
  await Promise.all(
    tickets.map(async (ticket, index) => {
      if (ticket.state === 'present') return;
      if (ticket.state !== 'upload') throw new Error(`${contents[index]?.name}: ${ticket.state}`);
      const answer = await fetch(ticket.url, {
        method: 'PUT',
        headers: ticket.headers,
        body: new Uint8Array(contents[index]?.bytes ?? []),
      });
      if (!answer.ok && answer.status !== 412) throw new Error(`S3 answered ${answer.status}: ${await answer.text()}`);
    }),
  );
  for (;;) {
    const { items } = await api<UnsettledPage>('GET', `sessions/${session}/photos/unsettled`);
    const failed = items.find((photo) => photo.state === 'failed');
    if (failed) throw new Error(`The demo photo ${failed.file_name} was refused: ${failed.reason}`);
    if (items.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
