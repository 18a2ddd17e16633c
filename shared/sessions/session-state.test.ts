import { describe, expect, test } from 'vitest';
import { SessionState } from '../contract/sessions/session-state.ts';
import { type ChoiceFacts, nextDateOf, type SessionFacts, stateOfSession } from './session-state.ts';

const announced: SessionFacts = {
  session_date: '2026-05-04',
  has_ended: false,
  ends_on: null,
  photos_count: 12,
  announced_at: '2026-05-05T10:00:00.000Z',
  has_newly_finished: false,
  selections: [],
};

const choice = (changes: Partial<ChoiceFacts>): ChoiceFacts => ({
  ...{ state: 'open', ends_on: null, quote: null, is_retouched: false },
  ...changes,
});
const accepted = { accepted_at: '2026-05-08T10:00:00.000Z', by: 'ana@example.com', price_cents: 0, version: 1 };
const quote = (changes: Partial<NonNullable<ChoiceFacts['quote']>> = {}) => ({
  ...{ status: 'pending' as const, accepted: null, change_request: null },
  ...changes,
});
const submitted = (changes: Parameters<typeof quote>[0], is_retouched = false) =>
  choice({ state: 'submitted', quote: quote(changes), is_retouched });
const asked = { asked_at: '2026-05-09T10:00:00.000Z', words: '', declined_at: null, answer: '' };

const open = choice({});
const ended = choice({ state: 'ended', ends_on: '2026-05-01' });
const closed = choice({ state: 'closed' });
const pending = submitted({});
const approved = submitted({ status: 'approved' });
const rejected = submitted({ status: 'rejected' });
const toRetouch = submitted({ status: 'approved', accepted });
const retouched = submitted({ status: 'approved', accepted }, true);

describe('each state', () => {
  const cases: [SessionState, string, Partial<SessionFacts>][] = [
    ['to_upload', 'no photo', { photos_count: 0, announced_at: undefined }],
    ['to_upload', 'all photos deleted since', { photos_count: 0 }],
    ['to_announce', 'photos, never announced', { announced_at: undefined }],
    ['choosing', 'an open selection', { selections: [open] }],
    ['choosing', 'a selection whose time is over', { selections: [ended] }],
    ['to_price', 'a pending quote', { selections: [pending] }],
    ['to_price', 'a quote that can’t be read', { selections: [choice({ state: 'submitted' })] }],
    ['to_price', 'a change request before a decision', { selections: [submitted({ change_request: asked })] }],
    [
      'to_price',
      'a change request after the acceptance',
      { selections: [submitted({ status: 'approved', accepted, change_request: asked }, true)] },
    ],
    [
      'to_accept',
      'a declined change request',
      { selections: [submitted({ status: 'approved', change_request: { ...asked, declined_at: asked.asked_at } })] },
    ],
    ['to_accept', 'an approved quote', { selections: [approved] }],
    ['to_retouch', 'an accepted quote', { selections: [toRetouch] }],
    ['to_deliver', 'finished photos not told of', { has_newly_finished: true }],
    ['to_deliver', 'a choice finished, not told of', { selections: [retouched], has_newly_finished: true }],
    ['delivered', 'announced, without a selection', {}],
    ['delivered', 'a choice finished and told of', { selections: [retouched] }],
    ['delivered', 'a closed selection', { selections: [closed] }],
    ['delivered', 'a rejected quote', { selections: [rejected] }],
    ['ended', 'the last day of the gallery over', { has_ended: true }],
  ];
  test.each(cases)('%s: %s', (state, _, changes) => {
    expect(stateOfSession({ ...announced, ...changes })).toBe(state);
  });

  test('is among these cases', () => {
    expect(new Set(cases.map(([state]) => state))).toEqual(new Set(SessionState.options));
  });
});

describe('of two states, the one that waits for the studio wins, then the earlier one', () => {
  const cases: [SessionState, string, Partial<SessionFacts>][] = [
    ['to_upload', 'no photo, a pending quote', { photos_count: 0, selections: [pending] }],
    ['to_announce', 'never announced, an open selection', { announced_at: undefined, selections: [open] }],
    ['to_announce', 'never announced, a pending quote', { announced_at: undefined, selections: [pending] }],
    ['to_price', 'open and pending', { selections: [open, pending] }],
    ['to_price', 'approved and pending', { selections: [approved, pending] }],
    ['to_price', 'to retouch and pending', { selections: [toRetouch, pending] }],
    ['to_retouch', 'open and to retouch', { selections: [open, toRetouch] }],
    ['to_retouch', 'approved and to retouch', { selections: [approved, toRetouch] }],
    ['to_retouch', 'partly finished and not told of', { selections: [toRetouch], has_newly_finished: true }],
    ['to_retouch', 'one finished, one to retouch', { selections: [retouched, toRetouch] }],
    ['to_deliver', 'open and not told of', { selections: [open], has_newly_finished: true }],
    ['to_deliver', 'approved and not told of', { selections: [approved], has_newly_finished: true }],
    ['choosing', 'open and approved', { selections: [approved, open] }],
    ['choosing', 'open and finished', { selections: [retouched, open] }],
    ['to_accept', 'approved and closed', { selections: [closed, approved] }],
  ];
  test.each(cases)('%s: %s', (state, _, changes) => {
    expect(stateOfSession({ ...announced, ...changes })).toBe(state);
    expect(stateOfSession({ ...announced, ...changes, selections: (changes.selections ?? []).toReversed() })).toBe(
      state,
    );
  });
});

describe('the next date', () => {
  const endingOn = (ends_on: string | null, state: ChoiceFacts['state'] = 'open') => choice({ state, ends_on });
  const cases: [string | null, string, Partial<SessionFacts>][] = [
    ['2026-06-01', 'the session’s date ahead', { session_date: '2026-06-01', photos_count: 0 }],
    ['2026-05-10', 'the session’s date today', { session_date: '2026-05-10', photos_count: 0 }],
    [null, 'the session’s date over', { session_date: '2026-05-09', photos_count: 0 }],
    ['2026-05-20', 'the end of an open selection', { selections: [endingOn('2026-05-20')] }],
    ['2026-05-20', 'the first of several ends', { selections: [endingOn('2026-06-20'), endingOn('2026-05-20')] }],
    ['2026-05-20', 'an end ahead before one that is over', { selections: [ended, endingOn('2026-05-20')] }],
    ['2026-05-01', 'an end that is over', { selections: [ended] }],
    [null, 'a selection without an end', { selections: [endingOn(null)] }],
    ['2026-06-01', 'without an end, the session’s date', { session_date: '2026-06-01', selections: [endingOn(null)] }],
    [null, 'the end of a closed selection', { selections: [endingOn('2026-05-20', 'closed')] }],
    [null, 'an end while the studio has to price', { selections: [endingOn('2026-05-20'), pending] }],
  ];
  test.each(cases)('%s: %s', (date, _, changes) => {
    const facts = { ...announced, ...changes };
    expect(nextDateOf(facts, stateOfSession(facts), '2026-05-10')).toBe(date);
  });
});

describe('an ended gallery', () => {
  const ended: SessionFacts = { ...announced, has_ended: true, ends_on: '2026-06-30' };

  test('is ended, whatever waited for the client or for a word of the studio', () => {
    expect(stateOfSession(ended)).toBe('ended');
    expect(stateOfSession({ ...ended, photos_count: 0, announced_at: undefined })).toBe('ended');
    expect(stateOfSession({ ...ended, announced_at: undefined })).toBe('ended');
    expect(stateOfSession({ ...ended, has_newly_finished: true })).toBe('ended');
    expect(stateOfSession({ ...ended, selections: [choice({}), choice({ state: 'ended' })] })).toBe('ended');
    expect(stateOfSession({ ...ended, selections: [submitted({ status: 'approved' })] })).toBe('ended');
  });

  test('still has its work: a price, and accepted photos', () => {
    expect(stateOfSession({ ...ended, selections: [submitted({})] })).toBe('to_price');
    expect(stateOfSession({ ...ended, selections: [submitted({ status: 'approved', accepted })] })).toBe('to_retouch');
  });
});

test('the last day of the gallery is the next date once the session’s own is over', () => {
  const facts = { session_date: '2026-05-04', ends_on: '2026-06-30', selections: [] };
  expect(nextDateOf(facts, 'delivered', '2026-05-04')).toBe('2026-05-04');
  expect(nextDateOf(facts, 'delivered', '2026-05-05')).toBe('2026-06-30');
  expect(nextDateOf(facts, 'ended', '2026-07-01')).toBe('2026-06-30');
  expect(nextDateOf({ ...facts, ends_on: null }, 'delivered', '2026-05-05')).toBeNull();
});
