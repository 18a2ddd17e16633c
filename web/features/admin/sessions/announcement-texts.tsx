import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnnouncementText, AnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { useIsStaff } from '../is-staff.ts';
import { announcementTextsQuery } from '../settings/api.ts';
import { savedTexts, textNamed } from '../settings/saved-texts.ts';

/** Returns the studio's texts and the personal line as typed. */
function useTexts() {
  const { data } = useQuery(announcementTextsQuery);
  const message = useWatch<{ message: string }>({ name: 'message' }) ?? '';
  return { texts: data, message };
}

/** Buttons that begin the personal line of the surrounding form with one of the studio's texts. */
export function Texts() {
  const { texts, message } = useTexts();
  const { setValue } = useFormContext<{ message: string }>();
  if (!texts || texts.items.length === 0) return null;
  const begin = (text: string) => {
    // What was typed stays below it.
    const isTyped = message.trim() !== '' && !texts.items.some((item) => item.text === message);
    setValue('message', isTyped ? `${text}\n\n${message}` : text, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm text-mute">Begin with one of your texts, or write your own.</legend>
      {texts.items.map(({ name, text }) => (
        <Button key={name} look="secondary" aria-pressed={text === message} onClick={() => begin(text)}>
          <bdi>{name}</bdi>
        </Button>
      ))}
    </fieldset>
  );
}

/** Keeps the personal line of the surrounding form under a name, or deletes the text that it is. */
export function KeepText() {
  const { texts, message } = useTexts();
  const isStaff = useIsStaff();
  if (isStaff || !texts || message.trim() === '') return null;
  return <Keeping texts={texts} message={message} />;
}

function Keeping({ texts, message }: { texts: AnnouncementTexts; message: string }) {
  const queries = useQueryClient();
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const id = useId();
  const save = async (saving: Promise<AnnouncementTexts>) => {
    setBusy(true);
    setError(undefined);
    try {
      overwrite(queries, announcementTextsQuery.queryKey, await saving);
      setName(undefined);
    } catch (cause) {
      const [refusal] = cause instanceof ApiError ? Object.values(cause.fields) : [];
      setError(`Your texts were not changed. ${refusal ?? messageOf(cause)}`);
      void queries.invalidateQueries({ queryKey: announcementTextsQuery.queryKey });
    }
    setBusy(false);
  };
  const chosen = texts.items.find(({ text }) => text === message);
  const replaced = textNamed(texts.items, name ?? '');
  const keep = (typed: AnnouncementText) => {
    return replaced ? savedTexts.replace(texts, replaced, typed, texts.version) : savedTexts.add(texts, typed);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      {chosen ? (
        <Button look="quiet" className="px-0!" busy={busy} onClick={() => save(savedTexts.remove(texts, chosen))}>
          <span>
            Delete “<bdi>{chosen.name}</bdi>” from your texts
          </span>
        </Button>
      ) : name === undefined ? (
        <Button look="quiet" className="px-0!" onClick={() => setName('')}>
          Keep this text for other clients
        </Button>
      ) : (
        <>
          <label htmlFor={id} className="font-semibold">
            Name of the text
          </label>
          <input
            id={id}
            value={name}
            maxLength={limits.textName}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              // Enter would send the email.
              if (event.key === 'Enter') event.preventDefault();
            }}
            className="min-h-11 min-w-40 flex-1 rounded-md border border-edge bg-white px-3.5 text-base"
          />
          <Button
            look="secondary"
            busy={busy}
            disabled={name.trim() === ''}
            onClick={() => save(keep({ name, text: message }))}
          >
            {replaced ? 'Replace it' : 'Keep'}
          </Button>
          <Button look="quiet" onClick={() => setName(undefined)}>
            Cancel
          </Button>
        </>
      )}
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}
