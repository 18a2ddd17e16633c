import type { Content } from '../../ui/content.tsx';

export const contentId = 'content';

/** Returns the content of this document, written by prerender.tsx. */
export function contentOfDocument(): Content {
  const text = document.getElementById(contentId)?.textContent;
  if (!text) throw new Error(`This document has no element '${contentId}' with its content.`);
  return JSON.parse(text) as Content;
}
