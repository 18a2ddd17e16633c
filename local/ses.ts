import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Faults } from './faults.ts';
import { framedHtml, inboxPage, letterPage, letterSandbox } from './inbox.ts';
import { readJsonFile, replaceFile } from './journal.ts';
import { AwsError, type RunningService, readBody, serve, suffer } from './service.ts';

export interface SesOptions {
  port: number;
  /** Folder of the letters, a JSON file each. */
  dir: string;
  faults?: Faults;
}

/** A letter as it was sent, also the shape of `/letters.json`. */
export interface Letter {
  /** SES's MessageId. */
  id: string;
  /** ISO 8601 */
  sent: string;
  from: string;
  /** Everyone it went to; cc and bcc included. */
  to: string[];
  reply_to: string[];
  subject: string;
  text?: string;
  html?: string;
}

interface Content {
  Data?: string;
}
interface SendEmailRequest {
  FromEmailAddress?: string;
  Destination?: Partial<Record<'ToAddresses' | 'CcAddresses' | 'BccAddresses', string[]>>;
  ReplyToAddresses?: string[];
  Content?: { Simple?: { Subject?: Content; Body?: { Text?: Content; Html?: Content } } };
}

/**
 * SESv2's SendEmail. No letter leaves this machine: they lie on disk, are read at `/`, and are listed for tests at
 * `/letters.json` (newest first, `?to=` for one reader's).
 */
export async function startSes(options: SesOptions): Promise<RunningService> {
  const faults = options.faults ?? new Faults();
  mkdirSync(options.dir, { recursive: true });
  const letters = readdirSync(options.dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readJsonFile<Letter>(join(options.dir, name)))
    .filter((letter) => letter !== undefined)
    .sort((a, b) => b.sent.localeCompare(a.sent));

  const sendEmail = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse((await readBody(request)).toString()) as SendEmailRequest;
    if (!(await suffer(faults.take('SendEmail', body.Destination?.ToAddresses?.[0]), response))) return;
    // A time of its own for each letter: their order survives a restart.
    const sent = Math.max(Date.now(), Date.parse(letters[0]?.sent ?? '') + 1 || 0);
    const letter = letterOf(body, new Date(sent).toISOString());
    replaceFile(join(options.dir, `${letter.sent.replaceAll(':', '-')}-${letter.id}.json`), JSON.stringify(letter));
    letters.unshift(letter);
    json(response, 200, { MessageId: letter.id });
  };

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    'POST /v2/email/outbound-emails': sendEmail,
    'GET /v2/email/account': (_, response) =>
      json(response, 200, { ProductionAccessEnabled: true, SendingEnabled: true }),
    'GET /letters.json': (_, response, url) => {
      const to = url.searchParams.get('to');
      json(
        response,
        200,
        letters.filter((letter) => to === null || letter.to.includes(to)),
      );
    },
    'GET /': (_, response) => page(response, inboxPage(letters)),
  };
  return await serve('SES', options.port, faults, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      const route = routes[`${request.method} ${url.pathname}`];
      if (route) return void (await route(request, response, url));
      const [, identity] = /^\/v2\/email\/identities\/([^/]+)$/.exec(url.pathname) ?? [];
      if (identity && request.method === 'GET') {
        return json(response, 200, {
          IdentityType: 'EMAIL_ADDRESS',
          VerifiedForSendingStatus: true,
          VerificationStatus: 'SUCCESS',
        });
      }
      const [, id, html] = /^\/letters\/([\w-]+)(\/html)?$/.exec(url.pathname) ?? [];
      const letter = letters.find((candidate) => candidate.id === id);
      if (letter) return html ? letterHtml(response, letter) : page(response, letterPage(letter));
      throw new AwsError('NotFoundException', `This local SES has nothing at ${request.method} ${url.pathname}.`, 404);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response.setHeader('x-amzn-errortype', error.code);
      json(response, error.status, { message: error.message });
    }
  });
}

/** @throws as SES does, when the letter could not be sent by it */
function letterOf(request: SendEmailRequest, sent: string): Letter {
  const { FromEmailAddress, Destination = {}, ReplyToAddresses = [], Content = {} } = request;
  if (!Content.Simple) {
    throw new AwsError(
      'BadRequestException',
      'This local SES sends Content.Simple only, no raw letters and no templates.',
    );
  }
  if (!FromEmailAddress) throw new AwsError('BadRequestException', 'Missing required header: From.');
  const { ToAddresses = [], CcAddresses = [], BccAddresses = [] } = Destination;
  const to = [...ToAddresses, ...CcAddresses, ...BccAddresses];
  if (to.length === 0 || to.length > 50) {
    throw new AwsError('BadRequestException', `A letter goes to 1 to 50 readers, not ${to.length}.`);
  }
  // What would start a header of its own in the letter.
  for (const value of [FromEmailAddress, ...to, ...ReplyToAddresses, Content.Simple.Subject?.Data ?? '']) {
    if (/[\r\n]/.test(value))
      throw new AwsError('BadRequestException', 'An address or the subject holds a line break.');
  }
  for (const address of [FromEmailAddress, ...to, ...ReplyToAddresses]) {
    if (!/^[^@]+@[^@\s]+$/.test(address))
      throw new AwsError('BadRequestException', `'${address}' is no e-mail address.`);
  }
  const { Subject, Body } = Content.Simple;
  if (Body?.Text?.Data === undefined && Body?.Html?.Data === undefined) {
    throw new AwsError('BadRequestException', 'A letter has a text, HTML or both.');
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

/** A letter's own HTML runs no script and reaches nothing, however it is opened. */
function letterHtml(response: ServerResponse, letter: Letter): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `sandbox ${letterSandbox}; default-src 'none'; style-src 'unsafe-inline'; img-src data:`,
  });
  response.end(framedHtml(letter.html ?? ''));
}
