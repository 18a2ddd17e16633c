/**
 * The browser's storage, as far as this browser allows it. With blocked site data its getters throw; with a full disk
 * its writes do. Values that can't be stored are kept in memory, until the page is left or reloaded.
 */
export interface BrowserStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

function storageNamed(name: 'localStorage' | 'sessionStorage'): BrowserStorage {
  const inMemory = new Map<string, string>();
  /**
   * Returns the result of `use`, or `otherwise` without storage: reading the property throws where site data is
   * blocked; the property is missing where pages are prerendered.
   */
  function attempt<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return use(globalThis[name]);
    } catch {
      return otherwise;
    }
  }
  return {
    get: (key) => inMemory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      inMemory.delete(key);
      const isStored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!isStored) inMemory.set(key, value);
    },
    remove(key) {
      inMemory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...inMemory.keys(), ...attempt((storage) => Object.keys(storage), [])])],
  };
}

/** Storage of this browser: values stay until they are removed. */
export const browserStorage = storageNamed('localStorage');

/** Storage of this tab: values end with the tab. */
export const tabStorage = storageNamed('sessionStorage');
