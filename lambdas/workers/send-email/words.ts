/** The text in place of the name of a client who has none. */
export const unknown = 'Unknown';

/** Returns the name of the customer for emails to the studio, or 'Unknown' with the address or customer ID. */
export function calledBy({ name, email, customer_id }: { name: string; email: string; customer_id?: string }): string {
  const reference = email || customer_id;
  return name || (reference ? `${unknown} (${reference})` : unknown);
}

/** Returns a date of the form `2026-11-22` as 'November 22'. */
export const dayInWords = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
