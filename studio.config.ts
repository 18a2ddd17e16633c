import type { StudioConfig } from './infra/config.ts';

/** Your deployment. Put in your own addresses, then `npm run deploy`. infra/config.ts explains each entry. */
export default {
  prefix: 'studio',
  region: 'us-east-1',
  signInPrefix: 'magnolia-and-light',
  emails: {
    sender: 'hello@magnoliaandlight.example',
    studio: 'hello@magnoliaandlight.example',
    alarms: 'hello@magnoliaandlight.example',
  },
  monthlyBudget: 15,
  logRetentionDays: 90,
  signingKeyGeneration: 1,
  // domain: { name: 'www.example.com', hostedZone: { id: 'Z0123456789ABCDEFGHIJ', name: 'example.com' } },
  // google: { clientId: '….apps.googleusercontent.com', secretName: 'studio/google' },
} satisfies StudioConfig;
