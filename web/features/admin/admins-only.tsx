import { type AdminAct, sayAdminsOnly } from '#shared/admin-acts.ts';
import { useIsStaff } from './is-staff.ts';

/** Tells staff that only admins can do `act`; renders nothing for admins. */
export function AdminsOnly({ act, className = '' }: { act: AdminAct; className?: string }) {
  return useIsStaff() && <p className={`text-sm text-mute ${className}`}>{sayAdminsOnly(act)}</p>;
}
