import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountId, region } from '../addresses.ts';
import { answerJson, type JsonRequest } from './aws-json.ts';
import { Faults } from './faults.ts';
import { readJsonFile, replaceFile } from './journal.ts';
import { AwsError, type RunningService, serve } from './service.ts';

export interface SecretsManagerOptions {
  port: number;
  /** Folder of the secrets, one file each. */
  dir: string;
}

interface Secret {
  name: string;
  /** The newest version first. The previous version stays readable, as AWSPREVIOUS is on AWS. */
  versions: { id: string; value: string; created: number }[];
}

/** The secret with CloudFront's private key, `{ "privateKey": PEM, "generation": "1" }`, as a deployment stores it. */
export const signingKeySecretName = 'studio-signing-key';
/** The encrypted parameter from which the keys of cursors and guards are derived. */
export const apiKeyParameter = '/studio/api-key';

/** Returns a secret's ARN. AWS adds six random characters to the name; here they are always the same. */
export const secretArn = (name: string) => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-oneone`;

/**
 * Starts a Secrets Manager for text secrets, found by name or ARN, which also answers Parameter Store's GetParameter.
 * The first start creates the signing key and the API's key.
 */
export async function startSecretsManager(options: SecretsManagerOptions): Promise<RunningService> {
  const faults = new Faults();
  const secrets = new Map<string, Secret>();
  mkdirSync(options.dir, { recursive: true });
  for (const file of readdirSync(options.dir).filter((name) => name.endsWith('.json'))) {
    const secret = readJsonFile<Secret>(join(options.dir, file));
    if (secret) secrets.set(secret.name, secret);
  }

  const save = (secret: Secret) => {
    replaceFile(join(options.dir, `${encodeURIComponent(secret.name)}.json`), JSON.stringify(secret));
    secrets.set(secret.name, secret);
  };
  const find = (id: unknown): Secret => {
    const secret = [...secrets.values()].find(({ name }) => id === name || id === secretArn(name));
    if (!secret) throw new AwsError('ResourceNotFoundException', `There is no secret '${id}'.`);
    return secret;
  };
  const put = (secret: Secret, request: JsonRequest) => {
    if (typeof request.SecretString !== 'string') {
      throw new AwsError('InvalidRequestException', 'Give SecretString: this local Secrets Manager holds text only.');
    }
    const id = String(request.ClientRequestToken ?? randomUUID());
    const version = { id, value: request.SecretString, created: Date.now() };
    save({ ...secret, versions: [version, ...secret.versions].slice(0, 2) });
    return { ARN: secretArn(secret.name), Name: secret.name, VersionId: id };
  };

  if (!secrets.has(signingKeySecretName)) {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const value = JSON.stringify({ privateKey, generation: '1' });
    put({ name: signingKeySecretName, versions: [] }, { SecretString: value });
  }

  if (!secrets.has(apiKeyParameter)) {
    put({ name: apiKeyParameter, versions: [] }, { SecretString: randomUUID() + randomUUID() });
  }

  const operations = {
    CreateSecret: (request: JsonRequest) => {
      const name = String(request.Name);
      if (secrets.has(name)) throw new AwsError('ResourceExistsException', `There is a secret '${name}' already.`);
      return put({ name, versions: [] }, request);
    },
    PutSecretValue: (request: JsonRequest) => put(find(request.SecretId), request),
    GetSecretValue: (request: JsonRequest) => {
      const secret = find(request.SecretId);
      const version = secret.versions[request.VersionStage === 'AWSPREVIOUS' ? 1 : 0];
      if (!version || (request.VersionId && request.VersionId !== version.id)) {
        throw new AwsError('ResourceNotFoundException', `The secret '${secret.name}' has no such version.`);
      }
      return {
        ARN: secretArn(secret.name),
        Name: secret.name,
        VersionId: version.id,
        VersionStages: [version === secret.versions[0] ? 'AWSCURRENT' : 'AWSPREVIOUS'],
        SecretString: version.value,
        CreatedDate: version.created / 1000,
      };
    },
    GetParameter: ({ Name, WithDecryption }: JsonRequest) => {
      const value = Name === apiKeyParameter ? secrets.get(apiKeyParameter)?.versions[0]?.value : undefined;
      if (value === undefined) throw new AwsError('ParameterNotFound', `There is no parameter '${Name}'.`);
      // As on AWS, an encrypted parameter is returned as stored unless its decryption is requested.
      const Value = WithDecryption === true ? value : Buffer.from(value).toString('base64');
      return { Parameter: { Name, Type: 'SecureString', Value } };
    },
  };
  return await serve(
    'Secrets Manager',
    options.port,
    faults,
    answerJson(operations, faults, (request) => String(request.SecretId ?? request.Name)),
  );
}
