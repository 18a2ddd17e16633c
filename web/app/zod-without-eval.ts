/**
 * Disables zod's JIT compilation before zod loads. With its first object schema zod probes `new Function`, which the
 * Content-Security-Policy blocks and reports. Set as a global, so that pages without forms don't load zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
