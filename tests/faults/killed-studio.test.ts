import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Customer, Directory } from '#shared/contract/customers.ts';
import type { DownloadLink, StudioPage } from '#shared/contract/photos/photos.ts';
import type { Tickets } from '#shared/contract/photos/uploads.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { demoAdmin } from '../../local/data/demo-people.ts';
import { accessTokenOf } from '../../local/sign-in.ts';
import { sized } from '../support/faults/long.ts';
import { makeJpeg, type TestFile } from '../support/pictures/jpegs.ts';
import { testStudioAt } from '../support/studio/test-studio.ts';

/**
 * Kills the local studio (SIGKILL, every service at once) during an upload and starts it again: once, or three times in
 * a long run.
 */

const port = Number(process.env.STUDIO_TEST_PORT ?? 4700) + 40;
const of = testStudioAt(port);

let studio: ChildProcess | undefined;
let token: string;

async function start(fresh: boolean): Promise<void> {
  const child = spawn(
    process.execPath,
    ['tests/support/studio/start-test-studio.ts', '--bare', ...(fresh ? [] : ['--keep'])],
    {
      stdio: ['ignore', 'inherit', 'pipe'],
      env: { ...process.env, STUDIO_TEST_PORT: String(port) },
    },
  );
  studio = child;
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  // Fail at once if the process exits.
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The studio ended:\n${said}`)));
  const open = vi.waitFor(() => expect(said).toContain('The studio is open'), { timeout: 180_000, interval: 200 });
  await Promise.race([open, ended]);
  token = await accessTokenOf(of, demoAdmin);
}

async function kill(): Promise<void> {
  const child = studio;
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(`${of.site}/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

async function requestTickets(session: string, files: TestFile[]): Promise<Tickets> {
  return await api<Tickets>('POST', `sessions/${session}/uploads`, {
    is_approved: true,
    downloadable: true,
    files: files.map(({ name, mimeType, buffer }) => ({
      file_name: name,
      content_type: mimeType,
      size: buffer.length,
      sha256: sha256(buffer),
    })),
  });
}

/**
 * PUTs one file.
 * @returns whether S3 acknowledged it
 */
async function put(ticket: Tickets['tickets'][number] | undefined, file: TestFile): Promise<boolean> {
  if (ticket?.state !== 'upload') return ticket?.state === 'present';
  try {
    const { status } = await fetch(ticket.url, {
      method: 'PUT',
      headers: ticket.headers,
      body: new Uint8Array(file.buffer),
    });
    return status === 200 || status === 412;
  } catch {
    return false;
  }
}

beforeAll(() => start(true), 200_000);
afterAll(async () => {
  await kill();
  await rm(of.data, { recursive: true, force: true });
});

test('every upload acknowledged before a kill exists after it', { timeout: 300_000 }, async () => {
  const files = await Promise.all(
    Array.from({ length: sized(24, 40) }, (_, index) => makeJpeg(`KILL_${index}.jpg`, index * 9, 1600, 1067)),
  );
  const customer = await api<Customer>('POST', 'customers', { name: 'Kay Nine', email: 'kay.nine@example.com' });
  const session = await api<Session>('POST', 'sessions', {
    customer_id: customer.id,
    session_name: 'Killed in the middle',
    session_date: '2026-11-01',
  });

  const acknowledged = new Set<string>();
  for (let round = 0; round < sized(1, 3); round += 1) {
    const left = files.filter(({ name }) => !acknowledged.has(name)).slice(0, sized(16, 25));
    const { tickets } = await requestTickets(session.id, left);
    // Kill the studio after a few uploads, while others are in flight or being processed.
    let killing: Promise<void> | undefined;
    let through = 0;
    await Promise.all(
      left.map(async (file, index) => {
        if (!(await put(tickets[index], file))) return;
        acknowledged.add(file.name);
        through += 1;
        if (through === 5 + round) killing ??= kill();
      }),
    );
    await (killing ?? kill());
    await start(false);
  }

  const directory = await api<Directory>('GET', 'customers');
  expect(directory.items.map(({ email }) => email)).toContain('kay.nine@example.com');

  // Send only the files without an acknowledgement; the others are stored or being processed.
  expect(acknowledged.size).toBeGreaterThan(0);
  const rest = files.filter(({ name }) => !acknowledged.has(name));
  for (let at = 0; at < rest.length; at += 25) {
    const batch = rest.slice(at, at + 25);
    const { tickets } = await requestTickets(session.id, batch);
    for (const [index, file] of batch.entries()) expect(await put(tickets[index], file), file.name).toBe(true);
  }
  await expect
    .poll(async () => (await api<Session>('GET', `sessions/${session.id}`)).photos_count, {
      timeout: 120_000,
      interval: 500,
    })
    .toBe(files.length);
  const { items } = await api<StudioPage>('GET', `sessions/${session.id}/photos`);
  expect(items.map(({ file_name }) => file_name).sort()).toEqual(files.map(({ name }) => name).sort());
  for (const photo of items) {
    const { url } = await api<DownloadLink>('GET', `sessions/${session.id}/photos/${photo.id}/download?size=original`);
    const bytes = new Uint8Array(await (await fetch(new URL(url, of.site))).arrayBuffer());
    expect(sha256(bytes)).toBe(sha256(files.find(({ name }) => name === photo.file_name)?.buffer ?? new Uint8Array()));
  }
});
