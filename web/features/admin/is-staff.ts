import { useQuery } from '@tanstack/react-query';
import { loginQuery } from '../../lib/auth/login.ts';

/**
 * Whether the signed-in person is staff, who may not do everything that admins may. The server refuses such requests in any case.
 */
export const useIsStaff = (): boolean => useQuery(loginQuery).data?.user?.isStaff === true;
