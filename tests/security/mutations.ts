import { limits } from '#shared/limits.ts';
import type { Random } from '../support/faults/random.ts';

/**
 * Changes valid requests according to the type of a field, so that some pass their schema and some fail it narrowly.
 */

type Json = unknown;

const lengths = Object.values(limits).filter((limit) => limit <= limits.requestBytes);
const odd = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  '😀'.repeat(40),
  '__proto__',
  'constructor',
  '=HYPERLINK("http://evil.example")',
  '<script>alert(1)</script>',
  '"\'`\r\nBcc: all@example.com\r\n\r\n',
  '../../etc/passwd',
  '%2e%2e%2f%00',
  '2025-02-30',
  '9999-12-31T23:59:59.999Z',
  'null',
  'NaN',
  `${'a'.repeat(300)}@example.com`,
];
const otherKinds: Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  'x',
  '',
  [],
  {},
  [[]],
  [null],
  { length: 1 },
];

/** A value similar to the given one. */
function mutate(value: Json, random: Random): Json {
  if (random.chance(0.25)) return random.of(otherKinds);
  if (typeof value === 'string') return mutateText(value, random);
  if (typeof value === 'number') {
    return random.of([value + 1, -value, value * 1e9, value + 0.5, String(value), Number.MAX_SAFE_INTEGER, 1e308]);
  }
  if (typeof value === 'boolean') return random.of([!value, Number(value), String(value)]);
  if (Array.isArray(value)) return mutateList(value, random);
  if (typeof value === 'object' && value !== null) return mutateObject(value as Record<string, Json>, random);
  return random.of(otherKinds);
}

function mutateText(value: string, random: Random): string {
  const at = random.below(value.length + 1);
  switch (random.below(5)) {
    case 0:
      return random.of(odd);
    case 1:
      // Exactly at a limit, or one below or above it.
      return 'é'.repeat(Math.max(0, random.of(lengths) + random.below(3) - 1));
    case 2:
      return value.slice(0, at) + random.of(odd) + value.slice(at);
    case 3:
      return value.slice(0, at) + String.fromCharCode(random.below(0x10000)) + value.slice(at + 1);
    default:
      return random.chance(0.5) ? value.toUpperCase() : value + value;
  }
}

function mutateList(value: Json[], random: Random): Json[] {
  switch (random.below(4)) {
    case 0:
      return [];
    case 1:
      return Array.from({ length: random.of([2, 26, 101, 2_001]) }, () => value[0]);
    case 2:
      return [...value, random.of(otherKinds)];
    default:
      return value.map((one) => (random.chance(0.5) ? mutate(one, random) : one));
  }
}

/** An object with one field changed, removed or added. */
export function mutateObject(value: Record<string, Json>, random: Random): Record<string, Json> {
  const names = Object.keys(value);
  const name = random.of(names.length > 0 ? names : ['x']);
  switch (random.below(6)) {
    case 0: {
      const { [name]: _, ...rest } = value;
      return rest;
    }
    case 1:
      return { ...value, [random.of([...extra, random.of(odd)])]: random.of(otherKinds) };
    case 2:
      return { ...value, [name]: nested(random.of([2, 50, 3_000])) };
    default:
      return { ...value, [name]: mutate(value[name], random) };
  }
}

/** Fields that no body may set: the server or another role sets them. */
const extra = [
  'id',
  'customer_id',
  'is_admin',
  'role',
  'status',
  'is_approved',
  'price_cents',
  'login_sub',
  'email_verified',
  'created_at',
  'directory',
  'constructor',
  'toString',
];

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** The body as sent: mostly JSON, sometimes malformed. */
export function bodyText(value: Json, random: Random): string | Uint8Array {
  const text = JSON.stringify(value);
  switch (random.below(14)) {
    case 0:
      return text.slice(0, random.below(text.length));
    case 1:
      return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([random.below(256), random.below(256)])]);
    case 2:
      return text.replace('{', '{"__proto__":{"is_admin":true},');
    case 3:
      return `${text.slice(0, -1)},"filler":"${'x'.repeat(random.of([1_000, 250_000, 1_000_000]))}"}`;
    default:
      return text;
  }
}

/** Changes an id in a path, or a query's value. */
export const mutateId = (id: string, random: Random): string =>
  random.chance(0.4) ? encodeURIComponent(mutateText(id, random).toWellFormed()) : random.of(pathTricks);

const pathTricks = [
  '%00',
  '%ff',
  '%E0%A4%A',
  '..%2f..%2f',
  '.',
  '%2e%2e',
  '%252e%252e%252f',
  '__proto__',
  'label%23x',
  'login%23x',
  'deleted',
  'open',
  '*',
  '%F0%9F%98%80',
  'x'.repeat(3_000),
];
