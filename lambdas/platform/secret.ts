import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { secrets } from './aws.ts';
import { cached } from './cached.ts';
import { type EnvironmentName, env } from './env.ts';

/**
 * Milliseconds. Each call costs money. A changed key is a new secret, whose ARN a deployment gives to the functions.
 */
const maxAge = 60 * 60_000;

/**
 * Returns the parsed JSON of a secret, cached for an hour.
 * @param name the environment variable that holds the secret's ARN
 */
export const readSecret = (name: EnvironmentName): Promise<unknown> =>
  cached(
    name,
    async () => {
      const { SecretString = '' } = await secrets().send(new GetSecretValueCommand({ SecretId: env(name) }));
      return JSON.parse(SecretString);
    },
    maxAge,
  );
