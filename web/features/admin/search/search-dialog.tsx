import { type KeyboardEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { limits } from '#shared/limits.ts';
import { Close } from '../../../ui/icons.tsx';
import { useModal } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { type Option, optionsOf } from './options.ts';
import { optionId, ResultList } from './result-list.tsx';
import { type Results, useResults } from './results.ts';

/** How far a key moves the choice. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The last searched text, until the page is loaded again; it is in no address and no storage. */
let lastSearch = '';

/** Searches customers, sessions, photos, files and screens of the admin area; arrow keys choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useModal();
  const [text, setText] = useState(lastSearch);
  const results = useResults(text);
  const groups = optionsOf(results);
  const options = groups.flatMap((group) => group.options);
  const listId = useId();
  const choice = useChoice(options, results.text);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      choice.move(step);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const { ctrlKey, metaKey } = event;
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey });
      document.getElementById(optionId(listId, choice.index))?.dispatchEvent(click);
    }
  };

  return createPortal(
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      // A tap beside the dialog closes it.
      closedby="any"
      style={{ maxHeight: 'calc(100dvh - 6rem)' }}
      className="mx-auto mt-4 w-[min(40rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60 open:flex sm:mt-20"
    >
      <div className="flex items-center border-b border-line">
        <input
          type="text"
          enterKeyHint="go"
          maxLength={limits.fileName}
          role="combobox"
          aria-label="Search customers, sessions and files"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? optionId(listId, choice.index) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search customers, sessions, files..."
          autoFocus
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            lastSearch = target.value;
            setText(target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 flex-1 bg-white px-4 outline-none placeholder:text-mute sm:px-6"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="mr-1 grid size-11 shrink-0 cursor-pointer place-items-center"
        >
          <Close className="size-6" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto pb-2">
        {options.length > 0 && (
          <ResultList id={listId} groups={groups} chosen={choice.index} onChoose={choice.set} onOpen={onClose} />
        )}
        <SearchStatus results={results} count={options.length} />
      </div>
    </dialog>,
    document.body,
  );
}

/**
 * Returns the index of the chosen option, and functions that choose another. After each new search that is the first one; a
 * choice stays with its option when further results come before it.
 */
function useChoice(options: Option[], search: string) {
  const [chosen, setChosen] = useState<{ search: string; id: string | undefined }>();
  const found = chosen?.search === search ? options.findIndex(({ id }) => id === chosen.id) : -1;
  const index = Math.max(found, 0);
  const set = (next: number) => setChosen({ search, id: options[next]?.id });
  return { index, set, move: (step: number) => set((index + step + options.length) % Math.max(options.length, 1)) };
}

/** Says what is being loaded, what could not be, and that nothing was found; without a text, what a search can find. */
function SearchStatus({ results: { text, loading, failed, files }, count }: { results: Results; count: number }) {
  return (
    <div className="px-4 text-sm text-mute sm:px-6">
      <p role="status" className={loading.length > 0 || text === '' || count === 0 ? 'py-3' : ''}>
        {text === '' ? (
          'Finds customers by name, email, phone or ID, sessions by name, label or date, and photos and files by their number, such as 4102.'
        ) : loading.length > 0 ? (
          `Searching ${loading.join(' and ')}...`
        ) : count === 0 && failed.length === 0 ? (
          <>
            Nothing is called “<bdi>{text}</bdi>”. A file is found by its whole number, or by the beginning of a name
            without a number.
          </>
        ) : null}
      </p>
      {files?.is_more && <p className="py-1 text-xs">There are more files with this number: type more of the name.</p>}
      {failed.map(({ text: failure, retry }) => (
        <Notice key={failure} tone="error" onRetry={retry}>
          {failure}
        </Notice>
      ))}
    </div>
  );
}
