import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import type { Capture, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { captureInFile } from '#shared/photos/capture-in-file.ts';
import type { Timed } from '#shared/photos/time-distance.ts';
import { capturedAt, type SessionClocks } from '#shared/time/capture-clock.ts';
import { accessToken } from '../../../../lib/auth/auth.ts';
import { versionTargetsQuery } from '../api.ts';
import { useFileChoice } from '../files/file-choice.ts';
import { uploads } from '../uploads.ts';
import { ClocksContext } from './clocks-context.ts';
import { type Decision, isSent, planVersions } from './version-plan.ts';

/** The session whose photos the files replace, and its customer. */
interface Target {
  session: string;
  customer: string;
}

/**
 * Returns the files that are chosen for a session, the plan of which photo each replaces, and the functions that decide and send
 * it. Nothing is sent before `send`.
 */
export function useFinishedUpload({ session, customer }: Target) {
  const clocks = use(ClocksContext);
  const choice = useFileChoice();
  const { unsent, fitting: files } = choice;
  const targets = useQuery(versionTargetsQuery(session));
  const times = useCaptureTimes(files, clocks);
  const [decisions, setDecisions] = useState<ReadonlyMap<File, Decision>>(new Map());
  const [busy, setBusy] = useState(false);

  // While photos are being reordered by changed clocks, some still have their previous times.
  const photos = useMemo(
    () => targets.data?.photos.map((photo) => withCurrentTime(photo, clocks)),
    [targets.data, clocks],
  );
  const trashed = targets.data?.trashed;
  const isRead = files.every((file) => times.has(file));
  const plan = useMemo(
    () => (photos && isRead ? planVersions(files, times, photos, decisions, trashed) : undefined),
    [files, times, photos, decisions, trashed, isRead],
  );

  const send = async () => {
    const plannedToSend = (plan ?? []).filter(isSent);
    if (plannedToSend.length === 0) return;
    setBusy(true);
    choice.setError(undefined);
    try {
      if (!(await accessToken())) throw new Error('Auth session missing.');
      const replacedIds = new Map(
        plannedToSend.flatMap(({ file, decision }) =>
          typeof decision === 'object' ? [[file, decision.replaces] as const] : [],
        ),
      );
      const sentFiles = plannedToSend.map(({ file }) => file);
      const target = { customer, session, is_approved: true, downloadable: true, stage: 'finished' } as const;
      uploads.add(target, sentFiles, replacedIds);
      choice.markSent(sentFiles);
    } catch (cause) {
      choice.setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };

  return {
    choice,
    targets,
    photos,
    /** Undefined until the photos are loaded and the files are read. */
    plan,
    busy,
    /** Number of files that remain for the next upload. */
    remainingCount: unsent.length - files.length,
    decide: (decisions: ReadonlyMap<File, Decision>) =>
      setDecisions((previous) => new Map([...previous, ...decisions])),
    undecide: (undone: readonly File[]) =>
      setDecisions((previous) => new Map([...previous].filter(([file]) => !undone.includes(file)))),
    send: () => void send(),
    cancel: () => {
      choice.clear();
      setDecisions(new Map());
    },
  };
}

const withCurrentTime = (photo: StudioPhoto, clocks: SessionClocks): StudioPhoto =>
  photo.capture ? { ...photo, captured_at: capturedAt(photo.capture, clocks) } : photo;

/** Returns the capture of a file; null if the file was deleted or is locked, which the upload reports. */
const captureOf = (file: File) => captureInFile(file).catch(() => null);

/** Returns when these files were taken by the session's clocks, for the files that have been read. */
function useCaptureTimes(files: readonly File[], clocks: SessionClocks): ReadonlyMap<File, Timed> {
  const [captures, setCaptures] = useState<ReadonlyMap<File, Capture | null>>(new Map());
  useEffect(() => {
    const unread = files.filter((file) => !captures.has(file));
    if (unread.length === 0) return undefined;
    let isCurrent = true;
    void Promise.all(unread.map(async (file) => [file, await captureOf(file)] as const)).then((readCaptures) => {
      if (isCurrent) setCaptures((previous) => new Map([...previous, ...readCaptures]));
    });
    return () => {
      isCurrent = false;
    };
  }, [files, captures]);
  return useMemo(
    () =>
      new Map(
        [...captures].map(([file, capture]) => {
          const knownCapture = capture ?? undefined;
          return [file, { captured_at: capturedAt(knownCapture, clocks), capture: knownCapture }];
        }),
      ),
    [captures, clocks],
  );
}
