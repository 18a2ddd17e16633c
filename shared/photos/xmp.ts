import { escapeMarkup } from '../text/markup.ts';

/** The facts about a photo in an XMP file. Without a rating the attribute is absent: 0 would be a rating. */
export interface XmpFacts {
  /** 1 to 5 stars. */
  rating?: number;
  label?: string;
  /** The names of the photos, as the camera gave them. */
  file_names?: string[];
  /** The text for the file's description. */
  note?: string;
}

/** Returns an XMP file, which Lightroom, Camera Raw and Bridge read beside a raw file with the same name. */
export function xmp({ rating, label, file_names, note }: XmpFacts): string {
  const attributes = [
    ...(rating === undefined ? [] : [` xmp:Rating="${rating}"`]),
    ...(label ? [` xmp:Label="${escapeMarkup(label)}"`] : []),
    ...(file_names ? [` xmpMM:PreservedFileName="${escapeMarkup(file_names.join(', '))}"`] : []),
  ].join('');
  const description = note
    ? `
   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(note)}</rdf:li></rdf:Alt></dc:description>
  `
    : '';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:dc="http://purl.org/dc/elements/1.1/"${attributes}>${description}</rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}
