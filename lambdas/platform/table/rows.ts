import * as z from 'zod';
import { log } from '../log.ts';
import type { Attributes } from './expressions.ts';

/** Parses the rows of one table by its schema. */
export class RowParser<Schema extends z.ZodType> {
  readonly #schema: Schema;
  readonly #table: string;
  readonly #primary: readonly string[];

  /**
   * @param table what errors call the table
   * @param primary the names of the table's key attributes
   */
  constructor(schema: Schema, table: string, primary: readonly string[]) {
    this.#schema = schema;
    this.#table = table;
    this.#primary = primary;
  }

  /**
   * Returns the row as the schema parses it.
   * @throws Error naming table and key of a row that does not match the schema
   */
  parse(row: Attributes): z.output<Schema> {
    const result = this.#schema.safeParse(row);
    if (result.success) return result.data;
    const key = JSON.stringify(pick(row, this.#primary));
    throw new Error(`Corrupt row ${key} in ${this.#table}: ${z.prettifyError(result.error)}`);
  }

  /**
   * Returns the rows as the schema parses them.
   * @param leaveOutDamaged whether rows that do not match it are left out; `damaged` has their ids, if there are any
   * @throws Error as `parse` does, unless they are left out
   */
  parseList(items: Attributes[], leaveOutDamaged = false): { rows: z.output<Schema>[]; damaged: string[] | undefined } {
    if (!leaveOutDamaged) return { rows: items.map((item) => this.parse(item)), damaged: undefined };
    const damaged: string[] = [];
    const rows = items.flatMap((item) => {
      try {
        return [this.parse(item)];
      } catch (error) {
        log.error('A damaged row was left out of a list. See docs/runbook.md, "Damaged rows".', { error });
        damaged.push(String(item[this.#primary.at(-1)!]));
        return [];
      }
    });
    return { rows, damaged: damaged.length > 0 ? damaged : undefined };
  }
}

/** Returns these attributes of a row, which are its keys in the table or in an index. */
export const pick = (row: Attributes, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(row[name])]));

/**
 * Returns the defaults of a row's attributes. A row written before such an attribute was introduced is read with the
 * default, so a condition on the default must also match a missing attribute.
 */
export function defaultsOf(schema: z.ZodType, defaults = new Map<string, unknown>()): Map<string, unknown> {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape)) {
      if (field instanceof z.ZodDefault) defaults.set(name, field.def.defaultValue);
    }
  } else if (schema instanceof z.ZodPipe) {
    defaultsOf(schema.def.out as z.ZodType, defaults);
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) defaultsOf(option as z.ZodType, defaults);
  } else if (schema instanceof z.ZodIntersection) {
    defaultsOf(schema.def.left as z.ZodType, defaults);
    defaultsOf(schema.def.right as z.ZodType, defaults);
  }
  return defaults;
}
