import { hkdfSync } from 'node:crypto';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { parameters } from './aws.ts';
import { cached } from './cached.ts';
import { env } from './env.ts';

const Key = z.string().min(32);

/** Returns the 256-bit key for one purpose. All keys are derived from one parameter; none reveals another. */
export async function apiKey(purpose: 'cursors' | 'guards' | 'links' | 'guests'): Promise<Buffer> {
  const key = await cached('API_KEY_PARAMETER', async () => {
    const request = { Name: env('API_KEY_PARAMETER'), WithDecryption: true };
    const { Parameter } = await parameters().send(new GetParameterCommand(request));
    return Key.parse(Parameter?.Value);
  });
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}
