import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type FunctionName, functions } from '../blueprint.ts';
import { grantRights, type Resources, rights } from './rights.ts';
import { blueprintFunction, type FunctionSupply } from './studio-function.ts';

type ApiFunction = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger']['kind'] extends 'api' ? Name : never;
}[FunctionName];
const audiences = (Object.keys(functions) as FunctionName[]).filter(
  (name): name is ApiFunction => functions[name].trigger.kind === 'api',
);

/** Requests a second, and at once, for the whole API and for its open part: a flood there leaves the clients their share. */
const throttle = { rateLimit: 50, burstLimit: 100 };
const openThrottle = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 };

/** Who asked for what and how it went; without the query, and the viewer's address only CloudFront knows. */
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

/** The HTTP API: one Lambda an audience, signed-in ones behind the user pool's tokens. */
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
      throttle,
      accessLogSettings: { destination: new apigateway.LogGroupLogDestination(destination), format: accessLogFormat },
    });
  }

  /** Opens the API to its audiences; whose tokens count is the pool's and the site's client's business. */
  addAudiences(clientId: string, supply: FunctionSupply, resources: Resources): void {
    const authorizer = new HttpJwtAuthorizer('Logins', resources.identity.issuer, {
      authorizerName: 'logins',
      jwtAudience: [clientId],
    });
    for (const name of audiences) {
      const { trigger } = functions[name];
      const handler = blueprintFunction(this, name, supply);
      grantRights(handler, rights[name], resources);
      // The edge secret must be there before it is read.
      handler.node.addDependency(resources.signingKey.maker);
      Validations.of(handler).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'Somebody waits for its answer and gets the error: nothing is left to be sent again.',
      });
      const route = new apigateway.HttpRoute(this, `${name}-route`, {
        httpApi: this.api,
        routeKey: apigateway.HttpRouteKey.with(trigger.path, apigateway.HttpMethod.ANY),
        integration: new HttpLambdaIntegration(`${name}-integration`, handler),
        ...(trigger.authorizer === 'jwt' && { authorizer }),
      });
      if (trigger.authorizer === 'none') this.#leaveOpen(route, trigger.path);
    }
  }

  #leaveOpen(route: apigateway.HttpRoute, path: string): void {
    const stage = this.#stage.node.defaultChild as apigateway.CfnStage;
    stage.routeSettings = { [`ANY ${path}`]: openThrottle };
    // A stage takes settings only for routes that exist.
    stage.node.addDependency(route);
    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'The public part: throttled, limited by viewer, and its Lambda can read nothing private.',
    });
  }
}
