import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { Link } from '#shared/contract/links.ts';
import { ChevronLeft, Plus } from '../ui/icons.tsx';
import { CloseButton } from '../ui/layers/close-button.tsx';
import { useModal } from '../ui/layers/dialog.tsx';
import { QueryStatus } from '../ui/status/query-status.tsx';
import { LeaveQuestion, useLeave } from './leave-link.tsx';
import { LinkList } from './link-list.tsx';
import { LinkPane, NewLink, type Sharing } from './link-pane.tsx';
import { linksQuery } from './links-api.ts';

/** Returns whether the list and the link are two screens, as in the classes `max-md:` below. */
const isPhone = () => matchMedia('(width < 48rem)').matches;

/**
 * A session's links for guests, for the studio or its client: the list on one side, one link on the other; on phones
 * a sheet with two screens.
 * @param first id of the link that is shown at first; if omitted, the newest link, and on phones the list
 * @param settings shown below the list
 */
export default function ShareDialog({
  first,
  settings,
  onClose,
  ...sharing
}: Omit<Sharing, 'unsaved'> & { first?: string | undefined; settings?: ReactNode; onClose: () => void }) {
  const { api, session } = sharing;
  const dialog = useModal();
  const headingId = useId();
  const links = useQuery(linksQuery(api, session.id));
  const items = links.data ?? [];
  const { link, title, isList, isListShown, choose, showList } = useShownLink(first, links.data);
  const hasList = items.length > 0 || settings !== undefined;
  const { unsaved, discards, leave, question } = useLeave();
  const toList = () => leave(showList);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      onCancel={(event) => {
        // Escape, or the phone's own Back. On phones it first leads to the list.
        if (isPhone() && isList === false && items.length > 0) {
          event.preventDefault();
          toList();
        } else if (unsaved.current) {
          event.preventDefault();
          leave(onClose);
        }
      }}
      onClose={onClose}
      className="m-auto h-full max-h-[min(50rem,calc(100dvh-2rem))] w-[min(68rem,calc(100vw-2rem))] overflow-hidden rounded-md bg-white pb-[env(safe-area-inset-bottom)] text-ink shadow-menu backdrop:bg-night/60 max-md:mb-0 max-md:w-full max-md:max-w-none max-md:rounded-t-xl max-md:rounded-b-none"
    >
      <div aria-hidden="true" className="absolute inset-x-0 top-2 mx-auto h-1 w-9 rounded-full bg-line md:hidden" />
      <div className="grid h-full md:grid-cols-[2fr_3fr]">
        <ListScreen
          headingId={headingId}
          session={session}
          audience={api.audience}
          links={links}
          link={link}
          settings={settings}
          isShown={isListShown}
          onNew={() => leave(() => choose('new'))}
          onChoose={(id) => (id === link?.id ? choose(id) : leave(() => choose(id)))}
          onClose={onClose}
        />
        <div className={`flex min-h-0 min-w-0 flex-col ${isListShown ? 'max-md:hidden' : ''}`}>
          <LinkHead
            ref={title}
            name={links.data && (link ? link.label : 'New link')}
            hasList={hasList}
            onList={toList}
            onClose={() => leave(onClose)}
          />
          {link ? (
            <LinkPane
              key={`${link.id} ${discards}`}
              {...sharing}
              unsaved={unsaved}
              link={link}
              // The button that had the focus disappears with the form.
              onRevoked={() => title.current?.focus()}
            />
          ) : (
            links.data && <NewLink key={discards} {...sharing} unsaved={unsaved} onMade={choose} />
          )}
        </div>
      </div>
      {question && <LeaveQuestion {...question} />}
    </dialog>
  );
}

/** The session's links, with the button for a new one, and below them `settings`. */
function ListScreen({
  headingId,
  session,
  audience,
  links,
  link,
  settings,
  isShown,
  onNew,
  onChoose,
  onClose,
}: {
  /** The id of the heading, which names the dialog. */
  headingId: string;
  session: Sharing['session'];
  audience: Sharing['api']['audience'];
  links: UseQueryResult<Link[]>;
  /** The link on the other screen; undefined for a new one. */
  link: Link | undefined;
  settings: ReactNode;
  /** Whether phones show this screen. */
  isShown: boolean;
  onNew: () => void;
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const items = links.data ?? [];
  return (
    <div
      className={`flex min-h-0 min-w-0 flex-col overflow-y-auto border-line md:border-r ${isShown ? '' : 'max-md:hidden'}`}
    >
      <header className="flex items-start justify-between gap-4 px-4 pt-4 pb-2 md:px-7 md:pt-7 low:pt-3">
        <div className="min-w-0">
          <h2 id={headingId} className="text-title">
            Share
          </h2>
          <p dir="auto" className="text-sm text-mute [overflow-wrap:anywhere]">
            {session.session_name}
          </p>
        </div>
        <CloseButton onClose={onClose} className="-m-2 grid md:hidden" />
      </header>
      <div className="px-4 pb-2 md:px-7">
        <button
          type="button"
          aria-pressed={links.data ? !link : undefined}
          onClick={onNew}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold"
        >
          <Plus className="size-5" />
          New link
        </button>
        <QueryStatus query={links} loading="Loading links..." failed="The links could not be loaded." />
      </div>
      {items.length > 0 && (
        <LinkList links={items} current={link?.id} session={session} audience={audience} onChoose={onChoose} />
      )}
      {settings && <div className="mt-auto px-4 py-3 md:px-7 md:py-5">{settings}</div>}
    </div>
  );
}

/** The title of the shown link, undefined until the links are loaded, with the way back to the list on phones. */
function LinkHead({
  ref,
  name,
  hasList,
  onList,
  onClose,
}: {
  ref: Ref<HTMLHeadingElement>;
  name: string | undefined;
  hasList: boolean;
  onList: () => void;
  onClose: () => void;
}) {
  return (
    <header className="flex items-center gap-1 border-line px-4 pt-4 pb-2 max-md:border-b md:px-7 md:pt-7 low:pt-3">
      <button
        type="button"
        aria-label="All links"
        onClick={onList}
        className={`-ml-2 size-11 shrink-0 cursor-pointer place-items-center md:hidden ${hasList ? 'grid' : 'hidden'}`}
      >
        <ChevronLeft className="size-6" />
      </button>
      {name !== undefined && (
        <h3 ref={ref} dir="auto" tabIndex={-1} className="min-w-0 flex-1 truncate text-title outline-none">
          {name}
        </h3>
      )}
      <CloseButton onClose={onClose} className="-mr-2.5 ml-auto grid" />
    </header>
  );
}

/**
 * Returns the shown link, undefined for a new one, and on phones which of the two screens is shown.
 * @param links all links; undefined until they are loaded
 */
function useShownLink(first: string | undefined, links: Link[] | undefined) {
  const [chosenId, setChosen] = useState<string | undefined>(first);
  /** Whether a phone shows the list; undefined until somebody has chosen: the list is then shown if it has links. */
  const [isList, setList] = useState<boolean>();
  const items = links ?? [];
  const link = items.find(({ id }) => id === chosenId) ?? (chosenId === 'new' ? undefined : items[0]);
  const isListShown = isList ?? (first === undefined && (items.length > 0 || !links));
  const choose = (id: string) => {
    setChosen(id);
    setList(false);
  };
  const title = useFocusOnScreens(isListShown, chosenId);
  return { link, title, isList, isListShown, choose, showList: () => setList(true) };
}

/**
 * Moves the focus when another link is shown and the focused element has disappeared, which is always so on phones:
 * to the link's title, or back on the list to the link's row.
 * @returns the title's `ref`
 */
function useFocusOnScreens(isListShown: boolean, chosen: string | undefined) {
  const title = useRef<HTMLHeadingElement>(null);
  const shownBefore = useRef({ isListShown, chosen });
  useEffect(() => {
    const { current: last } = shownBefore;
    shownBefore.current = { isListShown, chosen };
    if (last.isListShown === isListShown && last.chosen === chosen) return;
    if (!isPhone() && document.activeElement !== document.body) return;
    const dialog = title.current?.closest('dialog');
    const row = dialog?.querySelector<HTMLElement>(`[data-link="${chosen}"]`);
    const target = isListShown ? (row ?? dialog?.querySelector('button')) : title.current;
    target?.focus({ preventScroll: !isListShown });
  }, [isListShown, chosen]);
  return title;
}
