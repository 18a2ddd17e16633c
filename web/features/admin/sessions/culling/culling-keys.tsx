import type { KeyTable } from '../../keys/key-table.ts';

/** The keys of the studio's lightbox. */
export const cullingKeys = {
  title: 'Photo',
  keys: [
    // Move by id: the lightbox would move by index, in a list that may change meanwhile.
    { act: 'next', press: ['arrowright'], shown: '→', says: 'Next photo' },
    { act: 'previous', press: ['arrowleft'], shown: '←', says: 'Previous photo' },
    { act: 'hide', press: ['h'], shown: 'H', says: 'Hide the photo from the client, or show it', hint: 'Hide' },
    { act: 'download', press: ['d'], shown: 'D', says: 'Allow or refuse its download', hint: 'Download' },
    { act: 'finish', press: ['f'], shown: 'F', says: 'Mark the photo finished, or a proof again', hint: 'Finished' },
    {
      act: 'stars',
      press: ['1', '2', '3', '4', '5', '0'],
      shown: '1–5',
      says: 'Give it stars, which only the studio sees; 0 takes them away',
      hint: 'Stars',
    },
    {
      act: 'cover',
      press: ['v'],
      shown: 'V',
      says: 'Use the photo as the session’s cover, or no longer',
      hint: 'Cover',
    },
    {
      act: 'chapter',
      press: ['t'],
      shown: 'T',
      says: 'Move it to a chapter; then a digit chooses one',
      hint: 'Chapter',
    },
    { act: 'before', press: ['b'], shown: 'B', says: 'Held: see the photo before it was finished' },
    { act: 'remove', press: ['x'], shown: 'X', says: 'Delete the photo', hint: 'Delete' },
    {
      act: 'undo',
      press: ['u', 'mod+z'],
      shown: 'U',
      says: 'Undo the last act; again: the one before. Ctrl+Z or ⌘Z does the same',
      hint: 'Undo',
    },
    { act: 'reply', press: ['r'], shown: 'R', says: 'Reply to its note; Esc leaves the reply' },
    { act: 'say', press: ['s'], shown: 'S', says: 'Say whether it is a favorite, its note and your reply' },
    { act: 'zoom', press: ['z'], shown: 'Z', says: 'Zoom to 100%, and back', hint: '100%' },
    {
      act: 'compare',
      press: ['c'],
      shown: 'C',
      says: 'Compare with the next photo; again: with one more, up to four',
    },
    { act: 'facts', press: ['i'], shown: 'I', says: 'Show or hide the facts of the file' },
    { act: 'list', press: ['?'], shown: '?', says: 'Show these keys' },
    // The lightbox itself closes on Escape.
    { act: 'close', press: [], shown: 'Esc', says: 'Close' },
  ],
} as const satisfies KeyTable;

/** The keys with a word for what they do, in one line; hidden on devices without a keyboard. */
export const KeyHints = ({ onList }: { onList: () => void }) => (
  <div className="flex h-12 items-center justify-center gap-x-5 overflow-hidden border-t border-night-line text-xs text-night-mute max-lg:hidden pointer-coarse:hidden">
    {cullingKeys.keys.flatMap((entry) =>
      'hint' in entry
        ? [
            <span key={entry.act} className="flex shrink-0 items-center gap-2">
              <Key>{entry.shown}</Key> {entry.hint}
            </span>,
          ]
        : [],
    )}
    <button type="button" onClick={onList} className="flex h-full shrink-0 cursor-pointer items-center gap-2">
      <Key>?</Key> All keys
    </button>
  </div>
);

export const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="grid h-6 min-w-6 place-items-center rounded-md border border-night-mute px-1.5 font-sans text-xs font-semibold text-white pointer-coarse:hidden"
  >
    {children}
  </span>
);
