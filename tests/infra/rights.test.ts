import { describe, expect, test } from 'vitest';
import {
  type FunctionBlueprint,
  type FunctionName,
  functions,
  type TableBlueprint,
  type TableName,
  tables,
  tableVariable,
} from '../../infra/blueprint.ts';
import type { TableAction } from '../../infra/constructs/data.ts';
import { rights } from '../../infra/constructs/rights.ts';
import { listOf, type Statement, synthesize, textOf } from './synthesized.ts';

const { stack, resources, ofType } = synthesize();

/** Whatever a role's policies say, as `action resource`, with the keys it is limited to, sorted. */
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
    const keys = (statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []) as string[];
    const limit = keys.length > 0 ? ` where ${keys.join()}` : '';
    return listOf(statement.Action).flatMap((action) => where.map((resource) => `${action} ${resource}${limit}`));
  });
  return allowed.toSorted();
}

const functionIds = Object.fromEntries(
  ofType('AWS::Lambda::Function').map(([id, { Properties }]) => [String(Properties.Description), id]),
);
const idOf = (name: FunctionName) => functionIds[functions[name].entry]!;

/** The rights that are written down for a function, as its policy must spell them, sorted. */
function expectedRights(name: FunctionName): string[] {
  const { trigger }: FunctionBlueprint = functions[name];
  const may = rights[name];
  const wing = trigger.kind === 'api' ? 'Api' : 'Workers';
  const tableRights = (Object.entries(may.tables) as [TableName, TableAction[]][]).flatMap(([table, actions]) => [
    ...actions.map((action) => `${action} Data/${table}`),
    ...(actions.includes('dynamodb:Query')
      ? indexesOf(table).map((index) => `dynamodb:Query Data/${table}/index/${index}`)
      : []),
  ]);
  const bucketPaths = { landing: 'Photos/Landing', photos: 'Photos/Photos' };
  return [
    `logs:CreateLogStream ${wing}/${name}-log`,
    `logs:PutLogEvents ${wing}/${name}-log`,
    ...(trigger.kind === 'queue' ? readsQueue(trigger.queue) : []),
    ...(trigger.kind === 'stream' ? readsStream(trigger.table) : []),
    ...tableRights,
    ...(may.deletesRows ?? []).map(({ table, beginning }) => `dynamodb:DeleteItem Data/${table} where ${beginning}*`),
    ...(may.indexes ?? []).map(({ table, index }) => `dynamodb:Query Data/${table}/index/${index}`),
    ...(may.objects ?? []).flatMap(({ bucket, prefix, actions }) =>
      actions.map((action) => `${action} ${bucketPaths[bucket]}/${prefix}*`),
    ),
    ...(may.looksInto ?? []).map((bucket) => `s3:ListBucket ${bucketPaths[bucket]}`),
    ...(may.sendsTo ?? []).map((queue) => `sqs:SendMessage Queues/${queue}`),
    ...(may.signs ? ['secretsmanager:GetSecretValue SigningKey/Private1'] : []),
    ...(may.asksForUsers ? ['cognito-idp:AdminGetUser Identity/Pool'] : []),
    ...(may.clearsEdge
      ? ['cloudfront:CreateInvalidation arn:aws:cloudfront::{AWS::AccountId}:distribution/Edge/Distribution']
      : []),
    ...(may.sendsLetters
      ? [
          'identity/Letters/hello@magnolia.studio',
          'identity/Letters/inbox@magnolia.studio',
          'configuration-set/Letters/Way',
        ].map((what) => `ses:SendEmail arn:aws:ses:us-east-1:{AWS::AccountId}:${what}`)
      : []),
  ].toSorted();
}

function indexesOf(name: TableName): string[] {
  const { globalIndexes = {}, localIndexes = {} }: TableBlueprint = tables[name];
  return [...Object.keys(globalIndexes), ...Object.keys(localIndexes)];
}

/** What Lambda itself needs to fetch work. */
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

test.each(Object.keys(functions) as FunctionName[])('the policy of %s is what is written down for it', (name) => {
  expect(rightsOf(idOf(name))).toEqual(expectedRights(name));
});

describe('whoever takes over', () => {
  const reach = (name: FunctionName) => rightsOf(idOf(name)).filter((right) => !right.startsWith('logs:'));

  test('the public function reads no row of a person', () => {
    const reads = reach('public').filter((right) => /Get|Query|List/.test(right));
    expect(reads).toEqual(['dynamodb:Query Data/photos/index/portfolio']);
  });

  test('the client function deletes nothing, writes no session, and gets at no bucket, nor a queue but its downloads’', () => {
    for (const right of reach('client')) {
      expect(right).not.toMatch(/Delete|s3:|sqs:(?!SendMessage Queues\/download$)/);
      expect(right).not.toMatch(/(Put|Update)Item Data\/sessions/);
    }
  });

  test('no audience reads or deletes a file, and the studio deletes no customer, session or photo', () => {
    for (const name of ['public', 'client', 'admin'] as const) {
      for (const right of reach(name)) {
        expect(right).not.toMatch(/s3:(Get|Delete|List)/);
        expect(right).not.toMatch(/DeleteItem Data\/(?!(customers where email#\*|sessions where label#\*)$)/);
      }
    }
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

test('a function has rights only to tables that its environment names', () => {
  for (const name of Object.keys(functions) as FunctionName[]) {
    const { environment }: FunctionBlueprint = functions[name];
    const reached = rightsOf(idOf(name)).flatMap((right) => / Data\/(\w+)/.exec(right)?.[1] ?? []);
    const unnamed = reached.filter((table) => !environment.includes(tableVariable(table as TableName)));
    expect({ name, unnamed }).toEqual({ name, unnamed: [] });
  }
});
