import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/**
 * Runs a custom resource's work and sends CloudFormation the outcome.
 * @param work returns the resource's attributes
 */
export async function answerCloudFormation(
  event: CloudFormationCustomResourceEvent,
  PhysicalResourceId: string,
  work: () => Promise<object>,
): Promise<void> {
  let outcome: object;
  try {
    outcome = { Status: 'SUCCESS', Data: await work() };
  } catch (error) {
    // The message is left out, because it could contain the secret: CloudFormation shows the reason to everyone who can
    // read the stack.
    outcome = {
      Status: 'FAILED',
      Reason: `It failed: ${error instanceof Error ? error.name : 'unknown'}`,
    };
  }
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...outcome, PhysicalResourceId, StackId, RequestId, LogicalResourceId });
  // The URL is presigned for a request without a content type.
  const response = await fetch(event.ResponseURL, { method: 'PUT', body, headers: { 'content-type': '' } });
  if (!response.ok) throw new Error(`CloudFormation refused the response: ${response.status}`);
}
