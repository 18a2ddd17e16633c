import { answer, invalid, notAuthorized, wrongPassword } from './requests.ts';
import { challengeSeconds } from './settings.ts';
import { ShortLived } from './short-lived.ts';
import { challenge, proves, type SrpState, verifierOfNobody } from './srp/srp.ts';
import { poolName, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Failed attempts in a row before Cognito enforces a wait: one second, doubled each time, up to 15 minutes. */
const freeFailures = 5;
const longestWait = 15 * 60_000;

/** Checks passwords by SRP. Responses do not reveal whether the user exists. */
export function passwordProofs(pool: UserPool) {
  const proofs = new ShortLived<SrpState & { username: string; sub: string | undefined }>(challengeSeconds);
  const failures = new Map<string, { count: number; until: number }>();

  return {
    /** Returns the challenge to prove that one knows a user's password. */
    begin(name: string, srpA: string): object {
      const namedUser = pool.users.find(name);
      const user = namedUser?.password ? namedUser : undefined;
      const username = user?.username ?? name;
      const srpChallenge = challenge(user?.password ?? verifierOfNobody(`${pool.id} ${name}`), srpA);
      if (!srpChallenge) throw invalid('Invalid SRP_A');
      proofs.put({ ...srpChallenge.state, username, sub: user?.sub }, srpChallenge.parameters.SECRET_BLOCK);
      return {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: { ...srpChallenge.parameters, USERNAME: username, USER_ID_FOR_SRP: username },
      };
    },

    /**
     * Returns the user whose password the answers prove.
     * @throws {AwsError} NotAuthorizedException for a wrong password, and while the user has to wait after several
     */
    check(answers: Record<string, string>): User {
      const proof = proofs.take(answer(answers, 'PASSWORD_CLAIM_SECRET_BLOCK'));
      const signature = answer(answers, 'PASSWORD_CLAIM_SIGNATURE');
      const proven = proof && proves(proof, poolName(pool), proof.username, answer(answers, 'TIMESTAMP'), signature);
      const user = proof?.sub === undefined ? undefined : pool.users.find(proof.sub);
      if (!user) throw wrongPassword();
      const failed = failures.get(user.sub) ?? { count: 0, until: 0 };
      if (failed.until > Date.now()) throw notAuthorized('Password attempts exceeded');
      if (!proven) {
        const count = failed.count + 1;
        const wait = count < freeFailures ? 0 : Math.min(1_000 * 2 ** (count - freeFailures), longestWait);
        failures.set(user.sub, { count, until: Date.now() + wait });
        throw wrongPassword();
      }
      failures.delete(user.sub);
      return user;
    },
  };
}
