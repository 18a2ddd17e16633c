import { describe, expect, test } from 'vitest';
import { actorFromClaims, parseGroups } from './auth.ts';

const claims = { token_use: 'access', sub: 's', username: 'u' };

describe('actorFromClaims', () => {
  test('an access token makes a login, the group admins an admin', () => {
    expect(actorFromClaims(claims)).toEqual({ kind: 'login', sub: 's', username: 'u' });
    expect(actorFromClaims({ ...claims, 'cognito:groups': '[admins]' })).toEqual({
      kind: 'admin',
      sub: 's',
      username: 'u',
    });
  });

  test.each([
    undefined,
    null,
    'claims',
    [],
    {},
    { ...claims, token_use: 'id' },
    { ...claims, sub: 1 },
    { ...claims, username: '' },
  ])('%j makes a visitor', (value) => {
    expect(actorFromClaims(value)).toEqual({ kind: 'visitor' });
  });
});

describe('parseGroups', () => {
  test.each([
    ['[admins other]', ['admins', 'other']],
    ['[admins  other ]', ['admins', 'other']],
    ['[admins,other]', ['admins,other']],
    ['[]', []],
    ['admins', []],
    ['[a] [admins]', []],
    ['[a\nadmins]', ['a\nadmins']],
  ])('%j holds %j', (claim, groups) => {
    expect([...parseGroups(claim)]).toEqual(groups);
  });

  test('an array counts only when it holds nothing but texts', () => {
    expect([...parseGroups(['admins'])]).toEqual(['admins']);
    expect([...parseGroups(['admins', 1])]).toEqual([]);
  });
});
