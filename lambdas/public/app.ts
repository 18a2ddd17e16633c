import type { Context } from 'hono';
import { MessageReceived, SendMessage } from '#shared/contract/messages.ts';
import { Portfolio } from '#shared/contract/photos.ts';
import { receiveMessage } from '../domain/messages/messages.ts';
import { listPortfolio } from '../domain/photos/portfolio.ts';
import { answer, body, readText, reportError, type StudioEnv, studioApi, valid } from '../http/studio-api.ts';
import { messagePage, receivedPage, styles, type Words } from './answer-pages.ts';

/** What anybody may ask for. */
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
  .get('/api/public/portfolio', async (c) => answer(c, Portfolio, await listPortfolio()))
  .get('/api/public/messages.css', (c) => {
    c.header('cache-control', 'public, max-age=3600');
    return c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' });
  });

/** As the edge names it, over whatever a viewer claims. */
const viewerAddress = (c: Context) => c.req.header('x-viewer-ip') ?? '';

const isForm = (c: Context) => /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '');

/** The form as a browser without script sends it: the answer is a page, and on failure it holds every word. */
async function answerForm(c: Context<StudioEnv>): Promise<Response> {
  const form = new URLSearchParams(await readText(c));
  const words: Words = Object.fromEntries(
    ['name', 'phone', 'email', 'message', 'website'].map((name) => [name, (form.get(name) ?? '').toWellFormed()]),
  );
  try {
    await receiveMessage(viewerAddress(c), valid(SendMessage, words));
    return c.html(receivedPage().text, 201);
  } catch (error) {
    const { message, fields, status } = reportError(error, c);
    return c.html(messagePage(words, message, fields).text, status);
  }
}
