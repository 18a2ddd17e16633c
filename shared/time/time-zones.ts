import { aheadAt } from './studio-time.ts';

/** Returns how people name an offset in minutes: `120` → `GMT+2`, `-210` → `GMT-3:30`. */
export function sayAhead(minutes: number): string {
  if (minutes === 0) return 'GMT';
  const [hours, minutesOfHour] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${minutesOfHour === 0 ? '' : `:${String(minutesOfHour).padStart(2, '0')}`}`;
}

/** Returns by how many minutes a zone is ahead of UTC at an instant. */
export const minutesAhead = (timeZone: string, instant: number): number => aheadAt(instant, timeZone) / 60_000;

/** Returns by how much a zone is ahead of UTC at an instant, as ISO 8601 writes it: `+02:00`. */
export function sayOffset(timeZone: string, instant: number): string {
  const minutes = minutesAhead(timeZone, instant);
  const [hours, minutesOfHour] = [Math.floor(Math.abs(minutes) / 60), Math.floor(Math.abs(minutes) % 60)];
  return `${minutes < 0 ? '-' : '+'}${[hours, minutesOfHour].map((number) => String(number).padStart(2, '0')).join(':')}`;
}

/**
 * Returns the city for which a zone is named, or '' for a fixed one: `America/Argentina/Buenos_Aires` → `Buenos Aires`.
 */
export const cityOf = (timeZone: string): string =>
  timeZone.startsWith('Etc/') || !timeZone.includes('/') ? '' : timeZone.split('/').at(-1)!.replaceAll('_', ' ');

/** Returns how people name a zone at an instant: `Rome, GMT+2`; a fixed one `GMT+2`. */
export function zoneNameAt(timeZone: string, instant: number): string {
  return [cityOf(timeZone), sayAhead(minutesAhead(timeZone, instant))].filter(Boolean).join(', ');
}

/** Zones that come first among zones of the same offset: places to which a studio travels most. */
const wellKnown = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Toronto', 'America/Vancouver', 'America/Mexico_City'],
  ...['America/Cancun', 'America/Puerto_Rico', 'America/Costa_Rica', 'America/Sao_Paulo', 'Europe/London'],
  ...['Europe/Dublin', 'Europe/Lisbon', 'Atlantic/Reykjavik', 'Europe/Rome', 'Europe/Paris', 'Europe/Madrid'],
  ...['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich', 'Europe/Athens', 'Europe/Istanbul', 'Africa/Cairo'],
  ...['Africa/Casablanca', 'Africa/Johannesburg', 'Asia/Jerusalem', 'Asia/Dubai', 'Asia/Bangkok'],
  ...['Asia/Makassar', 'Asia/Singapore', 'Asia/Hong_Kong', 'Asia/Shanghai', 'Asia/Tokyo', 'Asia/Seoul'],
  ...['Australia/Sydney', 'Pacific/Auckland', 'Pacific/Tahiti'],
];

/** Returns every zone that can be chosen: the well-known ones first, then all zones of this browser. */
function allZones(): string[] {
  return [...new Set([...wellKnown, ...Intl.supportedValuesOf('timeZone').toSorted()])];
}

/**
 * Returns the fixed zone of an offset in whole hours, whose IANA name has the opposite sign; undefined for other
 * offsets.
 */
const fixedZone = (minutes: number): string | undefined => {
  const hours = minutes / 60;
  if (!Number.isInteger(hours) || hours < -12 || hours > 14) return undefined;
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

/**
 * Returns the zones to choose from at an instant: the zones of an offset, the fixed one last, and all other zones by
 * their offset.
 * @param minutes ahead of UTC; undefined: `first` is empty
 */
export function zonesAt(instant: number, minutes?: number): { first: string[]; others: string[] } {
  const zones = allZones().map((zone) => ({ zone, ahead: minutesAhead(zone, instant) }));
  const first = zones.filter(({ ahead }) => ahead === minutes).map(({ zone }) => zone);
  const fixed = minutes === undefined ? undefined : fixedZone(minutes);
  const otherZones = zones
    .filter(({ ahead }) => ahead !== minutes)
    .toSorted((first, second) => first.ahead - second.ahead);
  return { first: fixed ? [...first, fixed] : first, others: otherZones.map(({ zone }) => zone) };
}
