import { expect, test } from 'vitest';
import { OfferState } from '#shared/contract/offers/offers.ts';
import { groupOf, sayOfferState, stateOn } from './offer-state.ts';

test('an offer can be signed until the end of its last day, and an agreed or signed one does not expire', () => {
  const on = (state: OfferState, today: string) => stateOn({ state, valid_until: '2026-12-10' }, today);
  expect(on('sent', '2026-12-10')).toBe('sent');
  expect(on('sent', '2026-12-11')).toBe('expired');
  expect(on('seen', '2026-12-11')).toBe('expired');
  for (const state of OfferState.exclude(['sent', 'seen']).options) expect(on(state, '2026-12-11')).toBe(state);
  expect(stateOn({ state: 'sent', valid_until: null }, '2026-12-11')).toBe('sent');
});

test('every state is in one list of the studio', () => {
  expect(Object.fromEntries(OfferState.options.map((state) => [state, groupOf(state)]))).toEqual({
    draft: 'draft',
    ...{ sent: 'client', seen: 'client', signed: 'client' },
    agreed: 'agreed',
    ...{ declined: 'ended', withdrawn: 'ended', replaced: 'ended', expired: 'ended', canceled: 'ended' },
  });
});

test('a state is said in a word, and of signatures how many', () => {
  const say = (state: OfferState) => sayOfferState({ state, signed_count: 1, signers_count: 3 });
  expect([say('signed'), say('seen')]).toEqual(['Signed 1 of 3', 'Seen']);
});
