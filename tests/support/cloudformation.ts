import { Faults } from '../../local/services/faults.ts';
import { type RunningService, readBody, serve } from '../../local/services/service.ts';

/**
 * A stand-in for CloudFormation over its own protocol, as far as CDK's command line and the studio's commands ask it;
 * beside it STS's GetCallerIdentity, Lambda's GetAccountSettings, and the bucket of CDK's assets, which they ask on the
 * way. It makes nothing: stacks are lists, and every asset is said to be uploaded.
 */

export interface StackOnPaper {
  name: string;
  status: string;
  isProtected: boolean;
  resources: { logicalId: string; physicalId: string; type: string; status: string }[];
  template: Template;
}
export interface Template {
  Resources?: Record<string, { Type: string; DeletionPolicy?: string }>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface CloudFormationStandIn extends RunningService {
  /** By name; a test puts in what it needs and reads what came of it. */
  stacks: Map<string, StackOnPaper>;
  /** The operations that were asked for, in order. */
  asked: string[];
  /** Lets that many executions of change sets fail, which rolls them back. */
  failNext(times: number): void;
  /** `ConcurrentExecutions` of the account. */
  concurrency: number;
  /** Reasons of failures, as the stack's events name them. */
  failures: string[];
  /** Values of outputs that refer to resources, by output; `value-of-…` for others. */
  outputs: Record<string, string>;
}

type Fields = Record<string, string | undefined>;
class RefusalError extends Error {
  readonly code: string;

  constructor(message: string, code = 'ValidationError') {
    super(message);
    this.code = code;
  }
}

const text = (value: unknown) =>
  String(value).replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!);
const stackId = (name: string) => `arn:aws:cloudformation:us-east-1:123456789012:stack/${name}/0a1b`;
const time = '2026-05-01T12:00:00Z';

/**
 * Answers on 127.0.0.1.
 * @param templateOf reads the template of a stack from CDK's assembly: what CDK sends is YAML
 */
export async function startCloudFormation(templateOf: (name: string) => Template): Promise<CloudFormationStandIn> {
  const stacks: CloudFormationStandIn['stacks'] = new Map();
  const changeSets = new Map<string, { isCreation: boolean; template: Template }>();
  const asked: string[] = [];
  let failures = 0;

  const nameIn = ({ StackName = '' }: Fields) => (StackName.startsWith('arn:') ? StackName.split('/')[1]! : StackName);
  const find = (fields: Fields): StackOnPaper => {
    const stack = stacks.get(nameIn(fields));
    if (!stack) throw new RefusalError(`Stack with id ${nameIn(fields)} does not exist`);
    return stack;
  };
  const resourcesOf = (stack: StackOnPaper, element: string) =>
    stack.resources
      .map(
        ({ logicalId, physicalId, type, status }) =>
          `<${element}><StackName>${stack.name}</StackName><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${text(physicalId)}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus><LastUpdatedTimestamp>${time}</LastUpdatedTimestamp><Timestamp>${time}</Timestamp></${element}>`,
      )
      .join('');

  const execute = (stack: StackOnPaper, { isCreation, template }: { isCreation: boolean; template: Template }) => {
    const all = Object.entries(template.Resources ?? {});
    if (failures > 0) {
      failures -= 1;
      stack.status = isCreation ? 'ROLLBACK_COMPLETE' : 'UPDATE_ROLLBACK_COMPLETE';
      if (!isCreation) return;
      stack.resources = all.map(([logicalId, { Type, DeletionPolicy }]) => ({
        logicalId,
        physicalId: `${stack.name}-${logicalId}`,
        type: Type,
        status: DeletionPolicy === 'Retain' ? 'DELETE_SKIPPED' : 'DELETE_COMPLETE',
      }));
      return;
    }
    const status = isCreation ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE';
    Object.assign(stack, { status, template });
    stack.resources = all.map(([logicalId, { Type }]) => {
      const physicalId = stack.resources.find((one) => one.logicalId === logicalId)?.physicalId;
      return { logicalId, physicalId: physicalId ?? `${stack.name}-${logicalId}`, type: Type, status };
    });
  };

  const operations: Record<string, (fields: Fields) => string> = {
    GetCallerIdentity: () =>
      '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/studio-owner</Arn><UserId>AIDA</UserId>',
    DescribeStacks: (fields) => {
      const { name, status, isProtected, template } = find(fields);
      const outputs = Object.entries(template.Outputs ?? {})
        .map(([key, { Value }]) => {
          const value = typeof Value === 'string' ? Value : (standIn.outputs[key] ?? `value-of-${key}`);
          return `<member><OutputKey>${key}</OutputKey><OutputValue>${text(value)}</OutputValue></member>`;
        })
        .join('');
      return `<Stacks><member><StackName>${name}</StackName><StackId>${stackId(name)}</StackId><StackStatus>${status}</StackStatus><CreationTime>${time}</CreationTime><EnableTerminationProtection>${isProtected}</EnableTerminationProtection><Outputs>${outputs}</Outputs></member></Stacks>`;
    },
    ListStackResources: (fields) =>
      `<StackResourceSummaries>${resourcesOf(find(fields), 'member')}</StackResourceSummaries>`,
    DescribeStackResources: (fields) => {
      const { PhysicalResourceId: id } = fields;
      const stack = id
        ? [...stacks.values()].find(({ resources }) => resources.some(({ physicalId }) => physicalId === id))
        : find(fields);
      if (!stack) throw new RefusalError(`Stack for ${id} does not exist`);
      return `<StackResources>${resourcesOf(stack, 'member')}</StackResources>`;
    },
    DescribeStackEvents: (fields) => {
      const { name } = find(fields);
      const events = standIn.failures.map(
        (reason) =>
          `<member><StackId>${stackId(name)}</StackId><EventId>${text(reason)}</EventId><StackName>${name}</StackName><Timestamp>${new Date().toISOString()}</Timestamp><ResourceStatusReason>${text(reason)}</ResourceStatusReason></member>`,
      );
      return `<StackEvents>${events.join('')}</StackEvents>`;
    },
    GetTemplate: (fields) => `<TemplateBody>${text(JSON.stringify(find(fields).template))}</TemplateBody>`,
    UpdateTerminationProtection: (fields) => {
      const stack = find(fields);
      stack.isProtected = fields.EnableTerminationProtection === 'true';
      return `<StackId>${stackId(stack.name)}</StackId>`;
    },
    DeleteStack: (fields) => {
      const stack = find(fields);
      if (stack.isProtected) {
        throw new RefusalError(`Stack [${stack.name}] cannot be deleted while TerminationProtection is enabled`);
      }
      stacks.delete(stack.name);
      return '';
    },
    CreateChangeSet: (fields) => {
      const name = nameIn(fields);
      const stack = stacks.get(name);
      const isCreation = !stack || stack.status === 'REVIEW_IN_PROGRESS';
      if (stack && /^ROLLBACK_/.test(stack.status)) {
        throw new RefusalError(`Stack:${stackId(name)} is in ${stack.status} state and can not be updated.`);
      }
      changeSets.set(name, { isCreation, template: templateOf(name) });
      if (!stack) {
        stacks.set(name, { name, status: 'REVIEW_IN_PROGRESS', isProtected: false, resources: [], template: {} });
      }
      return `<Id>arn:aws:cloudformation:us-east-1:123456789012:changeSet/${fields.ChangeSetName}/0a1b</Id><StackId>${stackId(name)}</StackId>`;
    },
    DescribeChangeSet: (fields) => {
      if (!changeSets.has(nameIn(fields))) throw new RefusalError('There is no such change set', 'ChangeSetNotFound');
      return `<Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><StackName>${nameIn(fields)}</StackName><StackId>${stackId(nameIn(fields))}</StackId><ChangeSetId>arn:aws:cloudformation:us-east-1:123456789012:changeSet/one/0a1b</ChangeSetId><ChangeSetName>cdk-deploy-change-set</ChangeSetName><CreationTime>${time}</CreationTime><Changes><member><Type>Resource</Type><ResourceChange><Action>Add</Action><LogicalResourceId>One</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType></ResourceChange></member></Changes>`;
    },
    ExecuteChangeSet: (fields) => {
      const changeSet = changeSets.get(nameIn(fields));
      if (!changeSet) throw new RefusalError('There is no such change set');
      changeSets.delete(nameIn(fields));
      execute(find(fields), changeSet);
      return '';
    },
    DeleteChangeSet: (fields) => {
      changeSets.delete(nameIn(fields));
      return '';
    },
  };

  const server = await serve('CloudFormation', 0, new Faults(), async (request, response) => {
    if (request.url?.startsWith('/2016-08-19/account-settings')) {
      asked.push('GetAccountSettings');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ AccountLimit: { ConcurrentExecutions: standIn.concurrency } }));
      return;
    }
    const asset = assetBucket(request.url ?? '');
    if (asset !== undefined) {
      asked.push('assets');
      response.writeHead(200, { 'content-type': 'application/xml' }).end(asset);
      return;
    }
    const fields: Fields = Object.fromEntries(new URLSearchParams((await readBody(request)).toString()));
    const action = fields.Action ?? `${request.method} ${request.url} ${request.headers['x-amz-target'] ?? ''}`;
    asked.push(action);
    const [status, body] = answer(action, fields, operations);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  });
  const standIn: CloudFormationStandIn = {
    ...server,
    stacks,
    asked,
    concurrency: 1_000,
    outputs: {},
    failures: [],
    failNext: (times) => {
      failures = times;
    },
  };
  return standIn;
}

/** Answers what CDK asks of its bucket before it uploads an asset; undefined for other URLs. */
function assetBucket(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  if (!/^\/cdk-\w+-assets-/.test(pathname)) return undefined;
  if (searchParams.has('location')) return '<LocationConstraint></LocationConstraint>';
  if (searchParams.has('encryption')) {
    return '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>';
  }
  const key = text(searchParams.get('prefix') ?? '');
  return `<ListBucketResult><KeyCount>1</KeyCount><Contents><Key>${key}</Key><Size>1000</Size></Contents></ListBucketResult>`;
}

function answer(
  action: string,
  fields: Fields,
  operations: Record<string, (fields: Fields) => string>,
): [number, string] {
  const refusal = (message: string, code = 'ValidationError'): [number, string] => [
    400,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${text(message)}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
  ];
  const operation = operations[action];
  if (!operation) return refusal(`The stand-in has no operation '${action}'.`);
  try {
    const result = operation(fields);
    return [
      200,
      `<${action}Response><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${action}Response>`,
    ];
  } catch (error) {
    if (error instanceof RefusalError) return refusal(error.message, error.code);
    throw error;
  }
}
