import { describe, expect, test } from 'vitest';
import { synthesize, textOf } from '../synthesized.ts';

const { stack, resources, ofType, only } = synthesize();

describe('the API', () => {
  test('client routes require a token of the clients’ pool, admin routes one of the studio’s', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
      const { AuthorizationType, AuthorizerId } = Properties;
      if (AuthorizationType === 'NONE') return [Properties.RouteKey, 'NONE'];
      const { AuthorizerType, JwtConfiguration } = resources[AuthorizerId.Ref]!.Properties;
      const audience = JwtConfiguration.Audience.map((one: unknown) => textOf(stack, one));
      return [Properties.RouteKey, [AuthorizerType, textOf(stack, JwtConfiguration.Issuer), ...audience]];
    });
    const issuer = 'https://cognito-idp.us-east-1.{AWS::URLSuffix}';
    expect(Object.fromEntries(routes)).toEqual({
      'ANY /api/public/{proxy+}': 'NONE',
      'ANY /api/guest/{proxy+}': 'NONE',
      'ANY /shared/{proxy+}': 'NONE',
      'ANY /api/client/{proxy+}': ['JWT', `${issuer}/Identity/Pool`, 'Identity/Pool/Site'],
      'ANY /api/admin/{proxy+}': ['JWT', `${issuer}/Identity/Studio`, 'Identity/Studio/Site'],
    });
  });

  test('is throttled, public routes more than the others, and logs no query strings', () => {
    const { DefaultRouteSettings, RouteSettings, AccessLogSettings } = only('AWS::ApiGatewayV2::Stage').Properties;
    expect(DefaultRouteSettings).toEqual({ ThrottlingBurstLimit: 1_000, ThrottlingRateLimit: 120 });
    expect(RouteSettings).toEqual({
      'ANY /api/guest/{proxy+}': { ThrottlingBurstLimit: 600, ThrottlingRateLimit: 50 },
      'ANY /shared/{proxy+}': { ThrottlingBurstLimit: 200, ThrottlingRateLimit: 20 },
      'ANY /api/public/{proxy+}': { ThrottlingBurstLimit: 100, ThrottlingRateLimit: 20 },
    });
    const open = Object.values(
      RouteSettings as Record<string, { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }>,
    );
    const sum = (name: 'ThrottlingRateLimit' | 'ThrottlingBurstLimit') =>
      open.reduce((total, settings) => total + settings[name], 0);
    expect(sum('ThrottlingRateLimit')).toBeLessThan(DefaultRouteSettings.ThrottlingRateLimit);
    expect(sum('ThrottlingBurstLimit')).toBeLessThan(DefaultRouteSettings.ThrottlingBurstLimit);
    expect(AccessLogSettings.Format).not.toMatch(/query|authorization|cookie/i);
  });
});
