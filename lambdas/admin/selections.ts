import { Hono } from 'hono';
import { StudioPage } from '#shared/contract/photos/photos.ts';
import {
  EditSelection,
  OpenSelection,
  RoundDetails,
  StudioSelection,
  StudioSelectionDetails,
  StudioSelections,
} from '#shared/contract/selections.ts';
import { DeleteSession } from '#shared/contract/sessions/sessions.ts';
import { getStudioSelection, listChosenPhotos, listStudioSelections } from '../domain/selections/reading.ts';
import { getRound } from '../domain/selections/round-details.ts';
import { deleteSelection, editSelection, openSelection, restoreSelection } from '../domain/selections/selections.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, numberOf, query } from '../http/studio-api.ts';

export const selections = new Hono<AdminEnv>()
  .get('/api/admin/sessions/:session/selections', async (c) =>
    answer(c, StudioSelections, await listStudioSelections(c.get('actor'), idOf(c, 'session'))),
  )
  .post('/api/admin/sessions/:session/selections', body(OpenSelection), async (c) =>
    answer(c, StudioSelection, await openSelection(c.get('actor'), idOf(c, 'session'), c.req.valid('json')), 201),
  )
  .get('/api/admin/sessions/:session/selections/:selection', async (c) =>
    answer(
      c,
      StudioSelectionDetails,
      await getStudioSelection(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection')),
    ),
  )
  .patch('/api/admin/sessions/:session/selections/:selection', body(EditSelection), async (c) =>
    answer(
      c,
      StudioSelectionDetails,
      await editSelection(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), c.req.valid('json')),
    ),
  )
  .delete('/api/admin/sessions/:session/selections/:selection', query(DeleteSession), async (c) => {
    const { version } = c.req.valid('query');
    await deleteSelection(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), version);
    return c.body(null, 204);
  })
  .post('/api/admin/sessions/:session/selections/:selection/restore', async (c) =>
    answer(c, StudioSelection, await restoreSelection(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'))),
  )
  .get('/api/admin/sessions/:session/selections/:selection/photos', async (c) =>
    answer(c, StudioPage, await listChosenPhotos(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'))),
  )
  .get('/api/admin/sessions/:session/selections/:selection/rounds/:round', async (c) =>
    answer(
      c,
      RoundDetails,
      await getRound(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), numberOf(c, 'round')),
    ),
  );
