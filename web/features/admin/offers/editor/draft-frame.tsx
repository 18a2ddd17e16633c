import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type OfferContent, OfferDraft } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { unfinishedFields } from '#shared/offers/unfinished.ts';
import { today } from '#shared/time/studio-time.ts';
import { Notice } from '../../../../ui/status/notice.tsx';
import { EditorPanes } from '../../templates/editor-panes.tsx';
import { offerPreviewQuery } from '../api.ts';
import { type Preview, PreviewPane, previewWidth } from '../preview-pane.tsx';
import { type Saving, useAutoSave } from './auto-save.ts';
import { DraftHead, SendBar } from './draft-head.tsx';
import { EditingContext } from './editing.ts';

/** The head and the panes of a draft around its fields. */
export function DraftFrame({
  offer,
  Preview,
  wasRestarted,
  onSend,
  onDelete,
  children,
}: {
  offer: StudioOffer;
  Preview: Preview;
  /** Whether the form began anew with what somebody else has saved. */
  wasRestarted: boolean;
  /** Called when the offer can be sent, and what is typed is saved. */
  onSend: () => void;
  onDelete: () => void;
  children: ReactNode;
}) {
  const inForm = useRef<HTMLDivElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const content = useReadableContent(offer.content);
  const preview = useQuery({ ...offerPreviewQuery(offer.id, offer.version), placeholderData: keepPreviousData });
  const { saving, saveNow } = useAutoSave(OfferDraft, offer.content, inForm);
  const unfinished = useMemo(
    () => (preview.data ? unfinishedFields({ ...preview.data, content }, offer.client_email, today(new Date())) : {}),
    [preview.data, content, offer.client_email],
  );
  const sending = useSending(saving, saveNow, Object.keys(unfinished).length > 0, notice, onSend);
  return (
    <EditingContext
      value={{
        ...{ offer, content, unfinished, isChecked: sending.isChecked },
        currency: preview.data?.currency ?? offer.currency,
        preview: preview.data,
      }}
    >
      <div ref={inForm} className="contents">
        <DraftHead
          saving={saving}
          onSaveNow={saveNow}
          isPreparing={sending.isPreparing}
          onSend={sending.ask}
          onDelete={onDelete}
        />
        <EditorPanes previewWidth={previewWidth} preview={<PreviewPane query={preview} Preview={Preview} />}>
          <div className="mx-auto flex max-w-3xl flex-col gap-5 pt-5">
            {wasRestarted && (
              <Notice tone="error">
                Somebody else has changed this draft meanwhile. You see it as it is now: look at it again.
              </Notice>
            )}
            <div ref={notice} className="empty:hidden">
              {sending.isChecked && <NotReady reasons={Object.values(unfinished)} />}
            </div>
            {children}
          </div>
        </EditorPanes>
        <SendBar isPreparing={sending.isPreparing} onSend={sending.ask} />
      </div>
    </EditingContext>
  );
}

/** Returns what is typed; while a field can't be read, what was typed before. */
function useReadableContent(stored: OfferContent): OfferContent {
  const values = useWatch();
  const readable = useRef(stored);
  const parsed = useMemo(() => OfferDraft.safeParse(values), [values]);
  if (parsed.success) readable.current = parsed.data;
  return readable.current;
}

/**
 * Returns the way from 'Send' to `onReady`: what is typed is saved first, and the offer has to be complete.
 * @param notice the element that says what is missing; scrolled to when no field can have the focus
 */
function useSending(
  saving: Saving,
  saveNow: () => void,
  isUnfinished: boolean,
  notice: RefObject<HTMLElement | null>,
  onReady: () => void,
) {
  const [isChecked, setChecked] = useState(false);
  const [isPreparing, setPreparing] = useState(false);
  const beReady = useEffectEvent(onReady);
  useEffect(() => {
    if (!isPreparing || saving === 'saving' || saving === 'changed') return;
    setPreparing(false);
    if (saving === 'saved' && !isUnfinished) return beReady();
    const invalid = document.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else notice.current?.scrollIntoView({ block: 'center' });
  }, [isPreparing, saving, isUnfinished, notice]);
  return {
    isChecked,
    isPreparing,
    ask: () => {
      setChecked(true);
      setPreparing(true);
      if (saving !== 'saved') saveNow();
    },
  };
}

/** What keeps the offer from being sent. */
function NotReady({ reasons }: { reasons: string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Notice tone="error">
      <p>Before this offer can be sent:</p>
      <ul className="mt-1 list-disc pl-5">
        {[...new Set(reasons)].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}
