/**
 * An address of the United States that was typed into one line: street, city with state and ZIP code, and perhaps the
 * country. Only a state of two letters is recognized, because any other word may be a part of the street.
 */
const oneLine =
  /^(?<street>.+?),\s*(?<city>[^,\d][^,]*,?\s+[a-z]{2},?\s+\d{5}(?:-\d{4})?)(?:,\s*(?<country>USA?|U\.S\.(?:A\.)?|United States(?: of America)?))?$/i;

/**
 * Returns a postal address in lines, as it stands on an envelope. An address that was typed into one line is split
 * where its city certainly begins, and else stays one line.
 */
export function addressLines(address: string): string[] {
  const lines = address
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const { street, city, country } = (lines.length === 1 && oneLine.exec(lines[0]!)?.groups) || {};
  return street && city ? [street, city, ...(country ? [country] : [])] : lines;
}
