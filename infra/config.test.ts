import { describe, expect, test } from 'vitest';
import { checkedConfig, mistakesIn, type StudioConfig } from './config.ts';

const good: StudioConfig = {
  prefix: 'studio',
  region: 'us-east-1',
  signInPrefix: 'magnolia-light',
  emails: { sender: 'hello@magnolia.studio', studio: 'hello@magnolia.studio', alarms: 'owner@magnolia.studio' },
  monthlyBudget: 15,
  logRetentionDays: 90,
  signingKeyGeneration: 1,
};
const zone = { id: 'Z0123456789', name: 'magnolia.studio' };
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0aa1';

test('a correct config passes, with and without optional fields', () => {
  expect(checkedConfig(good)).toBe(good);
  expect(mistakesIn({ ...good, domain: { name: 'www.magnolia.studio', hostedZone: zone } })).toEqual([]);
  expect(mistakesIn({ ...good, region: 'eu-west-1', domain: { name: 'magnolia.studio', certificateArn } })).toEqual([]);
  expect(
    mistakesIn({ ...good, google: { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' } }),
  ).toEqual([]);
});

describe('each mistake has its own sentence', () => {
  test.each<[string, Partial<StudioConfig>, RegExp]>([
    ['region', { region: 'Texas' }, /^region is 'Texas'/],
    ['prefix', { signInPrefix: 'My Studio' }, /^signInPrefix is 'My Studio'/],
    ['Amazon in the prefix', { signInPrefix: 'aws-studio' }, /Amazon's own names/],
    ['address', { emails: { ...good.emails, studio: 'hello' } }, /^emails\.studio is 'hello', which is no email/],
    ['example', { emails: { ...good.emails, sender: 'me@studio.example' } }, /^emails\.sender is still the example's/],
    ['budget', { monthlyBudget: 0 }, /^monthlyBudget is 0/],
    ['days', { logRetentionDays: 100 }, /^logRetentionDays is 100: CloudWatch knows 1, 3/],
    [
      'firewall elsewhere',
      { region: 'eu-west-1', webAcl: true },
      /^webAcl: CloudFront takes a firewall from us-east-1/,
    ],
    ['key', { signingKeyGeneration: 0 }, /^signingKeyGeneration is 0/],
    ['host', { domain: { name: 'https://magnolia.studio', certificateArn } }, /^domain\.name is/],
    ['zone', { domain: { name: 'www.other.studio', hostedZone: zone } }, /does not belong to it/],
    [
      'other',
      { domain: { name: 'magnolia.studio', otherName: 'magnolia.studio', hostedZone: zone } },
      /^domain\.otherName/,
    ],
    ['certificate', { domain: { name: 'magnolia.studio' } }, /^domain\.certificateArn is missing: make a certificate/],
    [
      'certificate elsewhere',
      { region: 'eu-west-1', domain: { name: 'magnolia.studio', hostedZone: zone } },
      /in eu-west-1 the deployment can't make a certificate/,
    ],
    [
      'certificate of another region',
      { domain: { name: 'magnolia.studio', certificateArn: certificateArn.replace('us-east-1', 'eu-west-1') } },
      /^domain\.certificateArn is 'arn:aws:acm:eu-west-1/,
    ],
    ['client id', { google: { clientId: 'abc', secretName: 'studio/google' } }, /^google\.clientId is 'abc'/],
  ])('%s', (_, changes, sentence) => {
    const mistakes = mistakesIn({ ...good, ...changes });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(sentence);
  });

  test.each(['prefix', 'region', 'signInPrefix'] as const)('%s, left out by an update', (entry) => {
    const { [entry]: _, ...incomplete } = good;
    expect(mistakesIn(incomplete as StudioConfig)).toEqual([
      expect.stringMatching(`^${entry} is missing: docs/deploy.md`),
    ]);
  });

  test('an address, or all of them, left out', () => {
    const { alarms: _, ...emails } = good.emails;
    expect(mistakesIn({ ...good, emails } as StudioConfig)).toEqual([
      expect.stringMatching(/^emails\.alarms is missing/),
    ]);
    expect(mistakesIn({ ...good, emails: undefined } as unknown as StudioConfig)).toHaveLength(3);
  });

  test("Google's secret itself is refused and not repeated", () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'GOCSPX-very-secret' };
    const [sentence] = mistakesIn({ ...good, google });
    expect(sentence).toMatch(/^google\.secretName is not the name of a secret/);
    expect(sentence).not.toContain('very-secret');
  });

  test('all mistakes are reported at once', () => {
    expect(() => checkedConfig({ ...good, region: '', monthlyBudget: -1 })).toThrow(
      /needs another look:\n {2}- region.*\n {2}- monthlyBudget/,
    );
  });
});

test("the example's addresses pass only when they are allowed", () => {
  const example = { ...good, emails: { ...good.emails, alarms: 'owner@example.com' } };
  expect(mistakesIn(example)).toHaveLength(1);
  expect(mistakesIn(example, true)).toEqual([]);
});
