import { createContext, use } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { CharacterCount } from './character-count.tsx';

/** The schema of the surrounding form. */
export const SchemaContext = createContext<z.ZodType | undefined>(undefined);

/** The properties of zod's schemas in which `limitOf` looks for a field's limit. */
interface SchemaNode {
  shape?: Record<string, SchemaNode>;
  /** The schema of an array's elements. */
  element?: SchemaNode;
  /** The most characters of a string. */
  maxLength?: number | null;
  def: { innerType?: SchemaNode; in?: SchemaNode };
}

/**
 * Returns the maximum number of characters that a schema allows in a field; undefined without one.
 * @param name the field's name, with dots between the names of a path: `sessions.packages.0.name`
 */
function limitOf(schema: z.ZodType | undefined, name: string): number | undefined {
  let node = schema as unknown as SchemaNode | undefined;
  for (const step of name.split('.')) {
    while (node?.def.in && !node.shape) node = node.def.in;
    node = node?.element ?? node?.shape?.[step];
  }
  while (node && node.maxLength === undefined) node = node.def.innerType ?? node.def.in;
  return node?.maxLength ?? undefined;
}

/**
 * Counts a field's text near the limit that the surrounding form's schema sets. A count and the schema's error replace a
 * maxlength attribute, which would cut pasted text.
 */
export function FieldCount({ name }: { name: string }) {
  const limit = limitOf(use(SchemaContext), name);
  return limit !== undefined && <Count name={name} limit={limit} />;
}

function Count({ name, limit }: { name: string; limit: number }) {
  const text: unknown = useWatch({ name });
  return typeof text === 'string' && <CharacterCount text={text} limit={limit} />;
}
