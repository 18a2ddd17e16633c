import { useRef, useState } from 'react';

/**
 * Copies the text of a field.
 * @returns the field's `ref`, the function that copies, and whether that succeeded: if the browser refuses access to
 * the clipboard, the field's text is selected, so that it can be copied by keyboard
 */
export function useCopy<Field extends HTMLInputElement | HTMLTextAreaElement>(text: string) {
  const field = useRef<Field>(null);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      field.current?.select();
      setCopied(false);
    }
  };
  return { field, copy, copied };
}
