import { expect, test } from 'vitest';
import { listOf, synthesize } from '../synthesized.ts';

const { template, resources, ofType, needs } = synthesize();

test('the resources have no cyclic dependency', () => {
  const done = new Set<string>();
  const visit = (id: string, path: string[]): void => {
    if (done.has(id)) return;
    if (path.includes(id)) throw new Error(`A circle: ${[...path.slice(path.indexOf(id)), id].join(' → ')}`);
    for (const next of needs(resources[id]!)) visit(next, [...path, id]);
    done.add(id);
  };
  for (const id of Object.keys(resources)) visit(id, []);
  expect(done.size).toBe(Object.keys(resources).length);
});

test('the template contains no secret, only references', () => {
  const text = JSON.stringify(template);
  expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/);
  for (const [, { Properties }] of ofType('AWS::SecretsManager::Secret')) {
    expect(Properties.SecretString).toBeUndefined();
    expect(listOf(Properties.GenerateSecretString)).toHaveLength(1);
  }
});

test('no function has a secret in its environment', () => {
  for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) {
    const text = JSON.stringify(Properties.Environment ?? {});
    expect({ id, hasSecret: text.includes('resolve:secretsmanager') }).toEqual({ id, hasSecret: false });
  }
});

test('two syntheses are identical', () => {
  expect(synthesize().template).toEqual(template);
});
