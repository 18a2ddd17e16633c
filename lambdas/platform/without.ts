/** Returns a copy of a row without these attributes. */
export function without<Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Omit<Row, Name> {
  const copy = { ...row };
  for (const name of names) delete copy[name];
  return copy;
}
