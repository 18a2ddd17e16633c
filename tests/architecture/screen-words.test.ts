import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Sentences of screens, emails and answers, and the words of those who build the site, which nobody else knows. */

const root = join(import.meta.dirname, '../..');
const folders = ['web/{app,features,lib,links,photos,ui}', 'shared', 'lambdas'];
/** What the owner reads where they act or pay in AWS; and what no screen, email or answer shows. */
const leftOut =
  /^web\/features\/admin\/(dashboard\/waiting-rows|settings\/cost-card|settings\/settings)\.tsx|^shared\/cost\/|^lambdas\/(platform|workers\/(?!send-email))/;
const insiders =
  /\b(S3|AWS|CloudFront|Lambda|DynamoDB|Cognito|SQS|SES|CDN|cach(e|ed|es)|queues?|queued|dead.letters?|edge of the network|derivatives?|endpoint|bucket|backend|invalidat\w+|payload|JWT|suppression)\b/i;

/** A node of the syntax tree. */
type Node = { type: string } & Record<string, unknown>;

/** The sentences of a file: its texts between tags, and its strings of several words that people may read. */
function sentencesOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(visit);
    if (typeof node !== 'object' || node === null || isForDevelopers(node as Node)) return;
    const { type, value } = node as Node;
    if (type === 'JSXText' || type === 'Literal') found.push(String(value));
    if (type === 'TemplateElement') found.push((value as { cooked: string }).cooked);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /[a-z’']+ [a-z]+/i.test(text));
}

/** Imports, attributes of elements that are no text, log lines, and errors that are a failure of the program. */
function isForDevelopers(node: Node): boolean {
  const name = (inside: unknown): string => {
    const { name: own, object } = (inside ?? {}) as { name?: unknown; object?: unknown };
    return typeof own === 'string' ? own : object ? name(object) : '';
  };
  if (node.type === 'ImportDeclaration') return true;
  if (node.type === 'JSXAttribute') return ['className', 'sizes', 'd', 'rel', 'style'].includes(name(node.name));
  if (node.type === 'NewExpression') return name(node.callee) === 'Error';
  return node.type === 'CallExpression' && ['log', 'console'].includes(name(node.callee));
}

test('screens, emails and answers have no words of those who build the site', () => {
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.test\.|testing\.ts/.test(file) && !leftOut.test(file));
  expect(files.length).toBeGreaterThan(300);
  const said = files.flatMap((file) =>
    sentencesOf(file)
      .filter((text) => insiders.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(said).toEqual([]);
});
