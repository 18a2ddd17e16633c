import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Faults } from './faults.ts';
import { type Email, emailPage, emailSandbox, framedHtml, inboxPage } from './inbox.ts';
import { readJsonFile, replaceFile } from './journal.ts';
import { AwsError, type RunningService, readBody, serve, suffer } from './service.ts';

export interface SesOptions {
  port: number;
  /** Folder of the emails, one JSON file each. */
  dir: string;
  faults?: Faults;
}

interface Content {
  Data?: string;
}
interface SendEmailRequest {
  FromEmailAddress?: string;
  Destination?: Partial<Record<'ToAddresses' | 'CcAddresses' | 'BccAddresses', string[]>>;
  ReplyToAddresses?: string[];
  Content?: {
    Simple?: { Subject?: Content; Body?: { Text?: Content; Html?: Content }; Attachments?: AttachmentRequest[] };
  };
}
interface AttachmentRequest {
  FileName?: string;
  ContentType?: string;
  ContentId?: string;
  /** Base64. */
  RawContent?: string;
}

/**
 * Starts SESv2's SendEmail. No email leaves this machine: emails are stored on disk, shown at `/`, and listed for tests
 * at `/emails.json` (newest first; `?to=` filters by recipient).
 */
export async function startSes(options: SesOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  mkdirSync(options.dir, { recursive: true });
  const emails = readdirSync(options.dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readJsonFile<Email>(join(options.dir, name)))
    .filter((email) => email !== undefined)
    .sort((a, b) => b.sent.localeCompare(a.sent));

  const sendEmail = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse((await readBody(request)).toString()) as SendEmailRequest;
    if (!(await suffer(faults.take('SendEmail', body.Destination?.ToAddresses?.[0]), response))) return;
    // Each email gets its own timestamp, so that the order survives a restart.
    const sent = Math.max(Date.now(), Date.parse(emails[0]?.sent ?? '') + 1 || 0);
    const email = emailOf(body, new Date(sent).toISOString());
    replaceFile(join(options.dir, `${email.sent.replaceAll(':', '-')}-${email.id}.json`), JSON.stringify(email));
    emails.unshift(email);
    json(response, 200, { MessageId: email.id });
  };

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    'POST /v2/email/outbound-emails': sendEmail,
    'GET /v2/email/account': (_, response) =>
      json(response, 200, { ProductionAccessEnabled: true, SendingEnabled: true }),
    'GET /emails.json': (_, response, url) => {
      const to = url.searchParams.get('to');
      json(
        response,
        200,
        emails.filter((email) => to === null || email.to.includes(to)),
      );
    },
    'GET /': (_, response) => page(response, inboxPage(emails)),
  };
  return await serve('SES', options.port, faults, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      const route = routes[`${request.method} ${url.pathname}`];
      if (route) return void (await route(request, response, url));
      const [, identity] = /^\/v2\/email\/identities\/([^/]+)$/.exec(url.pathname) ?? [];
      if (identity && request.method === 'GET') {
        if (!(await suffer(faults.take('GetEmailIdentity', decodeURIComponent(identity)), response))) return;
        return json(response, 200, {
          IdentityType: 'EMAIL_ADDRESS',
          VerifiedForSendingStatus: true,
          VerificationStatus: 'SUCCESS',
        });
      }
      // No email is returned here, so no address is on the suppression list.
      if (request.method === 'DELETE' && url.pathname.startsWith('/v2/email/suppression/addresses/')) {
        throw new AwsError('NotFoundException', 'The address is not on the suppression list.', 404);
      }
      const [, id, html] = /^\/emails\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? [];
      const email = emails.find((candidate) => candidate.id === id);
      if (email) return html ? emailHtml(response, email) : page(response, emailPage(email));
      throw new AwsError('NotFoundException', `This local SES has nothing at ${request.method} ${url.pathname}.`, 404);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.setHeader('x-amzn-errortype', error.code);
      json(response, error.status, { message: error.message });
    }
  });
}

/**
 * Returns the email of a request.
 * @throws SES's error for an email that SES would refuse
 */
function emailOf(request: SendEmailRequest, sent: string): Email {
  const { FromEmailAddress, Destination = {}, ReplyToAddresses = [], Content = {} } = request;
  if (!Content.Simple) {
    throw new AwsError(
      'BadRequestException',
      'This local SES sends Content.Simple only, no raw emails and no templates.',
    );
  }
  if (!FromEmailAddress) throw new AwsError('BadRequestException', 'Missing required header: From.');
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const to = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (to.length === 0 || to.length > 50) {
    throw new AwsError('BadRequestException', `An email goes to 1 to 50 readers, not ${to.length}.`);
  }
  // A line break would start another header of the email.
  for (const value of [FromEmailAddress, ...to, ...ReplyToAddresses, Content.Simple.Subject?.Data ?? '']) {
    if (/[\r\n]/.test(value))
      throw new AwsError('BadRequestException', 'An address or the subject holds a line break.');
  }
  for (const address of [FromEmailAddress, ...to, ...ReplyToAddresses]) {
    if (!/^[^@]+@[^@\s]+$/.test(address))
      throw new AwsError('BadRequestException', `'${address}' is no email address.`);
  }
  const { Subject, Body, Attachments = [] } = Content.Simple;
  for (const { FileName, RawContent } of Attachments) {
    if (!FileName || !RawContent)
      throw new AwsError('BadRequestException', 'An attachment has a FileName and RawContent.');
  }
  if (Body?.Text?.Data === undefined && Body?.Html?.Data === undefined) {
    throw new AwsError('BadRequestException', 'An email has a text, HTML or both.');
  }
  return {
    id: randomUUID(),
    sent,
    from: FromEmailAddress,
    to,
    reply_to: ReplyToAddresses,
    subject: Subject?.Data ?? '',
    ...(Body.Text?.Data !== undefined && { text: Body.Text.Data }),
    ...(Body.Html?.Data !== undefined && { html: Body.Html.Data }),
    ...(Attachments.length > 0 && {
      attachments: Attachments.map(({ FileName = '', ContentType = '', ContentId = '', RawContent = '' }) => ({
        file_name: FileName,
        content_type: ContentType,
        content_id: ContentId,
        base64: RawContent,
      })),
    }),
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function page(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'",
    'cache-control': 'no-store',
  });
  response.end(html);
}

/** Sends the email's HTML, which runs no script and loads nothing, however it is opened. */
function emailHtml(response: ServerResponse, email: Email): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `sandbox ${emailSandbox}; default-src 'none'; style-src 'unsafe-inline'; img-src data:`,
  });
  response.end(framedHtml(email));
}
