import { Duration, Stack, Validations } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { behaviors, pagesBehavior } from '../blueprint/behaviors.ts';
import { type Domain, hostsOf, type StudioConfig } from '../config.ts';
import { type CachePolicyName, cachePolicies } from '../edge/cache-policies.ts';
import { edgeFunctionCode } from '../edge/functions.ts';
import { type HeaderSources, securityHeaders } from '../edge/headers.ts';
import type { SiteBuild } from '../edge/site-build.ts';
import { edgeRegion } from './edge-alarm.ts';
import { EdgeLog } from './edge-log.ts';
import { Firewall } from './firewall.ts';
import { type LogBucket, PrivateBucket } from './private-bucket.ts';

export interface EdgeProps {
  config: StudioConfig;
  build: SiteBuild;
  logs: LogBucket;
  /** The domain name of the API. */
  apiDomain: string;
  /** The value of the secret header, without which the API refuses a request. */
  edgeSecret: string;
  photos: s3.IBucket;
  keyGroup: cloudfront.IKeyGroup;
  connectSources: string[];
}

const managedCachePolicies = {
  CachingOptimized: cloudfront.CachePolicy.CACHING_OPTIMIZED,
  CachingDisabled: cloudfront.CachePolicy.CACHING_DISABLED,
} satisfies Partial<Record<CachePolicyName, cloudfront.ICachePolicy>>;

/** The distribution: one origin for the browser, with pages, API and photos. */
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

    const pages = this.#pages(props, this.#headers('Site', securityHeaders('site', sources)));

    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // Edge locations in North America and Europe, which also serve the rest of the world.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(config.webAcl && { webAclId: new Firewall(this, 'Firewall').webAclArn }),
      ...(config.domain && {
        domainNames: hostsOf(config.domain),
        certificate: this.#certificate(config.domain, zone),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultRootObject: 'index.html',
      defaultBehavior: pages,
      additionalBehaviors: this.#behaviors(props, sources, pages),
      // No error pages and no caching of errors: by default CloudFront caches a 404 for ten seconds.
      errorResponses: [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
    });
    this.siteOrigin = `https://${config.domain?.name ?? this.distribution.distributionDomainName}`;
    if (config.domain && zone)
      for (const host of hostsOf(config.domain)) this.#addressRecords(host, config.domain, zone);
    if (config.region === edgeRegion) new EdgeLog(this, 'Log', this.distribution, logs);
    this.#acknowledge(config);
  }

  #pages({ build, config }: EdgeProps, siteHeaders: cloudfront.IResponseHeadersPolicy): cloudfront.BehaviorOptions {
    const code = edgeFunctionCode('viewer-request', { build, host: config.domain?.name });
    const request = this.#function('viewer-request', code);
    const response = this.#function('viewer-response', edgeFunctionCode('viewer-response'));
    return {
      // The access includes s3:ListBucket, so that an old asset's URL returns 404 instead of 403.
      origin: origins.S3BucketOrigin.withOriginAccessControl(this.siteBucket, {
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: managedCachePolicies[pagesBehavior.cache],
      responseHeadersPolicy: siteHeaders,
      functionAssociations: [
        { function: request, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST },
        { function: response, eventType: cloudfront.FunctionEventType.VIEWER_RESPONSE },
      ],
    };
  }

  #behaviors(
    props: EdgeProps,
    sources: HeaderSources,
    pages: cloudfront.BehaviorOptions,
  ): Record<string, cloudfront.BehaviorOptions> {
    const api = this.#api(props);
    const photos = {
      origin: origins.S3BucketOrigin.withOriginAccessControl(props.photos),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
    };
    const headers = {
      site: pages.responseHeadersPolicy,
      assets: this.#headers('Assets', securityHeaders('assets', sources)),
      api: this.#headers('Api', securityHeaders('api', sources)),
      portfolio: this.#headers('Portfolio', securityHeaders('portfolio', sources)),
      media: this.#headers('Media', securityHeaders('media', sources)),
    };
    const oneHostFunction = this.#onOneHost(props.config);
    const policies: Record<CachePolicyName, cloudfront.ICachePolicy> = {
      ...managedCachePolicies,
      AsOriginSays: this.#cachePolicy('AsOriginSays'),
    };
    return Object.fromEntries(
      Object.entries(behaviors).map(([path, { origin, headers: kind, signed, cache }]) => {
        const common = { cachePolicy: policies[cache], responseHeadersPolicy: headers[kind] };
        if (origin === 'api') return [path, { ...api, ...common }];
        if (origin === 'site') {
          return [path, { ...pages, ...common, viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY }];
        }
        // A signature is valid for the site's host only, so signed paths need no function.
        if (!signed) return [path, { ...photos, ...common, ...oneHostFunction }];
        return [path, { ...photos, ...common, trustedKeyGroups: [props.keyGroup] }];
      }),
    );
  }

  #onOneHost({ domain }: StudioConfig): Pick<cloudfront.BehaviorOptions, 'functionAssociations'> {
    if (!domain) return {};
    const code = edgeFunctionCode('portfolio-request', { host: domain.name });
    const eventType = cloudfront.FunctionEventType.VIEWER_REQUEST;
    return { functionAssociations: [{ function: this.#function('portfolio-request', code), eventType }] };
  }

  #api({ apiDomain, edgeSecret, config }: EdgeProps): Omit<cloudfront.BehaviorOptions, 'cachePolicy'> {
    return {
      origin: new origins.HttpOrigin(apiDomain, {
        originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        customHeaders: { 'x-studio-edge': edgeSecret },
      }),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [
        {
          function: this.#function('api-request', edgeFunctionCode('api-request', { host: config.domain?.name })),
          eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
        },
      ],
    };
  }

  #cachePolicy(name: CachePolicyName): cloudfront.CachePolicy {
    const { minTtl, defaultTtl, maxTtl } = cachePolicies[name];
    return new cloudfront.CachePolicy(this, name, {
      minTtl: Duration.seconds(minTtl),
      defaultTtl: Duration.seconds(defaultTtl),
      maxTtl: Duration.seconds(maxTtl),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  #function(name: string, code: string): cloudfront.Function {
    return new cloudfront.Function(this, name, {
      comment: `infra/edge/${name}.js`,
      runtime: cloudfront.FunctionRuntime.JS_2_0,
      code: cloudfront.FunctionCode.fromInline(code),
    });
  }

  /**
   * Returns the policy of these headers. CloudFront requires some in dedicated fields; headers.ts has all the values.
   */
  #headers(id: string, headers: Record<string, string>): cloudfront.ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy = '',
      'strict-transport-security': transport = '',
      'referrer-policy': referrerPolicy = '',
      'x-content-type-options': _nosniff,
      ...otherHeaders
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
        customHeaders: Object.entries(otherHeaders).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  #hostedZone(domain: Domain | undefined): route53.IHostedZone | undefined {
    if (!domain?.hostedZone) return undefined;
    const { id: hostedZoneId, name: zoneName } = domain.hostedZone;
    return route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
  }

  #certificate(domain: Domain, zone: route53.IHostedZone | undefined): acm.ICertificate {
    if (domain.certificateArn) return acm.Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn);
    return new acm.Certificate(this, 'Certificate', {
      domainName: domain.name,
      subjectAlternativeNames: hostsOf(domain).slice(1),
      validation: acm.CertificateValidation.fromDns(zone),
    });
  }

  #addressRecords(recordName: string, domain: Domain, zone: route53.IHostedZone): void {
    const target = route53.RecordTarget.fromAlias(new targets.CloudFrontTarget(this.distribution));
    const prefix = recordName === domain.name ? '' : 'Other';
    new route53.ARecord(this, `${prefix}Address`, { zone, recordName, target });
    new route53.AaaaRecord(this, `${prefix}AddressV6`, { zone, recordName, target });
  }

  #acknowledge({ domain, webAcl }: StudioConfig): void {
    Validations.of(this.distribution).acknowledge(
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'Its log is delivered without the query, see edge-log.ts; the rule knows only the older way, which has no choice of fields.',
      },
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
