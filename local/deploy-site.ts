import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Addresses, credentials, endpoint, region } from './addresses.ts';
import { tableName } from './environment.ts';

/** Milliseconds that publish-site may take. */
const longestWait = 60_000;

/**
 * Does the same as the end of a deployment: writes the build into the website's table, whose stream starts
 * publish-site, and waits until publish-site has written the documents.
 * @throws Error when it fails to write them
 */
export async function deploySite(studio: Addresses, build: string): Promise<void> {
  const client = new DynamoDBClient({ region, credentials, endpoint: endpoint(studio, 'dynamodb') });
  const documents = DynamoDBDocumentClient.from(client);
  const TableName = tableName('website');
  try {
    await documents.send(
      new UpdateCommand({
        TableName,
        Key: { id: 'deployed' },
        UpdateExpression: 'SET build = :build, deployed_at = :at',
        ExpressionAttributeValues: { ':build': build, ':at': new Date().toISOString() },
      }),
    );
    for (const until = Date.now() + longestWait; ; await sleep(50)) {
      const { Item } = await documents.send(new GetCommand({ TableName, Key: { id: 'live' }, ConsistentRead: true }));
      if (Item?.build === build) return;
      if (Date.now() > until) throw new Error('The site was not written: see the messages of publish-site above.');
    }
  } finally {
    client.destroy();
  }
}
