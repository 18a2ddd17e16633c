import { Stack } from 'aws-cdk-lib';
import * as waf from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/**
 * Most requests from one address within five minutes; only those that functions answer count, not a gallery's images.
 * The Wi-Fi of a wedding is one address: 200 guests with 30 requests each.
 */
const apiRequests = 6_000;
const functionPaths = ['/api/', '/shared/'];

/**
 * The distribution's AWS WAF: a rate limit for the API and links' previews, and AWS's managed rules against known attackers and attacks.
 */
export class Firewall extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const managed = ['AWSManagedRulesAmazonIpReputationList', 'AWSManagedRulesKnownBadInputsRuleSet'];
    const acl = new waf.CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: this.#visible('Firewall'),
      rules: [
        {
          name: 'ApiFlood',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: {
              limit: apiRequests,
              aggregateKeyType: 'IP',
              scopeDownStatement: {
                orStatement: {
                  statements: functionPaths.map((searchString) => ({
                    byteMatchStatement: {
                      fieldToMatch: { uriPath: {} },
                      positionalConstraint: 'STARTS_WITH',
                      searchString,
                      textTransformations: [{ priority: 0, type: 'NONE' }],
                    },
                  })),
                },
              },
            },
          },
          visibilityConfig: this.#visible('ApiFlood'),
        },
        ...managed.map((name, index) => ({
          name,
          priority: index + 1,
          overrideAction: { none: {} },
          statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
          visibilityConfig: this.#visible(name),
        })),
      ],
    });
    this.webAclArn = acl.attrArn;
  }

  #visible(name: string): waf.CfnWebACL.VisibilityConfigProperty {
    return {
      cloudWatchMetricsEnabled: true,
      metricName: `${Stack.of(this).stackName}${name}`,
      sampledRequestsEnabled: true,
    };
  }
}
