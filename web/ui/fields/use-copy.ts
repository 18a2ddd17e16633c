import { useRef, useState } from 'react';

/**
 * Copies a text that stands in a field.
 * @returns the field's `ref`, the function that copies, and whether that succeeded: where the browser refuses access to
 * the clipboard, the field's text is selected for copying by keyboard
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
