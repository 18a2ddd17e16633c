/** The properties used here of an entry in Vite's manifest. */
interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
export type Manifest = Record<string, Chunk>;

/** Returns a module's entry. */
export function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}.`);
  return chunk;
}

/** Returns the script files of these modules and of their static imports. */
export function reach(manifest: Manifest, keys: string[]): string[] {
  const scripts = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunkOf(manifest, key);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...scripts];
}

/** Returns the stylesheets of an entry, and the fonts to preload. */
export function stylesOf(manifest: Manifest, entry: string): { css: string[]; fonts: string[] } {
  const fonts = Object.values(manifest)
    .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
    // Font files with accented characters are not preloaded; few pages need them.
    .filter((file) => file.endsWith('.woff2') && !file.includes('-accents-'));
  const { file, css = [] } = chunkOf(manifest, entry);
  // A chunk of styles alone is the stylesheet itself.
  return { css: file.endsWith('.css') ? [file] : css, fonts: [...new Set(fonts)] };
}
