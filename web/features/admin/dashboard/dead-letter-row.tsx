import type { DeadLetterQueue, Waiting } from '#shared/contract/waiting.ts';
import type { WaitingRow } from './waiting-row.ts';
import { waitingFor } from './waiting-times.ts';

/**
 * Texts for failed work by its queue: the label for one job and for several, the consequence, and the function whose log has the
 * cause.
 */
const failedWork: Record<DeadLetterQueue, { singular: string; plural: string; consequence: string; log: string }> = {
  photo: {
    singular: 'Upload or print size not processed',
    plural: 'Uploads and print sizes not processed',
    consequence: 'Uploaded photos are stored safely, but no gallery shows them; or a client waits for a print size.',
    log: 'process-photo',
  },
  download: {
    singular: 'Download not prepared',
    plural: 'Downloads not prepared',
    consequence: 'A client waits for the ZIP.',
    log: 'prepare-download',
  },
  media: {
    singular: 'Hidden photo may still be open',
    plural: 'Hidden photos may still be open',
    consequence: 'No list shows it any more, but a client who kept the address can still open it.',
    log: 'move-derivatives',
  },
  outbox: {
    singular: 'Email or publication that failed',
    plural: 'Emails or publications that failed',
    consequence: 'What an email is about is stored. If the website was not published, this list says so, too.',
    log: 'send-email or publish-site',
  },
  bounces: {
    singular: 'Email came back unrecorded',
    plural: 'Emails came back unrecorded',
    consequence: 'Whoever should have got it did not, and no list says so.',
    log: 'record-bounce',
  },
};

/** Returns the row of a queue with failed work, with the command that has it done again. */
export function deadLetterRow({ queue, count, since }: Waiting['dead_letters'][number]): WaitingRow {
  const { singular, plural, consequence, log } = failedWork[queue];
  return {
    count,
    label: count === 1 ? singular : plural,
    isTrouble: true,
    items: [
      <>
        {consequence} Whoever runs the site removes the cause, which is in the log of {log}, then runs{' '}
        <code className="mt-1 mb-0.5 block w-fit rounded-sm bg-petal px-2 py-0.5 text-xs">
          npm run studio:redrive -- {queue}
        </code>
      </>,
    ],
    unlistedCount: 0,
    since: since ? waitingFor(since) : '',
  };
}
