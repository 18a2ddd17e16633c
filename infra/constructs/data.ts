import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { type TableBlueprint, type TableName, tables } from '../blueprint/tables.ts';

/**
 * The actions that a function can be granted; no Scan and no batch writes. A transaction needs the actions of its
 * writes.
 */
export type TableAction =
  `dynamodb:${'GetItem' | 'BatchGetItem' | 'Query' | 'ConditionCheckItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem'}`;

const text = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

function projectionOf(projection: 'ALL' | 'KEYS_ONLY' | string[]) {
  if (projection === 'ALL') return { projectionType: dynamodb.ProjectionType.ALL };
  if (projection === 'KEYS_ONLY') return { projectionType: dynamodb.ProjectionType.KEYS_ONLY };
  return { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: projection };
}

/**
 * The blueprint's tables: on demand, with point-in-time recovery for 35 days, and retained when the stack is deleted.
 */
export class Data extends Construct {
  readonly tables: Record<TableName, dynamodb.TableV2>;

  constructor(scope: Construct, id: string, protection: { deletionProtection: boolean }) {
    super(scope, id);
    const entries = Object.entries(tables).map(
      ([name, blueprint]) => [name, this.#table(name, blueprint, protection)] as const,
    );
    this.tables = Object.fromEntries(entries) as Record<TableName, dynamodb.TableV2>;
  }

  #table(
    name: string,
    blueprint: TableBlueprint,
    { deletionProtection }: { deletionProtection: boolean },
  ): dynamodb.TableV2 {
    const globalIndexes = Object.entries(blueprint.globalIndexes ?? {});
    const localIndexes = Object.entries(blueprint.localIndexes ?? {});
    return new dynamodb.TableV2(this, name, {
      partitionKey: text(blueprint.partitionKey),
      ...(blueprint.sortKey && { sortKey: text(blueprint.sortKey) }),
      billing: dynamodb.Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection,
      // The rollback of a failed creation deletes the empty table; every other operation retains it.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(blueprint.expires && { timeToLiveAttribute: 'expires_at' }),
      ...(blueprint.stream && { dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES }),
      globalSecondaryIndexes: globalIndexes.map(([indexName, index]) => ({
        indexName,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        ...projectionOf(index.projection),
      })),
      localSecondaryIndexes: localIndexes.map(([indexName, index]) => ({ indexName, sortKey: text(index.sortKey) })),
    });
  }

  /** Grants a function exactly these actions on a table; Query includes all of the table's indexes. */
  grant(grantee: iam.IGrantable, name: TableName, ...actions: TableAction[]): void {
    const { tableArn } = this.tables[name];
    iam.Grant.addToPrincipal({ grantee, actions, resourceArns: [tableArn] });
    const indexes = indexesOf(name);
    if (actions.includes('dynamodb:Query') && indexes.length > 0) {
      const resourceArns = indexes.map((index) => `${tableArn}/index/${index}`);
      iam.Grant.addToPrincipal({ grantee, actions: ['dynamodb:Query'], resourceArns });
    }
  }

  /**
   * Grants a function the reading of rows with these partition keys (`*` at the end stands for anything), and no
   * others.
   */
  grantGet(grantee: iam.IGrantable, name: TableName, keys: string[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
        resources: [this.tables[name].tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
      }),
    );
  }

  /** Grants a function the deletion of rows whose partition key has this prefix, and no others. */
  grantDelete(grantee: iam.IGrantable, name: TableName, beginning: string): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['dynamodb:DeleteItem'],
        resources: [this.tables[name].tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${beginning}*`] } },
      }),
    );
  }

  /** Grants a function updates that name these attributes, the row's key among them, and no others. */
  grantUpdate(grantee: iam.IGrantable, name: TableName, attributes: string[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['dynamodb:UpdateItem'],
        resources: [this.tables[name].tableArn],
        conditions: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } },
      }),
    );
  }

  /** Grants a function Query on one index, and nothing else of its table. */
  grantIndex(grantee: iam.IGrantable, name: TableName, index: string): void {
    if (!indexesOf(name).includes(index)) throw new Error(`The table ${name} has no index ${index}.`);
    const resourceArns = [`${this.tables[name].tableArn}/index/${index}`];
    iam.Grant.addToPrincipal({ grantee, actions: ['dynamodb:Query'], resourceArns });
  }
}

function indexesOf(name: TableName): string[] {
  const { globalIndexes = {}, localIndexes = {} }: TableBlueprint = tables[name];
  return [...Object.keys(globalIndexes), ...Object.keys(localIndexes)];
}
