import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, buildSync, type Metafile } from 'esbuild';
import { type FunctionName, functions } from './blueprint/functions.ts';

const bundles = join('dist', 'lambdas');

/** The folder of the site's renderer, in `dist/` and in the package of the function that runs it. */
export const packagedRenderer = 'renderer';

/** Returns the path of a function's bundle from the repository's root. */
export const bundleFolder = (name: FunctionName) => join(bundles, name);

/**
 * Packages in which the SDK looks for credentials when the environment has none. Lambda's environment always has
 * credentials, so these packages are never imported; an import would fail with a clear message. In a bundle they would
 * make each cold import a tenth to a third longer.
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@aws-sdk/credential-provider-http',
  '@smithy/credential-provider-imds',
];

/**
 * Bundles functions, each into `{bundleFolder}/index.mjs`, the same file for AWS and the local services. One build for
 * several functions parses their shared modules once. sharp stays external, because it needs the native libraries of
 * its platform. Packages are bundled as they are published, because leaving out code that is never called saves little
 * of a cold import (docs/decisions/0003-a-function-per-audience.md).
 * @returns the modules that esbuild read, and which of them each bundle contains; paths are relative to the
 * repository's root
 */
export async function bundle(...names: FunctionName[]): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    entryPoints: names.map((name) => ({ in: functions[name].entry, out: name })),
    outdir: bundles,
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // By default esbuild prefers CommonJS for node; the ES modules of the same packages tree-shake to a smaller bundle.
    mainFields: ['module', 'main'],
    external: ['sharp', ...otherCredentials],
    // Some dependencies are CommonJS and require node's modules.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) {
    const folder = path.replace(/\.js$/, '');
    await mkdir(folder, { recursive: true });
    // A running local studio may be loading the file, so it is replaced as a whole.
    const unfinished = join(folder, `${process.pid}.mjs`);
    await writeFile(unfinished, contents);
    await rename(unfinished, join(folder, 'index.mjs'));
  }
  return metafile;
}

/**
 * Creates the deployment package of a bundle, and adds sharp with the native libraries of Lambda (linux, arm64), and
 * the renderer of the built site, where needed. The package has its own folder, because the local services would
 * otherwise load these libraries.
 * @returns the folder to deploy, relative to the repository's root
 */
export async function packageForLambda(name: FunctionName): Promise<string> {
  const folder = join('dist', 'packages', name);
  await rm(folder, { recursive: true, force: true });
  await cp(join(bundleFolder(name), 'index.mjs'), join(folder, 'index.mjs'));
  if ('sharp' in functions[name]) {
    await cp(join('infra', 'linux-arm64', 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  }
  if ('renderer' in functions[name]) {
    await cp(join('dist', packagedRenderer), join(folder, packagedRenderer), { recursive: true });
  }
  return folder;
}

/**
 * Bundles a function that is small enough for the template (4 KB); it uses the SDK of the Lambda runtime.
 * @returns its code as CommonJS
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
