import { Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

/**
 * The reminder that emails the owner every three months that an export to a disk outside AWS is due. AWS can't detect
 * whether one was made.
 */
export class ExportReminder extends Construct {
  constructor(scope: Construct, id: string, topic: sns.ITopic) {
    super(scope, id);
    const rule = new events.Rule(this, 'Quarterly', {
      description: 'Reminds the owner of the export.',
      schedule: events.Schedule.cron({ minute: '0', hour: '15', day: '1', month: '1,4,7,10' }),
      targets: [
        new targets.SnsTopic(topic, {
          message: events.RuleTargetInput.fromText(
            "A copy of the studio outside of AWS is due, as at the beginning of each quarter: npm run studio:export -- <folder of the last one>, then npm run studio:restore-drill -- <the same folder>, then copy the folder to your second disk. docs/deploy.md, 'Backup and restore', says how.",
          ),
        }),
      ],
    });
    Validations.of(rule).acknowledge({
      id: 'Serverless-EventBusDLQ',
      reason: 'A reminder that AWS could not deliver for a day comes again with the next quarter.',
    });
  }
}
