import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, buildSync, type Plugin } from 'esbuild';
import { type FunctionName, functions } from './blueprint.ts';

const bundles = join('dist', 'lambdas');

/** Folder of the site's renderer, in `dist/` and in the package of the function that runs it. */
export const packagedRenderer = 'renderer';

/** Path of a function's bundle from the repository's root. */
export const bundleFolder = (name: FunctionName) => join(bundles, name);

/**
 * Packages in which the SDK looks for credentials when the environment has none. Lambda's environment always has them,
 * so these packages (a quarter of a small bundle) are never imported; if they were, the import would fail with a clear
 * message.
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@aws-sdk/credential-provider-http',
  '@smithy/credential-provider-imds',
];

/** The SDK's clients send their version to AWS; nothing else of their package.json is used. */
const versionsOnly: Plugin = {
  name: 'versions-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]@aws-sdk[\\/][\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    }),
};

/**
 * Each client describes all operations of its service by objects with computed keys, which esbuild keeps in a bundle
 * even when nothing uses them, unless they are the result of a call marked as pure.
 */
const withoutUnusedSchemas: Plugin = {
  name: 'without-unused-schemas',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => {
        const schemas = (await readFile(path, 'utf8')).replaceAll(
          /^((?:export )?(?:var|const) [\w$]+ = )(\[-?\d+, n0,.*?\]);$/gms,
          '$1/* @__PURE__ */ (() => $2)();',
        );
        return {
          contents: withoutErrors.test(path) ? schemas.replaceAll(registeredErrors, '') : schemas,
          loader: 'js',
        };
      },
    ),
};

/**
 * The clients of these services register the classes of their errors, of which the functions ask for none: they know
 * S3's by name. Without these, an error is one of the service’s base class, of the same name and message.
 */
const withoutErrors = /[\\/]client-(s3|ssm|sqs|secrets-manager)[\\/]/;
const registeredErrors = /^n0_registry\.registerError\(.*\);$/gm;

/**
 * Each of zod's schemas can describe itself as JSON Schema, which no function asks for: the code that writes these
 * descriptions is replaced by nothing.
 */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/ }, async ({ path }) => {
      const names = [...(await readFile(path, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)];
      return { contents: names.map(([, name]) => `export const ${name} = undefined;`).join('\n'), loader: 'js' };
    }),
};

/**
 * Bundles functions, each into `{bundleFolder}/index.mjs`, the same file for AWS and the local services. One build for
 * several functions parses what they share once. sharp stays external, because it needs the native libraries of its
 * platform.
 * @returns the source files of the bundles, relative to the repository's root
 */
export async function bundle(...names: FunctionName[]): Promise<string[]> {
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
    plugins: [versionsOnly, withoutUnusedSchemas, withoutJsonSchemas],
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
  return Object.keys(metafile.inputs);
}

/**
 * Creates the deployment package of a bundle, and adds sharp with the native libraries of Lambda (linux, arm64), and
 * the renderer of the built site, where needed. In its own folder, because the local services would otherwise load
 * these libraries.
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
