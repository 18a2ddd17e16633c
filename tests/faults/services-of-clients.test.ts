import { vi } from 'vitest';
import { testFailingServices } from '../support/faults/failing-services.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

testFailingServices((route) => route.includes(' /api/client/'));
