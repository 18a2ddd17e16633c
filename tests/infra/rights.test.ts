import { describe, expect, test } from 'vitest';
import { type FunctionBlueprint, type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { type TableBlueprint, type TableName, tables, tableVariable } from '../../infra/blueprint/tables.ts';
import type { TableAction } from '../../infra/constructs/data.ts';
import { rights } from '../../infra/constructs/rights/rights.ts';
import { documentsOf } from '../../infra/edge/site-build.ts';
import { listOf, type Statement, synthesize, textOf, tinySite } from './synthesized.ts';

const { stack, resources, ofType } = synthesize();
const documents = documentsOf(tinySite);

const overflowing = () => ofType('AWS::IAM::ManagedPolicy').filter(([, policy]) => policy.Properties.Roles);

/** All actions that a role's policies allow, as `action resource` with the allowed leading keys or attributes, sorted. */
function rightsOf(functionId: string): string[] {
  const role: string = resources[functionId]!.Properties.Role['Fn::GetAtt'][0];
  // The second: what exceeds the size of one policy, for the admin function.
  const attached = [...ofType('AWS::IAM::Policy'), ...overflowing()].filter(([, policy]) =>
    policy.Properties.Roles.some((one: { Ref: string }) => one.Ref === role),
  );
  const inline = (resources[role]!.Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
  const statements = [...attached.map(([, policy]) => policy.Properties), ...inline].flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement as Statement[],
  );
  const allowed = statements.flatMap((statement) => {
    expect(statement.Effect).toBe('Allow');
    const where = listOf(statement.Resource).map((resource) => textOf(stack, resource));
    const keys = (statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []) as string[];
    const attributes = (statement.Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'] ?? []) as string[];
    const limit = [
      keys.length > 0 ? ` where ${keys.join()}` : '',
      attributes.length > 0 ? ` of ${attributes.join()}` : '',
    ].join('');
    return listOf(statement.Action).flatMap((action) => where.map((resource) => `${action} ${resource}${limit}`));
  });
  return allowed.toSorted();
}

const functionIds = Object.fromEntries(
  ofType('AWS::Lambda::Function').map(([id, { Properties }]) => [String(Properties.Description), id]),
);
const idOf = (name: FunctionName) => functionIds[functions[name].entry]!;

/** The rights declared for a function, in the form of its policy, sorted. */
function expectedRights(name: FunctionName): string[] {
  const { trigger }: FunctionBlueprint = functions[name];
  const may = rights[name];
  const area = trigger.kind === 'api' ? 'Api' : 'Workers';
  const tableRights = (Object.entries(may.tables) as [TableName, TableAction[]][]).flatMap(([table, actions]) => [
    ...actions.map((action) => `${action} Data/${table}`),
    ...(actions.includes('dynamodb:Query')
      ? indexesOf(table).map((index) => `dynamodb:Query Data/${table}/index/${index}`)
      : []),
  ]);
  const bucketPaths = { landing: 'Photos/Landing', photos: 'Photos/Photos' };
  return [
    `logs:CreateLogStream ${area}/${name}-log`,
    `logs:PutLogEvents ${area}/${name}-log`,
    ...(trigger.kind === 'queue' ? readsQueue(trigger.queue) : []),
    ...(trigger.kind === 'stream' ? readsStream(trigger.table) : []),
    ...(trigger.kind === 'emails' ? ['sqs:SendMessage Queues/bouncesDeadLetters'] : []),
    ...tableRights,
    ...(may.readsRows ?? []).flatMap(({ table, keys }) =>
      ['GetItem', 'BatchGetItem'].map((action) => `dynamodb:${action} Data/${table} where ${keys.join()}`),
    ),
    ...(may.deletesRows ?? []).map(({ table, beginning }) => `dynamodb:DeleteItem Data/${table} where ${beginning}*`),
    ...(may.updatesAttributes ?? []).map(
      ({ table, attributes }) => `dynamodb:UpdateItem Data/${table} of ${attributes.join()}`,
    ),
    ...(may.indexes ?? []).map(({ table, index }) => `dynamodb:Query Data/${table}/index/${index}`),
    ...(may.objects ?? []).flatMap(({ bucket, prefix, actions }) =>
      actions.map((action) => `${action} ${bucketPaths[bucket]}/${prefix}*`),
    ),
    ...(may.listsObjects ?? []).map((bucket) => `s3:ListBucket ${bucketPaths[bucket]}`),
    ...(may.listsVersions ?? []).map((bucket) => `s3:ListBucketVersions ${bucketPaths[bucket]}`),
    ...(may.writesPages ? [...documents.map((key) => `s3:PutObject Edge/Site/${key}`), 's3:ListBucket Edge/Site'] : []),
    ...(may.readsPages ?? []).map((page) => `s3:GetObject Edge/Site/${page}`),
    ...(may.sendsTo ?? []).map((queue) => `sqs:SendMessage Queues/${queue}`),
    ...(may.readsDeadLetters ?? []).flatMap((name) =>
      ['GetQueueAttributes', 'ReceiveMessage'].map((action) => `sqs:${action} Queues/${name}DeadLetters`),
    ),
    ...(may.signs ? ['secretsmanager:GetSecretValue SigningKey/Private1'] : []),
    ...(may.readsApiKey ? ['ssm:GetParameter arn:aws:ssm:us-east-1:{AWS::AccountId}:parameter/studio/api-key'] : []),
    ...(may.asksForUsers ? ['cognito-idp:AdminGetUser Identity/Pool'] : []),
    ...(may.removesLogins ? ['cognito-idp:ListUsers Identity/Pool', 'cognito-idp:AdminDeleteUser Identity/Pool'] : []),
    ...(may.createsLogins ? ['cognito-idp:AdminCreateUser Identity/Pool'] : []),
    ...(may.starts ?? []).map((started) => `lambda:InvokeFunction Workers/${started}`),
    ...(may.clearsEdge
      ? ['cloudfront:CreateInvalidation arn:aws:cloudfront::{AWS::AccountId}:distribution/Edge/Distribution']
      : []),
    ...(may.sendsEmails
      ? [
          'identity/Emails/hello@magnolia.studio',
          'identity/Emails/inbox@magnolia.studio',
          'configuration-set/Emails/Way',
        ].map((what) => `ses:SendEmail arn:aws:ses:us-east-1:{AWS::AccountId}:${what}`)
      : []),
  ].toSorted();
}

function indexesOf(name: TableName): string[] {
  const { globalIndexes = {}, localIndexes = {} }: TableBlueprint = tables[name];
  return [...Object.keys(globalIndexes), ...Object.keys(localIndexes)];
}

/** The actions that the Lambda poller needs. */
const readsQueue = (name: string) =>
  ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'GetQueueUrl', 'ReceiveMessage'].map(
    (action) => `sqs:${action} Queues/${name}`,
  );
const readsStream = (table: string) => [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (action) => `dynamodb:${action} Data/${table}.StreamArn`,
  ),
  ...['GetQueueAttributes', 'GetQueueUrl', 'SendMessage'].map((action) => `sqs:${action} Queues/outboxDeadLetters`),
];

test.each(Object.keys(functions) as FunctionName[])('the policy of %s is exactly the declared rights', (name) => {
  expect(rightsOf(idOf(name))).toEqual(expectedRights(name));
});

describe('with the rights of a function', () => {
  const reach = (name: FunctionName) => rightsOf(idOf(name)).filter((right) => !right.startsWith('logs:'));

  test('the public function can read no personal data', () => {
    const reads = reach('public').filter((right) => /Get|Query|List/.test(right) && !right.endsWith('/api-key'));
    const published = 'Data/website where wanted,deployed,live,currency,version#*';
    expect(reads).toEqual([
      `dynamodb:BatchGetItem ${published}`,
      `dynamodb:GetItem ${published}`,
      'dynamodb:Query Data/photos/index/portfolio',
    ]);
  });

  test('the functions that name public pictures read the website as it is published, never its draft', () => {
    for (const name of ['process-photo', 'move-derivatives'] as const) {
      expect(reach(name).filter((right) => right.includes('Data/website'))).toEqual(
        ['BatchGetItem', 'GetItem'].map(
          (action) => `dynamodb:${action} Data/website where wanted,deployed,live,currency,version#*`,
        ),
      );
    }
  });

  test('only functions that sign can read the signing key, and no worker reads a secret', () => {
    const readers = (right: RegExp) =>
      (Object.keys(functions) as FunctionName[]).filter((name) => reach(name).some((one) => right.test(one)));
    expect(readers(/^secretsmanager:GetSecretValue SigningKey\/Private1$/)).toEqual(['guest', 'client', 'admin']);
    expect(readers(/^ssm:GetParameter .*:parameter\/studio\/api-key$/)).toEqual([
      'public',
      'guest',
      'preview',
      'client',
      'admin',
    ]);
  });

  test('the client function can delete nothing, write only the favorites of a session, its first opening, and what a guest has picked, and access no bucket and no queue except downloads and photos', () => {
    for (const right of reach('client')) {
      expect(right).not.toMatch(/Delete|s3:|sqs:(?!SendMessage Queues\/(download|photo)$)/);
      expect(right).not.toMatch(
        /(Put|Update)Item Data\/sessions(?! of id,favorites_count,client_links_count,opened_at,deleted_at$)/,
      );
      expect(right).not.toMatch(/(Put|Update)Item Data\/guests(?! of link_id,part,is_picked,note,is_not_client$)/);
    }
  });

  test('the guest function can read no customer, list no links or downloads, and write only visits and the length of notes of a link, what guests say, downloads, the timeline and emails that it can’t read', () => {
    for (const right of reach('guest')) {
      expect(right).not.toMatch(
        /Delete|s3:|sqs:(?!SendMessage Queues\/download$)|Query Data\/downloads| Data\/(customers|quotes|offers|messages)|(?<!PutItem) Data\/outbox|links\/index/,
      );
      expect(right).not.toMatch(
        /(Put|Update)Item Data\/(?!(links of id,opened_at,visits,guests_count,notes_length|guests|guards|downloads|timeline|outbox)$)/,
      );
    }
  });

  test('the preview function reads links, sessions, photos, derivatives and the guests’ page, and writes nothing', () => {
    const reads = reach('preview').filter((right) => !right.endsWith('/api-key'));
    for (const right of reads) {
      expect(right).toMatch(
        /^(dynamodb:GetItem Data\/(links|sessions|photos)|dynamodb:Query Data\/photos(\/index\/\w+)?|s3:GetObject (Photos\/Photos\/media\/\*|Edge\/Site\/shared\.html)|s3:ListBucket Photos\/Photos|xray:\w+ \*)$/,
      );
    }
  });

  test('no API function except previews can read or delete an object, and the admin function can delete no customer, session or photo', () => {
    for (const name of ['public', 'guest', 'client', 'admin'] as const) {
      for (const right of reach(name)) {
        expect(right).not.toMatch(/s3:(Get|Delete|List)/);
        expect(right).not.toMatch(
          /DeleteItem Data\/(?!(customers where email#\*|sessions where label#\*|settings where (preset|template)#\*)$)/,
        );
      }
    }
  });
});

test('only archives can be deleted for good: every other object keeps its versions', () => {
  const forGood = (Object.keys(functions) as FunctionName[]).flatMap((name) =>
    rightsOf(idOf(name)).filter((right) => /DeleteObjectVersion/.test(right)),
  );
  expect(forGood).toEqual(['s3:DeleteObjectVersion Photos/Photos/downloads/*']);
});

test('no function can scan a table, and no right applies to all resources', () => {
  for (const [id] of ofType('AWS::Lambda::Function')) {
    if (id.startsWith('CustomCDKBucketDeployment')) continue;
    for (const right of rightsOf(id)) {
      expect(right).not.toMatch(/Scan|PartiQL/);
      expect(right).not.toMatch(/ \*$/);
      expect(right.split(' ')[0]).not.toContain('*');
    }
  }
});

test('only tracing, which has no resources, is allowed on *', () => {
  const managed = ofType('AWS::IAM::ManagedPolicy')
    .filter(([id]) => !overflowing().some(([one]) => one === id))
    .map(([, policy]) => policy.Properties.PolicyDocument.Statement);
  expect(managed).toEqual([
    [{ Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' }],
  ]);
});

test('a function has rights only to tables in its environment', () => {
  for (const name of Object.keys(functions) as FunctionName[]) {
    const { environment }: FunctionBlueprint = functions[name];
    const reached = rightsOf(idOf(name)).flatMap((right) => / Data\/(\w+)/.exec(right)?.[1] ?? []);
    const unnamed = reached.filter((table) => !environment.includes(tableVariable(table as TableName)));
    expect({ name, unnamed }).toEqual({ name, unnamed: [] });
  }
});
