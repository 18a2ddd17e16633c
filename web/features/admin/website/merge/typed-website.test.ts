import { expect, test } from 'vitest';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { afterSave, beginTyping, restart, type TypedState, takeOver } from './typed-website.ts';

const withHome = (change: Partial<Website['home']>): Website => ({
  ...defaultWebsite,
  home: { ...defaultWebsite.home, ...change },
});
const draft = (version: number, content: Website = defaultWebsite): WebsiteDraft => ({
  version,
  content,
  saved: { at: '2026-11-23T11:00:00.000Z', by: 'Marco' },
});
const typing = (content: Website, change: Partial<TypedState> = {}): TypedState => ({
  ...beginTyping(draft(7)),
  typed: content,
  ...change,
});

test('the form begins again with another draft, without what was shown before', () => {
  const before = typing(withHome({ headline: 'Mine' }), { isRestored: true, theirs: draft(8) });
  const content = withHome({ headline: 'Restored' });
  const after = restart(before, draft(9, content));
  expect(after).toMatchObject({ formKey: 1, isRestored: false, theirs: undefined, takenOver: undefined });
  expect([after.base.version, after.start, after.typed]).toEqual([9, content, content]);
});

test('what somebody else has saved is merged with what is typed, and said', () => {
  const after = takeOver(typing(withHome({ headline: 'Mine' })), draft(8, withHome({ text: 'Theirs' })));
  expect(after.typed).toEqual(withHome({ headline: 'Mine', text: 'Theirs' }));
  expect(after).toMatchObject({ formKey: 1, base: { version: 8 }, theirs: undefined });
  expect(after.takenOver).toMatchObject({ by: 'Marco', isSaved: false });
});

test('where both have changed the same, what is typed stays; choices stay while the stored draft is the same', () => {
  const mine = withHome({ headline: 'Mine' });
  const stored = draft(8, withHome({ headline: 'Theirs' }));
  const conflict = takeOver(typing(mine), stored);
  expect(conflict).toMatchObject({ formKey: 0, typed: mine, base: { version: 7 }, theirs: stored, choices: {} });
  const chosen: TypedState = { ...conflict, choices: { 'home.headline': 'mine' } };
  expect(takeOver(chosen, stored).choices).toEqual({ 'home.headline': 'mine' });
  expect(takeOver(chosen, draft(9, withHome({ headline: 'Again' }))).choices).toEqual({});
});

test('after a save, text typed during the request stays in the form', () => {
  const submitted = withHome({ headline: 'Mine' });
  const typed = withHome({ headline: 'Mine, and more' });
  const after = afterSave(typing(typed, { isRestored: true }), draft(8, submitted), submitted);
  expect(after).toMatchObject({ formKey: 0, typed, base: { version: 8 }, isRestored: false });
});

test('a save that was merged begins the form again with both, and what was typed since', () => {
  const submitted = withHome({ headline: 'Mine' });
  const stored = draft(9, withHome({ headline: 'Mine', text: 'Theirs' }));
  const after = afterSave(typing(submitted), stored, submitted);
  expect(after.typed).toBe(stored.content);
  expect(after.takenOver).toMatchObject({ by: 'Marco', isSaved: true });
  const typedMore = withHome({ headline: 'Mine', tagline: 'Since' });
  expect(afterSave(typing(typedMore), stored, submitted).typed.home).toMatchObject({
    headline: 'Mine',
    text: 'Theirs',
    tagline: 'Since',
  });
});
