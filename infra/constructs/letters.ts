import { Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { StudioConfig } from '../config.ts';

/** What SES tells of letters that it has sent, by the names that its events have. */
const told = { Bounce: ses.EmailSendingEvent.BOUNCE, Complaint: ses.EmailSendingEvent.COMPLAINT };

/**
 * The addresses that SES sends from and, until AWS lifts a new account's limits, to: proven by DNS where we may write it,
 * else by a letter that their owner confirms.
 */
export class Letters extends Construct {
  /** What a sender must have the right to: the way of sending, and in a new account the addresses of sender and reader. */
  readonly sendingArns: string[];
  /** How letters go out: each return is told, and after one AWS itself sends no more to that address. */
  readonly #way: ses.ConfigurationSet;

  constructor(scope: Construct, id: string, { domain, emails }: StudioConfig) {
    super(scope, id);
    this.#way = new ses.ConfigurationSet(this, 'Way', {
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.#way.addEventDestination('Returns', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: Object.values(told),
    });
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
    this.sendingArns = [...identities, this.#arn('configuration-set', this.#way.configurationSetName)];
  }

  /** What EventBridge knows returned letters of ours by. */
  returns(eventTypes: string[]): events.EventPattern {
    const unknown = eventTypes.find((type) => !(type in told));
    if (unknown) throw new Error(`SES is not asked to tell of ${unknown}.`);
    const tags = { 'ses:configuration-set': [this.#way.configurationSetName] };
    return { source: ['aws.ses'], detail: { eventType: eventTypes, mail: { tags } } };
  }

  #identity(name: string, identity: ses.Identity): string {
    const { emailIdentityName } = new ses.EmailIdentity(this, name, { identity, configurationSet: this.#way });
    return this.#arn('identity', emailIdentityName);
  }

  #arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
