import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, replaceFile } from '../services/journal.ts';
import type { Verifier } from './srp/srp.ts';

export interface RefreshToken {
  /** SHA-256, base64url. */
  hash: string;
  until?: number;
}

/** One sign-in session: all tokens issued in it are revoked together. Times are epoch seconds. */
export interface SignIn {
  origin_jti: string;
  /**
   * The valid refresh tokens: the current one, and the ones exchanged for it, until their grace period ends (`until`,
   * epoch milliseconds).
   */
  refresh_tokens: RefreshToken[];
  auth_time: number;
  scope: string;
  expires: number;
}

/** Times are epoch milliseconds. */
export interface User {
  /** A UUID for users with a password, `Google_{Google's account id}` for users from Google. */
  username: string;
  sub: string;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED' | 'RESET_REQUIRED' | 'EXTERNAL_PROVIDER';
  enabled: boolean;
  /** The attributes without `sub`. Cognito stores every attribute as text, `email_verified` too. */
  attributes: Record<string, string>;
  groups: string[];
  created: number;
  modified: number;
  sign_ins: SignIn[];
  password?: Verifier;
  /** The time at which the temporary password expires. */
  password_expires?: number;
  /** The code of a password reset. */
  reset_code?: { hash: string; expires: number };
  authenticator?: {
    /** The secret shown to the user, not yet confirmed by a code. */
    unverified?: string;
    verified?: string;
    enabled: boolean;
    preferred: boolean;
    /** The time step of the last used code. Codes up to it are used, because each works once. */
    last_step?: number;
  };
  identity?: { provider: 'Google'; user_id: string; linked: number };
}

/** The pool's users, one file each, replaced atomically, so that saved users survive a crash. */
export class Users {
  readonly #folder: string;
  readonly #bySub = new Map<string, User>();

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const user = readJsonFile<User>(join(folder, file));
      if (user) this.#bySub.set(user.sub, user);
    }
  }

  /** Returns all users, in order of creation. */
  all(): User[] {
    return [...this.#bySub.values()].sort((a, b) => a.created - b.created || a.sub.localeCompare(b.sub));
  }

  /** Returns a user by username, sub, or the email address of a user with a password; case-insensitive. */
  find(name: string): User | undefined {
    const lowerCaseName = name.toLowerCase();
    return (
      this.#bySub.get(lowerCaseName) ??
      this.#first((user) => user.username.toLowerCase() === lowerCaseName) ??
      this.#first((user) => !user.identity && user.attributes.email?.toLowerCase() === lowerCaseName)
    );
  }

  findByRefreshToken(hash: string): { user: User; signIn: SignIn; token: RefreshToken } | undefined {
    for (const user of this.#bySub.values()) {
      for (const signIn of user.sign_ins) {
        const token = signIn.refresh_tokens.find((candidate) => candidate.hash === hash);
        if (token) return { user, signIn, token };
      }
    }
    return undefined;
  }

  /** Saves a user, new or changed, and drops their expired sessions. */
  save(user: User): void {
    const now = Date.now();
    user.sign_ins = user.sign_ins.filter((signIn) => signIn.expires * 1_000 > now);
    replaceFile(this.#file(user), JSON.stringify(user, undefined, 2));
    this.#bySub.set(user.sub, user);
  }

  remove(user: User): void {
    rmSync(this.#file(user), { force: true });
    this.#bySub.delete(user.sub);
  }

  #first(matches: (user: User) => boolean): User | undefined {
    for (const user of this.#bySub.values()) if (matches(user)) return user;
    return undefined;
  }

  #file(user: User): string {
    return join(this.#folder, `${user.sub}.json`);
  }
}
