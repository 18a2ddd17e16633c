/**
 * Where zod looks for its settings. With the first object schema it tries whether code made from strings is allowed, which
 * the pages' policy forbids and reports; so it is told before, and without loading zod where no form is.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
