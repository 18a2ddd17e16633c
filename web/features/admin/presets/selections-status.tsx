import type { ComponentProps } from 'react';
import { QueryStatus } from '../../../ui/status/query-status.tsx';

/** The loading and error states of a session's selections in a dialog. */
export const SelectionsStatus = ({ query }: Pick<ComponentProps<typeof QueryStatus>, 'query'>) => (
  <QueryStatus
    query={query}
    loading="Loading selections..."
    lines={3}
    failed="The selections of this session could not be loaded."
  />
);
