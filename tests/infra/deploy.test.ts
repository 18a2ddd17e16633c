import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextSteps } from '../../infra/commands/next-steps.ts';
import { createAdmin } from '../../infra/commands/people/create-admin.ts';
import { explainFailure } from '../../infra/commands/stack/failed-deployment.ts';
import { obstacles } from '../../infra/commands/stack/obstacles.ts';
import { credentials, region, userPools } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startS3 } from '../../local/s3/server.ts';
import { Faults } from '../../local/services/faults.ts';
import { signingKeySecretName, startSecretsManager } from '../../local/services/secrets-manager.ts';
import type { RunningService } from '../../local/services/service.ts';
import { startSes } from '../../local/services/ses.ts';
import { type CloudFormationStandIn, type StackOnPaper, startCloudFormation } from '../support/cloudformation.ts';
import { certificateArn, config, zone } from './synthesized.ts';

let dir: string;
const running: RunningService[] = [];
const faults = { s3: new Faults(), ses: new Faults() };
const common = { region, credentials, maxAttempts: 1 };
let s3: S3Client;
let secrets: SecretsManagerClient;
let ses: SESv2Client;
let cognito: CognitoIdentityProviderClient;
let aws: CloudFormationStandIn;
let cloudformation: CloudFormationClient;
let cloudfront: CloudFrontClient;

const startedAt = async (service: Promise<RunningService>): Promise<string> => {
  const { port } = running[running.push(await service) - 1]!;
  return `http://127.0.0.1:${port}`;
};

/**
 * Lets AWS answer an operation in a way that the local service does not.
 * @returns ends it
 */
function answerTo(
  client: SESv2Client | CognitoIdentityProviderClient | CloudFrontClient,
  operation: string,
  output: object,
): () => void {
  const send = client.send.bind(client) as (command: object) => Promise<object>;
  const spy = vi
    .spyOn(client, 'send')
    .mockImplementation((async (command: object) =>
      command.constructor.name === `${operation}Command` ? output : send(command)) as never);
  return () => spy.mockRestore();
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'deploy-'));
  const nowhere = { google: 'http://localhost:9', callbackUrls: [], logoutUrls: [] };
  const sesEndpoint = await startedAt(startSes({ port: 0, dir: join(dir, 'ses'), faults: faults.ses }));
  const [s3Endpoint, secretsEndpoint, cognitoEndpoint] = [
    await startedAt(startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint: 'http://127.0.0.1:9', faults: faults.s3 })),
    await startedAt(startSecretsManager({ port: 0, dir: join(dir, 'secrets') })),
    await startedAt(startCognito({ port: 0, dir: join(dir, 'cognito'), sesEndpoint, ...nowhere })),
  ];
  s3 = new S3Client({ ...common, endpoint: s3Endpoint, forcePathStyle: true });
  secrets = new SecretsManagerClient({ ...common, endpoint: secretsEndpoint });
  ses = new SESv2Client({ ...common, endpoint: sesEndpoint });
  cognito = new CognitoIdentityProviderClient({ ...common, endpoint: cognitoEndpoint });
  aws = await startCloudFormation(() => ({}));
  cloudformation = new CloudFormationClient({ ...common, endpoint: await startedAt(Promise.resolve(aws)) });
  // No local service lists distributions.
  cloudfront = new CloudFrontClient({ ...common, endpoint: 'http://127.0.0.1:9' });
  answerTo(cloudfront, 'ListDistributions', { DistributionList: { Items: [] } });
});
afterAll(async () => {
  for (const service of running.toReversed()) await service.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  faults.s3.set([]);
  faults.ses.set([]);
  aws.stacks.clear();
});

describe('obstacles to a deployment', () => {
  // SES has no identity for the addresses yet.
  beforeEach(() => faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]));

  const found = (changes = {}) =>
    obstacles({ ...config, ...changes }, { s3, secrets, ses, cloudformation, cloudfront, cognito });

  test('are reported all at once, one sentence each', async () => {
    const sentences = await found({ emails: { ...config.emails, sender: 'hello@studio.example' } });
    expect(sentences).toEqual([
      "studio.config.ts: emails.sender is still the example's 'hello@studio.example': put in your own.",
      'CDK has not been prepared in us-east-1: run npx cdk bootstrap aws://ACCOUNT-NUMBER/us-east-1 once (docs/deploy.md, step 4).',
    ]);
  });

  test('are none when everything is prepared', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'cdk-hnb659fds-assets-123456789012-us-east-1' }));
    expect(await found()).toEqual([]);
    // CDK is bootstrapped per region.
    const elsewhere = { region: 'eu-west-1', domain: { name: 'magnolia.studio', certificateArn } };
    expect((await found(elsewhere))[0]).toMatch(/^CDK has not been prepared in eu-west-1/);
  });

  test.each([
    ['ExpiredToken', /have expired: run aws login again/],
    ['InvalidAccessKeyId', /AWS does not know these credentials \(InvalidAccessKeyId\)/],
    ['AccessDenied', /needs the policy AdministratorAccess/],
  ])('credentials: %s', async (error, sentence) => {
    faults.s3.set([{ operation: 'ListBuckets', error, status: 403 }]);
    expect(await found()).toEqual([expect.stringMatching(sentence)]);
  });

  test('no credentials at all', async () => {
    const missing = new S3Client({
      region,
      credentials: () => Promise.reject(Object.assign(new Error('none'), { name: 'CredentialsProviderError' })),
    });
    expect(await obstacles(config, { s3: missing, secrets, ses, cloudformation, cloudfront, cognito })).toEqual([
      'There are no AWS credentials here: run aws login (docs/deploy.md, step 2), or name a profile as AWS_PROFILE.',
    ]);
  });

  test("Google's secret: missing, or not stored as plain text", async () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    expect(await found({ google })).toEqual([expect.stringMatching(/^There is no secret 'studio\/google'/)]);
    const asJson = await found({ google: { ...google, secretName: signingKeySecretName } });
    expect(asJson).toEqual([expect.stringMatching(/must hold Google's client secret as plain text/)]);
    expect(asJson.join()).not.toContain('PRIVATE KEY');
  });
});

describe('obstacles in the account', () => {
  const found = () => obstacles(config, { s3, secrets, ses, cloudformation, cloudfront, cognito });
  const stack = (status: string, resources: StackOnPaper) => aws.stacks.set(config.prefix, { ...resources, status });
  const empty = { name: config.prefix, status: '', isProtected: false, resources: [], template: {} };

  test.each([
    ['UPDATE_IN_PROGRESS', /another deployment is running\. Wait/],
    ['UPDATE_ROLLBACK_FAILED', /Continue update rollback, and deploy again/],
    ['DELETE_FAILED', /a deletion stopped half-way/],
  ])('a stack in the status %s', async (status, sentence) => {
    faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
    stack(status, empty);
    expect(await found()).toEqual([expect.stringMatching(sentence)]);
  });

  test('an address that is already an SES identity outside the stack', async () => {
    const address = (physicalId: string) => ({
      logicalId: `Emails${physicalId}`,
      physicalId,
      type: 'AWS::SES::EmailIdentity',
      status: 'CREATE_COMPLETE',
    });
    stack('CREATE_COMPLETE', { ...empty, resources: [address(config.emails.sender)] });
    expect(await found()).toEqual([
      expect.stringMatching(/^SES already has the identity inbox@magnolia\.studio, which this studio did not make/),
    ]);
    // Another studio's address is never to be deleted.
    aws.stacks.set('Staging', {
      ...empty,
      name: 'Staging',
      status: 'CREATE_COMPLETE',
      resources: [address(config.emails.studio)],
    });
    const [sentence, ...more] = await found();
    expect(sentence).toMatch(/^SES already has the identity inbox@magnolia\.studio: it belongs to the stack 'Staging'/);
    expect(sentence).not.toMatch(/delete/);
    expect(more).toEqual([]);
    aws.stacks.delete('Staging');
    stack('CREATE_COMPLETE', { ...empty, resources: [config.emails.sender, config.emails.studio].map(address) });
    expect(await found()).toEqual([]);
  });

  describe("a studio of version 0.1.0, the stack 'Studio'", () => {
    const resource = (logicalId: string, physicalId: string, type: string) => ({
      ...{ logicalId, physicalId, type },
      status: 'CREATE_COMPLETE',
    });
    const photos = resource('DataphotosB03958C7', 'Studio-DataphotosB03958C7-1A2B', 'AWS::DynamoDB::GlobalTable');
    const sender = resource('Lettershello', config.emails.sender, 'AWS::SES::EmailIdentity');
    const former = (...resources: StackOnPaper['resources']) =>
      aws.stacks.set('Studio', { ...empty, name: 'Studio', status: 'UPDATE_COMPLETE', resources });
    const moves = [
      expect.stringMatching(
        /^The stack 'Studio' is your studio .* delete nothing of it by hand\. CHANGELOG\.md, "From 0\.1\.0"/,
      ),
    ];

    test('is said alone, without advice that would harm it', async () => {
      // SES and Cognito have what it made: each would be an obstacle of its own.
      former(photos, sender);
      const stop = answerTo(cognito, 'DescribeUserPoolDomain', {
        DomainDescription: { Domain: config.signInPrefix, UserPoolId: 'us-east-1_Former' },
      });
      expect(
        await obstacles({ ...config, codesBySes: true }, { s3, secrets, ses, cloudformation, cloudfront, cognito }),
      ).toEqual(moves);
      stack('ROLLBACK_COMPLETE', empty);
      expect(await found()).toEqual(moves);
      stop();
    });

    test('under another prefix, too, when the addresses are its own', async () => {
      former(photos, sender);
      const elsewhere = (emails = config.emails) =>
        obstacles(
          { ...config, prefix: 'ada-light', emails },
          { s3, secrets, ses, cloudformation, cloudfront, cognito },
        );
      expect(await elsewhere()).toEqual(moves);
      faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
      const others = { sender: 'new@magnolia.studio', studio: 'new@magnolia.studio', alarms: config.emails.alarms };
      expect(await elsewhere(others)).toEqual([]);
    });

    test('is no obstacle once this version is deployed, and no other stack of that name is', async () => {
      faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
      former(resource('Queue1', 'queue', 'AWS::SQS::Queue'));
      expect(await found()).toEqual([]);
      former(photos);
      stack('CREATE_COMPLETE', empty);
      expect(await found()).toEqual([]);
    });
  });

  describe('codesBySes, whose sender SES must have verified before Cognito takes it', () => {
    const unverified = /^codesBySes: SES has not verified hello@magnolia\.studio yet.* click the link/;
    const found = (changes = {}) =>
      obstacles({ ...config, codesBySes: true, ...changes }, { s3, secrets, ses, cloudformation, cloudfront, cognito });
    const verification = (VerifiedForSendingStatus: boolean) =>
      answerTo(ses, 'GetEmailIdentity', { VerifiedForSendingStatus });

    test('in a first deployment, which makes the identity only', async () => {
      faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
      expect(await found()).toEqual([expect.stringMatching(unverified)]);
      const inZone = await found({ domain: { name: 'www.magnolia.studio', hostedZone: zone } });
      expect(inZone).toEqual([
        expect.stringMatching(/^codesBySes: SES has not verified magnolia\.studio yet.* an hour;/),
      ]);
    });

    test('in a later one: only until AWS’s link was clicked', async () => {
      const identities = [config.emails.sender, config.emails.studio].map((physicalId) => ({
        logicalId: `Emails${physicalId}`,
        physicalId,
        type: 'AWS::SES::EmailIdentity',
        status: 'CREATE_COMPLETE',
      }));
      stack('CREATE_COMPLETE', { ...empty, resources: identities });
      const stop = verification(false);
      expect(await found()).toEqual([expect.stringMatching(unverified)]);
      expect(await obstacles(config, { s3, secrets, ses, cloudformation, cloudfront, cognito })).toEqual([]);
      stop();
      expect(await found()).toEqual([]);
    });
  });

  test('a domain that another distribution of this account has', async () => {
    faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
    const distribution = (Id: string, ...Items: string[]) => ({
      Id,
      DomainName: `${Id}.cloudfront.net`,
      Aliases: { Items },
    });
    const lists = (...Items: object[]) => answerTo(cloudfront, 'ListDistributions', { DistributionList: { Items } });
    const moving = (changes = {}) =>
      obstacles(
        { ...config, domain: { name: 'www.magnolia.studio', hostedZone: zone }, ...changes },
        { s3, secrets, ses, cloudformation, cloudfront, cognito },
      );
    const stop = lists(distribution('E1', 'magnolia.studio', 'other.studio'), { Id: 'E2', DomainName: 'none' });
    expect(await moving()).toEqual([
      expect.stringMatching(
        /^domain: magnolia\.studio belongs to the CloudFront distribution E1 .*"A domain that moves"/,
      ),
    ]);
    expect(await moving({ domain: undefined })).toEqual([]);
    const own = { logicalId: 'EdgeDistribution1', physicalId: 'E1', type: 'AWS::CloudFront::Distribution' };
    stack('CREATE_COMPLETE', { ...empty, resources: [{ ...own, status: 'CREATE_COMPLETE' }] });
    expect(await moving()).toEqual([]);
    stop();
  });

  test('what AWS refuses only while it deploys is explained afterwards', async () => {
    stack('UPDATE_ROLLBACK_COMPLETE', empty);
    const explain = (...failures: string[]) => {
      aws.failures = failures;
      return explainFailure(cloudformation, config.prefix, new Date());
    };
    expect(await explain('Resource creation cancelled')).toEqual([]);
    for (const [reason, sentence] of [
      [
        'One or more of the CNAMEs you provided are already associated with a different resource. (Service: CloudFront, Status Code: 409)',
        /^domain: another CloudFront distribution has this name, perhaps in another AWS account.*"A domain that moves"/,
      ],
      ['Error Code: CNAMEAlreadyExists', /^domain: another CloudFront distribution has this name/],
      [
        "Tried to create resource record set [name='www.magnolia.studio.', type='A'] but it already exists",
        /^domain: your zone in Route 53 already has a record/,
      ],
      ['Domain already associated with another user pool.', /^signInPrefix: another studio has it/],
      [
        'Your account must be verified before you can add new CloudFront resources.',
        /^AWS has to verify a new account/,
      ],
    ] as const) {
      expect(await explain('Resource creation cancelled', reason), reason).toEqual([expect.stringMatching(sentence)]);
    }
    // Events of a deployment before.
    expect(await explainFailure(cloudformation, config.prefix, new Date(Date.now() + 10 * 60_000))).toEqual([]);
    aws.failures = [];
  });

  test('a signInPrefix that another studio has, of this account or of any other', async () => {
    faults.ses.set([{ operation: 'GetEmailIdentity', error: 'NotFoundException', status: 404 }]);
    const stop = answerTo(cognito, 'DescribeUserPoolDomain', {
      DomainDescription: { Domain: config.signInPrefix, UserPoolId: 'us-east-1_Another' },
    });
    const taken = expect.stringMatching(
      /^signInPrefix: 'magnolia-light' is taken in us-east-1, .* Write one of your own/,
    );
    expect(await found()).toEqual([taken]);
    const pool = (physicalId: string) => ({
      logicalId: 'IdentityPool0123ABCD',
      physicalId,
      type: 'AWS::Cognito::UserPool',
      status: 'CREATE_COMPLETE',
    });
    stack('CREATE_COMPLETE', { ...empty, resources: [pool('us-east-1_Own')] });
    expect(await found()).toEqual([taken]);
    stack('CREATE_COMPLETE', { ...empty, resources: [pool('us-east-1_Another')] });
    expect(await found()).toEqual([]);
    stop();
  });
});

describe('next steps after a deployment', () => {
  const outputs = {
    SiteAddress: 'https://d111.cloudfront.net',
    EdgeAddress: 'd111.cloudfront.net',
    StudioPoolId: userPools.studio.id,
    GoogleRedirectUri: 'https://magnolia-light.auth.us-east-1.amazoncognito.com/oauth2/idpresponse',
  };
  const steps = (changes = {}) => nextSteps({ ...config, ...changes }, outputs, { ses, cognito });

  test('the first time: an admin, the alarms, Google', async () => {
    expect(await steps()).toEqual([
      `Nobody can run the studio yet: npm run admin:add -- you@your-domain.com ${userPools.studio.id}`,
      'AWS has sent "Subscription Confirmation" to owner@magnolia.studio: click its link, or no alarm reaches you.',
      `Clients can't sign in with Google yet. There, make a client with the redirect URI ${outputs.GoogleRedirectUri} (docs/deploy.md, step 8).`,
    ]);
  });

  test('later: only what is still missing', async () => {
    await createAdmin(cognito, userPools.studio.id, 'owner@magnolia.studio');
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    expect(await steps({ google, domain: { name: 'www.magnolia.studio', hostedZone: zone } })).toEqual([
      `At Google, the client's authorized redirect URI must be ${outputs.GoogleRedirectUri}`,
    ]);
    const [dns] = await steps({ google, domain: { name: 'magnolia.studio', certificateArn } });
    expect(dns).toMatch(/^In your DNS, let magnolia\.studio be a CNAME of d111\.cloudfront\.net/);
  });
});
