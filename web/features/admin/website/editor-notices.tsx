import type { WebsiteState } from '#shared/contract/website.ts';
import { UnsavedNotice } from '../../../forms/unsaved-notice.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { Conflicts } from './merge/conflicts.tsx';
import { TakenOverNotice } from './merge/taken-over.tsx';
import type { TypedWebsite } from './merge/use-typed-website.ts';

/** Notices above the fields: what happened to the draft and to its publication, and conflicts to decide. */
export function EditorNotices({
  state,
  website,
  restored,
}: {
  state: WebsiteState;
  website: TypedWebsite;
  /** The number of the version that was just made the draft. */
  restored: number | null;
}) {
  const { theirs, takenOver } = website;
  return (
    <KeepFocus>
      {state.state === 'failed' && (
        <div className="px-4 py-4 md:px-8">
          <Notice tone="error">
            Publishing failed. Visitors may still see the former version, at least on some pages.{' '}
            {state.published ? 'Publish again, or ask whoever runs the site.' : 'Ask whoever runs the site.'}
          </Notice>
        </div>
      )}
      {restored !== null && (
        <div className="px-4 py-4 md:px-8">
          <Notice tone="info">Version {restored} is the draft now. Visitors see it once it is published.</Notice>
        </div>
      )}
      {website.isRestored && website.hasUnsaved && (
        <div className="px-4 py-4 md:px-8">
          <UnsavedNotice onDiscard={website.discard} />
        </div>
      )}
      {takenOver && <TakenOverNotice takenOver={takenOver} onClose={website.closeTakenOver} />}
      {theirs && (
        <Conflicts
          ref={website.conflicts}
          conflicts={website.undecided}
          choices={website.choices}
          mine={website.typed}
          theirs={theirs}
          onChoose={website.choose}
          onKeepStored={website.discard}
        />
      )}
    </KeepFocus>
  );
}
