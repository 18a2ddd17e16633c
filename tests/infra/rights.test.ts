import { describe, expect, test } from 'vitest';
import { type FunctionName, functions } from '../../infra/blueprint.ts';
import { listOf, type Statement, synthesize, textOf } from './synthesized.ts';

const { stack, resources, ofType } = synthesize();

/** Whatever a role's policies say, as `action resource`, sorted. */
function rightsOf(functionId: string): string[] {
  const role: string = resources[functionId]!.Properties.Role['Fn::GetAtt'][0];
  const attached = ofType('AWS::IAM::Policy').filter(([, policy]) =>
    policy.Properties.Roles.some((one: { Ref: string }) => one.Ref === role),
  );
  const inline = (resources[role]!.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
  const statements = [...attached.map(([, policy]) => policy.Properties), ...inline].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement as Statement[],
  );
  const allowed = statements.flatMap((statement) => {
    expect(statement.Effect).toBe('Allow');
    const where = listOf(statement.Resource).map((resource) => textOf(stack, resource));
    return listOf(statement.Action).flatMap((action) => where.map((resource) => `${action} ${resource}`));
  });
  return allowed.toSorted();
}

const functionIds = Object.fromEntries(
  ofType('AWS::Lambda::Function').map(([id, { Properties }]) => [String(Properties.Description), id]),
);
const idOf = (name: FunctionName) => functionIds[functions[name].entry]!;

/** Its own log, which every function writes. */
const log = (wing: string, name: string) => [
  `logs:CreateLogStream ${wing}/${name}-log`,
  `logs:PutLogEvents ${wing}/${name}-log`,
];
const on = (resource: string, ...actions: string[]) => actions.map((action) => `${action} ${resource}`);
const table = (name: string, ...actions: string[]) =>
  on(`Data/${name}`, ...actions.map((action) => `dynamodb:${action}`));
const query = (name: string, ...indexes: string[]) =>
  indexes.map((index) => `dynamodb:Query Data/${name}/index/${index}`);

const allOfCustomers = ['directory'];
const allOfSessions = ['by_customer', 'directory'];
const allOfPhotos = ['uploaded', 'captured', 'name', 'aside', 'favorites', 'portfolio', 'sweep'];
const readQueue = (name: string) =>
  on(
    `Queues/${name}`,
    'sqs:ChangeMessageVisibility',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:GetQueueUrl',
    'sqs:ReceiveMessage',
  );

/** The whole list, spelled out a second time: a right more or less is a decision that this test makes visible. */
const expected: Record<FunctionName, string[]> = {
  public: [
    ...log('Api', 'public'),
    ...table('messages', 'PutItem'),
    ...table('outbox', 'PutItem'),
    ...table('guards', 'PutItem', 'UpdateItem'),
    ...query('photos', 'portfolio'),
  ],
  client: [
    ...log('Api', 'client'),
    ...table('customers', 'GetItem', 'PutItem', 'UpdateItem'),
    ...table('sessions', 'GetItem', 'Query', 'ConditionCheckItem'),
    ...query('sessions', ...allOfSessions),
    ...table('photos', 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem'),
    ...query('photos', ...allOfPhotos),
    ...table('outbox', 'PutItem'),
    ...table('guards', 'PutItem', 'UpdateItem'),
    'secretsmanager:GetSecretValue SigningKey/Private1',
    'cognito-idp:AdminGetUser Identity/Pool',
  ],
  admin: [
    ...log('Api', 'admin'),
    ...table(
      'customers',
      'GetItem',
      'BatchGetItem',
      'Query',
      'ConditionCheckItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
    ),
    ...query('customers', ...allOfCustomers),
    ...table(
      'sessions',
      'GetItem',
      'BatchGetItem',
      'Query',
      'ConditionCheckItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
    ),
    ...query('sessions', ...allOfSessions),
    ...table('photos', 'GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    ...query('photos', ...allOfPhotos),
    ...table('outbox', 'PutItem', 'UpdateItem'),
    ...table('guards', 'PutItem', 'UpdateItem'),
    's3:PutObject Photos/Landing/*',
    'sqs:SendMessage Queues/media',
    'secretsmanager:GetSecretValue SigningKey/Private1',
  ],
  'process-photo': [
    ...log('Workers', 'process-photo'),
    ...readQueue('photo'),
    ...table('sessions', 'GetItem', 'ConditionCheckItem', 'UpdateItem'),
    ...table('photos', 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
    ...on('Photos/Landing/*', 's3:GetObject', 's3:DeleteObject'),
    ...on('Photos/Photos/originals/*', 's3:GetObject', 's3:PutObject'),
    ...on('Photos/Photos/refused/*', 's3:GetObject', 's3:PutObject'),
    ...on('Photos/Photos/media/*', 's3:PutObject'),
    's3:ListBucket Photos/Landing',
    's3:ListBucket Photos/Photos',
  ],
  'move-derivatives': [
    ...log('Workers', 'move-derivatives'),
    ...readQueue('media'),
    ...table('photos', 'GetItem', 'UpdateItem'),
    ...on('Photos/Photos/media/*', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'),
    ...on('Photos/Photos/portfolio/*', 's3:PutObject', 's3:DeleteObject'),
    's3:ListBucket Photos/Photos',
    'cloudfront:CreateInvalidation arn:aws:cloudfront::{AWS::AccountId}:distribution/Edge/Distribution',
  ],
  'send-email': [
    ...log('Workers', 'send-email'),
    ...on('Data/outbox.StreamArn', 'dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'),
    'dynamodb:ListStreams Data/outbox.StreamArn',
    'sqs:GetQueueAttributes Queues/outboxDeadLetters',
    'sqs:GetQueueUrl Queues/outboxDeadLetters',
    'sqs:SendMessage Queues/outboxDeadLetters',
    ...table('outbox', 'GetItem', 'UpdateItem'),
    'ses:SendEmail arn:aws:ses:us-east-1:{AWS::AccountId}:identity/Letters/hello@magnolia.studio',
    'ses:SendEmail arn:aws:ses:us-east-1:{AWS::AccountId}:identity/Letters/inbox@magnolia.studio',
  ],
  'daily-sweep': [
    ...log('Workers', 'daily-sweep'),
    ...table('sessions', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...query('sessions', ...allOfSessions),
    ...table('photos', 'GetItem', 'Query', 'UpdateItem', 'DeleteItem'),
    ...query('photos', ...allOfPhotos),
    ...on('Photos/Landing/*', 's3:GetObject', 's3:DeleteObject'),
    ...['originals', 'refused', 'media', 'portfolio'].map((prefix) => `s3:DeleteObject Photos/Photos/${prefix}/*`),
    's3:ListBucket Photos/Landing',
    'sqs:SendMessage Queues/photo',
    'sqs:SendMessage Queues/media',
  ],
  'prepare-download': [
    ...log('Workers', 'prepare-download'),
    ...readQueue('download'),
    ...table('downloads', 'GetItem', 'UpdateItem'),
    ...table('sessions', 'GetItem', 'Query'),
    ...query('sessions', ...allOfSessions),
    ...table('photos', 'GetItem', 'BatchGetItem', 'Query'),
    ...query('photos', ...allOfPhotos),
    ...table('outbox', 'PutItem'),
    's3:GetObject Photos/Photos/originals/*',
    ...on('Photos/Photos/downloads/*', 's3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'),
    's3:ListBucket Photos/Photos',
    'sqs:SendMessage Queues/download',
  ],
};

describe('each function may do exactly this', () => {
  test.each(Object.entries(expected))('%s', (name, rights) => {
    expect(rightsOf(idOf(name as FunctionName))).toEqual(rights.toSorted());
  });
});

test('nobody can scan a table, and no right reaches everything', () => {
  for (const [id] of ofType('AWS::Lambda::Function')) {
    if (id.startsWith('CustomCDKBucketDeployment')) continue;
    for (const right of rightsOf(id)) {
      expect(right).not.toMatch(/Scan|PartiQL/);
      expect(right).not.toMatch(/ \*$/);
      expect(right.split(' ')[0]).not.toContain('*');
    }
  }
});

test('only tracing, which has no resources, is allowed everywhere', () => {
  const managed = ofType('AWS::IAM::ManagedPolicy').map(([, policy]) => policy.Properties.PolicyDocument.Statement);
  expect(managed).toEqual([
    [{ Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' }],
  ]);
});

test('a function has rights to the tables that its environment names, and to no others', () => {
  for (const name of Object.keys(functions) as FunctionName[]) {
    const named = functions[name].environment
      .filter((variable) => variable.endsWith('_TABLE'))
      .map((variable) => variable.replace('_TABLE', '').toLowerCase());
    const reached = rightsOf(idOf(name)).flatMap((right) => / Data\/(\w+)/.exec(right)?.[1] ?? []);
    expect({ name, tables: [...new Set(reached)].toSorted() }).toEqual({ name, tables: named.toSorted() });
  }
});
