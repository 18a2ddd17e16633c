import { randomBytes } from 'node:crypto';
import { DeleteParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { answerCloudFormation } from './answer-cloudformation.ts';

/**
 * Creates the encrypted parameter with the API's key, once, because CloudFormation itself creates only plain
 * parameters. A repeated call keeps the key. The deletion of the stack deletes the parameter. Handles a custom
 * resource.
 */
export const handler = (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const { ParameterName: Name = '' } = event.ResourceProperties as Record<string, string>;
  return answerCloudFormation(event, Name, async () => {
    const ssm = new SSMClient({});
    if (event.RequestType === 'Delete') {
      await ssm.send(new DeleteParameterCommand({ Name })).catch(allow('ParameterNotFound'));
    } else {
      const Value = randomBytes(32).toString('hex');
      const creation = new PutParameterCommand({ Name, Type: 'SecureString', Value });
      await ssm.send(creation).catch(allow('ParameterAlreadyExists'));
    }
    return {};
  });
};

const allow = (name: string) => (error: unknown) => {
  if (!(error instanceof Error) || error.name !== name) throw error;
};
