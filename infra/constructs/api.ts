import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { UserPoolName } from '#shared/site-config.ts';
import { type FunctionName, functions } from '../blueprint/functions.ts';
import { throttles } from '../blueprint/throttles.ts';
import { grantRights, type Resources } from './rights/grants.ts';
import { rights } from './rights/rights.ts';
import { blueprintFunction, type FunctionSupply } from './studio-function.ts';

type ApiFunction = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger']['kind'] extends 'api' ? Name : never;
}[FunctionName];
const audiences = (Object.keys(functions) as FunctionName[]).filter(
  (name): name is ApiFunction => functions[name].trigger.kind === 'api',
);

const reasonsToBeOpen: Partial<Record<ApiFunction, string>> = {
  public: 'The public part: throttled, limited by viewer, and its Lambda can read nothing private.',
  guest: 'For guests of a link: throttled, and each request proves an unguessable link or its cookie to the Lambda.',
  preview:
    'For apps that show previews of links: throttled, and its Lambda answers with covers that the studio shows to anyone.',
};

/**
 * The fields of the access log: route, outcome and times, without the query. Only CloudFront knows the viewer's IP
 * address.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    time: '$context.requestTime',
    request_id: '$context.requestId',
    method: '$context.httpMethod',
    route: '$context.routeKey',
    path: '$context.path',
    status: '$context.status',
    bytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    function_milliseconds: '$context.integrationLatency',
    error: '$context.error.message',
    function_error: '$context.integrationErrorMessage',
    authorizer_error: '$context.authorizer.error',
  }),
);

/** The HTTP API: one Lambda per audience; the routes of a signed-in audience accept the tokens of its user pool only. */
export class Api extends Construct {
  readonly api: apigateway.HttpApi;
  readonly domain: string;
  readonly #stage: apigateway.HttpStage;

  constructor(scope: Construct, id: string, logRetentionDays: number) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Http', { apiName: Stack.of(this).stackName, createDefaultStage: false });
    const { region, urlSuffix } = Stack.of(this);
    this.domain = `${this.api.apiId}.execute-api.${region}.${urlSuffix}`;
    const destination = new logs.LogGroup(this, 'AccessLog', {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: throttles.stage.rate, burstLimit: throttles.stage.burst },
      accessLogSettings: { destination: new apigateway.LogGroupLogDestination(destination), format: accessLogFormat },
    });
  }

  /**
   * Adds the routes of each audience.
   * @param clientIds the app client of each user pool, whose tokens the routes accept
   */
  addAudiences(clientIds: Record<UserPoolName, string>, supply: FunctionSupply, resources: Resources): void {
    const authorizerOf = (pool: UserPoolName) =>
      new HttpJwtAuthorizer(pool, resources.identity.issuerOf(pool), {
        authorizerName: pool,
        jwtAudience: [clientIds[pool]],
      });
    for (const name of audiences) {
      const { trigger } = functions[name];
      const handler = blueprintFunction(this, name, supply);
      grantRights(handler, rights[name], resources);
      Validations.of(handler).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'Somebody waits for its answer and gets the error: nothing is left to be sent again.',
      });
      const route = new apigateway.HttpRoute(this, `${name}-route`, {
        httpApi: this.api,
        routeKey: apigateway.HttpRouteKey.with(trigger.path, apigateway.HttpMethod.ANY),
        integration: new HttpLambdaIntegration(`${name}-integration`, handler),
        ...(trigger.authorizer !== 'none' && { authorizer: authorizerOf(trigger.authorizer) }),
      });
      if (trigger.authorizer === 'none') this.#leaveOpen(name, route, trigger.path);
    }
  }

  #leaveOpen(name: ApiFunction, route: apigateway.HttpRoute, path: string): void {
    const stage = this.#stage.node.defaultChild as apigateway.CfnStage;
    const throttle = throttles.routes[name];
    if (!throttle)
      throw new Error(`The route of '${name}' is open to anyone: give it a throttle in infra/blueprint/throttles.ts.`);
    const settings = { ThrottlingRateLimit: throttle.rate, ThrottlingBurstLimit: throttle.burst };
    stage.routeSettings = { ...stage.routeSettings, [`ANY ${path}`]: settings };
    // A stage accepts settings only for existing routes.
    stage.node.addDependency(route);
    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: reasonsToBeOpen[name] ?? '',
    });
  }
}
