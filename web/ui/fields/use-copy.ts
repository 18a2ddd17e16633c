import { useRef, useState } from 'react';

/**
 * Copies a text that is shown in an element.
 * @returns the element's `ref`, the function that copies, and whether that succeeded: if the browser refuses access to
 * the clipboard, the element's text is selected, so that it can be copied by keyboard
 */
export function useCopy<Shown extends HTMLElement>(text: string) {
  const field = useRef<Shown>(null);
  const [copied, setCopied] = useState<boolean>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      if (field.current) select(field.current);
      setCopied(false);
    }
  };
  return { field, copy, copied };
}

function select(element: HTMLElement): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
  else getSelection()?.selectAllChildren(element);
}
