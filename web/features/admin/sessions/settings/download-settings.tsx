import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { EditSession, type Session, type SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { numberOf } from '#shared/text/typed-digits.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { CheckboxField, TextField } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { editSession, sessionQuery } from '../api.ts';
import { sizeNames } from './size-names.ts';

/** One line that says what the client of a session may download. */
export const DownloadsState = ({ session }: { session: SessionDetails }) => <span>{summaryOf(session)}</span>;

function summaryOf({ download_sizes, download_allowance, downloads_used, marks_shown }: SessionDetails): string {
  if (download_sizes.length === 0) return 'Downloads: none.';
  const sizes = DownloadSize.options.filter((size) => download_sizes.includes(size));
  const sizesText =
    sizes.length === DownloadSize.options.length ? 'all sizes' : sizes.map((size) => sizeNames[size]).join('; ');
  const photosText =
    download_allowance === null
      ? 'all photos'
      : `${formatCounted(download_allowance, 'photo')}; ${formatCount(downloads_used ?? 0)} used`;
  const summary = `Downloads: ${sizesText}, of ${photosText}.`;
  if (!marks_shown) return summary;
  return download_sizes.includes('web')
    ? `${summary} Proofs have their watermark, and are in web size only.`
    : `${summary} No proofs, while they have a watermark: these are in web size only.`;
}

/** The form's values; the allowance is a text, '' for all photos. The contract checks its range. */
const Settings = z
  .object({ web: z.boolean(), print: z.boolean(), original: z.boolean(), download_allowance: z.string().trim() })
  .superRefine(({ download_allowance }, context) => {
    const { error } = EditSession.shape.download_allowance.safeParse(allowanceOf(download_allowance));
    const message = error?.issues[0]?.message;
    if (message) context.addIssue({ code: 'custom', path: ['download_allowance'], message });
  });

/** Returns NaN for a text that is not a number, which the contract refuses. */
export const allowanceOf = (text: string): number | null => (text === '' ? null : numberOf(text));

const fields = { ...sizeNames, download_allowance: 'How many photos (optional)' };

const valuesOf = ({ download_sizes, download_allowance }: Session) => ({
  web: download_sizes.includes('web'),
  print: download_sizes.includes('print'),
  original: download_sizes.includes('original'),
  download_allowance: download_allowance === null ? '' : String(download_allowance),
});

/** Dialog that changes what the client of a session may download. */
export function DownloadsDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  const isStaff = useIsStaff();
  return (
    <Dialog title="Downloads of this session" onClose={onClose}>
      <EditForm<Session, typeof Settings>
        schema={Settings}
        row={session}
        valuesOf={valuesOf}
        labels={fields}
        draft={`downloads ${session.id}`}
        describe={(error) => `The downloads were not saved. ${messageOf(error)}`}
        send={(values, version) =>
          editSession(session.id, {
            download_sizes: DownloadSize.options.filter((size) => values[size]),
            download_allowance: allowanceOf(values.download_allowance),
            version,
          })
        }
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save downloads
          </DialogActions>
        )}
      >
        <fieldset className="flex flex-col">
          <legend className="mb-1 text-sm font-semibold">Sizes that the client may download</legend>
          {DownloadSize.options.map((size) => (
            <CheckboxField key={size} name={size} label={sizeNames[size]} />
          ))}
        </fieldset>
        <TextField
          name="download_allowance"
          label={fields.download_allowance}
          inputMode="numeric"
          autoComplete="off"
          readOnly={isStaff}
          hint={isStaff ? sayAdminsOnly('change how many photos a client may download') : hintOf(session)}
        />
        <p className="text-sm text-mute">
          On the screen, photos are shown in up to 2048 px in any case. What can be downloaded of a single photo is set
          in the grid. When you allow less, download links that someone has kept stop working within{' '}
          {limits.downloadLinkMinutes} minutes.
        </p>
      </EditForm>
    </Dialog>
  );
}

const hintOf = ({ downloads_used }: SessionDetails): string => {
  const rule =
    'Empty: all photos. Each photo counts once, in whatever sizes it is downloaded, and so does each attached file.';
  return downloads_used ? `${rule} ${formatCount(downloads_used)} used so far.` : rule;
};
