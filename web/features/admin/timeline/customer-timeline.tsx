import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { customerQuery } from '../customers/api.ts';
import { Timeline } from './timeline.tsx';

/** The screen with a customer's timeline, over all their sessions. */
export function Component() {
  const { id = '' } = useParams();
  const { data: customer } = useQuery(customerQuery(id));
  return (
    <Timeline
      of={{ kind: 'customer', id }}
      back={{ to: `/admin/customer/${id}/edit`, label: customer?.name || 'Customer' }}
      client={customer?.name ?? ''}
    />
  );
}
