import * as z from 'zod';

/**
 * Where a session stands on its way from the upload to the delivery, in this order; computed from stored data
 * (`stateOfSession` in shared/sessions/session-state.ts), never stored. `to_upload`: no ready photo. `to_announce`:
 * photos that were never announced. `choosing`: the client has a selection to submit. `to_price`: the client waits for a
 * price, or for an answer to a change request. `to_accept`: the client has a price to accept. `to_retouch`: accepted,
 * and not all chosen photos are finished. `to_deliver`: finished photos that the client was not told of. `delivered`:
 * nothing of these. `ended`: the gallery's last day is over, and the studio has nothing to price or to retouch for it.
 */
export const SessionState = z.enum([
  ...['to_upload', 'to_announce', 'choosing', 'to_price', 'to_accept', 'to_retouch', 'to_deliver', 'delivered'],
  'ended',
] as const);
export type SessionState = z.infer<typeof SessionState>;
