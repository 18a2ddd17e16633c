import { isIP } from 'node:net';

export interface Domain {
  /** The site's host, e.g. 'www.example.com'. */
  name: string;
  /**
   * Another host that redirects to `name`, e.g. 'example.com'. Without `certificateArn` the deployment adds it by
   * itself when `name` is the zone's own name or its `www`.
   */
  otherName?: string;
  /** The domain's zone, when it is in Route 53: the deployment then sets the DNS records itself. */
  hostedZone?: { id: string; name: string };
  /**
   * The ARN of an ACM certificate in us-east-1 for `name` and `otherName`. Not needed with a hosted zone and the region
   * us-east-1.
   */
  certificateArn?: string;
}

/** The owner's settings of the deployment: `studio.config.ts` at the repository's root. It contains no secrets. */
export interface StudioConfig {
  /**
   * The name of the stack, and the prefix of every other name in AWS that is not generated. Two studios in one account
   * and region (e.g. a staging copy) need different ones. It can't change after the first deployment: another prefix
   * deploys another, empty studio.
   */
  prefix: string;
  /**
   * The AWS region of all resources, e.g. 'us-east-1'. A later move to another region requires moving the data by hand.
   */
  region: string;
  /**
   * The beginning of the sign-in pages' host, `{signInPrefix}.auth.{region}.amazoncognito.com`; unique in the region.
   */
  signInPrefix: string;
  emails: {
    /** The sender of the site's emails. AWS sends this mailbox a confirmation email first. */
    sender: string;
    /** The mailbox that receives contact messages and quote requests. */
    studio: string;
    /**
     * The mailbox that receives alarms, the budget's warnings and reminders of exports. It belongs to the person who
     * runs the owner's commands, and to whom the admin area shows that an export is due.
     */
    alarms: string;
  };
  /**
   * True to send the codes of sign-ins from `emails.sender`, by SES. Set it when AWS has verified that address and
   * granted production access; until then Cognito sends codes from its own address, at most 50 a day.
   */
  codesBySes?: boolean;
  /** US dollars a month; AWS sends a warning when the bill is forecast to be higher. */
  monthlyBudget: number;
  /** Days that logs are kept: one of the values that CloudWatch allows. */
  logRetentionDays: number;
  /**
   * The generation of the key that signs photo links. Raise it by one and deploy to rotate the key; the previous key
   * stays valid until the next rotation.
   */
  signingKeyGeneration: number;
  /** True for AWS WAF in front of the site, about $8 a month. The application's own limits apply without it. */
  webAcl?: boolean;
  /** The site's own domain. Without it the site has a CloudFront domain name. */
  domain?: Domain;
  /**
   * 'optional' lets admins sign in with their password alone. Without this entry each admin needs an authenticator app.
   */
  authenticator?: 'optional';
  /** Sign-in with Google. Without it clients sign in with codes by email only. */
  google?: {
    clientId: string;
    /**
     * The name of the secret in Secrets Manager that contains the client secret as plain text. CloudFormation reads it
     * only when this name is new or changes, so another client secret needs another name.
     */
    secretName: string;
  };
}

/** The values that CloudWatch allows, up to two years. */
const retentionSteps = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731];

const isHost = (text: string) => /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/.test(text) && isIP(text) === 0;
const isAddress = (text: string) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && isHost(text.split('@')[1]!.toLowerCase());
/** Whether an address can't exist (RFC 2606), as the examples in the file that the owner edits. */
const isExample = (text: string) => /[@.](example|test|invalid)$|[@.]example\.(com|net|org)$/.test(text.toLowerCase());

const requiredTexts = ({ prefix, region, signInPrefix, emails }: Partial<StudioConfig>) => ({
  prefix,
  region,
  signInPrefix,
  'emails.sender': emails?.sender,
  'emails.studio': emails?.studio,
  'emails.alarms': emails?.alarms,
});

/**
 * Returns the mistakes in a config, a sentence each; empty when there are none.
 * @param allowExample accepts the example's addresses, which can't be deployed
 */
export function mistakesIn(config: StudioConfig, allowExample = false): string[] {
  const mistakes: string[] = [];
  const check = (isRight: boolean, sentence: string) => {
    if (!isRight) mistakes.push(sentence);
  };

  // TypeScript requires these entries, but nothing checks types before a deployment: an update may lack one.
  for (const [name, value] of Object.entries(requiredTexts(config))) {
    check(typeof value === 'string' && value !== '', `${name} is missing: docs/deploy.md, step 3, says what to write.`);
  }
  check(
    !config.prefix || /^[a-z]([a-z0-9-]{0,18}[a-z0-9])?$/.test(config.prefix),
    `prefix is '${config.prefix}': use up to 20 small letters, digits and hyphens, beginning with a letter, e.g. 'studio'.`,
  );
  check(
    !config.region || /^[a-z]{2}(-[a-z]+)+-\d$/.test(config.region),
    `region is '${config.region}': write a region like 'us-east-1'.`,
  );
  check(
    !config.signInPrefix ||
      (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(config.signInPrefix) &&
        !/aws|amazon|cognito/.test(config.signInPrefix)),
    `signInPrefix is '${config.signInPrefix}': use small letters, digits and hyphens only, and none of Amazon's own names (aws, amazon, cognito).`,
  );
  for (const [name, address] of Object.entries(config.emails ?? {})) {
    if (!address) continue;
    check(isAddress(address), `emails.${name} is '${address}', which is no email address.`);
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

function mistakesInDomain(domain: Domain, region: string): string[] {
  const { name, otherName, hostedZone, certificateArn } = domain;
  const mistakes: string[] = [];
  if (!isHost(name)) mistakes.push(`domain.name is '${name}': write a host in small letters, e.g. 'www.example.com'.`);
  if (otherName !== undefined && (!isHost(otherName) || otherName === name)) {
    mistakes.push(`domain.otherName is '${otherName}': write another host than domain.name, e.g. 'example.com'.`);
  }
  for (const host of [name, otherName ?? name]) {
    if (hostedZone && host !== hostedZone.name && !host.endsWith(`.${hostedZone.name}`)) {
      mistakes.push(`domain.hostedZone is the zone of '${hostedZone.name}', and '${host}' does not belong to it.`);
      break;
    }
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
  // The sentence does not repeat the value, which may be the secret itself.
  if (/^GOCSPX-/.test(secretName) || !/^[\w/+=.@-]{1,512}$/.test(secretName)) {
    mistakes.push(
      'google.secretName is not the name of a secret. Keep the client secret in Secrets Manager and write its name here, e.g. studio/google.',
    );
  }
  return mistakes;
}

/** Returns the hosts of the distribution: first the site's host, then the host that redirects to it, if any. */
export function hostsOf({ name, otherName, hostedZone, certificateArn }: Domain): string[] {
  if (otherName) return [name, otherName];
  // The owner's certificate may not cover another name; CloudFront then refuses the name.
  if (!hostedZone || certificateArn) return [name];
  if (name === hostedZone.name) return [name, `www.${name}`];
  return name === `www.${hostedZone.name}` ? [name, hostedZone.name] : [name];
}

/**
 * Returns the config when it has no mistakes.
 * @throws Error that lists all mistakes
 */
export function checkedConfig(config: StudioConfig, allowExample = false): StudioConfig {
  const mistakes = mistakesIn(config, allowExample);
  if (mistakes.length > 0) throw new Error(['studio.config.ts needs another look:', ...mistakes].join('\n  - '));
  return config;
}

/**
 * Returns the identities that SES must verify: the domain when the stack can write its DNS records, otherwise each
 * address.
 */
export function emailIdentities({ domain, emails }: Pick<StudioConfig, 'domain' | 'emails'>): string[] {
  return [...new Set([emails.sender, emails.studio].map((address) => identityOf(address, domain)))];
}

/** Returns the identity by which SES verifies one of the studio's addresses. */
export function identityOf(address: string, domain: StudioConfig['domain']): string {
  const zone = domain?.hostedZone?.name;
  return zone && address.endsWith(`@${zone}`) ? zone : address;
}
