import { createHash, randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { codeDigits } from '#shared/limits.ts';
import { dynamodb } from './aws.ts';
import { env } from './env.ts';

/**
 * Functions for codes that are emailed to prove that a person reads a mailbox. Their rows are in the table of guards.
 */

/** Seconds for which a code is valid. */
const lifetime = 600;
/** Codes that a person may try before a new one is needed. */
const tries = 5;

/**
 * Returns the id of a key's row. It is hashed without a secret key: send-email creates codes, and no worker may read a
 * secret.
 */
const rowId = (key: string) => `code#${createHash('sha256').update(key).digest('base64url')}`;

const now = () => Math.floor(Date.now() / 1_000);

/** Returns a code's scrypt hash, because a fast hash of eight digits is reversed within a second. */
const hashOf = (code: string, salt: Buffer) => scryptSync(code, salt, 32);

/**
 * Creates the code of this key; an earlier code is no longer valid.
 * @param key names what the code proves, and for whom
 */
export async function newCode(key: string): Promise<string> {
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  const salt = randomBytes(16);
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('GUARDS_TABLE'),
      Key: { id: rowId(key) },
      UpdateExpression: 'SET code_hash = :hash, salt = :salt, tries = :none, expires_at = :end',
      ExpressionAttributeValues: { ':hash': hashOf(code, salt), ':salt': salt, ':none': 0, ':end': now() + lifetime },
    }),
  );
  return code;
}

/**
 * Compares a code with the newest one of this key. The try is counted first, so that simultaneous requests get no
 * further tries.
 * @returns `over` when there is no valid code, or when the last try was wrong
 */
export async function checkCode(key: string, code: string): Promise<'right' | 'wrong' | 'over'> {
  try {
    const { Attributes = {} } = await dynamodb().send(
      new UpdateCommand({
        TableName: env('GUARDS_TABLE'),
        Key: { id: rowId(key) },
        UpdateExpression: 'ADD tries :one',
        ConditionExpression: 'attribute_exists(code_hash) AND tries < :tries AND expires_at > :now',
        ExpressionAttributeValues: { ':one': 1, ':tries': tries, ':now': now() },
        ReturnValues: 'ALL_NEW',
      }),
    );
    if (timingSafeEqual(hashOf(code, Buffer.from(Attributes.salt)), Buffer.from(Attributes.code_hash))) return 'right';
    return Attributes.tries < tries ? 'wrong' : 'over';
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return 'over';
    throw error;
  }
}
