import { expect, test, vi } from 'vitest';
import { functions } from '../../infra/blueprint/functions.ts';
import { requestTimeout } from '../../lambdas/platform/aws.ts';
import { allFaults, injector, sceneOf, testFailingServices } from '../support/faults/failing-services.ts';
import type { Plan } from '../support/faults/injector.ts';
import { sized } from '../support/faults/long.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

testFailingServices((route) => !/ \/api\/(admin|client)\//.test(route));

test('a signing key that is read again is retried, then 503, then read', async () => {
  const { send } = await sceneOf('POST /api/client/media-access');
  const meeting = (times: number, fault: typeof allFaults.throttled) =>
    injector.under(
      ({ service, attempt }) => (service === 'secretsmanager' && attempt <= times ? fault[service] : undefined),
      send,
    );
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const fault of Object.values(allFaults)) {
      // The cache of the signing key lasts an hour.
      vi.setSystemTime(Date.now() + 61 * 60_000);
      expect((await meeting(4, fault)).result.outcome).toBe('503 BUSY');
      const { result, calls } = await meeting(1, fault);
      expect(result.status).toBe(200);
      expect(calls.map(({ service }) => service)).toContain('secretsmanager');
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a table that never responds ends in 503 within the timeout of each API function', async () => {
  const waits = [
    { route: 'POST /api/client/quotes', command: 'TransactWriteItemsCommand' },
    { route: 'PATCH /api/client/sessions/:session/photos/:photo', command: 'GetItemCommand' },
  ];
  const hang = { delay: 20_000 };
  const { public: visitors, guest, client, admin } = functions;
  const patience = 1_000 * Math.min(...[visitors, guest, client, admin].map(({ timeout }) => timeout));
  for (const { route, command } of waits.slice(0, sized(1, 2))) {
    const { send } = await sceneOf(route);
    let attempts = 0;
    const plan: Plan = (attempt) => {
      if (attempt.command !== command) return undefined;
      attempts += 1;
      return hang;
    };
    // Without a time limit of its own, the request would end well, with the hang.
    expect((await injector.under(plan, send)).result.outcome).toBe('503 BUSY');
    expect(attempts, command).toBeGreaterThan(1);
    expect(attempts * requestTimeout, command).toBeLessThan(patience);
  }
});
