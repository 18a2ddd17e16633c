import { expect, test } from 'vitest';
import { functions } from '../../../infra/blueprint/functions.ts';
import { type Resource, synthesize, textOf } from '../synthesized.ts';

const { stack, ofType, named, only } = synthesize();

test('an SES event that can’t be recorded goes to the dead-letter queue', () => {
  const [, { Properties }] = ofType('AWS::Lambda::Function').find(
    ([, one]) => one.Properties.Description === functions['record-bounce'].entry,
  )!;
  expect(textOf(stack, Properties.DeadLetterConfig.TargetArn)).toBe('Queues/bouncesDeadLetters');
  for (const rule of ['Workers/record-bounce-news', 'Workers/record-bounce-returns']) {
    const [target] = named('AWS::Events::Rule')[rule]!.Properties.Targets;
    expect(textOf(stack, target.DeadLetterConfig.Arn)).toBe('Queues/bouncesDeadLetters');
  }
});

test('bounces and complaints are reported, and suppress further emails to that address', () => {
  const { Properties } = only('AWS::SES::ConfigurationSet');
  expect(Properties.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE', 'COMPLAINT'] });
  const { EventDestination } = only('AWS::SES::ConfigurationSetEventDestination').Properties;
  expect(EventDestination.MatchingEventTypes).toEqual(['delivery', 'bounce', 'complaint']);
  expect(textOf(stack, EventDestination.EventBridgeDestination.EventBusArn)).toMatch(/:event-bus\/default$/);
  const wayOf = ([, { Properties: identity }]: [string, Resource]) =>
    textOf(stack, identity.ConfigurationSetAttributes.ConfigurationSetName);
  expect(ofType('AWS::SES::EmailIdentity').map(wayOf)).toEqual(['Emails/Way', 'Emails/Way']);
  // Only emails with this configuration set: other emails of the account are ignored.
  for (const rule of ['Workers/record-bounce-news', 'Workers/record-bounce-returns']) {
    const { EventPattern } = named('AWS::Events::Rule')[rule]!.Properties;
    const [name] = EventPattern.detail.mail.tags['ses:configuration-set'];
    expect(textOf(stack, name)).toBe('Emails/Way');
  }
});
