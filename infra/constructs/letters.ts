import { Stack } from 'aws-cdk-lib';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { StudioConfig } from '../config.ts';

/** The address that letters come from: proven by DNS where we may write it, else by a letter that its owner confirms. */
export class Letters extends Construct {
  readonly senderArn: string;

  constructor(scope: Construct, id: string, { domain, emails }: StudioConfig) {
    super(scope, id);
    const zone = domain?.hostedZone;
    const identity = new ses.EmailIdentity(this, 'Sender', {
      identity:
        zone && emails.sender.endsWith(`@${zone.name}`)
          ? ses.Identity.publicHostedZone(
              route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
                hostedZoneId: zone.id,
                zoneName: zone.name,
              }),
            )
          : ses.Identity.email(emails.sender),
    });
    this.senderArn = Stack.of(this).formatArn({
      service: 'ses',
      resource: 'identity',
      resourceName: identity.emailIdentityName,
    });
  }
}
