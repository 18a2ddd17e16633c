/**
 * Returns an object key as S3 encodes it in events and, on request, in listings: spaces become `+`, slashes are kept.
 */
export function encodeKey(key: string): string {
  return encodeRfc3986(key).replaceAll('%20', '+').replaceAll('%2F', '/');
}

/** Percent-encodes everything but unreserved characters, as signatures require. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Compares keys in S3's order: by UTF-8 bytes, which differs from UTF-16 order between surrogates and U+E000 and above.
 */
export function compareKeys(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    if (left.charCodeAt(index) !== right.charCodeAt(index)) return left.codePointAt(index)! - right.codePointAt(index)!;
  }
  return left.length - right.length;
}

/** Distinct keys in S3's order. */
export class SortedKeys {
  #keys: string[];

  constructor(keys: Iterable<string>) {
    this.#keys = [...keys].sort(compareKeys);
  }

  add(key: string): void {
    const index = this.#firstIndex((candidate) => compareKeys(candidate, key) >= 0);
    if (this.#keys[index] !== key) this.#keys.splice(index, 0, key);
  }

  remove(key: string): void {
    const index = this.#firstIndex((candidate) => compareKeys(candidate, key) >= 0);
    if (this.#keys[index] === key) this.#keys.splice(index, 1);
  }

  /** Returns the first key at or after this one; undefined past the end. */
  atOrAfter(key: string): string | undefined {
    return this.#keys[this.#firstIndex((candidate) => compareKeys(candidate, key) >= 0)];
  }

  after(key: string): string | undefined {
    return this.#keys[this.#firstIndex((candidate) => compareKeys(candidate, key) > 0)];
  }

  /** Returns the first key after all keys that begin with the prefix. */
  afterPrefix(prefix: string): string | undefined {
    return this.#keys[
      this.#firstIndex((candidate) => compareKeys(candidate, prefix) > 0 && !candidate.startsWith(prefix))
    ];
  }

  /**
   * Returns the first index for which `isBehind` is true.
   * @param isBehind false for all keys up to an index and true for all keys from there on
   */
  #firstIndex(isBehind: (key: string) => boolean): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(this.#keys[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
