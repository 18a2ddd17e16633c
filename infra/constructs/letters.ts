import { Stack } from 'aws-cdk-lib';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { StudioConfig } from '../config.ts';

/**
 * The addresses that SES sends from and, until AWS lifts a new account's limits, to: proven by DNS where we may write it,
 * else by a letter that their owner confirms.
 */
export class Letters extends Construct {
  /** In a new account SES asks for the right to both, sender and reader. */
  readonly identityArns: string[];

  constructor(scope: Construct, id: string, { domain, emails }: StudioConfig) {
    super(scope, id);
    const zone = domain?.hostedZone;
    const addresses = [...new Set([emails.sender, emails.studio])];
    const others = addresses.filter((address) => !(zone && address.endsWith(`@${zone.name}`)));
    const identities = others.map((address) => this.#identity(address, ses.Identity.email(address)));
    if (zone && others.length < addresses.length) {
      const hostedZone = route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: zone.id,
        zoneName: zone.name,
      });
      identities.push(this.#identity(zone.name, ses.Identity.publicHostedZone(hostedZone)));
    }
    this.identityArns = identities;
  }

  #identity(name: string, identity: ses.Identity): string {
    const { emailIdentityName } = new ses.EmailIdentity(this, name, { identity });
    return Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: emailIdentityName });
  }
}
