import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bundleInline } from '../bundle.ts';
import { handler } from './create-signing-key.ts';

const beforeArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:before';
const secretBefore = JSON.stringify({ privateKey: 'old', edgeSecret: 'known to CloudFront' });
const secretArn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key';

/** One secret behind Secrets Manager's own protocol, and CloudFormation's ear. */
let server: Server;
let address: string;
let secret: string;
let writes: number;
let isBroken: boolean;
let heard: { Status: string; Reason?: string; PhysicalResourceId: string; Data?: { PublicKey?: string } }[];

beforeEach(async () => {
  secret = 'the random text that a new secret holds';
  writes = 0;
  isBroken = false;
  heard = [];
  server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    if (request.method === 'PUT') {
      heard.push(body);
      expect(request.headers['content-type']).toBe('');
      response.end();
      return;
    }
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (isBroken) response.statusCode = 400;
    if (body.SecretId === beforeArn) return void response.end(JSON.stringify({ SecretString: secretBefore }));
    if (request.headers['x-amz-target'] === 'secretsmanager.PutSecretValue') {
      secret = body.SecretString;
      writes += 1;
    }
    response.end(
      JSON.stringify(isBroken ? { __type: 'AccessDeniedException', message: secret } : { SecretString: secret }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', address);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});

afterEach(() => {
  vi.unstubAllEnvs();
  server.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks = await request.toArray();
  return Buffer.concat(chunks).toString();
}

const call = (RequestType: 'Create' | 'Update' | 'Delete', more = {}) =>
  handler({
    RequestType,
    ResponseURL: `${address}/answer`,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'Pair1',
    ResourceProperties: { SecretArn: secretArn, ...more },
  } as unknown as CloudFormationCustomResourceEvent);

test('makes a key that signs what its public half verifies', async () => {
  await call('Create');
  expect(heard[0]).toMatchObject({ Status: 'SUCCESS', PhysicalResourceId: secretArn });
  const { privateKey } = JSON.parse(secret);
  const publicKey = heard[0]?.Data?.PublicKey ?? '';
  expect(createPublicKey(publicKey).asymmetricKeyDetails?.modulusLength).toBe(2048);
  const signature = createSign('RSA-SHA1').update('policy').sign(privateKey);
  expect(createVerify('RSA-SHA1').update('policy').verify(publicKey, signature)).toBe(true);
  expect(JSON.stringify(heard)).not.toContain('PRIVATE');
});

test('a repeated call, or a later update, finds the key that is there', async () => {
  await call('Create');
  await call('Create');
  await call('Update');
  expect(writes).toBe(1);
  expect(new Set(heard.map((answer) => answer.Data?.PublicKey)).size).toBe(1);
});

test('makes what CloudFront shows to the API, and tells nobody', async () => {
  await call('Create');
  const { edgeSecret } = JSON.parse(secret);
  expect(edgeSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(heard)).not.toContain(edgeSecret);
});

test('a generation that follows another makes a new key and keeps what CloudFront shows', async () => {
  await call('Create', { BeforeArn: beforeArn });
  const { privateKey, edgeSecret } = JSON.parse(secret);
  expect(edgeSecret).toBe('known to CloudFront');
  expect(privateKey).toContain('PRIVATE KEY');
});

test('deleting changes nothing and never fails', async () => {
  isBroken = true;
  await call('Delete');
  expect(heard).toMatchObject([{ Status: 'SUCCESS' }]);
  expect(writes).toBe(0);
});

test('a failure is told without what the secret holds', async () => {
  isBroken = true;
  secret = 'do-not-tell';
  await call('Create');
  expect(heard[0]?.Status).toBe('FAILED');
  expect(heard[0]?.Reason).toContain('AccessDeniedException');
  expect(JSON.stringify(heard)).not.toContain('do-not-tell');
});

test('it is small enough to stand in the template', () => {
  expect(Buffer.byteLength(bundleInline('infra/edge/create-signing-key.ts'))).toBeLessThan(4_096);
});
