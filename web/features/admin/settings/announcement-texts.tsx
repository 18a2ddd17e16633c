import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { AnnouncementText, AnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import { limits } from '#shared/limits.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAct } from '../../../ui/layers/confirm-act.tsx';
import { useFocusAfterRemoval } from '../../../ui/navigation/focus-after-removal.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useIsStaff } from '../is-staff.ts';
import { announcementTextsQuery } from './api.ts';
import { savedTexts } from './saved-texts.ts';

// Loaded on demand, because it has the preview of an email.
const TextDialog = lazy(() => import('./announcement-text-dialog.tsx'));

/** The studio's texts for announcements, which can be added, edited, renamed and deleted; staff read them. */
export function AnnouncementTextList() {
  const texts = useQuery(announcementTextsQuery);
  const isStaff = useIsStaff();
  const [edited, setEdited] = useState<AnnouncementText | 'new'>();
  const [deleted, setDeleted] = useState<AnnouncementText>();
  useFocusAfterRemoval();
  const items = texts.data?.items ?? [];
  const isFull = items.length >= limits.announcementTexts;
  return (
    <section aria-labelledby="announcement-texts" className="mt-10 max-w-xl">
      <h3 id="announcement-texts" className="font-display text-base">
        Texts for announcements
      </h3>
      <p className="mt-2 text-sm text-mute">
        When you tell a client that photos are ready, your personal line can begin with one of these.
      </p>
      <QueryStatus query={texts} loading="Loading texts..." lines={2} failed="The texts could not be loaded." />
      {items.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {items.map((item) => (
            <li
              key={item.name}
              className="flex flex-wrap items-center gap-x-2 border-b border-line py-2.5 [overflow-wrap:anywhere]"
            >
              <div className="min-w-0 flex-1 max-sm:basis-full">
                <p dir="auto" className="font-semibold">
                  {item.name}
                </p>
                <p dir="auto" className={`text-sm whitespace-pre-line text-mute ${isStaff ? '' : 'line-clamp-2'}`}>
                  {item.text}
                </p>
              </div>
              {!isStaff && (
                <div className="flex max-sm:-ml-3">
                  <Button look="quiet" aria-label={`Edit ${item.name}`} onClick={() => setEdited(item)}>
                    Edit
                  </Button>
                  <Button look="quiet" aria-label={`Delete ${item.name}`} onClick={() => setDeleted(item)}>
                    Delete
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {texts.data && items.length === 0 && isStaff && <p className="mt-2 text-sm text-mute">There are none yet.</p>}
      {texts.data && !isStaff && (
        <Button look="secondary" className="mt-4" disabled={isFull} onClick={() => setEdited('new')}>
          New text
        </Button>
      )}
      {isFull && <p className="mt-2 text-sm text-mute">There can be {limits.announcementTexts} texts.</p>}
      {texts.data && edited && (
        <Suspense>
          <TextDialog
            texts={texts.data}
            edited={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {texts.data && deleted && (
        <DeleteDialog texts={texts.data} text={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </section>
  );
}

function DeleteDialog({
  texts,
  text,
  onClose,
}: {
  texts: AnnouncementTexts;
  text: AnnouncementText;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const { queryKey } = announcementTextsQuery;
  return (
    <ConfirmAct
      title={
        <>
          Delete the text <bdi>{text.name}</bdi>?
        </>
      }
      action="Delete text"
      failed="The text was not deleted."
      onConfirm={async () => overwrite(queries, queryKey, await savedTexts.remove(texts, text))}
      onFail={() => void queries.invalidateQueries({ queryKey })}
      onClose={onClose}
    >
      <p>It can’t be restored. Emails that began with it stay as they are.</p>
    </ConfirmAct>
  );
}
