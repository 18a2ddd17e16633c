import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountId, region } from './addresses.ts';
import { answerJson, type JsonRequest } from './aws-json.ts';
import { Faults } from './faults.ts';
import { readJsonFile, replaceFile } from './journal.ts';
import { AwsError, type RunningService, serve } from './service.ts';

export interface SecretsManagerOptions {
  port: number;
  /** Folder of the secrets, a file each. */
  dir: string;
}

interface Secret {
  name: string;
  description?: string;
  /** The newest version first. Earlier values are kept as AWS keeps the one labelled AWSPREVIOUS. */
  versions: { id: string; value: string; created: number }[];
}

/** Where CloudFront's private key lies, `{ "privateKey": PEM, "generation": "1" }`, as the stack lays it at a deploy. */
export const signingKeySecretName = 'studio-signing-key';

/** As AWS, with six characters behind the name; here always the same ones. */
export const secretArn = (name: string) => `arn:aws:secretsmanager:${region}:${accountId}:secret:${name}-oneone`;

/** Secrets of text, found by name or ARN. The first start makes the signing key. */
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

  const operations = {
    CreateSecret: (request: JsonRequest) => {
      const name = request.Name;
      if (typeof name !== 'string' || !/^[\w/+=.@-]{1,512}$/.test(name)) {
        throw new AwsError(
          'InvalidParameterException',
          `'${name}' can't name a secret: letters, digits and /_+=.@- can.`,
        );
      }
      if (secrets.has(name)) throw new AwsError('ResourceExistsException', `The secret '${name}' exists already.`);
      return put({ name, ...describedBy(request), versions: [] }, request);
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
    DescribeSecret: (request: JsonRequest) => {
      const { name, description, versions } = find(request.SecretId);
      const stages = ['AWSCURRENT', 'AWSPREVIOUS'];
      return {
        ARN: secretArn(name),
        Name: name,
        ...(description !== undefined && { Description: description }),
        VersionIdsToStages: Object.fromEntries(versions.map(({ id }, index) => [id, [stages[index]]])),
        LastChangedDate: (versions[0]?.created ?? 0) / 1000,
      };
    },
  };
  return await serve(
    'Secrets Manager',
    options.port,
    faults,
    answerJson(operations, faults, (request) => String(request.SecretId ?? request.Name)),
  );
}

const describedBy = (request: JsonRequest) =>
  typeof request.Description === 'string' ? { description: request.Description } : {};
