import type { Context } from 'hono';
import { MessageReceived, SendMessage } from '#shared/contract/messages.ts';
import { Portfolio } from '#shared/contract/photos/portfolio.ts';
import { AskForCode } from '#shared/contract/sign-in.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import { askForLogin } from '../domain/customers/sign-in-codes.ts';
import { receiveMessage } from '../domain/messages/messages.ts';
import { listPortfolio } from '../domain/photos/lists/portfolio.ts';
import { readPublishedFacts } from '../domain/website/facts.ts';
import {
  answer,
  body,
  readText,
  reportError,
  type StudioEnv,
  studioApi,
  valid,
  viewerAddress,
} from '../http/studio-api.ts';
import { type FormValues, messagePage, receivedPage, styles } from './answer-pages.ts';

/** Routes that require no sign-in. */
export const app = studioApi()
  .post(
    '/api/public/messages',
    async (c, next) => (isForm(c) ? answerForm(c) : next()),
    body(SendMessage),
    async (c) => {
      await receiveMessage(viewerAddress(c), c.req.valid('json'));
      return answer(c, MessageReceived, { received: true }, 201);
    },
  )
  .post('/api/public/sign-in-code', body(AskForCode), async (c) => {
    await askForLogin(viewerAddress(c), c.req.valid('json'));
    return c.body(null, 204);
  })
  .get('/api/public/portfolio', async (c) => answer(c, Portfolio, await listPortfolio()))
  .get('/api/public/messages.css', (c) => {
    c.header('cache-control', 'public, max-age=3600');
    return c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' });
  });

const isForm = (c: Context) => /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '');

/**
 * Answers a browser without JavaScript, which sends the form itself. The response is a page; on failure it contains
 * everything that was typed.
 */
async function answerForm(c: Context<StudioEnv>): Promise<Response> {
  const form = new URLSearchParams(await readText(c));
  const values: FormValues = Object.fromEntries(
    ['name', 'phone', 'email', 'message', 'website'].map((name) => [name, (form.get(name) ?? '').toWellFormed()]),
  );
  try {
    await receiveMessage(viewerAddress(c), valid(SendMessage, values));
    return c.html(receivedPage(await readFacts(c)), 201);
  } catch (error) {
    const { message, fields, status } = reportError(error, c);
    return c.html(messagePage(await readFacts(c), values, message, fields), status);
  }
}

/** Returns the studio's facts as the website shows them; null when they can't be read. */
async function readFacts(c: Context<StudioEnv>): Promise<StudioFacts | null> {
  try {
    return await readPublishedFacts();
  } catch (error) {
    reportError(error, c);
    return null;
  }
}
