import { useQueryClient } from '@tanstack/react-query';
import { use, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { publishWebsite, saveWebsite, websiteQuery } from './api.ts';
import { PictureContext } from './pictures/picture-context.ts';
import { standInsIn } from './pictures/picture-places.ts';

/** The draft that is published, and callbacks of the editor. */
export interface Publication {
  /** The saved draft. */
  base: WebsiteDraft;
  /** Whether nothing was published before. */
  isFirst: boolean;
  onSaved: (draft: WebsiteDraft) => void;
  onClose: () => void;
  onTheirs: (draft: WebsiteDraft | undefined) => void;
}

/**
 * Returns the content that publishing makes visible, the question about stand-ins that comes first, and the function that
 * publishes. The answer is saved in the draft before it is published.
 */
export function usePublication({ base, isFirst, onSaved, onClose, onTheirs }: Publication) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { builtIn } = use(PictureContext);
  const { setValue } = useFormContext();
  const standIns = standInsIn(base.content, builtIn).length;
  const isAsked = isFirst && standIns > 0;
  const [isShowing, setShowing] = useState<boolean>();
  const question = useRef<HTMLFieldSetElement>(null);
  const answer = (isAllowed: boolean) => {
    setShowing(isAllowed);
    setFailure('');
  };
  const isShown = (isAsked ? isShowing : undefined) ?? base.content.pictures.stand_ins;
  const content = { ...base.content, pictures: { ...base.content.pictures, stand_ins: isShown } };
  const publish = async () => {
    if (isAsked && isShowing === undefined) {
      question.current?.querySelector('input')?.focus();
      return setFailure('Please answer the question about the stand-ins first.');
    }
    setBusy(true);
    setFailure('');
    try {
      let { version } = base;
      if (isShown !== base.content.pictures.stand_ins) {
        const draft = await saveWebsite({ version, content });
        // The form has the same checkbox.
        setValue('pictures.stand_ins', isShown);
        onSaved(draft);
        ({ version } = draft);
      }
      queries.setQueryData(websiteQuery.queryKey, await publishWebsite(version));
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        onTheirs(error.details.current as WebsiteDraft | undefined);
        return onClose();
      }
      setFailure(`Nothing was published. ${messageOf(error)}`);
    }
  };

  return {
    content,
    /** Number of places with a stand-in. */
    standIns,
    /** Whether the question is asked, the answer so far, and the ref of its fields, which get the focus if it is not answered. */
    isAsked,
    isShowing,
    question,
    answer,
    isBusy,
    failure,
    publish,
  };
}
