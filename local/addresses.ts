import { resolve } from 'node:path';

/** Where everything listens on this machine. All on 127.0.0.1; the browser sees `site` and, as on AWS, S3 and Cognito. */
export interface Addresses {
  /** Folder that holds every service's data. */
  data: string;
  /** The one origin of the site (the local CloudFront). */
  site: string;
  ports: Record<ServiceName, number>;
}

const serviceNames = [
  'edge',
  'dynamodb',
  's3',
  'cognito',
  'google',
  'sqs',
  'ses',
  'secretsmanager',
  'httpapi',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export const region = 'us-east-1';
export const accountId = '000000000000';
/** The only key pair that the local services know; S3 checks signatures made with it. */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
export const userPoolId = 'us-east-1_Studio';
export const userPoolClientId = 'studio-web';

/** Addresses from a first port (the site's), which the services follow one by one: so several studios can run side by side. */
export function addresses(firstPort: number, data = '.local'): Addresses {
  const ports = Object.fromEntries(
    serviceNames.map((name, offset) => [name, firstPort + offset]),
  ) as Addresses['ports'];
  return { data: resolve(data), site: `http://localhost:${ports.edge}`, ports };
}

/**
 * The studio of `npm start`: `STUDIO_PORT` moves it to other ports, `STUDIO_DATA` its data to another folder. Either one
 * empty counts as not given, or a reset would clear the very folder it is run in.
 */
export function studioAddresses(): Addresses {
  return addresses(Number(process.env.STUDIO_PORT || 4600), process.env.STUDIO_DATA || undefined);
}

/** A service's endpoint by address, so that the SDK speaks path style to S3 and no name needs resolving. */
export function endpoint(of: Addresses, name: ServiceName): string {
  return `http://127.0.0.1:${of.ports[name]}`;
}

/** Cognito and Google are pages too: the browser knows them by name, and a token's issuer is spelled the same everywhere. */
export function origin(of: Addresses, name: 'cognito' | 'google'): string {
  return `http://localhost:${of.ports[name]}`;
}
