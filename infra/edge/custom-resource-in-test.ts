import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { vi } from 'vitest';

/** The answer of a custom resource's function to CloudFormation. */
interface Answer {
  Status: 'SUCCESS' | 'FAILED';
  Reason?: string;
  PhysicalResourceId: string;
  Data?: Record<string, string>;
}

interface Refusal {
  /** The name of the service's error. */
  __type: string;
  message?: string;
}

/**
 * Calls the function of a custom resource as CloudFormation does. One server replaces the AWS service that the function
 * uses, and the URL from which CloudFormation reads the answer.
 * @param service as in the environment variable of its endpoint: 'SSM'
 * @param serve answers a request of the service's JSON protocol: `operation` is 'AmazonSSM.PutParameter'
 */
export async function openCustomResource(
  handler: (event: CloudFormationCustomResourceEvent) => Promise<unknown>,
  service: string,
  serve: (operation: string, body: Record<string, unknown>) => object | Refusal,
) {
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (request.method === 'PUT') {
      // S3 refuses an answer with a content type that CloudFormation's signature does not have.
      if (request.headers['content-type'] === '') answers.push(body);
      return void response.end();
    }
    const serviceAnswer = serve(String(request.headers['x-amz-target']), body);
    response.statusCode = '__type' in serviceAnswer ? 400 : 200;
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify(serviceAnswer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, address);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return {
    /** The answers so far. */
    heard: answers,
    call: (RequestType: 'Create' | 'Update' | 'Delete', properties: Record<string, string>) =>
      handler({
        RequestType,
        ResponseURL: `${address}/answer`,
        StackId: 'stack',
        RequestId: 'request',
        LogicalResourceId: 'Resource',
        ResourceProperties: properties,
      } as unknown as CloudFormationCustomResourceEvent),
    close() {
      vi.unstubAllEnvs();
      server.close();
    },
  };
}
