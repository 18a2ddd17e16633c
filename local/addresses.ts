import { join, resolve } from 'node:path';
import type { UserPoolName } from '#shared/site-config.ts';

/**
 * The addresses at which the services listen on this machine, always on 127.0.0.1. The browser uses `site` and, as on
 * AWS, S3 and Cognito.
 */
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
/** The only credentials that the local services accept; S3 verifies signatures made with them. */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
/** The two user pools, each with its app client. */
export const userPools = {
  clients: { id: 'us-east-1_Clients', clientId: 'clients-web' },
  studio: { id: 'us-east-1_Studio', clientId: 'studio-web' },
} as const satisfies Record<UserPoolName, { id: string; clientId: string }>;

/**
 * Returns addresses from a first port (the site's); the services use the ports after it, so that several studios can
 * run at once.
 */
export function addresses(firstPort: number, data = '.local'): Addresses {
  const ports = Object.fromEntries(
    serviceNames.map((name, offset) => [name, firstPort + offset]),
  ) as Addresses['ports'];
  return { data: resolve(data), site: `http://localhost:${ports.edge}`, ports };
}

/**
 * Returns the addresses of the studio of `npm start`: `STUDIO_PORT` sets its first port, `STUDIO_DATA` its data folder.
 * An empty value counts as unset: an empty folder name would make `npm run reset` clear the current folder.
 */
export function studioAddresses(): Addresses {
  return addresses(Number(process.env.STUDIO_PORT || 4600), process.env.STUDIO_DATA || undefined);
}

/** Returns a service's endpoint by IP address, so that the SDK uses path-style S3 URLs and needs no name resolution. */
export function endpoint(studio: Addresses, name: ServiceName): string {
  return `http://127.0.0.1:${studio.ports[name]}`;
}

/**
 * Returns a service's origin by host name, because Cognito and Google show pages in the browser; a token's issuer must
 * be spelled the same everywhere.
 */
export function origin(studio: Addresses, name: 'cognito' | 'google'): string {
  return `http://localhost:${studio.ports[name]}`;
}

/** The folder of the local build, separate from the deployed one. */
export const localSite = join('dist', 'local');
