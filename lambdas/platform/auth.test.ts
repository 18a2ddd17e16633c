import { describe, expect, test } from 'vitest';
import { actorFromClaims, parseGroups } from './auth.ts';

const pool = 'us-east-1_Studio';
const claims = {
  iss: `https://cognito-idp.us-east-1.amazonaws.com/${pool}`,
  token_use: 'access',
  sub: 's',
  username: 'u',
};

describe('actorFromClaims', () => {
  test('an access token returns a login, with the group admins an admin', () => {
    expect(actorFromClaims(claims, pool)).toEqual({ kind: 'login', sub: 's', username: 'u' });
    const admin = { kind: 'admin', role: 'admin', sub: 's', username: 'u' };
    expect(actorFromClaims({ ...claims, 'cognito:groups': '[admins]' }, pool)).toEqual({ ...admin, name: '' });
    const adminClaims = { ...claims, name: 'Elena', 'cognito:groups': '[admins]' };
    expect(actorFromClaims(adminClaims, pool)).toEqual({ ...admin, name: 'Elena' });
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
    { ...claims, iss: undefined },
    { ...claims, iss: `${claims.iss}X` },
    { ...claims, iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Clients', 'cognito:groups': '[admins]' },
    { ...claims, iss: 'https://cognito-idp.us-east-1.amazonaws.com/X_us-east-1_Studio' },
  ])('%j makes a visitor', (value) => {
    expect(actorFromClaims(value, pool)).toEqual({ kind: 'visitor' });
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

  test('an array is accepted only when every element is a string', () => {
    expect([...parseGroups(['admins'])]).toEqual(['admins']);
    expect([...parseGroups(['admins', 1])]).toEqual([]);
  });
});
