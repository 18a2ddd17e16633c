import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { behaviors } from '../blueprint.ts';
import type { StudioConfig } from '../config.ts';
import { edgeFunctionCode } from '../edge/functions.ts';
import { type HeaderSources, securityHeaders } from '../edge/headers.ts';
import type { SiteBuild } from '../edge/site-build.ts';
import { Firewall } from './firewall.ts';
import { type LogBucket, PrivateBucket } from './private-bucket.ts';

export interface EdgeProps {
  config: StudioConfig;
  build: SiteBuild;
  logs: LogBucket;
  /** Host of the API. */
  apiDomain: string;
  /** What the API asks for, so that nobody gets to it but through here. */
  edgeSecret: string;
  photos: s3.IBucket;
  keyGroup: cloudfront.IKeyGroup;
  connectSources: string[];
}

/** One distribution, one origin for the browser: pages, API and photographs. */
export class Edge extends Construct {
  /** `https://…` of the site. */
  readonly siteOrigin: string;
  readonly siteBucket: s3.Bucket;
  readonly distribution: cloudfront.Distribution;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { config, build, logs, connectSources } = props;
    this.siteBucket = new PrivateBucket(this, 'Site', { logs });
    const sources = { connectSources, scriptHashes: build.scriptHashes, styleHashes: build.styleHashes };
    const zone = this.#hostedZone(config.domain);

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // North America and Europe; people elsewhere are served from there.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      logBucket: logs,
      logFilePrefix: 'edge/',
      ...(config.webAcl && { webAclId: new Firewall(this, 'Firewall').webAclArn }),
      ...(config.domain && {
        domainNames: [config.domain.name],
        certificate: this.#certificate(config.domain, zone),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultRootObject: 'index.html',
      defaultBehavior: this.#pages(build, sources),
      additionalBehaviors: this.#behaviors(props, sources),
      // No error pages, only: never keep an error. By default CloudFront would answer 'not found' for ten seconds more.
      errorResponses: [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });
    this.siteOrigin = `https://${config.domain?.name ?? this.distribution.distributionDomainName}`;
    if (config.domain && zone) this.#addressRecords(config.domain.name, zone);
    this.#acknowledge(config);
  }

  #pages(build: SiteBuild, sources: HeaderSources): cloudfront.BehaviorOptions {
    const request = this.#function('viewer-request', edgeFunctionCode('viewer-request', build));
    const response = this.#function('viewer-response', edgeFunctionCode('viewer-response'));
    return {
      // May list, so that an old address of an asset answers 404 rather than 403.
      origin: origins.S3BucketOrigin.withOriginAccessControl(this.siteBucket, {
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#headers('Site', securityHeaders('site', sources)),
      functionAssociations: [
        { function: request, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST },
        { function: response, eventType: cloudfront.FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }

  #behaviors(props: EdgeProps, sources: HeaderSources): Record<string, cloudfront.BehaviorOptions> {
    const api = this.#api(props, sources);
    const photos = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(props.photos),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#headers('Media', securityHeaders('media', sources)),
    } satisfies cloudfront.BehaviorOptions;
    return Object.fromEntries(
      Object.entries(behaviors).map(([path, { origin, signed }]) => {
        if (origin === 'api') return [path, api];
        return [path, signed ? { ...photos, trustedKeyGroups: [props.keyGroup] } : photos];
      }),
    );
  }

  #api({ apiDomain, edgeSecret }: EdgeProps, sources: HeaderSources): cloudfront.BehaviorOptions {
    return {
      origin: new origins.HttpOrigin(apiDomain, {
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        customHeaders: { 'x-studio-edge': edgeSecret },
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.#headers('Api', securityHeaders('api', sources)),
      functionAssociations: [
        {
          function: this.#function('api-request', edgeFunctionCode('api-request')),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
  }

  #function(name: string, code: string): cloudfront.Function {
    return new cloudfront.Function(this, name, {
      comment: `infra/edge/${name}.js`,
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(code),
    });
  }

  /** CloudFront wants some headers in fields of their own; the text of all of them is headers.ts's. */
  #headers(id: string, headers: Record<string, string>): cloudfront.ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy = '',
      'strict-transport-security': transport = '',
      'referrer-policy': referrerPolicy = '',
      'x-content-type-options': _nosniff,
      ...others
    } = headers;
    return new cloudfront.ResponseHeadersPolicy(this, `${id}Headers`, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: referrerPolicy as cloudfront.HeadersReferrerPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(Number(/max-age=(\d+)/.exec(transport)?.[1])),
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  #hostedZone(domain: StudioConfig['domain']): route53.IHostedZone | undefined {
    if (!domain?.hostedZone) return undefined;
    const { id: hostedZoneId, name: zoneName } = domain.hostedZone;
    return route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
  }

  #certificate(domain: NonNullable<StudioConfig['domain']>, zone: route53.IHostedZone | undefined): acm.ICertificate {
    if (domain.certificateArn) return acm.Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn);
    return new acm.Certificate(this, 'Certificate', {
      domainName: domain.name,
      validation: acm.CertificateValidation.fromDns(zone),
    });
  }

  #addressRecords(recordName: string, zone: route53.IHostedZone): void {
    const target = route53.RecordTarget.fromAlias(new targets.CloudFrontTarget(this.distribution));
    new route53.ARecord(this, 'Address', { zone, recordName, target });
    new route53.AaaaRecord(this, 'AddressV6', { zone, recordName, target });
  }

  #acknowledge({ domain, webAcl }: StudioConfig): void {
    Validations.of(this.distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'A client may be anywhere when they look at their photographs.' },
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason:
          'No address reaches the bucket itself: viewer-request names a file for each, and queries are not passed on.',
      },
    );
    if (!webAcl) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR2',
        reason:
          'A WAF costs as much a month as all the rest, so it is an option (webAcl). What it would limit is limited: throttles on the API, limits per viewer in it, static pages beside it.',
      });
    }
    if (!domain) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          "CloudFront's own address comes with CloudFront's own certificate; a domain of the studio's gets TLS 1.2 at least.",
      });
    }
  }
}
