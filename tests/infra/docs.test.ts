import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FunctionBlueprint, functions } from '../../infra/blueprint/functions.ts';
import { tables } from '../../infra/blueprint/tables.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { app as preview } from '../../lambdas/preview/app.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { routesWithoutTables } from '../support/routes/without-tables.ts';
import { routesOf } from '../support/studio/api-studio.ts';
import { type Resource, synthesize } from './synthesized.ts';

/** Checks that commands, files, sections and values named in the documentation exist. */

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'web/photographs/README.md',
  'local/README.md',
  ...globSync('docs/**/*.md'),
];
const read = (page: string) => readFileSync(page, 'utf8');
const { ofType, template } = synthesize();
/** At the place of their value. */
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
];

const headings = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);

test('every alarm names an existing section of the runbook', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm');
  expect(alarms.length).toBeGreaterThan(5);
  for (const [id, { Properties }] of alarms) {
    const [, section] = /docs\/runbook\.md, "(.+)"\.$/.exec(Properties.AlarmDescription) ?? [];
    expect(headings('docs/runbook.md'), id).toContain(section);
  }
});

test('every section named by an alarm says who is affected, how to see it and what to do', () => {
  const sections = read('docs/runbook.md').split(/^## /m).slice(1);
  for (const [, { Properties }] of ofType('AWS::CloudWatch::Alarm')) {
    const [, name] = /"(.+)"\.$/.exec(Properties.AlarmDescription) ?? [];
    const section = sections.find((text) => text.startsWith(`${name}\n`));
    for (const part of ['**Who is affected.**', '**See.**', '**Do.**']) expect(section, name).toContain(part);
    const tellsOfDeadLetters = Properties.MetricName === 'ApproximateNumberOfMessagesVisible';
    if (tellsOfDeadLetters) expect(section, name).toContain('npm run studio:redrive -- ');
  }
});

describe.each(pages)('%s', (page) => {
  const text = read(page);

  test('names scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script]);
  });

  test('links to files and sections that exist', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = ''] = target.split('#');
      expect(existsSync(join(dirname(page), file)), target).toBe(true);
    }
    for (const [, target = '', section = ''] of text.matchAll(/\]\((\w+\.md)\), "([^"]+)"/g)) {
      expect(headings(join(dirname(page), target)), `${target}, ${section}`).toContain(section);
    }
  });

  test('names files and folders that exist', () => {
    for (const [, path = ''] of text.matchAll(/`((?:tests|infra|lambdas|web|local|shared|docs)\/[\w./*-]*)`/g)) {
      expect(globSync(path), path).not.toEqual([]);
    }
  });
});

test('the runbook says which alarms, and that the budget, are the whole account’s', () => {
  const sections = read('docs/runbook.md').split(/^## /m).slice(1);
  const accountWide = ofType('AWS::CloudWatch::Alarm').filter(([, { Properties }]) => !Properties.Dimensions);
  expect(accountWide.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
    'AlarmsFunctionErrors',
    'AlarmsThrottles',
  ]);
  for (const [, { Properties }] of accountWide) {
    const [, name] = /"(.+)"\.$/.exec(Properties.AlarmDescription) ?? [];
    expect(Properties.AlarmDescription).toContain('of this AWS account and region');
    const section = sections.find((text) => text.startsWith(`${name}\n`));
    expect(section, name).toContain('functions of this AWS account and region');
  }
  const [[, { Properties }]] = ofType('AWS::Budgets::Budget') as [[string, Resource]];
  expect(Properties.Budget.CostFilters).toBeUndefined();
  expect(sections.find((text) => text.startsWith('Budget\n'))).toContain('of the whole AWS account');
});

test('the role that deploys from GitHub is called what it is', () => {
  const [, section = ''] = /^## From GitHub\n(.*)/ms.exec(read('docs/deploy.md')) ?? [];
  expect(section).toContain('**This role is an administrator of your AWS account**');
  expect(read('.github/workflows/deploy.yml')).toContain('an administrator of the account');
});

test('what a deployment refuses is explained where the owner sets it, and in the runbook', () => {
  const [, section = ''] = /^## Deployments\n(.*?)^## /ms.exec(read('docs/runbook.md')) ?? [];
  const sentences = read('infra/commands/stack/obstacles.ts');
  for (const beginning of ['codesBySes: SES has not verified ', "signInPrefix: '", 'SES already has the identity ']) {
    expect(sentences).toContain(`\`${beginning}`);
    expect(section).toContain(`| \`${beginning}`);
  }
  for (const entry of ['codesBySes', 'signInPrefix']) expect(section).toContain(`\`${entry}`);
  expect(sentences).toContain('CHANGELOG.md, "From 0.1.0"');
  expect(section).toContain("| `The stack 'Studio' is your studio");
  expect(headings('CHANGELOG.md')).toContain('From 0.1.0');
  for (const page of [
    'infra/commands/stack/obstacles.ts',
    'infra/commands/stack/failed-deployment.ts',
    'docs/runbook.md',
  ]) {
    expect(read(page), page).toContain('"A domain that moves"');
  }
  expect(headings('docs/deploy.md')).toContain('A domain that moves');
  expect(read('docs/deploy.md')).toMatch(/`codesBySes` \|.*until the sender is confirmed/);
  expect(read('docs/deploy.md')).toMatch(/`signInPrefix` \|.*only one studio in the region/);
});

test('security.md states the lifetime of an access token', () => {
  const [[, { Properties }]] = ofType('AWS::Cognito::UserPoolClient') as [[string, Resource]];
  expect(Properties.TokenValidityUnits.AccessToken).toBe('minutes');
  expect(read('docs/security.md')).toContain(`| access token | ${Properties.AccessTokenValidity} minutes at most |`);
});

test('the outputs named in deploy.md exist', () => {
  const outputs = Object.keys((template as unknown as { Outputs: object }).Outputs);
  for (const name of ['SiteAddress', 'EdgeAddress', 'StudioPoolId', 'GoogleRedirectUri']) {
    expect(outputs).toContain(name);
    expect(read('docs/deploy.md')).toContain(name);
  }
});

test('deploy.md explains every entry of studio.config.ts', () => {
  const entries = [...read('infra/config.ts').matchAll(/^ {2}(\w+)\??:/gm)].map(([, entry]) => entry!);
  expect(entries).toContain('signInPrefix');
  for (const entry of new Set(entries)) expect(read('docs/deploy.md'), entry).toContain(`\`${entry}`);
});

/** What is counted in a page has to be counted in the code, or named by it. */
describe('what the documents say of the code’s resources', () => {
  const decision = (number: string) => read(globSync(`docs/decisions/${number}-*.md`)[0]!);
  const apis = Object.entries<FunctionBlueprint>(functions).filter(([, { trigger }]) => trigger.kind === 'api');

  test('decision 3 names the functions that answer the API', () => {
    const [, names = ''] = /One Lambda for each audience behind one HTTP API \((.+?)\)/s.exec(decision('0003')) ?? [];
    expect(names.match(/[\w-]+/g)).toEqual(apis.map(([name]) => name));
  });

  test('decision 5 names the local indexes of photos: one for each order, and one for what is in none', () => {
    const text = decision('0005');
    const [, orders = ''] = /one per photo order of a session \((.+?)\)/.exec(text) ?? [];
    const [, beside = ''] = /in a local index of their own, `(\w+)`/.exec(text) ?? [];
    expect([...orders.match(/\w+/g)!, beside]).toEqual(Object.keys(tables.photos.localIndexes));
    expect(text).toContain('`tables` in `infra/blueprint/tables.ts` names them all');
  });

  test('what is counted in prose is as many', () => {
    const counted: [page: string, sentence: RegExp, count: number][] = [
      ['README.md', /Cognito, (two) user pools/, ofType('AWS::Cognito::UserPool').length],
      ['docs/vocabulary.md', /Cognito's (two) user pools/, ofType('AWS::Cognito::UserPool').length],
      ['docs/security.md', /\*\*Sign-in\*\*: (two) user pools/, ofType('AWS::Cognito::UserPool').length],
      ['local/README.md', /(two) user pools/, ofType('AWS::Cognito::UserPool').length],
      ['docs/cost.md', /(two) alarms \(\$0\.20\)/, ofType('AWS::CloudWatch::Alarm').length - 10],
    ];
    for (const [page, sentence, count] of counted) {
      expect(numbers.indexOf(sentence.exec(read(page))?.[1] ?? ''), `${page}: ${sentence}`).toBe(count);
    }
  });

  test('no page counts functions, tables, indexes, alarms, routes, buckets or queues, but where a test compares', () => {
    const kinds = '(?:lambdas?|tables|local indexes|alarms|routes|buckets|queues|behaviors|bundles|cold starts)';
    const count = new RegExp(String.raw`\b(?:${numbers.slice(2).join('|')}|\d[\d,]*) ${kinds}\b.{0,10}`, 'gi');
    const found = pages.flatMap((page) => [...read(page).matchAll(count)].map(([words]) => `${page}: ${words}`));
    // Compared above.
    expect(found).toEqual(['docs/cost.md: two alarms ($0.20), ']);
  });

  test('every route that uses a table is in dynamodb.md, and no page with counts has one that does not exist', () => {
    const routes = [open, guest, preview, client, admin].flatMap(routesOf);
    const named = (page: string) =>
      [...read(page).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]+)`/g)].map(([, route]) => route!);
    for (const page of ['docs/dynamodb.md', 'docs/scale.md']) {
      expect(
        named(page).filter((route) => !routes.includes(route)),
        page,
      ).toEqual([]);
    }
    const counted = new Set(named('docs/dynamodb.md'));
    expect(routes.filter((route) => !counted.has(route)).toSorted()).toEqual([...routesWithoutTables].toSorted());
    // Not all were measured at both sizes, so the page must not say so.
    const measured = new Set(named('docs/scale.md'));
    const isWhole = routes.every((route) => measured.has(route) || routesWithoutTables.has(route));
    expect(read('docs/scale.md').includes('Routes in neither were not measured at')).toBe(!isWhole);
  });

  test('extending.md names the lists of emails and of guests’ rights', () => {
    const sections = read('docs/extending.md').split(/^## /m);
    const section = (name: string) => sections.find((text) => text.startsWith(`${name}\n`)) ?? '';
    const words = (file: string) => read(file).replaceAll(/^\s*\/?\*.*$/gm, '');
    for (const file of globSync('{shared,web,lambdas}/**/*.{ts,tsx}')) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const text = words(file);
      const said = (name: string) => section(name).includes(file) || section(name).includes(`\`${basename(file)}\``);
      if (text.includes("'download-ready'") && text.includes("'emails-moved'"))
        expect(said('An email'), file).toBe(true);
      const isOfGuests = text.includes('may_note') && !file.startsWith('lambdas/domain/links/');
      if (isOfGuests) expect(said("A guest's right"), file).toBe(true);
    }
  });
});
