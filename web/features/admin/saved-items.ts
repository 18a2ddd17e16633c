import { errors } from '#shared/errors.ts';
import { isSame } from '../../forms/merge.ts';
import { ApiError } from '../../lib/query/api.ts';

/** A list that is stored as a whole, with its version. */
export interface SavedItems<Item> {
  items: Item[];
  version: number;
}

/** An item as it was read, with the version of the list that it is in. */
export type ReadItem<Item> = Item & { version: number };

/** How often a change is sent again because somebody else has changed another item. */
const mostTries = 4;

/**
 * Returns the functions that save one item at a time, although the items are stored as one list.
 * @param send stores the list
 * @param isSameItem whether two states are of the same item
 */
export function savedItems<Item extends object>(
  send: (list: SavedItems<Item>) => Promise<SavedItems<Item>>,
  isSameItem: (one: Item, other: Item) => boolean,
) {
  const find = (items: Item[], item: Item): Item | undefined => items.find((each) => isSameItem(each, item));

  /** Stores the items. What is wrong in one is said of the item that is being changed, whichever is later in the list. */
  const store = async (items: Item[], version: number): Promise<SavedItems<Item>> => {
    try {
      return await send({ items, version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'INVALID') throw error;
      const fields = Object.entries(error.fields).map(([path, reason]) => [
        path.slice(path.lastIndexOf('.') + 1),
        reason,
      ]);
      throw withBody(error, { fields: Object.fromEntries(fields) });
    }
  };

  const change = async (list: SavedItems<Item>, changed: (items: Item[]) => Item[]): Promise<SavedItems<Item>> => {
    let current = list;
    for (let tries = 0; ; tries += 1) {
      try {
        return await store(changed(current.items), current.version);
      } catch (error) {
        const newer = newerItems<Item>(error);
        if (!newer || tries === mostTries) throw error;
        current = newer;
      }
    }
  };

  return {
    /**
     * Adds an item at the end; one that an attempt without an answer has added stays as it is.
     * @throws ApiError with what is wrong in `fields`
     */
    add: (list: SavedItems<Item>, item: Item) =>
      change(list, (items) => (isSame(find(items, item), item) ? items : [...items, item])),

    /**
     * Deletes an item.
     * @throws Error when somebody else has changed the item since it was read
     */
    remove: (list: SavedItems<Item>, item: Item) =>
      change(list, (items) => {
        if (!isSame(find(items, item) ?? item, item)) throw new Error(errors.CHANGED_MEANWHILE.message);
        return items.filter((each) => !isSameItem(each, item));
      }),

    /**
     * Replaces an item, over this version of the list; one that somebody else has deleted or renamed is added.
     * @param before the item as it was read
     * @throws ApiError with what is wrong in `fields`; CHANGED_MEANWHILE with the present item in `details.current`, a
     * `ReadItem`, and the present list in `details.list`
     */
    replace: async (list: SavedItems<Item>, before: Item, item: Item, version: number): Promise<SavedItems<Item>> => {
      const { items } = list;
      const isThere = find(items, before) !== undefined;
      const replaced = isThere ? items.map((each) => (isSameItem(each, before) ? item : each)) : [...items, item];
      try {
        return await store(replaced, version);
      } catch (error) {
        const newer = newerItems<Item>(error);
        if (!newer || !(error instanceof ApiError)) throw error;
        const current: ReadItem<Item> = { ...(find(newer.items, before) ?? before), version: newer.version };
        throw withBody(error, { details: { current, list: newer } });
      }
    },
  };
}

const withBody = (error: ApiError, body: Pick<Partial<ApiError>, 'fields' | 'details'>): ApiError =>
  error.code === 'OFFLINE'
    ? error
    : new ApiError(error.code, error.status, error.message, { code: error.code, message: error.message, ...body });

/** Returns the present items from the error of a change that was refused because they had changed. */
export const newerItems = <Item>(error: unknown): SavedItems<Item> | undefined =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE'
    ? ((error.details.list ?? error.details.current) as SavedItems<Item> | undefined)
    : undefined;
