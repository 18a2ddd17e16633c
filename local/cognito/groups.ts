import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { text } from './requests.ts';
import { listedUser, pageOfUsers } from './user-lists.ts';
import { changeUser, checkPool, knownUser, type UserPool } from './user-pool.ts';

/** Returns the operations on the pool's groups. */
export function groupOperations(pool: UserPool): Record<string, Operation> {
  return {
    AdminAddUserToGroup: changeUser(pool, (user, request) => {
      user.groups = [...new Set([...user.groups, groupOf(request)])];
    }),
    AdminRemoveUserFromGroup: changeUser(pool, (user, request) => {
      const group = groupOf(request);
      user.groups = user.groups.filter((name) => name !== group);
    }),
    AdminListGroupsForUser(request) {
      return {
        Groups: knownUser(pool, request).groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })),
      };
    },

    ListUsersInGroup(request) {
      checkPool(pool, request);
      const group = groupOf(request);
      const { users, next } = pageOfUsers(
        request,
        'NextToken',
        pool.users.all().filter((user) => user.groups.includes(group)),
      );
      return { Users: users.map(listedUser), ...(next && { NextToken: next }) };
    },
  };

  function groupOf(request: JsonRequest): string {
    const group = text(request, 'GroupName');
    if (!pool.groups.includes(group)) {
      throw new AwsError('ResourceNotFoundException', 'Group not found.');
    }
    return group;
  }
}
