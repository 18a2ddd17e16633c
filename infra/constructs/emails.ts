import { Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { emailIdentities, type StudioConfig } from '../config.ts';

/** The SES event types that are recorded, by their names in events. */
const recordedEvents = {
  Delivery: ses.EmailSendingEvent.DELIVERY,
  Bounce: ses.EmailSendingEvent.BOUNCE,
  Complaint: ses.EmailSendingEvent.COMPLAINT,
};

/**
 * The identities from which SES sends emails and, while the account is in the sandbox, to which it sends them. DNS
 * records verify them where the stack can write these, otherwise a confirmation email does.
 */
export class Emails extends Construct {
  /**
   * The ARNs that a sender needs permission for: those of the configuration set and, in the sandbox, of the identities
   * of sender and recipient.
   */
  readonly sendingArns: string[];
  /**
   * The configuration set, which publishes deliveries, bounces and complaints, and suppresses further emails to
   * addresses that bounced or complained.
   */
  readonly #configurationSet: ses.ConfigurationSet;

  constructor(scope: Construct, id: string, config: StudioConfig) {
    super(scope, id);
    this.#configurationSet = new ses.ConfigurationSet(this, 'Way', {
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.#configurationSet.addEventDestination('Returns', {
      destination: ses.EventDestination.eventBus(events.EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: Object.values(recordedEvents),
    });
    const zone = config.domain?.hostedZone;
    const identities = emailIdentities(config).map((name) => {
      if (name !== zone?.name) return this.#identity(name, ses.Identity.email(name));
      const attributes = { hostedZoneId: zone.id, zoneName: zone.name };
      const hostedZone = route53.PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', attributes);
      return this.#identity(name, ses.Identity.publicHostedZone(hostedZone));
    });
    this.sendingArns = [...identities, this.#arn('configuration-set', this.#configurationSet.configurationSetName)];
  }

  /**
   * Returns the EventBridge pattern of SES's events of these types (`Delivery`, `Bounce`, `Complaint`) about this
   * studio's emails.
   */
  eventPattern(eventTypes: string[]): events.EventPattern {
    const unpublishedType = eventTypes.find((type) => !(type in recordedEvents));
    if (unpublishedType) throw new Error(`The configuration set does not publish ${unpublishedType}.`);
    const tags = { 'ses:configuration-set': [this.#configurationSet.configurationSetName] };
    return { source: ['aws.ses'], detail: { eventType: eventTypes, mail: { tags } } };
  }

  #identity(name: string, identity: ses.Identity): string {
    const { emailIdentityName } = new ses.EmailIdentity(this, name, {
      identity,
      configurationSet: this.#configurationSet,
    });
    return this.#arn('identity', emailIdentityName);
  }

  #arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
