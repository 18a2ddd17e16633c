import type { FunctionName } from './functions.ts';

/** A token bucket of API Gateway: `burst` requests at once, refilled by `rate` requests a second. */
export interface Throttle {
  rate: number;
  burst: number;
}

export interface Throttles {
  /** The throttle of the whole API. */
  stage: Throttle;
  /** The throttles of routes, by the route's function. */
  routes: Partial<Record<FunctionName, Throttle>>;
}

/**
 * The throttles, as a wedding needs them: 200 guests get a link and open it within seconds. Each page sends one request
 * for its first view, and one more for each 60 photos or for a list of files. The routes that are open to anyone have a
 * lower sum than the stage, so that a flood of requests leaves capacity for signed-in people.
 */
export const throttles: Throttles = {
  stage: { rate: 120, burst: 1_000 },
  routes: {
    public: { rate: 20, burst: 100 },
    guest: { rate: 50, burst: 600 },
    preview: { rate: 20, burst: 200 },
  },
};

/** The number of functions that a new AWS account may run at once, for all requests and workers together. */
export const newAccountConcurrency = 10;
