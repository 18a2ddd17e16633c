/** Returns a copy of a row without these attributes. */
export function without<Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Omit<Row, Name> {
  const rest = { ...row };
  for (const name of names) delete rest[name];
  return rest;
}
