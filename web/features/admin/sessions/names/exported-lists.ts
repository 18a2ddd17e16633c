import { queryOptions } from '@tanstack/react-query';
import type { SessionGuest } from '#shared/contract/links.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { sayStars, starCounts } from '../stars.ts';
import { readExportedNames } from './api.ts';

/** A list of a session's photos that can be exported. */
export interface ExportedList {
  /** 'favorites', 'noted', `stars_{least}`, `chosen {selection}` or `picks {link} {guest}`. */
  id: string;
  label: string;
  /** The last words of the exported files' names. */
  file: string;
}

/**
 * Returns the lists of a session: each selection, the client's favorites, all photos with a note, those with the studio's stars,
 * each guest's picks.
 */
export function listsOf(
  { customer_name }: SessionDetails,
  selections: StudioSelection[],
  guests: SessionGuest[],
): ExportedList[] {
  const client = customer_name || 'the client';
  return [
    ...selections.map(({ id, name }) => ({
      id: `chosen ${id}`,
      label: `Chosen in ${isolated(name)} by ${isolated(client)}`,
      file: name,
    })),
    { id: 'favorites', label: `Favorites of ${isolated(client)}`, file: 'favorites' },
    { id: 'noted', label: 'All photos with a note', file: 'notes' },
    ...starCounts.toReversed().map((least) => ({
      id: `stars_${least}`,
      label: `Photos with ${sayStars(least)}${least < 5 ? ' or more' : ''}`,
      file: `${least}-stars`,
    })),
    ...guests.map(({ link_id, id, name }) => ({
      id: `picks ${link_id} ${id}`,
      label: `Picked by ${isolated(name)}`,
      file: `picks-${name}`,
    })),
  ];
}

/** The photos of a list, as of now. */
export const exportQuery = (session: SessionDetails, list: string) =>
  queryOptions({
    queryKey: ['export', session.id, list],
    queryFn: () => readExportedNames(session.id, list),
    staleTime: 0,
    gcTime: 0,
  });
