import { isIP } from 'node:net';

/** What the owner decides about the deployment: `studio.config.ts` at the repository's root. Secrets never stand in it. */
export interface StudioConfig {
  /** AWS region that holds everything, e.g. 'us-east-1'. Moving later means moving the data by hand. */
  region: string;
  /** First part of the sign-in pages' address, `https://{signInPrefix}.auth.{region}.amazoncognito.com`; nobody else may have it. */
  signInPrefix: string;
  emails: {
    /** From whom the site's letters come. AWS asks this mailbox to confirm before it sends for it. */
    sender: string;
    /** Where the studio reads contact messages and quote requests. */
    studio: string;
    /** Where alarms and the budget's warnings go. */
    alarms: string;
  };
  /** US dollars a month; a warning comes when AWS's bill is going to be higher. */
  monthlyBudget: number;
  /** Days that logs are kept: one of CloudWatch's own steps. */
  logRetentionDays: number;
  /** Raise by one and deploy to change the key that signs photo links; the one before stays valid until the next change. */
  signingKeyGeneration: number;
  /** A firewall before the site, for about $8 a month. Limits of our own hold without it. */
  webAcl?: boolean;
  /** Your own address for the site. Without it the site lives at an address of CloudFront's. */
  domain?: {
    /** e.g. 'www.example.com' */
    name: string;
    /** The domain's zone in Route 53, when it is there: the deployment then sets the DNS records itself. */
    hostedZone?: { id: string; name: string };
    /** ARN of an ACM certificate in us-east-1. Not needed with a hosted zone and the region us-east-1. */
    certificateArn?: string;
  };
  /** Sign-in with Google. Without it the site works, but no client can sign in. */
  google?: {
    clientId: string;
    /**
     * Name of the secret in Secrets Manager that holds the client secret as plain text. CloudFormation reads it when this
     * name is new or changes, and never again: another client secret needs another name.
     */
    secretName: string;
  };
}

/** The one stack's name, and the names that the runbook's commands go by. */
export const stackName = 'Studio';
export const queueName = (name: string) => `${stackName.toLowerCase()}-${name}`;

/** CloudWatch's steps, up to the two years that make sense here. */
const retentionSteps = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731];

const isHost = (text: string) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/.test(text) && isIP(text) === 0;
const isAddress = (text: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && isHost(text.split('@')[1]!.toLowerCase());
/** Addresses that can't exist (RFC 2606): the ones that stand in the file before the owner puts in their own. */
const isExample = (text: string) => /[@.](example|test|invalid)$|[@.]example\.(com|net|org)$/.test(text.toLowerCase());

/**
 * What is wrong with a config, a sentence each; empty when nothing is.
 * @param allowExample takes the addresses of the example, which nobody could deploy with.
 */
export function mistakesIn(config: StudioConfig, allowExample = false): string[] {
  const mistakes: string[] = [];
  const check = (isRight: boolean, sentence: string) => {
    if (!isRight) mistakes.push(sentence);
  };

  check(
    /^[a-z]{2}(-[a-z]+)+-\d$/.test(config.region),
    `region is '${config.region}': write a region like 'us-east-1'.`,
  );
  check(
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(config.signInPrefix) && !/aws|amazon|cognito/.test(config.signInPrefix),
    `signInPrefix is '${config.signInPrefix}': use small letters, digits and hyphens only, and none of Amazon's own names (aws, amazon, cognito).`,
  );
  for (const [name, address] of Object.entries(config.emails)) {
    check(isAddress(address), `emails.${name} is '${address}', which is no e-mail address.`);
    check(allowExample || !isExample(address), `emails.${name} is still the example's '${address}': put in your own.`);
  }
  check(config.monthlyBudget > 0, `monthlyBudget is ${config.monthlyBudget}: write US dollars a month, e.g. 15.`);
  check(
    retentionSteps.includes(config.logRetentionDays),
    `logRetentionDays is ${config.logRetentionDays}: CloudWatch knows ${retentionSteps.join(', ')}.`,
  );
  check(
    Number.isInteger(config.signingKeyGeneration) && config.signingKeyGeneration >= 1,
    `signingKeyGeneration is ${config.signingKeyGeneration}: start with 1 and raise it by one.`,
  );
  check(
    !config.webAcl || config.region === 'us-east-1',
    `webAcl: CloudFront takes a firewall from us-east-1 only, and the studio is in ${config.region}. Leave it out.`,
  );
  if (config.domain) mistakes.push(...mistakesInDomain(config.domain, config.region));
  if (config.google) mistakes.push(...mistakesInGoogle(config.google));
  return mistakes;
}

function mistakesInDomain(domain: NonNullable<StudioConfig['domain']>, region: string): string[] {
  const { name, hostedZone, certificateArn } = domain;
  const mistakes: string[] = [];
  if (!isHost(name)) mistakes.push(`domain.name is '${name}': write a host in small letters, e.g. 'www.example.com'.`);
  if (hostedZone && name !== hostedZone.name && !name.endsWith(`.${hostedZone.name}`)) {
    mistakes.push(`domain.hostedZone is the zone of '${hostedZone.name}', and '${name}' does not belong to it.`);
  }
  if (certificateArn && !/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(certificateArn)) {
    mistakes.push(
      `domain.certificateArn is '${certificateArn}': CloudFront needs the ARN of an ACM certificate in us-east-1.`,
    );
  }
  if (!certificateArn && !hostedZone) {
    mistakes.push(
      'domain.certificateArn is missing: make a certificate in us-east-1 (ACM), or name the domain.hostedZone.',
    );
  } else if (!certificateArn && region !== 'us-east-1') {
    mistakes.push(
      `domain.certificateArn is missing: in ${region} the deployment can't make a certificate for CloudFront. Make one in us-east-1 (ACM).`,
    );
  }
  return mistakes;
}

function mistakesInGoogle({ clientId, secretName }: NonNullable<StudioConfig['google']>): string[] {
  const mistakes: string[] = [];
  if (!clientId.endsWith('.apps.googleusercontent.com')) {
    mistakes.push(`google.clientId is '${clientId}': Google's client ids end with .apps.googleusercontent.com.`);
  }
  // Not repeated in the sentence: it may be the secret that should not be seen.
  if (/^GOCSPX-/.test(secretName) || !/^[\w/+=.@-]{1,512}$/.test(secretName)) {
    mistakes.push(
      'google.secretName is not the name of a secret. Keep the client secret in Secrets Manager and write its name here, e.g. studio/google.',
    );
  }
  return mistakes;
}

/** The config, or an Error that lists all of its mistakes. */
export function checkedConfig(config: StudioConfig, allowExample = false): StudioConfig {
  const mistakes = mistakesIn(config, allowExample);
  if (mistakes.length > 0) throw new Error(['studio.config.ts needs another look:', ...mistakes].join('\n  - '));
  return config;
}
