import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { Faults } from './faults.ts';
import type { Email } from './inbox.ts';
import type { RunningService } from './service.ts';
import { startSes } from './ses.ts';

let dir: string;
let service: RunningService;
let ses: SESv2Client;
const faults = new Faults();

async function start(): Promise<void> {
  service = await startSes({ port: 0, dir, faults });
  ses = new SESv2Client({ region, credentials, endpoint: `http://127.0.0.1:${service.port}`, maxAttempts: 1 });
}
async function stop(): Promise<void> {
  ses.destroy();
  await service.close();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ses-'));
  await start();
});
afterAll(async () => {
  await stop();
  await rm(dir, { recursive: true });
});

const textOfEmail = 'Hello <you>, see https://example.test/a?b=1&c=2.';
const htmlOfEmail = '<html><head></head><body><p>Hello</p><script>alert(1)</script></body></html>';
const emailTo = (to: string, subject = 'Grüße', from = 'Studio <studio@example.test>') =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    ReplyToAddresses: ['reply@example.test'],
    Content: {
      Simple: {
        Subject: { Data: subject },
        Body: { Text: { Data: textOfEmail }, Html: { Data: htmlOfEmail } },
      },
    },
  });
const get = async (path: string) => await fetch(`http://127.0.0.1:${service.port}${path}`);
const emailsTo = async (to: string) => (await (await get(`/emails.json?to=${to}`)).json()) as Email[];

test('emails are stored as sent, listed newest first, and survive a restart', async () => {
  await ses.send(emailTo('ada@example.test', 'First'));
  const { MessageId } = await ses.send(emailTo('ada@example.test', 'Second'));
  await ses.send(emailTo('grace@example.test'));
  await stop();
  await start();
  const emails = await emailsTo('ada@example.test');
  expect(emails.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(emails[0]).toEqual({
    id: MessageId,
    sent: expect.any(String),
    from: 'Studio <studio@example.test>',
    to: ['ada@example.test'],
    reply_to: ['reply@example.test'],
    subject: 'Second',
    text: textOfEmail,
    html: htmlOfEmail,
  });
});

test('the inbox shows emails, and an email’s HTML can’t run scripts', async () => {
  const { MessageId } = await ses.send(emailTo('page@example.test', '<b>&'));
  const inbox = await (await get('/')).text();
  expect(inbox).toContain('&#60;b&#62;&#38;');
  expect(inbox).not.toMatch(/https?:|<script/);
  const page = await (await get(`/emails/${MessageId}`)).text();
  expect(page).toContain('Hello &#60;you&#62;, see <a href="https://example.test/a?b=1&#38;c=2" target="_blank"');
  expect(page).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  const html = await get(`/emails/${MessageId}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups [\w-]+; default-src 'none'/);
  expect(await html.text()).toContain('<head><base target="_blank"></head><body><p>Hello</p>');
  expect((await get('/emails/none')).status).toBe(404);
});

test('emails that SES rejects are rejected', async () => {
  await expect(ses.send(emailTo('nobody'))).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(ses.send(emailTo('a@b.test', 'one\r\nBcc: all@example.test'))).rejects.toThrow(/line break/);
  const raw = new SendEmailCommand({ Content: { Raw: { Data: Buffer.from('From: a@b.test') } } });
  await expect(ses.send(raw)).rejects.toThrow(/Content.Simple only/);
  faults.set([{ operation: 'SendEmail', error: 'TooManyRequestsException', status: 429, times: 1 }]);
  await expect(ses.send(emailTo('later@example.test'))).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  expect(await emailsTo('later@example.test')).toEqual([]);
});

test('account and identities are ready to send', async () => {
  expect(await ses.send(new GetAccountCommand({}))).toMatchObject({ SendingEnabled: true });
  const identity = new GetEmailIdentityCommand({ EmailIdentity: 'studio@example.test' });
  expect(await ses.send(identity)).toMatchObject({ VerifiedForSendingStatus: true });
});
