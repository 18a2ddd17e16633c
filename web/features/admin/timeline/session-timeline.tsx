import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { sessionQuery } from '../sessions/api.ts';
import { Timeline } from './timeline.tsx';

/** The screen with a session's timeline. */
export function Component() {
  const { id = '' } = useParams();
  const { data: session } = useQuery(sessionQuery(id));
  return (
    <Timeline
      of={{ kind: 'session', id }}
      back={{ to: `/admin/session/${id}`, label: session?.session_name || 'Session' }}
      client={session?.customer_name ?? ''}
    />
  );
}
