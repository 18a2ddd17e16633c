import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from './answer-cloudformation.ts';

/**
 * Writes the deployed build into the website's table when its assets are in the bucket; the table's stream starts
 * publish-site. The rollback of a failed deployment writes the former build again. Handles a custom resource.
 */
export const handler = (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const { TableName = '', Build = '' } = event.ResourceProperties as Record<string, string>;
  return answerCloudFormation(event, TableName, async () => {
    if (event.RequestType === 'Delete') return {};
    await new DynamoDBClient({}).send(
      new UpdateItemCommand({
        TableName,
        Key: { id: { S: 'deployed' } },
        UpdateExpression: 'SET build = :build, deployed_at = :at',
        ExpressionAttributeValues: { ':build': { S: Build }, ':at': { S: new Date().toISOString() } },
      }),
    );
    return {};
  });
};
