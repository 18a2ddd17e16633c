import { describe, expect, test } from 'vitest';
import type { SelectionDetails, StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { defaultFacts } from '#shared/studio.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import type { EmailOf } from '../../../lambdas/domain/emails/email-kinds.ts';
import type { OutboxRow } from '../../../lambdas/domain/emails/outbox.ts';
import { readChangeFacts } from '../../../lambdas/domain/selections/change-emails.ts';
import { writeEmail } from '../../../lambdas/emails/emails.ts';
import { call } from '../../support/studio/api-studio.ts';
import { newClient } from '../../support/studio/api-world.ts';
import {
  accept,
  address,
  as,
  byClient,
  byStudio,
  choose,
  decide,
  details,
  edit,
  lastDay,
  login,
  ofStudio,
  open,
  photos,
  session,
  signInAs,
  startSelections,
  stored,
  submit,
} from '../../support/studio/selections.ts';

startSelections();

describe('a request to change what was submitted', () => {
  const askFor = (id: string, body: object = {}) => byClient('POST', `/${id}/change-request`, { round: 1, ...body });
  const changes = async () =>
    (await call(admin, 'GET', '/api/admin/waiting', { as }))
      .json<Waiting>()
      .changes?.items.filter(({ session_id }) => session_id === session.id) ?? [];
  const submitted = async () => {
    const id = await open();
    await choose(id, photos);
    return { id, quote: (await submit(id)).json<SelectionDetails>().quote! };
  };
  const emailsAbout = (quote: string) => stored('outbox', `change-requested#${quote}`);

  test('is with the studio once: in what waits, by email, in the timeline, and on the selection', async () => {
    const { id, quote } = await submitted();
    const answers = await Promise.all([askFor(id, { words: ' One more ' }), askFor(id, { words: 'One more' })]);
    for (const answer of answers) expect(['200', '503 BUSY']).toContain(answer.outcome);
    const again = await askFor(id, { words: 'Another word' });
    expect(again.json<SelectionDetails>().quote).toMatchObject({
      status: 'pending',
      change_request: { asked_at: expect.any(String), words: 'One more', declined_at: null, answer: '' },
    });
    expect(await changes()).toEqual([
      {
        session_id: session.id,
        session_name: session.session_name,
        selection_id: id,
        customer_name: expect.any(String),
      },
    ]);
    const { selections } = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(selections?.items.filter(({ selection_id }) => selection_id === id) ?? []).toEqual([]);
    const [email, ...others] = await emailsAbout(quote.id);
    expect(others).toEqual([]);
    const facts = { name: 'Ada', studio: defaultFacts, site: 'https://studio.example' };
    const mail = writeEmail(email as EmailOf<'change-requested'>, facts);
    expect(mail.subject).toContain('asks to change their choice: Album');
    expect(mail.text).toContain('One more');
    expect(mail.text).toContain(`https://studio.example/admin/session/${session.id}/selection/${id}`);
    const told = (await stored('timeline', session.id)).filter(({ kind }) => kind === 'change-requested');
    expect(told).toMatchObject([{ by: 'client', what: 'Album', words: 'One more' }]);
    expect((await ofStudio(id)).quote?.change_request?.words).toBe('One more');

    // The studio opens it again: nothing waits, and the next round can be asked for.
    expect((await edit(id, { status: 'open' })).status).toBe(200);
    expect(await changes()).toEqual([]);
    const late = await askFor(id);
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toMatchObject({ current: { state: 'open' } });
    await submit(id);
    expect((await askFor(id)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await askFor(id, { round: 2 })).status).toBe(200);
    expect(await changes()).toHaveLength(1);
  });

  test('is possible whatever the studio has answered, and waits until it is opened or kept', async () => {
    const { id, quote } = await submitted();
    await decide(quote.id, { status: 'approved', price_cents: 3_000, version: 0 });
    await accept(quote.id, { version: 1, price_cents: 3_000 });
    expect((await askFor(id)).status).toBe(200);
    expect(await details(id)).toMatchObject({ state: 'submitted', quote: { accepted: { price_cents: 3_000 } } });
    // An answer is no answer to the request.
    await decide(quote.id, { status: 'pending', version: (await ofStudio(id)).quote!.version });
    expect(await changes()).toHaveLength(1);
    const kept = await edit(id, { declines_change: true });
    expect(kept.json<StudioSelectionDetails>().quote?.change_request?.declined_at).toEqual(expect.any(String));
    expect(await changes()).toEqual([]);
    expect((await details(id)).quote?.change_request?.declined_at).toEqual(expect.any(String));
    const { selections } = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(selections?.items.map(({ selection_id }) => selection_id)).toContain(id);
    expect((await edit(id, { declines_change: true })).outcome).toBe('400 INVALID');
    expect(await emailsAbout(quote.id)).toHaveLength(1);
  });

  /** The emails to the client about what they submitted, as they are sent now. */
  const answersAbout = async (quote: string) => {
    const rows = [
      ...(await stored('outbox', `change-declined#${quote}`)),
      ...(await stored('outbox', `selection-reopened#${quote}`)),
    ];
    return Promise.all(
      (rows as unknown as (OutboxRow & EmailOf<'selection-reopened' | 'change-declined'>)[]).map(async (row) => ({
        row,
        mail: writeEmail(
          { ...row, ...(await readChangeFacts(row)) },
          { studio: defaultFacts, site: 'https://studio.example' },
        ),
      })),
    );
  };
  const toldInTimeline = async (kind: string) => {
    const { items } = (
      await call(admin, 'GET', `/api/admin/sessions/${session.id}/timeline`, { as })
    ).json<TimelinePage>();
    return items.filter((entry) => entry.kind === kind);
  };

  test('that is declined is answered by an email with the studio’s words and a way to the choice, once', async () => {
    const { id, quote } = await submitted();
    await askFor(id);
    const declined = await edit(id, { declines_change: true, message: ' The book is bound. ' });
    expect(declined.json<StudioSelectionDetails>().quote?.change_request?.answer).toBe('The book is bound.');
    expect((await details(id)).quote?.change_request?.answer).toBe('The book is bound.');
    await edit(id, { declines_change: true, message: 'Again' });
    const [answer, ...others] = await answersAbout(quote.id);
    const { row, mail } = answer!;
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: 'change-declined', to: address, message: 'The book is bound.' });
    expect(mail.text).toContain('We keep it as you submitted it.');
    expect(mail.text).toContain('Where it stands: Your choice is with the studio.');
    expect(mail.text).toContain(`https://studio.example/dashboard/gallery/${session.session_label}/selection/${id}`);
    expect(await toldInTimeline('change-declined')).toMatchObject([
      { what: 'Album', words: 'The book is bound.', email: { state: 'queued' } },
    ]);
    // Opened after all: what was said is not true anymore.
    await edit(id, { status: 'open' });
    await expect(readChangeFacts(row)).rejects.toThrow('opened, closed or submitted since');
  });

  test('that is granted is answered by an email to the session; so is what is opened without a request', async () => {
    const { id, quote } = await submitted();
    await askFor(id);
    await decide(quote.id, { status: 'approved', price_cents: 3_000, version: 1 });
    await edit(id, { status: 'open', ends_on: lastDay, message: 'Take your time.' });
    const [answer] = await answersAbout(quote.id);
    const { row, mail } = answer!;
    expect(row).toMatchObject({ to: address, was_asked: true, was_decided: true });
    expect(mail.text).toContain('As you asked, we have opened');
    expect(mail.text).toContain('Take your time.');
    expect(mail.text).toContain('Our answer to your last choice is withdrawn');
    expect(mail.text).toContain(`https://studio.example/dashboard/gallery/${session.session_label}#for=`);
    expect(await toldInTimeline('selection-reopened')).toMatchObject([
      { words: 'Take your time.', email: { state: 'queued' } },
    ]);
    const second = (await submit(id)).json<SelectionDetails>().quote!;
    await expect(readChangeFacts(row)).rejects.toThrow('opened, closed or submitted since');
    await edit(id, { status: 'open' });
    expect(await answersAbout(second.id)).toMatchObject([
      { row: { was_asked: false, was_decided: false, message: '' } },
    ]);
  });

  test('has no words that no email would bring to the client', async () => {
    const id = await open();
    for (const change of [{ status: 'closed' }, { status: 'open' }, { name: 'Other' }]) {
      const refused = await edit(id, { ...change, message: 'Lost' });
      expect(refused.outcome).toBe('400 INVALID');
      expect(refused.error.fields).toEqual({ message: expect.stringContaining('only when') });
    }
    // What the studio had closed itself is opened without an email.
    await edit(id, { status: 'closed' });
    expect((await edit(id, { status: 'open' })).status).toBe(200);
    expect(await stored('outbox', id)).toEqual([]);
  });

  test('waits no more when the selection is deleted, and nobody else can make it', async () => {
    const { id, quote } = await submitted();
    await decide(quote.id, { status: 'approved', version: 0 });
    const own = login;
    signInAs((await newClient()).login);
    expect((await askFor(id)).outcome).toBe('404 NOT_FOUND');
    signInAs(own);
    await askFor(id);
    const { version } = await ofStudio(id);
    expect((await byStudio('DELETE', `/${id}?version=${version}`)).status).toBe(204);
    expect(await changes()).toEqual([]);
    expect((await askFor(id)).outcome).toBe('404 NOT_FOUND');
    const unsubmitted = await open();
    expect((await askFor(unsubmitted)).outcome).toBe('409 CHANGED_MEANWHILE');
  });
});
