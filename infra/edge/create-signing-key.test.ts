import { createHash, createPublicKey, createSign, createVerify } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleInline } from '../bundle.ts';
import { handler } from './create-signing-key.ts';
import { openCustomResource } from './custom-resource-in-test.ts';

const beforeArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:before';
const secretBefore = JSON.stringify({ privateKey: 'old', edgeSecret: 'sent by CloudFront' });
const secretArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key';

/** The only secret in Secrets Manager. */
let secret: string;
let writes: number;
let isBroken: boolean;
let resource: Awaited<ReturnType<typeof openCustomResource>>;
let answers: typeof resource.heard;

beforeEach(async () => {
  secret = 'the random text that a new secret holds';
  writes = 0;
  isBroken = false;
  resource = await openCustomResource(handler, 'SECRETS_MANAGER', (operation, body) => {
    if (body.SecretId === beforeArn) return { SecretString: secretBefore };
    if (isBroken) return { __type: 'AccessDeniedException', message: secret };
    if (operation === 'secretsmanager.PutSecretValue') {
      secret = String(body.SecretString);
      writes += 1;
    }
    return { SecretString: secret };
  });
  answers = resource.heard;
});
afterEach(() => resource.close());

const call = (type: 'Create' | 'Update' | 'Delete', properties = {}) =>
  resource.call(type, { SecretArn: secretArn, ...properties });

test('creates a key pair whose public key verifies its signatures', async () => {
  await call('Create');
  expect(answers[0]).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: secretArn });
  const { privateKey } = JSON.parse(secret);
  const publicKey = answers[0]?.Data?.PublicKey ?? '';
  expect(createPublicKey(publicKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
  const signature = createSign('RSA-SHA1').update('policy').sign(privateKey);
  expect(createVerify('RSA-SHA1').update('policy').verify(publicKey, signature)).toBe(true);
  expect(JSON.stringify(answers)).not.toContain('PRIVATE');
});

test('a repeated call, or a later update, returns the existing key', async () => {
  await call('Create');
  await call('Create');
  await call('Update');
  expect(writes).toBe(1);
  expect(new Set(answers.map((answer) => answer.Data?.PublicKey)).size).toBe(1);
});

test('creates CloudFront’s secret header and returns only its digest', async () => {
  await call('Create');
  const { edgeSecret } = JSON.parse(secret);
  expect(edgeSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(answers[0]?.Data?.EdgeSecretSha256).toBe(createHash('sha256').update(edgeSecret).digest('hex'));
  expect(JSON.stringify(answers)).not.toContain(edgeSecret);
});

test('a later generation creates a new key and keeps CloudFront’s secret header', async () => {
  await call('Create', { BeforeArn: beforeArn });
  const { privateKey, edgeSecret } = JSON.parse(secret);
  expect(edgeSecret).toBe('sent by CloudFront');
  expect(privateKey).toContain('PRIVATE KEY');
});

test('deleting changes nothing and never fails', async () => {
  isBroken = true;
  await call('Delete');
  expect(answers).toMatchObject([{ Status: 'SUCCESS' }]);
  expect(writes).toBe(0);
});

test('a failure is reported without the secret', async () => {
  isBroken = true;
  secret = 'do-not-tell';
  await call('Create');
  expect(answers[0]?.Status).toBe('FAILED');
  expect(answers[0]?.Reason).toContain('AccessDeniedException');
  expect(JSON.stringify(answers)).not.toContain('do-not-tell');
});

test('it is small enough to be inline in the template', () => {
  expect(Buffer.byteLength(bundleInline('infra/edge/create-signing-key.ts'))).toBeLessThan(4_096);
});
