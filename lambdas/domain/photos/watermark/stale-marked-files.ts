import { without } from '../../../platform/without.ts';
import type { VersionedPhoto } from '../row/lifecycle.ts';
import type { Version } from '../versions/attributes.ts';

/** Returns the prefixes of marked derivatives that wait for their deletion. */
export const staleMarkedKeys = ({ stale_marks }: Pick<Version, 'stale_marks'>): string[] =>
  stale_marks?.split(' ') ?? [];

/** Returns the version without marked derivatives, and with their prefix in `stale_marks` so that they are deleted. */
export function withoutMarkedFiles<V extends Version | VersionedPhoto>(version: V): V {
  if (version.marked_key === undefined) return version;
  const versionWithoutMarks = without(version, 'marked_key', 'marked_with', 'marked_file', 'marked_bytes');
  return { ...versionWithoutMarks, stale_marks: [...staleMarkedKeys(version), version.marked_key].join(' ') } as V;
}
