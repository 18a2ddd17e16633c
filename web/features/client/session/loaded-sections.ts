import { useCallback, useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { LoadedSection } from './chapter-photos.tsx';
import type { Section } from './sections.ts';

/**
 * Returns what each section of the page has loaded, undefined before its grid has reported, and the function that takes
 * the reports.
 */
export function useLoadedSections(sections: Section[]) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, LoadedSection>>(new Map());
  const onLoaded = useCallback(
    (sectionId: string, section: LoadedSection) => setLoaded((before) => new Map(before).set(sectionId, section)),
    [],
  );
  const loadedSections = useMemo(() => sections.map(({ id }) => loaded.get(id)), [sections, loaded]);
  return { loadedSections, onLoaded };
}

interface Run {
  photos: GalleryPhoto[];
  /** Functions that load the photos before and after. */
  before?: (() => void) | undefined;
  after?: (() => void) | undefined;
}

/** Returns the loaded photos around this photo without a gap: its section's, and those of adjoining sections. */
export function runAround(sections: (LoadedSection | undefined)[], photo: string | undefined): Run {
  const photoSection =
    photo === undefined ? -1 : sections.findIndex((section) => section?.photos.some(({ id }) => id === photo));
  if (photoSection < 0) return { photos: [] };
  let start = photoSection;
  while (sections[start - 1]?.isWhole) start -= 1;
  let end = photoSection;
  while (sections[end]?.isWhole && (sections[end + 1]?.photos.length ?? 0) > 0) end += 1;
  return {
    photos: sections.slice(start, end + 1).flatMap((section) => section?.photos ?? []),
    before: sections[start - 1]?.more,
    after: sections[end]?.isWhole ? sections[end + 1]?.more : sections[end]?.more,
  };
}
