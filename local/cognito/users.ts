import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, replaceFile } from '../journal.ts';
import type { Verifier } from './srp.ts';

export interface RefreshToken {
  /** SHA-256, base64url. */
  hash: string;
  until?: number;
}

/** One sign-in: whatever was issued since then lives and ends together. Times are epoch seconds. */
export interface SignIn {
  origin_jti: string;
  /** The refresh tokens that work: one, and for a moment those exchanged for it (`until`, epoch milliseconds). */
  refresh_tokens: RefreshToken[];
  auth_time: number;
  scope: string;
  expires: number;
}

/** Times are epoch milliseconds. */
export interface User {
  /** A UUID for those who have a password, `Google_{their id at Google}` for those who come from there. */
  username: string;
  sub: string;
  status: 'FORCE_CHANGE_PASSWORD' | 'CONFIRMED' | 'RESET_REQUIRED' | 'EXTERNAL_PROVIDER';
  enabled: boolean;
  /** Without `sub`. Cognito keeps every attribute as text, `email_verified` too. */
  attributes: Record<string, string>;
  groups: string[];
  created: number;
  modified: number;
  sign_ins: SignIn[];
  password?: Verifier;
  /** Until when a temporary password lets its user in. */
  password_expires?: number;
  /** The code of a forgotten password. */
  reset_code?: { hash: string; expires: number };
  authenticator?: {
    /** Shown to the user, waiting for a first code. */
    unverified?: string;
    verified?: string;
    enabled: boolean;
    preferred: boolean;
    /** A code works once: no step up to this one counts any more. */
    last_step?: number;
  };
  identity?: { provider: 'Google'; user_id: string; linked: number };
}

/** The pool's users, each in a file of their own that is replaced whole: what was saved survives the process. */
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

  /** Everybody, in the order they were created. */
  all(): User[] {
    return [...this.#bySub.values()].sort((a, b) => a.created - b.created || a.sub.localeCompare(b.sub));
  }

  /** By username, sub, or the e-mail address of somebody with a password; upper and lower case are the same. */
  find(name: string): User | undefined {
    const wanted = name.toLowerCase();
    return (
      this.#bySub.get(wanted) ??
      this.#first((user) => user.username.toLowerCase() === wanted) ??
      this.#first((user) => !user.identity && user.attributes.email?.toLowerCase() === wanted)
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

  /** Writes a user down, new or changed. Sign-ins that have run out are forgotten on the way. */
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
