import type { SessionState } from '#shared/contract/sessions/session-state.ts';

/** The words of a session's state on screens. */
export const sessionStateWords: Record<SessionState, string> = {
  to_upload: 'To upload',
  to_announce: 'To announce',
  choosing: 'Choosing',
  to_price: 'To price',
  to_accept: 'To accept',
  to_retouch: 'To retouch',
  to_deliver: 'To deliver',
  delivered: 'Delivered',
  ended: 'Ended',
};
