import { type FormEvent, type ReactNode, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { accessToken } from '../../../lib/auth/auth.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { everyPhoto } from '../sessions/grid/api.ts';
import { isAttachment } from './files/acceptable.ts';
import { AttachableFiles } from './files/attachable.tsx';
import { ChosenFiles } from './files/chosen-files.tsx';
import { DropArea } from './files/drop-area.tsx';
import { type FileChoice, useFileChoice } from './files/file-choice.ts';
import { splitByOthers } from './files/kept-files.ts';
import { BesideFiles, LeftOutFiles } from './files/left-out.tsx';
import { NamesakesDialog, replacedBy } from './finished/namesakes-dialog.tsx';
import { namesakesOf } from './finished/version-plan.ts';
import { InterruptedUpload } from './interrupted-upload.tsx';
import type { LastUpload } from './last-upload.ts';
import { UploadPanel } from './upload-panel.tsx';
import { uploads, useUploads } from './uploads.ts';

/** The settings of new photos, which are chosen before an upload. */
type Settings = Pick<LastUpload, 'is_approved' | 'downloadable'>;

interface Props {
  customer: string;
  /** Id of the selected session, if it is selected from a list. */
  session?: string;
  /** The fields that select the target session. */
  children: ReactNode;
  /** Returns the message for missing input, given the number of files; null if complete. */
  missing: (files: number) => string | null;
  /** Whether the selected session is still loading; uploading waits for it. */
  finding?: boolean;
  /** Returns the target session's id; may create the session. */
  findSession: () => Promise<string>;
}

/** The content of both upload screens: file selection, settings of new photos, and the upload run. */
export function Uploader({ children, missing, finding = false, customer, session, findSession }: Props) {
  const choice = useFileChoice({ attachments: true });
  const run = useUploads();
  const sending = useSending(choice, { customer, findSession });

  const upload = async (event: FormEvent) => {
    event.preventDefault();
    const { unsent } = choice;
    if (run.running && choice.chosen.files.length > 0 && unsent.length === 0) return;
    const message = missing(unsent.length);
    if (message) return choice.setError(message);
    await sending.begin(choice.fitting);
  };

  return (
    <div className="mt-8 grid max-w-5xl gap-10 lg:grid-cols-2">
      {/* The padding keeps a focused element that is scrolled into view above the foot. */}
      <form onSubmit={upload} noValidate className="flex flex-col gap-6 **:scroll-mb-24">
        {children}
        {session && (
          <InterruptedUpload
            session={session}
            onFiles={(missingFiles, lastUpload) => void sending.resume(missingFiles, lastUpload)}
          />
        )}
        <DropArea attachments {...choice.dropArea} />
        {choice.leftOut.length > 0 && <LeftOutFiles files={choice.leftOut} />}
        {choice.attachable.length > 0 && (
          <AttachableFiles files={choice.attachable} onAttach={choice.attach} onLeaveOut={choice.leaveOutAttachable} />
        )}
        {choice.beside.length > 0 && <BesideFiles paths={choice.beside} />}
        <Selected choice={choice} run={run} />
        <NewPhotoSettings settings={choice.chosen} onChange={(change) => choice.choose(() => change)} />
        {choice.error && <Notice tone="error">{choice.error}</Notice>}
        {sending.question && (
          <NamesakesDialog
            namesakes={sending.question.namesakes}
            onReplace={sending.replace}
            onKeepBoth={sending.keepBoth}
            onSkip={sending.skip}
            onClose={sending.close}
          />
        )}
        <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-white px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:mx-0 lg:px-0">
          <Button type="submit" busy={sending.isStarting || finding}>
            {run.running ? `Uploading... ${run.percent}%` : 'Upload'}
          </Button>
        </div>
      </form>
      <div className="flex flex-col gap-6">
        <UploadPanel />
        {run.session && !run.running && (
          <div>
            <ButtonLink look="secondary" to={`/admin/session/${run.session}`}>
              View Session
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

/** Returns the functions that upload the chosen files, and the question to ask first if names are in the session already. */
function useSending(
  choice: FileChoice,
  { customer, findSession }: { customer: string; findSession: () => Promise<string> },
) {
  const { choose, unsent, fitting, setError } = choice;
  const { is_approved, downloadable } = choice.chosen;
  const [isStarting, setStarting] = useState(false);
  const [question, setQuestion] = useState<{ session: string; namesakes: ReadonlyMap<File, StudioPhoto[]> }>();

  const start = (
    session: string,
    files: File[],
    replaced?: ReadonlyMap<File, string>,
    settings: Settings = { is_approved, downloadable },
  ) => {
    setQuestion(undefined);
    const target = { customer, session, ...settings };
    const photos = files.filter((file) => !isAttachment(file));
    const attached = files.filter(isAttachment);
    if (photos.length > 0) uploads.add(target, photos, replaced);
    if (attached.length > 0) uploads.add({ ...target, attach: true }, attached);
    choice.markSent(
      files,
      fitting.filter((file) => !files.includes(file)),
    );
  };

  /** Uploads files; asks first if their names are in the session already. */
  const begin = async (files: File[], settings?: Settings) => {
    setError(undefined);
    setStarting(true);
    try {
      if (!(await accessToken())) throw new Error('Auth session missing.');
      const session = await findSession();
      const namesakes = namesakesOf(
        files.filter((file) => !isAttachment(file)),
        await everyPhoto(session, 'all'),
      );
      if (namesakes.size > 0) setQuestion({ session, namesakes });
      else start(session, files, undefined, settings);
    } catch (cause) {
      setError(cause instanceof ApiError && cause.code === 'SIGNED_OUT' ? 'Auth session missing.' : messageOf(cause));
    } finally {
      setStarting(false);
    }
  };

  /** Continues an interrupted upload with its settings: hidden photos stay hidden, and photos without download stay so. */
  const resume = async (missingFiles: File[], lastUpload: LastUpload) => {
    const settings = {
      is_approved: lastUpload.is_approved && (unsent.length === 0 || is_approved),
      downloadable: lastUpload.downloadable && (unsent.length === 0 || downloadable),
    };
    const addedFiles = splitByOthers(missingFiles, unsent).remaining;
    choose((previous) => ({ files: [...previous.files, ...addedFiles], ...settings }));
    await begin([...unsent, ...addedFiles].slice(0, limits.filesPerBatch), settings);
  };

  return {
    isStarting,
    question,
    begin,
    resume,
    replace: () => question && start(question.session, fitting, replacedBy(question.namesakes)),
    keepBoth: () => question && start(question.session, fitting),
    skip: () =>
      question &&
      start(
        question.session,
        fitting.filter((file) => !question.namesakes.has(file)),
      ),
    close: () => setQuestion(undefined),
  };
}

/** The chosen files, with their number. */
function Selected({
  choice: { chosen, unsent, fitting, clear, remove },
  run,
}: {
  choice: FileChoice;
  run: ReturnType<typeof useUploads>;
}) {
  const { files } = chosen;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm tabular-nums">
          {files.length > 0
            ? `${files.length} ${files.length === 1 ? 'file' : 'files'} selected`
            : run.running
              ? `${formatCount(run.total)} ${run.total === 1 ? 'file is' : 'files are'} being uploaded. You can select more.`
              : 'No files selected'}
          {unsent.length > fitting.length &&
            `. One upload takes at most ${formatCount(limits.filesPerBatch)}: the others stay selected for the next.`}
        </p>
        {unsent.length > 0 && (
          <Button look="quiet" className="-mr-3" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      {unsent.length > 0 && <ChosenFiles files={unsent} onRemove={remove} />}
    </>
  );
}

function NewPhotoSettings({
  settings,
  onChange,
}: {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}) {
  return (
    <fieldset className="flex flex-col">
      <legend className="text-sm font-semibold">New photos are</legend>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={settings.is_approved}
          onChange={(event) => onChange({ is_approved: event.target.checked })}
          className="size-5 accent-leaf"
        />
        Visible to the client
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={settings.downloadable}
          onChange={(event) => onChange({ downloadable: event.target.checked })}
          className="size-5 accent-leaf"
        />
        Downloadable
      </label>
    </fieldset>
  );
}
