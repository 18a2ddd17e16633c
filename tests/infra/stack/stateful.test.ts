import { describe, expect, test } from 'vitest';
import { type TableBlueprint, tables } from '../../../infra/blueprint/tables.ts';
import { type Resource, synthesize, zone } from '../synthesized.ts';

const { stack, resources, ofType, named } = synthesize();

describe('stateful resources', () => {
  test('keep their logical ids: a new id would create an empty replacement', () => {
    const stateful = ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool'];
    expect(
      Object.keys(resources)
        .filter((id) => stateful.includes(resources[id]!.Type))
        .toSorted(),
    ).toEqual([
      'Datacustomers5844F6A9',
      'DatadownloadsD3276293',
      'DataemailsF2D49DE3',
      'DataguardsEA0EC8FF',
      'DataguestsCBBB3625',
      'Datalinks59FE6374',
      'Datamessages897271AB',
      'Dataoffers7B1C995A',
      'DataoutboxC3888840',
      'DataphotosB03958C7',
      'Datapictures3AC2DBF1',
      'DataquotesA4D23270',
      'DataselectionsEE5EC4AC',
      'Datasessions9C03AE85',
      'DatasettingsC8888B05',
      'DatatimelineA52F4165',
      'DatawebsiteADE981B6',
      'EdgeSite1C882D16',
      'IdentityPool9E5AED46',
      'IdentityStudioDBD8CC25',
      'Logs6819BB44',
      'Photos418F7FF7',
      'PhotosLanding4E98C643',
    ]);
  });

  test('are the same with every setting of the config', () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
    const domain = { name: 'www.magnolia.studio', hostedZone: zone };
    const changed = synthesize({ google, domain, signingKeyGeneration: 3, logRetentionDays: 30, webAcl: true });
    const statefulOf = (all: Record<string, Resource>) =>
      Object.keys(all).filter((id) => /::(GlobalTable|Bucket|UserPool)$/.test(all[id]!.Type));
    expect(statefulOf(changed.resources)).toEqual(statefulOf(resources));
  });

  test('are unprotected before the first success and before a destroy, but still retained', () => {
    const removable = synthesize({}, { isProtected: false });
    expect(removable.stack.terminationProtection).toBe(false);
    for (const [, table] of removable.ofType('AWS::DynamoDB::GlobalTable')) {
      expect(table.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
      expect(table.DeletionPolicy).toBe('RetainExceptOnCreate');
    }
    for (const [, pool] of removable.ofType('AWS::Cognito::UserPool')) {
      expect(pool.Properties.DeletionProtection).not.toBe('ACTIVE');
      expect(pool.DeletionPolicy).toBe('RetainExceptOnCreate');
    }
  });

  test('are retained when the stack is deleted', () => {
    for (const type of ['AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool']) {
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of ofType(type)) {
        // RetainExceptOnCreate: rolling back a creation deletes the still empty resource, so that it can be repeated.
        expect({ id, DeletionPolicy }).toEqual({ id, DeletionPolicy: 'RetainExceptOnCreate' });
        expect({ id, UpdateReplacePolicy }).toEqual({ id, UpdateReplacePolicy: 'Retain' });
      }
    }
    expect(stack.terminationProtection).toBe(true);
  });

  test.each(Object.entries(tables) as [string, TableBlueprint][])('table %s', (name, blueprint) => {
    const { Properties } = named('AWS::DynamoDB::GlobalTable')[`Data/${name}`]!;
    const [replica] = Properties.Replicas;
    expect(replica.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
    expect(replica.DeletionProtectionEnabled).toBe(true);
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
    const keys = [blueprint.partitionKey, blueprint.sortKey].filter((key) => key !== undefined);
    expect(Properties.KeySchema.map((key: { AttributeName: string }) => key.AttributeName)).toEqual(keys);
    expect(Properties.TimeToLiveSpecification).toEqual(
      blueprint.expires && { AttributeName: 'expires_at', Enabled: true },
    );
    expect(Properties.StreamSpecification).toEqual(blueprint.stream && { StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const indexes = (key: string) => (Properties[key] ?? []).map((index: { IndexName: string }) => index.IndexName);
    expect(indexes('GlobalSecondaryIndexes')).toEqual(Object.keys(blueprint.globalIndexes ?? {}));
    expect(indexes('LocalSecondaryIndexes')).toEqual(Object.keys(blueprint.localIndexes ?? {}));
  });
});
