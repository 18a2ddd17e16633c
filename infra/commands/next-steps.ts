import { type CognitoIdentityProviderClient, ListUsersInGroupCommand } from '@aws-sdk/client-cognito-identity-provider';
import { GetAccountCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { StudioConfig } from '../config.ts';
import { verificationOf } from './stack/obstacles.ts';

/** The stack's outputs. */
export interface Outputs {
  SiteAddress: string;
  EdgeAddress: string;
  StudioPoolId: string;
  GoogleRedirectUri: string;
}

/** Returns the steps that must be done by hand after a deployment, a paragraph each. */
export async function nextSteps(
  { codesBySes, domain, emails, google }: StudioConfig,
  outputs: Outputs,
  { ses, cognito }: { ses: SESv2Client; cognito: CognitoIdentityProviderClient },
): Promise<string[]> {
  const steps: string[] = [];
  if (domain && !domain.hostedZone) {
    steps.push(
      `In your DNS, let ${domain.name} be a CNAME of ${outputs.EdgeAddress}. Until then the site is not found.`,
    );
  }
  for (const address of new Set([emails.sender, emails.studio])) {
    if (!(await isVerified(ses, address))) {
      steps.push(`AWS has sent an email to ${address}: click its link; until then no emails are sent.`);
    }
  }
  const { ProductionAccessEnabled } = await ses.send(new GetAccountCommand({}));
  if (!ProductionAccessEnabled) {
    steps.push(
      'Emails to clients need AWS\'s consent: SES console, "Request production access" (docs/deploy.md, step 7). Until then they fail visibly and can be sent later.',
    );
    if (codesBySes) {
      steps.push(
        'Until then clients get no codes for signing in, either: leave codesBySes out of studio.config.ts and deploy again.',
      );
    }
  }
  const { Users = [] } = await cognito.send(
    new ListUsersInGroupCommand({ UserPoolId: outputs.StudioPoolId, GroupName: 'admins', Limit: 1 }),
  );
  if (Users.length === 0) {
    steps.push(
      `Nobody can run the studio yet: npm run admin:add -- you@your-domain.com ${outputs.StudioPoolId}`,
      `AWS has sent "Subscription Confirmation" to ${emails.alarms}: click its link, or no alarm reaches you.`,
    );
  }
  steps.push(
    google
      ? `At Google, the client's authorized redirect URI must be ${outputs.GoogleRedirectUri}`
      : `Clients can't sign in with Google yet. There, make a client with the redirect URI ${outputs.GoogleRedirectUri} (docs/deploy.md, step 8).`,
  );
  return steps;
}

/** Whether SES may send from an address, and in the sandbox to it: the address or its domain is verified. */
async function isVerified(ses: SESv2Client, address: string): Promise<boolean> {
  for (const identity of [address, address.split('@')[1]!]) {
    if ((await verificationOf(ses, identity)) === 'verified') return true;
  }
  return false;
}
