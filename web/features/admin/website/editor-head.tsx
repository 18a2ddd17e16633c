import type { WebsiteDraft, WebsiteState } from '#shared/contract/website.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitButton } from '../../../ui/fields/form.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { useIsStaff } from '../is-staff.ts';
import { countChanges } from './change-list.tsx';
import type { TypedWebsite } from './merge/use-typed-website.ts';

/** The head of the editor: the published version and unpublished changes, with the buttons for the whole draft. */
export function EditorHead({
  state,
  website: { base, theirs, hasUnsaved, discard },
  unpublished,
  onVersions,
  onPublish,
}: {
  state: WebsiteState;
  website: TypedWebsite;
  /** Number of changes that are not published. */
  unpublished: number;
  onVersions: () => void;
  onPublish: () => void;
}) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-white px-4 py-3 md:px-8 lg:sticky lg:top-0 lg:z-20">
      <h1 className="text-title">Website</h1>
      <PublishState state={state} count={unpublished} hasUnsaved={hasUnsaved} saved={base.saved} />
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {hasUnsaved && (
          <Button look="quiet" onClick={discard}>
            Undo
          </Button>
        )}
        <Button look="quiet" onClick={onVersions}>
          Versions
        </Button>
        {hasUnsaved || theirs ? (
          <SubmitButton busyText="Saving...">Save draft</SubmitButton>
        ) : (
          <PublishButton
            isPossible={unpublished > 0 || (state.published !== null && state.state === 'failed')}
            onOpen={onPublish}
          />
        )}
      </div>
    </header>
  );
}

function PublishState({
  state: { published, state },
  count,
  hasUnsaved,
  saved,
}: {
  state: WebsiteState;
  count: number;
  hasUnsaved: boolean;
  saved: WebsiteDraft['saved'];
}) {
  if (state === 'publishing') {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-mute">
        <Badge tone="yellow">Publishing</Badge> Visitors see {published ? `version ${published.number}` : 'the site'} in
        a moment...
      </p>
    );
  }
  if (count > 0 || hasUnsaved) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-mute">
        <Badge tone="yellow">Draft</Badge>
        <span>
          {count > 0 ? countChanges(count) : 'As published'}
          {hasUnsaved ? ', not saved' : saved && `, saved ${timeOf(saved.at)}${saved.by && ` by ${saved.by}`}`}
        </span>
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-mute">
      {state === 'live' ? <Badge tone="green">Live</Badge> : <Badge tone="red">Not live</Badge>}
      <span>
        {published
          ? `Version ${published.number}, published ${timeOf(published.at)}${published.by && ` by ${published.by}`}`
          : state === 'live'
            ? 'Visitors see the texts that the site came with.'
            : 'Visitors don’t see what was deployed last.'}
      </span>
    </p>
  );
}

function PublishButton({ isPossible, onOpen }: { isPossible: boolean; onOpen: () => void }) {
  const isStaff = useIsStaff();
  if (isStaff) return <p className="text-sm text-mute">Admins publish.</p>;
  return (
    <Button disabled={!isPossible} onClick={onOpen} className="min-h-12">
      Publish
    </Button>
  );
}
