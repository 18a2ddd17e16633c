import type { Ticket, TicketRequest } from '#shared/contract/photos/uploads.ts';
import { isolated } from '#shared/text/isolated.ts';
import { attachmentRefusal, photoTypeOf, refusal } from './files/acceptable.ts';
import type { UploadItem, UploadState, UploadTarget } from './upload-item.ts';

/** Files that were chosen together, and the time by which the server orders them: from its response to their first request. */
export interface Choice {
  begun_at?: string | undefined;
}

/** A file of the run, with what its upload needs. */
export interface Job {
  item: UploadItem;
  file: File;
  target: UploadTarget;
  choice: Choice;
  /** The file's index in its choice, which orders its photo. */
  position: number;
  /** Id of the photo that the file replaces. */
  replaces: string | undefined;
  sha256?: string;
  /** Id of the photo that the file's ticket is for. */
  photo?: string;
  /** Id of the photo that the ticket of the replaced stale file is for. */
  former?: string;
  abort?: AbortController;
}

/** A ticket that the server gives for a file that is to be uploaded. */
export type UploadTicket = Ticket & { state: 'upload' };

/** The state of a file, with what the list says about it. */
export interface Outcome {
  state: UploadState;
  message?: string | undefined;
  same_as?: string | undefined;
}

/** States of files that the run still has to work on. */
const unfinishedStates: readonly UploadState[] = ['waiting', 'reading', 'sending'];

export const isUnfinished = ({ state }: UploadItem) => unfinishedStates.includes(state);

/** Whether the session has the file. */
export const isThere = ({ state }: UploadItem) => state === 'uploaded' || state === 'present';

/**
 * Returns a new job for a file.
 * @param id the id of its item in the list
 * @param replaces the id of the photo that the file replaces
 * @param before the file's position among the chosen files, or the stale job that it replaces
 */
export function jobFor(
  id: number,
  file: File,
  target: UploadTarget,
  replaces: string | undefined,
  before: Pick<Job, 'choice' | 'position' | 'photo' | 'former'>,
): Job {
  const attached = target.attach === true;
  const reason = (attached ? attachmentRefusal : refusal)(file);
  const former = before.photo ?? before.former;
  return {
    item: {
      id,
      name: file.name,
      size: file.size,
      state: reason ? 'refused' : 'waiting',
      sent: 0,
      attached,
      ...(reason ? { message: reason } : {}),
    },
    file,
    target,
    choice: before.choice,
    position: before.position,
    replaces,
    ...(former !== undefined && { former }),
  };
}

/** Returns what the server needs to give a ticket for a file. */
export function ticketRequest(job: Job): TicketRequest {
  return {
    file_name: job.file.name,
    content_type: photoTypeOf(job.file) ?? job.file.type,
    size: job.file.size,
    sha256: job.sha256 ?? '',
    place: job.position,
    ...(job.replaces !== undefined && { replaces: job.replaces }),
  };
}

/** Returns the outcome of a file by a ticket that is not for uploading. */
export function outcomeOf(job: Job, ticket: Exclude<Ticket, { state: 'upload' }> | undefined): Outcome {
  switch (ticket?.state) {
    case 'present':
      if (job.replaces === undefined) return presentAs(ticket.file_name, job);
      return { state: 'present', message: 'The photo is this file already: skipped.' };
    case 'trashed':
      return {
        state: 'refused',
        message: job.target.attach
          ? 'This file was removed from the session. Restore it there.'
          : 'This photo is in the session’s trash. Restore it there.',
      };
    case 'refused':
      return { state: 'refused', message: ticket.message };
    default:
      return { state: 'failed', message: 'The server sent no response for this file.' };
  }
}

/**
 * Returns the outcome of a file that is present.
 * @param name the name under which the session has the file
 */
export function presentAs(name: string, job: Job): Outcome {
  if (name.normalize() === job.item.name.normalize()) {
    return { state: 'present', message: 'Already in this session: skipped.' };
  }
  const message = `The same file as ${isolated(name)}, which is in this session: skipped.`;
  return { state: 'present', message, same_as: name };
}
