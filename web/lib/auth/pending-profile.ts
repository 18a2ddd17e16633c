import { browserStorage } from '../browser/storage.ts';

/** Registration form values, kept in localStorage from the first input until the customer record is created. */
interface PendingProfile {
  name: string;
  phone: string;
  address: string;
}

const key = 'pending-profile';

export function savePendingProfile({ name, phone, address }: PendingProfile): void {
  browserStorage.set(key, JSON.stringify({ name, phone, address }));
}

/** Returns the pending profile, or null. A corrupted value is ignored with a console warning. */
export function loadPendingProfile(): PendingProfile | null {
  const stored = browserStorage.get(key);
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (isPendingProfile(value)) return { name: value.name, phone: value.phone, address: value.address };
  } catch {
    // Not JSON: falls through to the warning below.
  }
  console.warn('The pending profile in this browser is corrupted and was ignored.');
  return null;
}

export function clearPendingProfile(): void {
  browserStorage.remove(key);
}

function isPendingProfile(value: unknown): value is PendingProfile {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'phone', 'address'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}
