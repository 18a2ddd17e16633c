import type { ReactNode } from 'react';
import type { DownloadOptions } from '#shared/contract/downloads.ts';

type Allowance = DownloadOptions['allowances'][number];

/** Whether a download takes more than the allowance has left. */
export const exceeds = ({ limit, used, takes }: Allowance): boolean => takes > Math.max(0, limit - used);

/** Whether the attachments that are downloaded with the originals exceed what an allowance has left. */
export const exceedsWithAttachments = (allowance: Allowance): boolean =>
  exceeds({ ...allowance, takes: allowance.takes + allowance.attachments_take });

/** The number of downloads of a session that are left, before and after this one. */
export function AllowanceLine({ allowance, isNamed }: { allowance: Allowance; isNamed: boolean }) {
  const { session_name, limit, used, takes, attachments_take } = allowance;
  const leftCount = Math.max(0, limit - used);
  return (
    <div className="mt-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>
          <strong className="font-semibold">
            {used} of {limit}
          </strong>{' '}
          downloads used
          {isNamed && (
            <>
              {' '}
              of <bdi>{session_name}</bdi>
            </>
          )}
        </span>
        <span className="text-mute">{leftCount} left</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-0.5 bg-line">
        <div className="h-full bg-leaf" style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
      </div>
      <p className="mt-2 text-mute">
        {describeUse(takes, leftCount)}
        {attachments_take > 0 &&
          takes <= leftCount &&
          ` The originals with their files use ${takes + attachments_take}.`}
      </p>
    </div>
  );
}

function describeUse(takes: number, leftCount: number): ReactNode {
  if (takes === 0) return 'You have these already: another size uses none.';
  if (leftCount === 0) return 'All of them are used. Please ask the studio for more.';
  if (takes > leftCount) {
    return `This needs ${takes}, and ${leftCount} ${leftCount === 1 ? 'is' : 'are'} left. Choose fewer photos, or ask the studio for more.`;
  }
  if (takes === leftCount)
    return leftCount === 1 ? 'This download uses the last one.' : `This download uses the last ${leftCount}.`;
  return takes === 1 ? 'This download uses one.' : `This download uses ${takes}.`;
}
