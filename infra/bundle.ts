import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, buildSync, type Plugin } from 'esbuild';
import { type FunctionName, functions } from './blueprint.ts';

/** Where the bundles lie, from the repository's root. */
export const bundleFolder = (name: FunctionName) => join('dist', 'lambdas', name);

/**
 * Where the SDK would look for credentials if the environment had none. Lambda's environment always has them, so these
 * (a quarter of a small bundle) are imported by nobody; should it ever come to that, they are missing in so many words.
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@aws-sdk/credential-provider-http',
  '@smithy/credential-provider-imds',
];

/** The SDK's clients say their version to AWS; nothing else of their package.json is read. */
const versionsOnly: Plugin = {
  name: 'versions-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/**
 * Bundles one function into `{bundleFolder}/index.mjs`, the file that runs on AWS and on one machine alike.
 * sharp stays outside, because it brings native libraries of the platform it runs on.
 * @returns the files the bundle was made from, relative to the repository's root.
 */
export async function bundle(name: FunctionName): Promise<string[]> {
  const folder = bundleFolder(name);
  await mkdir(folder, { recursive: true });
  const result = await build({
    entryPoints: [functions[name].entry],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // esbuild prefers CommonJS for node; the ES modules of the same packages shake down to far less.
    mainFields: ['module', 'main'],
    external: ['sharp', ...otherCredentials],
    // Some dependencies are CommonJS inside and ask for node's own modules by require.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    plugins: [versionsOnly],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(result.metafile.inputs);
}

/**
 * Lays a bundle out as Lambda takes it and adds sharp with the Lambda's own native libraries (linux, arm64) where needed.
 * Apart from the bundle's folder, in which this machine would otherwise find libraries that are not its own.
 * @returns the folder to deploy, from the repository's root.
 */
export async function packageForLambda(name: FunctionName): Promise<string> {
  const folder = join('dist', 'packages', name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(bundleFolder(name), 'index.mjs'), join(folder, 'index.mjs'));
  if ('sharp' in functions[name]) {
    await cp(join('infra', 'linux-arm64', 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  }
  return folder;
}

/**
 * A function small enough to stand in the template itself (4 KB), with the SDK that Lambda brings along.
 * @returns its text, as CommonJS.
 */
export function bundleInline(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    external: ['@aws-sdk/*'],
    logLevel: 'warning',
  });
  return outputFiles[0]!.text;
}
