import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../../lambdas/platform/aws.ts';

/** Sets an attribute of a row without the product, also to a value that it refuses or can't read. */
export const setAttribute = (TableName: string, Key: Record<string, string>, name: string, value: unknown) =>
  dynamodb().send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
