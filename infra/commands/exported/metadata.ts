import type { PhotoRow } from './rows.ts';

/** What clients said about photos, in forms that other programs read. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Text for HTML and XML; control characters, which XML has no way to write, are left out. */
export const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (character) => entities[character]!);

/** Whether there is anything to say about a photo. */
export const isMarked = ({ is_favorite, note }: PhotoRow): boolean => is_favorite === true || !!note;

/** Star and note as XMP: a favorite is five stars and a label, the note is the description. */
export function xmp({ is_favorite, note }: PhotoRow): string {
  const marks = is_favorite ? ' xmp:Rating="5" xmp:Label="Favorite"' : '';
  const description = note
    ? `
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(note)}</rdf:li></rdf:Alt></dc:description>
  `
    : '';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"${marks}>${description}</rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}
