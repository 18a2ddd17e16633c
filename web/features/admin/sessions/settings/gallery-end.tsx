import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { CalendarDate } from '#shared/contract/fields.ts';
import type { Session, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { TextField } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { customerSessionsQuery } from '../../customers/api.ts';
import { editSession, sessionQuery, sessionsQuery } from '../api.ts';

/** One line that says until when a session's client and guests see its gallery. */
export const GalleryEndState = ({ session }: { session: SessionDetails }) => <span>{sayEnd(session)}</span>;

function sayEnd(session: Pick<Session, 'ends_on'>): string {
  if (!session.ends_on) return 'Open without an end.';
  const day = calendarDate(session.ends_on);
  return hasEnded(session)
    ? `Ended on ${day}: the client and guests see none of its photos. Nothing is deleted.`
    : `Open until ${day}. Then its photos are hidden from the client and guests, and nothing is deleted.`;
}

/** The text of the button that changes the end. */
export const endAct = (session: Pick<Session, 'ends_on'>): string => (hasEnded(session) ? 'Open again' : 'Change end');

/** A last day as typed; '' for none. */
export const TypedEnd = z.literal('').or(CalendarDate);

/** Returns the last day that was typed; null for none. */
const endOf = (typed: z.infer<typeof TypedEnd>): string | null => (typed === '' ? null : typed);

const Typed = z.object({ ends_on: TypedEnd });

export const endLabel = 'Last day of the gallery (optional)';

/** Dialog that sets, moves or removes the last day of a gallery, or opens an ended gallery again. */
export function GalleryEndDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  const isOver = hasEnded(session);
  return (
    <Dialog title={isOver ? 'Open the gallery again' : 'End of the gallery'} onClose={onClose}>
      <EditForm<Session, typeof Typed>
        schema={Typed}
        row={session}
        // A day that is over is no new last day.
        valuesOf={(row) => ({ ends_on: hasEnded(row) ? '' : (row.ends_on ?? '') })}
        labels={{ ends_on: endLabel }}
        draft={`gallery end ${session.id}`}
        describe={(error) =>
          `${isOver ? 'The gallery was not opened again.' : 'The end was not saved.'} ${messageOf(error)}`
        }
        send={({ ends_on }, version) => editSession(session.id, { ends_on: endOf(ends_on), version })}
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          void queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            {isOver ? 'Open again' : 'Save end'}
          </DialogActions>
        )}
      >
        <TextField
          name="ends_on"
          label={isOver ? 'New last day (optional)' : endLabel}
          type="date"
          hint="Empty: it never ends."
        />
        <p className="text-sm text-mute">
          {isOver
            ? 'The client and guests see the photos again at once, with their favorites, notes and choices.'
            : 'After this day, which ends at midnight in the studio’s time zone, the client and guests see no photos; they are asked to write to the studio. Nothing is deleted, and you can open it again. A client who was told of the gallery is reminded by email 30 days, 7 days and 1 day before.'}
        </p>
      </EditForm>
    </Dialog>
  );
}
